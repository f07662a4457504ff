// Tries hostile URLs in an isolated network full of canaries. Started by ssrf.test.ts.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { createGuardedSender } from '../../src/webhooks/sender/guarded-sender.ts'
import { PinnedConnection } from '../../src/webhooks/sender/pinned-request.ts'
import { nameResolver } from '../../src/webhooks/sender/resolve-host.ts'
import { checkUrl } from '../../src/webhooks/sender/target-url.ts'
import type { Zone } from './dns-server.ts'
import { startDnsServer } from './dns-server.ts'
import { REFUSED_URLS } from './refused-urls.ts'
import { insistOnSealedNetwork } from './sealed-network.ts'

insistOnSealedNetwork()

/** Internal addresses that also exist on this loopback, so that canaries detect a failing guard. */
const INSIDE = [
  ...[
    '10.0.0.1/32',
    '172.31.255.255/32',
    '192.168.0.1/32',
    '169.254.169.254/32',
    '100.100.100.200/32',
    '100.64.0.1/32',
  ],
  ...['198.18.0.1/32', 'fc00::1/128', 'fd00:ec2::254/128', '64:ff9b::7f00:1/128', '2002:7f00:1::/128', 'fe80::1/64'],
]
const CANARY_PORTS = [21, 22, 25, 70, 80, 443, 3128, 5432, 6379, 8080, 8443, 65535]

/** A public address, unreachable from this network. */
const PUBLIC = '93.184.216.34'
const ZONE: Zone = {
  'public.tld': () => [PUBLIC],
  'private.tld': () => ['10.0.0.1'],
  'loopback.tld': () => ['127.0.0.1'],
  'loopback6.tld': () => ['::1'],
  'metadata.tld': () => ['169.254.169.254'],
  'mixed.tld': () => [PUBLIC, '127.0.0.1'],
  'mixed6.tld': () => [PUBLIC, '::1'],
  'mapped.tld': () => ['::ffff:127.0.0.1'],
  'nat64.tld': () => ['64:ff9b::7f00:1'],
  '6to4.tld': () => ['2002:7f00:1::'],
  'cname.tld': () => ['CNAME localhost', '127.0.0.1'],
  'bare-cname.tld': () => ['CNAME localhost'],
  'hundred.tld': () => [...Array.from({ length: 99 }, (_, i) => `93.184.216.${i + 1}`), '10.0.0.1'],
  '127.0.0.1.nip.io': () => ['127.0.0.1'],
  'flip-to-private.tld': (nth) => (nth === 1 ? [PUBLIC] : ['127.0.0.1']),
  'flip-in-one.tld': (nth) => (nth === 1 ? [PUBLIC] : ['127.0.0.1']),
}

export interface Row {
  readonly what: string
  readonly way: string
  readonly outcome: string
  /** Canary connections so far. */
  readonly canaryHits: number
}

export interface Report {
  readonly rows: Row[]
  /** Address and port of every canary connection during the hostile requests. */
  readonly canaryHits: string[]
  /** The control request, which the canaries should see. */
  readonly control: string
  readonly controlHits: string[]
  readonly questions: Readonly<Record<string, number>>
  readonly tls: readonly (readonly [certificate: string, name: string, outcome: string])[]
}

for (const address of INSIDE) execFileSync('ip', ['address', 'add', address, 'dev', 'lo'])

const hits: string[] = []
const canaries: Server[] = []
for (const port of CANARY_PORTS) {
  const canary = createServer((socket) => {
    hits.push(`${socket.localAddress}:${socket.localPort}`)
    socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  })
  canaries.push(canary.listen(port, '::'))
  await once(canary, 'listening')
}

const dns = await startDnsServer(ZONE, 53)
const resolve = nameResolver(['127.0.0.1'])
const guarded = createGuardedSender({ allowPrivate: false, resolve })
const development = createGuardedSender({ allowPrivate: true, resolve })
const outgoing = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' })
const reading = (url: string) => ({ method: 'GET', url, headers: {}, maxBytes: 1000, timeoutMs: 5000 }) as const
const codeOf = (outcome: { kind: string; code?: string }) =>
  outcome.kind === 'failed' ? String(outcome.code) : outcome.kind

const rows: Row[] = []
const record = (what: string, way: string, outcome: string) =>
  rows.push({ what, way, outcome, canaryHits: hits.length })
for (const url of REFUSED_URLS) {
  record(url, 'registration', String(await guarded.check(url)))
  record(url, 'send', codeOf(await guarded.send(outgoing(url))))
  record(url, 'document', codeOf(await guarded.fetchDocument(url)))
  record(url, 'read', codeOf(await guarded.request(reading(url))))
  record(url, 'stream', codeOf(await guarded.stream(reading(url), async () => 0)))
  // Over http some are loopback, which development allows.
  if (!/^http:/i.test(url)) record(url, 'send in development', codeOf(await development.send(outgoing(url))))
}
const INSIDE_BY_HTTP = ['10.0.0.1', '169.254.169.254', '192.168.0.1', '[fc00::1]', '[::ffff:127.0.0.1]', '0.0.0.0']
for (const host of [...INSIDE_BY_HTTP, 'private.tld', 'loopback.tld'])
  record(host, 'http in development', codeOf(await development.send(outgoing(`http://${host}/`))))
for (const name of [...Object.keys(ZONE), 'nothing.tld']) {
  record(name, 'registration', String(await guarded.check(`https://${name}/`)))
  if (name === 'flip-in-one.tld') dns.queryCounts[name] = 0
  if (name === 'public.tld') continue
  record(name, 'send', codeOf(await guarded.send(outgoing(`https://${name}:8443/`))))
}

const canaryHits = hits.splice(0)
const control = codeOf(await development.send(outgoing('http://127.0.0.1:8080/')))
for (const canary of canaries) canary.close()

const report: Report = { rows, canaryHits, control, controlHits: hits, questions: dns.queryCounts, tls: await tryTls() }
dns.close()
process.stdout.write(JSON.stringify(report))

/** Tests TLS to a pinned address: loopback, under the names in the certificates. */
async function tryTls(): Promise<Report['tls']> {
  const tried: [string, string, string][] = []
  for (const [certificate, name] of [
    ['trusted', 'hooks.receiver.tld'],
    ['trusted', 'other.receiver.tld'],
    ['stranger', 'hooks.receiver.tld'],
  ] as const) {
    const [key, cert] = ['key', 'crt'].map((part) => readFileSync(`${process.argv[2]}/${certificate}.${part}`))
    let seen = ''
    const server = createTlsServer({ key: key!, cert: cert!, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
      seen = `${socket.alpnProtocol} ${(socket as unknown as { servername: string }).servername}`
      socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))
    }).listen(8443, '127.0.0.1')
    server.on('tlsClientError', () => {})
    await once(server, 'listening')
    const check = checkUrl(`https://${name}:8443/`, false)
    if (!check.ok) throw new Error(check.reason)
    const request = { method: 'GET', headers: {}, url: check.target.url } as const
    const connection = new PinnedConnection(check.target, '127.0.0.1')
    const outcome = await connection
      .exchange(request, AbortSignal.timeout(20_000), false)
      .then((reply) => `${reply.status} by ${seen}`)
      .catch((error) => String(error.code))
    tried.push([certificate, name, outcome])
    server.close()
    await once(server, 'close')
  }
  return tried
}
