import { describe, expect, it } from 'vitest'
import { readSandbox } from '../../src/app/sandbox.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { nextVersion } from '../../src/ingest/versions/version-names.ts'
import { forEachDatabase } from '../support/databases.ts'
import { mediaRow, planRow, projectRow, unitRow } from '../support/rows.ts'

const SANDBOX_PROJECTS = await readSandbox()

const at = new Date('2026-11-14T06:00:00Z')

const buildingsOf = ({ projects }: Snapshot) => projects.toArray().flatMap(({ buildings }) => buildings)

forEachDatabase('identity', (open) => {
  it('gives the sandbox fixed ids, and production higher ids', async () => {
    const db = await open()
    await publishRows(db, { dataset: 'sandbox', source: 'sandbox', rows: SANDBOX_PROJECTS, at })
    await publishRows(db, { dataset: 'production', source: 'builder', rows: [projectRow('1')], at })
    const sandbox = await readSnapshot(db, 'sandbox')
    const production = await readSnapshot(db, 'production')
    expect(sandbox.projects.toArray().map(({ id }) => id)).toEqual(SANDBOX_PROJECTS.map(({ id }) => id))
    const lists = [
      [sandbox.projects.toArray(), production.projects.toArray()],
      [buildingsOf(sandbox), buildingsOf(production)],
      [sandbox.floorPlans.all.toArray(), production.floorPlans.all.toArray()],
      [sandbox.units.all.toArray(), production.units.all.toArray()],
      [sandbox.media.all.toArray(), production.media.all.toArray()],
    ] as const
    for (const [test, live] of lists) {
      const highest = Math.max(...test.map((record) => record.id))
      expect(Math.min(...live.map((record) => record.id))).toBeGreaterThan(highest)
    }
    const again = await publishRows(db, { dataset: 'sandbox', source: 'sandbox', rows: SANDBOX_PROJECTS, at })
    expect(again).toMatchObject({ published: false, unchanged: SANDBOX_PROJECTS.length })
  })

  it('changes nothing when the source fails in the middle', async () => {
    const db = await open()
    await publishRows(db, { dataset: 'production', source: 'builder', rows: [projectRow('1')], at })
    async function* broken(): AsyncGenerator<ProjectRow> {
      for (let n = 1; n <= 250; n++) yield projectRow(String(n), { storeys: 9, units: [], media: [], history: [] })
      throw new Error('unexpected end of file')
    }
    const publishing = publishRows(db, { dataset: 'production', source: 'builder', rows: broken(), at })
    await expect(publishing).rejects.toThrow('unexpected end of file')
    const { projects, versions } = await readSnapshot(db, 'production')
    expect(projects.toArray().map((project) => project.storeys)).toEqual([20])
    expect(versions.size).toBe(1)
  })

  it('accepts keys that are JavaScript property names', async () => {
    const db = await open()
    const strange = projectRow('__proto__', {
      floor_plans: [planRow('constructor'), planRow('__proto__')],
      units: [unitRow('toString', '__proto__')],
      media: [mediaRow('hasOwnProperty', 'floor_plan', { floor_plan_key: '__proto__' })],
      history: [],
    })
    for (const rows of [[strange], [{ ...strange, storeys: 3 }]]) {
      const report = await publishRows(db, { dataset: 'production', source: 'builder', rows, at })
      expect(report).toMatchObject({ published: true, rejected: [] })
    }
    const { floorPlans, units } = await readSnapshot(db, 'production')
    expect(floorPlans.all.toArray().map((plan) => plan.id)).toEqual([10000, 10001])
    expect(units.all.at(0)).toMatchObject({ floor_plan_id: 10001 })
  })
})

it('creates version names that only increase', () => {
  expect(nextVersion(null, at)).toBe('2026-11-14.1')
  expect(nextVersion('2026-11-14.1', at)).toBe('2026-11-14.2')
  expect(nextVersion('2026-11-14.9', at)).toBe('2026-11-14.10')
  expect(nextVersion('2026-11-13.4', at)).toBe('2026-11-14.1')
  // The clock was set back.
  expect(nextVersion('2026-12-01.1', at)).toBe('2026-12-01.2')
})

describe('version names after the database went back in time', () => {
  const rewind = (seconds: number, lost: string | null = null) => ({
    at: new Date(at.getTime() - seconds * 1000).toISOString(),
    lost,
  })
  const runOf = (name: string) => Number(name.split('.')[1])

  it('are above those of that second, on that day', () => {
    const first = nextVersion('2026-11-14.2', at, rewind(60))
    expect(runOf(first)).toBeGreaterThan(1000)
    expect(nextVersion(first, at, rewind(60))).toBe(`2026-11-14.${runOf(first) + 1}`)
    expect(nextVersion(first, new Date('2026-11-15T12:00:00Z'), rewind(60))).toBe('2026-11-15.1')
  })

  it('are above a lost name that a clock ahead of ours has given', () => {
    const lost = `2026-11-14.${6 * 3600 + 120}`
    expect(runOf(nextVersion('2026-11-14.2', at, rewind(1, lost)))).toBeGreaterThan(runOf(lost))
    expect(nextVersion('2026-11-14.2', at, rewind(1, '2026-11-15.1'))).toBe('2026-11-15.4')
  })
})
