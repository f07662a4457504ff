// Two server processes on one PostgreSQL: shared state, a killed node, and no database.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Running } from '../support/child.ts'
import { runPlinth } from '../support/child.ts'
import { torontoFile } from '../support/import-files.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'
import { TEST_SECRET } from '../support/test-settings.ts'

interface Node extends Running {
  readonly url: string
  readonly dataDir: string
  readonly operatorKey: string
}

const cleanups: (() => Promise<unknown> | unknown)[] = []
async function cleanUp(all: typeof cleanups): Promise<void> {
  for (const clean of all.splice(0).reverse()) await clean()
}
afterEach(() => cleanUp(cleanups))

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'plinth-node-'))
  cleanups.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function start(env: Record<string, string>): Promise<Node> {
  const node = runPlinth(['serve'], {
    PORT: '0',
    DRAIN_MS: '0',
    DEMONSTRATION: 'invented',
    DEMO_PROJECTS: '5',
    SECRET_KEY: TEST_SECRET,
    ...env,
  })
  cleanups.push(async () => {
    node.child.kill('SIGKILL')
    await node.exited
  })
  const [, url] = await node.prints(/docs: +(\S+)\/docs/)
  const operatorKey = readFileSync(join(env.DATA_DIR!, 'operator-key'), 'utf8').trim()
  return { ...node, url: url!, dataDir: env.DATA_DIR!, operatorKey }
}

async function newKey(node: Node, plan = 'pro'): Promise<{ key: string; id: string; account: string }> {
  const response = await fetch(`${node.url}/api/v1/operator/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${node.operatorKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ plan }),
  })
  const { data } = (await response.json()) as {
    data: { api_key: { key: string; id: string }; account: { id: string } }
  }
  return { ...data.api_key, account: data.account.id }
}

const me = (node: Node, key: string) => fetch(`${node.url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })

/** Polls until the condition holds; the test's timeout is the only limit. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50)
}

/** Import, link, verify, import again, revoke. */
async function importVerifyRevoke(node: Node, other: Node, env: Record<string, string>): Promise<void> {
  const file = join(folder(), 'registration.csv')
  writeFileSync(file, torontoFile(40))
  const importFile = async () => {
    const command = runPlinth(['import', file, '--source', 'city'], { SECRET_KEY: TEST_SECRET, ...env })
    expect([await command.exited, command.output()]).toEqual([0, expect.any(String)])
    return command.output()
  }
  expect(await importFile()).toContain('published as')
  const { key } = await newKey(node, 'elite')
  const address = '#1203 - 5 osprey crescent, toronto'
  const call = async (target: Node, method: string, path: string, bearer: string, body?: unknown, ifMatch = '') => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'if-match': ifMatch }
    const init =
      body === undefined ? { method, headers: { authorization: headers.authorization } } : { method, headers }
    const response = await fetch(
      `${target.url}/api/v1/${path}`,
      body === undefined ? init : { ...init, body: JSON.stringify(body) },
    )
    // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
    return { status: response.status, etag: response.headers.get('etag') ?? '', body: (await response.json()) as any }
  }
  const methodOn = async (target: Node) => {
    const { body } = await call(target, 'GET', `building-links?address=${encodeURIComponent(address)}`, key)
    return body.data[0]?.match_method
  }
  const everywhere = (method: string) =>
    until(async () => (await methodOn(node)) === method && (await methodOn(other)) === method)
  await everywhere('auto')

  expect((await call(node, 'POST', 'building-links/feedback', key, { address, verdict: 'confirm' })).status).toBe(202)
  const queue = (await call(other, 'GET', 'desk/queue', other.operatorKey)).body.data
  const seen = await call(other, 'GET', `desk/cases/${queue[0].id}`, other.operatorKey)
  const path = `desk/cases/${queue[0].id}/decide`
  const decided = await call(other, 'POST', path, other.operatorKey, { verdict: 'accept' }, seen.etag)
  expect(decided.status).toBeLessThan(300)
  expect((await call(node, 'POST', path, node.operatorKey, { verdict: 'reject' }, seen.etag)).status).toBe(412)
  await everywhere('verified')
  expect(await importFile()).toContain('no changes')
  await everywhere('verified')
  const ledger = (await call(node, 'GET', 'desk/decisions', node.operatorKey)).body.data
  const { id } = ledger.find((decision: { state: string }) => decision.state === 'verified')
  expect((await call(node, 'POST', `desk/decisions/${id}/revoke`, node.operatorKey, { reason: 'a test' })).status).toBe(
    200,
  )
  await everywhere('auto')
}

