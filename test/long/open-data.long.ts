// Real files of cities, from the shared folder: the figures in docs/open-data.
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { importFile } from '../../src/ingest/import/import-file.ts'
import { SHARED } from '../../tools/bench/shared-data.ts'
import { forEachDatabase } from '../support/databases.ts'

async function importTwice(db: Database, file: string, source: string) {
  if (!existsSync(file)) throw new Error(`${file} is missing; this test reads the real file`)
  const order = { file, source, actor: 'test', now: () => new Date('2026-11-14T06:00:00Z') }
  const run = await importFile(db, { ...order, snapshot: () => readSnapshot(db, 'production') })
  const { rows, rejected, remarks } = run.counts
  console.info(`${source}: ${rows} projects, ${rejected} rejected, ${JSON.stringify(remarks)}`, run.rejected)
  const again = await importFile(db, { ...order, snapshot: () => readSnapshot(db, 'production') })
  expect(again).toMatchObject({ outcome: 'unchanged' })
  return { run, projects: (await readSnapshot(db, 'production')).projects.toArray() }
}

forEachDatabase('real files', (open) => {
  it('Toronto registration: 3,479 buildings, all rental', async () => {
    const { run, projects } = await importTwice(await open(), SHARED.torontoRegistration, 'toronto')
    expect(run.rejected).toEqual([])
    expect(projects.reduce((sum, project) => sum + project.buildings.length, 0)).toBe(3479)
    expect(new Set(projects.map(({ tenure, building_type }) => `${building_type} ${tenure}`))).toEqual(
      new Set(['rental_apartment rental']),
    )
  })

  it('Calgary sample: 9 civic addresses, five with 75 dwellings each, without parking', async () => {
    const { run, projects } = await importTwice(await open(), SHARED.calgaryAssessment, 'calgary')
    expect(run).toMatchObject({ format: 'calgary-assessment', rejected: [] })
    expect(run.counts.rows + run.counts.remarks['buildings with fewer than 5 units: left out']!).toBe(9)
    expect(projects.map(({ address, units_total }) => [address, units_total]).sort()).toEqual(
      [1000, 2000, 3000, 4000, 6000].map((number) => [`${number} Somervale Crt SW, Calgary, AB`, 75]),
    )
    for (const { tenure, building_type, year_built, latitude } of projects)
      expect([tenure, building_type, year_built, latitude! > 50.8]).toEqual(['unknown', 'multi_unit', 2001, true])
  })
})
