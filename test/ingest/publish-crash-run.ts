// Publishes that are killed at named points, and what the database holds then.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import type { CrashPoint } from '../../src/ingest/publish/publication.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { programOf } from '../support/child.ts'
import { CRASH_PROJECTS, crashRows } from './crash-rows.ts'

async function killedAt(options: DatabaseOptions, run: number, point: CrashPoint): Promise<NodeJS.Signals | null> {
  const args = [...programOf('ingest/crash-child'), JSON.stringify({ options, run, point })]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return signal
}

/** Checks that all data is from one run, and returns that run. */
async function runInForce(options: DatabaseOptions): Promise<number> {
  const db = await openDatabase(options)
  try {
    const { versions, projects, floorPlans, history } = await readSnapshot(db, 'production')
    const run = projects.at(0).storeys!
    expect(projects.size).toBe(CRASH_PROJECTS)
    expect(new Set(projects.toArray().map((project) => project.storeys))).toEqual(new Set([run]))
    expect(new Set(floorPlans.all.toArray().map((plan) => plan.price))).toEqual(new Set([500_000 + run]))
    expect(versions.size).toBe(run)
    // Each project changes storeys, a price and a unit count; the first run has no predecessor.
    expect([...history.rows()]).toHaveLength((run - 1) * CRASH_PROJECTS * 3)
    const events = await db.query.selectFrom('events').select('sequence').orderBy('sequence').execute()
    expect(events.map((event) => event.sequence)).toEqual(events.map((_, i) => i + 1))
    // Each project has project.updated, floor_plan.price_changed and floor_plan.updated; each run has dataset.published.
    expect(events).toHaveLength(run + (run - 1) * CRASH_PROJECTS * 3)
    return run
  } finally {
    await db.close()
  }
}

/** Publishes, is killed at each point in turn, and publishes again. */
export async function survivePublishKills(options: DatabaseOptions, points: readonly CrashPoint[]): Promise<void> {
  const publishRun = async (run: number, at: Date) => {
    const db = await openDatabase(options)
    await publishRows(db, { dataset: 'production', source: 'builder', rows: crashRows(run), at })
    await db.close()
  }
  await publishRun(1, new Date('2026-11-14T06:00:01Z'))
  let run = 1
  for (const point of points) {
    expect(await killedAt(options, run + 1, point), point).toBe('SIGKILL')
    const inForce = await runInForce(options)
    expect(inForce, point).toBe(point === 'after commit' ? run + 1 : run)
    run = inForce
  }
  await publishRun(run + 1, new Date('2026-11-14T06:01:00Z'))
  expect(await runInForce(options)).toBe(run + 1)
}
