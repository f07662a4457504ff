// No URL or DNS trick reaches internal hosts. Runs isolated; see ssrf-child.ts.
import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { fromCases } from '../support/cases.ts'
import { programOf } from '../support/child.ts'
import { suiteFolder } from '../support/suite-folder.ts'
import { REFUSED_URLS } from './refused-urls.ts'
import { leakOf } from './sealed-network.ts'
import type { Report } from './ssrf-child.ts'

const folder = suiteFolder()
let report: Report

beforeAll(async () => {
  for (const name of ['trusted', 'stranger']) makeCertificate(name)
  report = await inNamespace()
})

function makeCertificate(name: string): void {
  const file = join(folder, name)
  const names = ['-subj', '/CN=hooks.receiver.tld', '-addext', 'subjectAltName=DNS:hooks.receiver.tld']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', `${file}.key`, '-out', `${file}.crt`], {
    stdio: 'pipe',
  })
}

async function inNamespace(): Promise<Report> {
  const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const child = [process.execPath, ...programOf('webhooks/ssrf-child'), folder]
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_EXTRA_CA_CERTS: join(folder, 'trusted.crt'),
    // Environment variables that must have no effect.
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: 'http://127.0.0.1:3128',
    HTTPS_PROXY: 'http://127.0.0.1:3128',
  }
  const script = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...child]
  try {
    const { stdout } = await promisify(execFile)('unshare', [...asRoot, '--net', '--', ...script], { env })
    return JSON.parse(stdout)
  } catch (error) {
    throw new Error(
      'These tests need their own network namespace and could not create it. Install unshare (util-linux) and ip (iproute2), ' +
        `and run as root or with user namespaces.\n${(error as { stderr?: string }).stderr || error}`,
    )
  }
}

const outcomesOf = (way: string) =>
  new Map(report.rows.filter((row) => row.way === way).map((row) => [row.what, row.outcome]))

describe('hostile URLs', () => {
  it('are rejected at registration and blocked on send, as documents and as feeds', () => {
    for (const url of REFUSED_URLS) {
      expect([url, outcomesOf('registration').get(url)]).toEqual([url, 'false'])
      expect([url, outcomesOf('send').get(url)]).toEqual([url, 'blocked_address'])
      expect([url, outcomesOf('document').get(url)]).toEqual([url, 'blocked_address'])
      expect([url, outcomesOf('read').get(url)]).toEqual([url, 'blocked_address'])
      expect([url, outcomesOf('stream').get(url)]).toEqual([url, 'blocked_address'])
    }
  })

  it('are blocked in development too, except loopback over http', () => {
    const ways = [...outcomesOf('send in development'), ...outcomesOf('http in development')]
    expect(ways.length).toBeGreaterThan(100)
    expect(ways.filter(([, outcome]) => outcome !== 'blocked_address')).toEqual([])
  })
})

describe('hostile DNS', () => {
  it.each(fromCases<string[]>('webhooks/ssrf', 'blocked names'))(
    '%s is rejected at registration and blocked on send',
    (name) => {
      expect(outcomesOf('registration').get(name)).toBe('false')
      expect(outcomesOf('send').get(name)).toBe('blocked_address')
    },
  )

  it.each(['nothing.tld', 'bare-cname.tld'])('%s does not resolve', (name) => {
    expect(outcomesOf('registration').get(name)).toBe('false')
    expect(outcomesOf('send').get(name)).toBe('dns')
  })

  it('a name that turns private after registration is blocked on send', () => {
    expect(outcomesOf('registration').get('flip-to-private.tld')).toBe('true')
    expect(outcomesOf('send').get('flip-to-private.tld')).toBe('blocked_address')
  })

  it('a rebinding name is resolved once, and the first address is used', () => {
    expect(report.questions['flip-in-one.tld']).toBe(1)
    expect(outcomesOf('send').get('flip-in-one.tld')).toBe('connect')
  })
})

describe('the canaries', () => {
  it('saw no connection on any port of any internal address', () => {
    expect(report.rows.length).toBeGreaterThan(700)
    expect(report.rows.filter(({ canaryHits }) => canaryHits > 0)).toEqual([])
    expect(report.canaryHits).toEqual([])
  })

  it('see a loopback request in development, once and not through a proxy', () => {
    expect(report.control).toBe('response')
    expect(report.controlHits).toEqual(['::ffff:127.0.0.1:8080'])
  })

  it('a public name can be registered', () => {
    expect(outcomesOf('registration').get('public.tld')).toBe('true')
  })
})

it('TLS uses the host name and HTTP/1.1, and is always verified', () => {
  expect(report.tls).toEqual([
    ['trusted', 'hooks.receiver.tld', '204 by http/1.1 hooks.receiver.tld'],
    ['trusted', 'other.receiver.tld', 'tls'],
    ['stranger', 'hooks.receiver.tld', 'tls'],
  ])
})

it('refuses to run in a network with a route out', () => {
  const lo = 'Inter-| Receive\n face |bytes\n    lo: 0 0\n'
  const head = 'Iface\tDestination\n'
  expect(leakOf(lo, head, '')).toBeNull()
  expect(leakOf(`${lo}  eth0: 1 2\n`, head, '')).toContain('eth0')
  expect(leakOf('', head, '')).toContain('unknown')
  expect(leakOf(lo, `${head}lo\t00000000\n`, '')).toContain('IPv4')
  expect(leakOf(lo, head, `${'0'.repeat(32)} 00 00000000 eth0\n`)).toContain('IPv6')
})
