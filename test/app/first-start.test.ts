// The first start: the sandbox answers at once, and production when its demonstration is there.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import { openDatabase } from '../../src/db/database.ts'
import type { Running } from '../support/child.ts'
import { runPlinth } from '../support/child.ts'

const PROJECTS = 60
const running: Running[] = []
const folders: string[] = []

afterEach(async () => {
  for (const { child, exited } of running.splice(0)) {
    child.kill('SIGKILL')
    await exited
  }
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

/** A data folder with the schema and no data. */
function emptyFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'plinth-first-'))
  folders.push(path)
  cpSync(inject('migratedFolder'), path, { recursive: true })
  return path
}

async function serve(dataDir: string, env: Record<string, string> = {}) {
  const server = runPlinth(['serve'], {
    DATA_DIR: dataDir,
    PORT: '0',
    DRAIN_MS: '0',
    DEMO_PROJECTS: String(PROJECTS),
    ...env,
  })
  running.push(server)
  const [, url] = await server.prints(/docs: +(\S+)\/docs/)
  const [, sandboxKey] = await server.prints(/sandbox key: (pl_test_\S+)/)
  const get = async (path: string, key = sandboxKey!) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
    return { status: response.status, headers: response.headers, body: (await response.json()) as any }
  }
  const progress = async () => (await get('/readyz')).body.datasets.production as { state: string; done?: number }
  const until = async (condition: (state: Awaited<ReturnType<typeof progress>>) => boolean) => {
    for (;;) {
      const state = await progress()
      if (condition(state)) return state
      await sleep(20)
    }
  }
  return { ...server, url: url!, get, until }
}

async function liveKey(dataDir: string): Promise<string> {
  const command = runPlinth(['keys', 'create', '--plan', 'elite', '--json'], { DATA_DIR: dataDir })
  expect(await command.exited, command.output()).toBe(0)
  return JSON.parse(command.output()).api_key.key
}

/** What a data folder holds, read without a server. */
async function contentsOf(dataDir: string) {
  const db = await openDatabase({ dataDir })
  const { versions, projects, floorPlans, units, media } = await readSnapshot(db, 'production')
  const rows = (table: 'records' | 'identities') =>
    db.query
      .selectFrom(table)
      .select((q) => q.fn.countAll<number>().as('n'))
      .where('dataset', '=', 'production')
      .executeTakeFirstOrThrow()
  const contents = {
    versions: versions.size,
    projects: projects.size,
    identities: (await rows('identities')).n,
    records: (await rows('records')).n,
    recordsRead: projects.size + floorPlans.all.size + units.all.size + media.all.size,
  }
  await db.close()
  return contents
}

describe('an empty data folder', () => {
  it('answers for the sandbox while production loads, and refuses live keys with the time left', async () => {
    const dataDir = emptyFolder()
    const server = await serve(dataDir, { LOG_LEVEL: 'info' })
    const link = '/api/v1/building-links?address=%231203%20-1480%20howe'
    expect((await server.get(link)).body.meta.outcome).toBe('matched')
    const ready = await server.get('/readyz')
    expect([ready.status, ready.body]).toMatchObject([
      200,
      {
        status: 'ready',
        datasets: { production: { state: 'loading', total: PROJECTS }, sandbox: { state: 'ready' } },
      },
    ])
    const waiting = await server.get('/readyz?dataset=production')
    expect([waiting.status, Number(waiting.headers.get('retry-after'))]).toEqual([503, expect.any(Number)])

    const key = await liveKey(dataDir)
    for (const path of [link, '/api/v1/projects', '/api/v1/changes?since=0', '/api/v1/exports']) {
      const refused = await server.get(path, key)
      expect([path, refused.status, refused.body.code]).toEqual([path, 503, 'dataset_loading'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    expect((await server.get('/api/v1/me', key)).status).toBe(200)
    const { state, progress } = (await server.get('/api/v1/dataset', key)).body.data
    expect([state, progress.total]).toEqual(['loading', PROJECTS])
    expect((await server.get('/api/v1/dataset')).body.data).toMatchObject({ state: 'ready', progress: null })

    await server.until(({ state }) => state === 'ready')
    expect((await server.get('/readyz?dataset=production')).status).toBe(200)
    const dataset = (await server.get('/api/v1/dataset', key)).body.data
    expect(dataset).toMatchObject({ state: 'ready', progress: null, is_demonstration: true })
    expect(dataset.counts.projects).toBeGreaterThanOrEqual(PROJECTS)
    expect((await server.get(link, key)).status).toBe(200)
    expect(server.output()).toMatch(/"dataset":"production","done":\d+,"total":60,"seconds_left":\d+/)
  })

  it('shows nothing of a demonstration that was killed half-way, and starts over', async () => {
    const dataDir = emptyFolder()
    const killed = await serve(dataDir)
    const { state } = await killed.until(({ state, done = 0 }) => state === 'ready' || done > 0.4 * PROJECTS)
    expect(state).toBe('loading')
    killed.child.kill('SIGKILL')
    expect(await killed.exited).toBe(null)
    const half = await contentsOf(dataDir)
    expect(half).toMatchObject({ versions: 0, projects: 0 })
    expect(half.records).toBeGreaterThan(0)
    const server = await serve(dataDir)
    await server.until(({ state }) => state === 'ready')
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    const whole = await contentsOf(dataDir)
    expect(whole.versions).toBe(1)
    expect(whole.identities).toBe(whole.projects)
    expect(whole.records).toBe(whole.recordsRead)
  })
})
