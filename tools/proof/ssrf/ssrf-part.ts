// Makes the server fetch hostile URLs in a network without a way out; nothing internal may be reached.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Part, PartReport, PartRun } from '../part.ts'
import type { AttackOrder, AttackReport, Line } from './attack.ts'
import { ATTACK_DOMAIN } from './names.ts'
import { TARGETS } from './targets.ts'

const KEPT_ERRORS = 20_000

export const ssrfPart: Part = {
  name: 'ssrf',
  title: 'Hostile URLs for webhooks, feeds and OAuth clients, in a network without a way out',
  unit: 'targets',
  count: TARGETS.length,
  minutes: 10,
  databases: 'once',
  run,
}

async function run({ build, folder, count, seed, signal, progress, breaches }: PartRun): Promise<PartReport> {
  makeCertificate(folder)
  const { done, connections, doors, requests, accepted, watched } = await attackInNamespace(
    { folder, build: build.folder, count, seed },
    { signal, progress, breaches },
  )
  const number = (value: number) => value.toLocaleString('en-CA')
  return {
    done,
    breaches,
    figures: {
      'hostile URLs': number(done),
      doors: doors.join(', '),
      'requests sent': number(requests),
      'stopped after the first check': number(accepted),
      'internal addresses watched': number(watched),
      'connections to internal addresses': number(connections),
    },
  }
}

/** The receiver of the control needs a certificate that the server trusts. */
function makeCertificate(folder: string): void {
  const file = join(folder, 'receiver')
  const names = ['-subj', `/CN=${ATTACK_DOMAIN}`, '-addext', `subjectAltName=DNS:*.${ATTACK_DOMAIN}`]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', `${file}.key`, '-out', `${file}.crt`], {
    stdio: 'pipe',
  })
}

/** The child ends with its namespace: a process that it leaves behind would end too. */
const NAMESPACE = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
/** The server asks our DNS server. The file is replaced only inside the namespace. */
const PREPARE = 'ip link set lo up && mount --bind "$1" /etc/resolv.conf && shift && exec "$@"'

async function attackInNamespace(
  order: AttackOrder,
  { signal, progress, breaches }: Pick<PartRun, 'signal' | 'progress' | 'breaches'>,
): Promise<AttackReport> {
  const dnsFile = join(order.folder, 'resolv.conf')
  writeFileSync(dnsFile, 'nameserver 127.0.0.1\n')
  const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const attack = fileURLToPath(new URL('attack.ts', import.meta.url))
  const program = [process.execPath, ...process.execArgv, attack, JSON.stringify(order)]
  const child = spawn('unshare', [...asRoot, ...NAMESPACE, '--', 'sh', '-c', PREPARE, 'sh', dnsFile, ...program], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C must not end it in the middle: it stops when its input ends.
    detached: true,
  })
  const stop = () => child.stdin.end()
  const end = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  process.once('exit', end)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-KEPT_ERRORS)
  })
  let report: AttackReport | undefined
  let hasStarted = false
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line: Line = JSON.parse(text)
    hasStarted = true
    if ('report' in line) report = line.report
    else if ('breach' in line) breaches.push(line.breach)
    else progress(line.done, line.note)
  })
  child.on('error', (error) => {
    errors += error.message
  })
  await once(child, 'close').catch(() => {})
  signal.removeEventListener('abort', stop)
  process.removeListener('exit', end)
  if (report) return report
  const advice = hasStarted
    ? 'The attack ended before it could report.'
    : 'The attack did not start. It needs a network namespace of its own and never runs outside one: install unshare ' +
      '(util-linux) and ip (iproute2), and run as root or allow user namespaces.'
  throw new Error(`${advice}\n${errors}`)
}
