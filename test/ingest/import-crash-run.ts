// Imports that are killed at named points, and what the database holds then.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { importFile } from '../../src/ingest/import/import-file.ts'
import { listRuns } from '../../src/ingest/import/import-runs.ts'
import type { CrashPoint } from '../../src/ingest/publish/publication.ts'
import { programOf } from '../support/child.ts'
import { fileOf, torontoFile, torontoRow } from '../support/import-files.ts'

const ROWS = 230

export async function killedAt(
  options: DatabaseOptions,
  file: string,
  point: CrashPoint,
): Promise<NodeJS.Signals | null> {
  const args = [...programOf('ingest/import-crash-child'), JSON.stringify({ options, file, point })]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return signal
}

/** The storeys of all projects; each file sets one number for all. */
async function storeysInForce(options: DatabaseOptions): Promise<{ storeys: number; outcomes: (string | null)[] }> {
  const db = await openDatabase(options)
  try {
    const { projects, versions } = await readSnapshot(db, 'production')
    const storeys = new Set(projects.toArray().map((project) => project.storeys))
    expect([projects.size, storeys.size]).toEqual([ROWS, 1])
    const [value] = storeys
    expect(versions.size).toBe(value)
    return { storeys: value!, outcomes: (await listRuns(db, { limit: 50 })).runs.map((run) => run.outcome) }
  } finally {
    await db.close()
  }
}

/** Imports, is killed at each point in turn, and imports again. */
export async function surviveImportKills(options: DatabaseOptions, points: readonly CrashPoint[]): Promise<void> {
  const fileAt = (storeys: number) =>
    fileOf(
      'r.csv',
      torontoFile(ROWS, (n) => torontoRow(n, { storeys })),
    )
  const importStoreys = async (storeys: number) => {
    const db = await openDatabase(options)
    const order = { file: await fileAt(storeys), source: 'registry', actor: 'test' }
    const now = () => new Date('2026-11-14T06:00:00Z')
    const run = await importFile(db, { ...order, now, snapshot: () => Promise.reject(new Error('not needed')) })
    await db.close()
    return run.outcome
  }
  expect(await importStoreys(1)).toBe('published')
  let storeys = 1
  for (const point of points) {
    expect(await killedAt(options, await fileAt(storeys + 1), point), point).toBe('SIGKILL')
    const found = await storeysInForce(options)
    expect(found.storeys, point).toBe(point === 'after commit' ? storeys + 1 : storeys)
    expect(found.outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
    storeys = found.storeys
  }
  expect(await importStoreys(storeys + 1)).toBe('published')
  const { outcomes } = await storeysInForce(options)
  expect(outcomes.filter((outcome) => outcome === null)).toEqual([])
}
