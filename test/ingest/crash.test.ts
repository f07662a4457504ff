import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import type { CrashPoint } from '../../src/ingest/publish/publication.ts'
import { CRASH_POINTS } from '../../src/ingest/publish/publication.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { programOf } from '../support/child.ts'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'
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

forEachDatabase('a process killed during a publish', (_, kind) => {
  it('leaves the old or the new version, never a mixture, and the next attempt succeeds', {
    timeout: 300_000,
  }, async () => {
    const options = await databaseOptions(kind)
    const db = await openDatabase(options)
    await publishRows(db, {
      dataset: 'production',
      source: 'builder',
      rows: crashRows(1),
      at: new Date('2026-11-14T06:00:01Z'),
    })
    await db.close()
    let run = 1
    // The embedded database starts slowly; the long tests go through all points on it too.
    const points = kind === 'postgres' ? CRASH_POINTS : (['after history'] as const)
    for (const point of points) {
      expect(await killedAt(options, run + 1, point), point).toBe('SIGKILL')
      const inForce = await runInForce(options)
      expect(inForce, point).toBe(point === 'after commit' ? run + 1 : run)
      run = inForce
    }
    const again = await openDatabase(options)
    const rows = crashRows(run + 1)
    await publishRows(again, { dataset: 'production', source: 'builder', rows, at: new Date('2026-11-14T06:01:00Z') })
    await again.close()
    expect(await runInForce(options)).toBe(run + 1)
  })
})