describe.runIf(inject('postgresUrl') !== '')('two nodes on one PostgreSQL', () => {
  let a: Node
  let b: Node
  let url: string
  const sharedCleanups: typeof cleanups = []
  beforeAll(async () => {
    const cluster = inject('postgresUrl')
    url = await createDatabase(cluster, 'empty')
    cleanups.push(() => dropDatabase(cluster, url))
    const node = () => start({ DATA_DIR: folder(), DATABASE_URL: url })
    try {
      ;[a, b] = await Promise.all([node(), node()])
    } finally {
      sharedCleanups.push(...cleanups.splice(0))
    }
  })
  afterAll(() => cleanUp(sharedCleanups))

  it('start together on an empty database, share keys, and share a revocation', async () => {
    expect(a.operatorKey).toBe(b.operatorKey)
    const { key, id } = await newKey(a)
    expect((await me(b, key)).status).toBe(200)
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${a.url}/api/v1/api-keys/${id}`, { method: 'DELETE', headers })).status).toBe(200)
    expect((await me(a, key)).status).toBe(401)
    await until(async () => (await me(b, key)).status === 401)
  })

  it('share imports, verifications and revocations', async () => {
    await importVerifyRevoke(a, b, { DATA_DIR: a.dataDir, DATABASE_URL: url })
  })

  it('refuse a node with another secret key', async () => {
    const env = {
      PORT: '0',
      DATA_DIR: folder(),
      DATABASE_URL: url,
      SECRET_KEY: 'another secret of more than 32 characters',
    }
    const other = runPlinth(['serve'], env)
    expect(await other.exited).toBe(4)
  })

  it('allow one stream per account, and free the slot of a killed node when its lease ends', async () => {
    const { key } = await newKey(a)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
    const line = '{"address":"1480 Howe St"}\n'
    const short = async (node: Node) => {
      const response = await fetch(`${node.url}/api/v1/building-links/batch`, { method: 'POST', headers, body: line })
      await response.text()
      return response.status
    }
    expect([await short(a), await short(b), await short(a)]).toEqual([200, 200, 200])
    const openStream = request(`${a.url}/api/v1/building-links/batch`, { method: 'POST', headers })
    openStream.on('error', () => {})
    const firstLine = new Promise((resolve) =>
      openStream.once('response', (response) => response.once('data', resolve)),
    )
    openStream.write(line)
    await firstLine
    expect(await short(b)).toBe(429)
    a.child.kill('SIGKILL')
    await a.exited
    expect(await short(b)).toBe(429)
    const database = new pg.Client({ connectionString: url })
    await database.connect()
    await database.query(`update leases set expires_at = now() where name like 'link stream %'`)
    await database.end()
    expect(await short(b)).toBe(200)
  })

  it('serve known keys and reads byte-identical without the database, return 503 for unknown keys, and recover', async () => {
    const node = b
    const known = (await newKey(node, 'sandbox')).key
    const get = async (path: string, key: string) => {
      const response = await fetch(`${node.url}${path}`, { headers: { authorization: `Bearer ${key}` } })
      return [response.status, await response.text()] as const
    }
    const paths = ['/api/v1/projects?limit=3', '/api/v1/building-links?address=1480+Howe+St']
    const before = await Promise.all(paths.map((path) => get(path, known)))
    const unknown = (await newKey(node)).key
    const database = new URL(url).pathname.slice(1)
    const admin = new pg.Client({ connectionString: inject('postgresUrl') })
    await admin.connect()
    cleanups.push(() => admin.end())
    const allow = (yes: boolean) => admin.query(`alter database "${database}" with allow_connections ${yes}`)
    const cutOff = () =>
      admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database])
    await allow(false)
    await cutOff()
    const databaseIs = async (state: string) =>
      ((await (await fetch(`${node.url}/readyz`)).json()) as { database: string }).database === state
    await until(() => databaseIs('unreachable'))
    expect(await Promise.all(paths.map((path) => get(path, known)))).toEqual(before)
    const malformed = `${unknown.slice(0, 8)}${'0'.repeat(38)}`
    // Well-formed but unknown: without the database the node cannot tell whether it is valid.
    const { newApiKey } = await import('../../src/access/credentials/api-key.ts')
    expect((await get('/api/v1/me', newApiKey('live')))[0]).toBe(503)
    expect((await get('/api/v1/me', malformed))[0]).toBe(401)
    await allow(true)
    await until(() => databaseIs('reachable'))
    expect((await get('/api/v1/me', newApiKey('live')))[0]).toBe(401)
  })
})
