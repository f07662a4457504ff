// A building as of a past day, through changes, new towers, merges and removals.
import { expect, it } from 'vitest'
import { buildingAsOf } from '../../src/catalog/history/building-as-of.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'
import { CURATOR, stageOn } from './stage.ts'

const [ONE, TWO] = [1000, 1001]

function withTower(row: ProjectRow, key: string, line: string): ProjectRow {
  const addresses = [{ line, kind: 'municipal' as const, valid_from: null, valid_to: null }]
  return { ...row, buildings: [...row.buildings, { ...row.buildings[0]!, key, name: key, addresses }] }
}

forEachDatabase('a building as of a day', (open) => {
  it('has the values and the project of that day', async () => {
    const db = await open()
    const stage = await stageOn(db)
    const publish = (day: string, rows: ProjectRow[]) =>
      publishRows(db, { dataset: 'production', source: 'builder', rows, at: new Date(`${day}T06:00:00Z`) })
    const history: ProjectRow['history'] = []
    const second = withTower(projectRow('2', { history }), 'West', '3 Bloor St W')
    await publish('2026-11-01', [projectRow('1', { history, year_built: 1990 }), second])
    await publish('2026-11-03', [projectRow('1', { history, year_built: 1995 }), second])
    const snapshot = await stage.read()
    const only = snapshot.projects.get(ONE)!.buildings[0]!.id
    const west = snapshot.projects.get(TWO)!.buildings[1]!.id
    const { token } = await stage.merger.preview(TWO, ONE)
    await stage.merger.merge(TWO, ONE, token, 'one site', CURATOR)
    const merged = await stage.read()
    const on = (id: number, day: string) => {
      const result = buildingAsOf(merged, id, day)
      if (result.kind !== 'found') return result
      return { project: result.project.id, year: result.project.year_built, plans: result.floor_plans.length }
    }
    expect(on(only, '2026-11-01')).toEqual({ project: ONE, year: 1990, plans: 2 })
    expect(on(only, '2026-11-03')).toEqual({ project: ONE, year: 1995, plans: 2 })
    expect(on(west, '2026-11-13')).toEqual({ project: TWO, year: null, plans: 0 })
    expect(on(west, '2026-11-14')).toMatchObject({ project: ONE, plans: 0 })
    expect(on(west, '2026-10-31')).toEqual({ kind: 'before_data', earliest: '2026-11-01' })
    expect(on(9_999_999, '2026-11-03')).toEqual({ kind: 'not_found' })
    await publish('2026-11-15', [
      withTower(projectRow('1', { history, year_built: 1995 }), 'New', '5 Bloor St W'),
      projectRow('4', { history }),
    ])
    const later = await stage.read()
    const added = later.projects.get(ONE)!.buildings.find(({ name }) => name === 'New')!.id
    expect(buildingAsOf(later, added, '2026-11-14')).toEqual({ kind: 'not_yet' })
    expect(buildingAsOf(later, added, '2026-11-15')).toMatchObject({ kind: 'found' })
  })
})
