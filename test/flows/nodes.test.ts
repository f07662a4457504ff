// The service as processes: killed, restarted in turn under load, two nodes on one PostgreSQL, and without its database.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import type { Running } from '../support/child.ts'
import { runPlinth } from '../support/child.ts'
import { TEST_SECRET } from '../support/global-setup.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'

interface Node extends Running {
  readonly url: string
  readonly dataDir: string
  readonly operatorKey: string
}

const cleanups: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'plinth-node-'))
  cleanups.push(() => rmSync(made, { recursive: true, force: true }))
  return made
}

async function start(env: Record<string, string>): Promise<Node> {
  const settings = { PORT: '0', DRAIN_MS: '0', DEMO_PROJECTS: '5', SECRET_KEY: TEST_SECRET, ...env }
  const node = runPlinth(['serve'], settings)
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

/** Asks until the answer is as wanted; the test's own time limit is the only clock. */
async function until(ask: () => Promise<boolean>): Promise<void> {
  while (!(await ask())) await sleep(50)
}

async function postgres(): Promise<string> {
  const cluster = inject('postgresUrl')
  const url = await createDatabase(cluster, 'empty')
  cleanups.push(() => dropDatabase(cluster, url))
  return url
}

describe('kill -9 while keys are being made', () => {
  it('loses no key whose making was answered', async () => {
    const dataDir = folder()
    const answered: string[] = []
    for (let round = 0; round < 3; round++) {
      const node = await start({ DATA_DIR: dataDir })
      const work = (async () => {
        for (;;) answered.push((await newKey(node)).key)
      })().catch(() => undefined)
      await until(async () => answered.length >= (round + 1) * 8)
      node.child.kill('SIGKILL')
      await Promise.all([node.exited, work])
    }
    const node = await start({ DATA_DIR: dataDir })
    const statuses = await Promise.all(answered.map(async (key) => (await me(node, key)).status))
    expect(answered.length).toBeGreaterThanOrEqual(24)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

describe('a rolling stop under load', () => {
  it('fails no request', async () => {
    const dataDir = folder()
    const node = await start({ DATA_DIR: dataDir, DRAIN_MS: '1500' })
    const { key } = await newKey(node, 'elite')
    const results: (number | string)[] = []
    let ready = true
    const caller = async () => {
      while (ready) {
        const result = await me(node, key).then(
          async (response) => {
            await response.text()
            return response.status
          },
          (error) => String(error.cause ?? error),
        )
        results.push(result)
        // The plan's minute is finite; the load need not be.
        await sleep(5)
      }
    }
    const callers = Array.from({ length: 8 }, caller)
    await until(async () => results.length > 100)
    node.child.kill('SIGTERM')
    // What a load balancer does: it looks at readiness, and then sends nothing more.
    await until(async () => (await fetch(`${node.url}/readyz`)).status === 503)
    const atNotReady = results.length
    await until(async () => results.length > atNotReady + 20)
    ready = false
    await Promise.all(callers)
    expect(await node.exited).toBe(0)
    expect(results.filter((result) => result !== 200)).toEqual([])
    expect(results.length).toBeGreaterThan(120)
  })
})

describe.runIf(inject('postgresUrl') !== '')('two nodes on one PostgreSQL', () => {
  it('start at once on an empty database, agree on keys, and a revocation on one is in force on the other', async () => {
    const url = await postgres()
    const [a, b] = await Promise.all([
      start({ DATA_DIR: folder(), DATABASE_URL: url }),
      start({ DATA_DIR: folder(), DATABASE_URL: url }),
    ])
    expect(a.operatorKey).toBe(b.operatorKey)
    const { key, id } = await newKey(a)
    expect((await me(b, key)).status).toBe(200)
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${a.url}/api/v1/api-keys/${id}`, { method: 'DELETE', headers })).status).toBe(200)
    expect((await me(a, key)).status).toBe(401)
    await until(async () => (await me(b, key)).status === 401)
  })

  it('a node with another secret is refused', async () => {
    const url = await postgres()
    await start({ DATA_DIR: folder(), DATABASE_URL: url })
    const env = {
      PORT: '0',
      DATA_DIR: folder(),
      DATABASE_URL: url,
      SECRET_KEY: 'another secret of more than 32 characters',
    }
    const other = runPlinth(['serve'], env)
    expect(await other.exited).toBe(4)
  })

  it('without the database: known keys and reads go on byte-equal, an unknown key gets 503, and it recovers by itself', async () => {
    const url = await postgres()
    const node = await start({ DATA_DIR: folder(), DATABASE_URL: url })
    const known = (await newKey(node, 'sandbox')).key
    const ask = async (path: string, key: string) => {
      const response = await fetch(`${node.url}${path}`, { headers: { authorization: `Bearer ${key}` } })
      return [response.status, await response.text()] as const
    }
    const paths = ['/api/v1/projects?limit=3', '/api/v1/building-links?address=1480+Howe+St']
    const before = await Promise.all(paths.map((path) => ask(path, known)))
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
    await until(
      async () =>
        ((await (await fetch(`${node.url}/readyz`)).json()) as { database: string }).database === 'unreachable',
    )
    expect(await Promise.all(paths.map((path) => ask(path, known)))).toEqual(before)
    const stranger = `${unknown.slice(0, 8)}${'0'.repeat(38)}`
    // Well-formed but never seen: nobody can say that it is wrong.
    const { newApiKey } = await import('../../src/access/api-key.ts')
    expect((await ask('/api/v1/me', newApiKey('live')))[0]).toBe(503)
    expect((await ask('/api/v1/me', stranger))[0]).toBe(401)
    await allow(true)
    await until(
      async () => ((await (await fetch(`${node.url}/readyz`)).json()) as { database: string }).database === 'reachable',
    )
    expect((await ask('/api/v1/me', newApiKey('live')))[0]).toBe(401)
  })
})
