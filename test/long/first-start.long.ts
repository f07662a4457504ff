// Kills the first start while it loads the demonstration.
import { afterEach, expect, it } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import { openDatabase } from '../../src/db/database.ts'
import { emptyFolder, endAll, PROJECTS, serve } from '../app/first-start-server.ts'

afterEach(endAll)

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

it('keeps its sample when it is killed while it adds the rest, and completes it', async () => {
  const dataDir = emptyFolder()
  const env = { DEMO_PROJECTS: '700' }
  const killed = await serve(dataDir, env)
  await killed.until(({ done = 0 }) => done > 550)
  killed.child.kill('SIGKILL')
  expect(await killed.exited).toBe(null)
  const half = await contentsOf(dataDir)
  expect(half.versions).toBe(1)
  expect(half.records).toBeGreaterThan(half.recordsRead)
  const server = await serve(dataDir, env)
  await server.until(({ state, total }) => state === 'ready' && total === undefined)
  server.child.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  const whole = await contentsOf(dataDir)
  expect(whole.versions).toBe(2)
  expect(whole.projects).toBeGreaterThanOrEqual(700)
  expect(whole.identities).toBe(whole.projects)
  expect(whole.records).toBe(whole.recordsRead)
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
  await server.until(({ state, total }) => state === 'ready' && total === undefined)
  server.child.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  const whole = await contentsOf(dataDir)
  expect(whole.versions).toBe(1)
  expect(whole.identities).toBe(whole.projects)
  expect(whole.records).toBe(whole.recordsRead)
})
