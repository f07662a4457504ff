// The quality report of an import: planted faults, real addresses, and no person.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import { loadStreets } from '../../src/catalog/snapshot/street-files.ts'
import type { Database } from '../../src/db/database.ts'
import { importFile } from '../../src/ingest/import/import-file.ts'
import { readRun } from '../../src/ingest/import/import-runs.ts'
import { ListedStreets } from '../../src/ingest/quality/listed-streets.ts'
import type { QualityReport } from '../../src/ingest/quality/quality-report.ts'
import { forEachDatabase } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'

const PLACE = { city: 'Toronto', province: 'ON', latitude: 43.65, longitude: -79.38 }
const GOOD = [
  { key: 'a', address: '100 Queen St W', ...PLACE, year_built: 1990, storeys: 20, units_total: 200 },
  { key: 'b', address: '102 Bloor St E', ...PLACE, condo_corp: { registry: 'TSCC', number: 12 } },
  { key: 'c', address: '104 Yonge St', ...PLACE },
]
const BAD = [
  { key: 'd', address: '100 Queen Street West', ...PLACE },
  { key: 'e', address: '106 Bloor St E', ...PLACE, condo_corp: { registry: 'TSCC', number: 12 } },
  { key: 'f', address: '12 Dundsa St W', ...PLACE },
  { key: 'g', address: '12 King St W', ...PLACE, year_built: 1750 },
  { key: 'h', address: '14 King St W', ...PLACE, year_built: 1500, owner_name: 'Jane Roe' },
  { key: 'i', address: '16 King St W', ...PLACE, storeys: 150 },
  { key: 'j', address: '18 King St W', ...PLACE, units_total: 9000 },
  { key: 'k', address: '20 King St W', ...PLACE, latitude: 45.4, longitude: -75.7 },
]

const run = async (db: Database, rows: readonly object[], options: { dryRun?: boolean } = {}) => {
  const file = await fileOf('rows.ndjson', `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
  const now = () => new Date('2026-11-14T06:00:00Z')
  const snapshot = () => readSnapshot(db, 'production')
  return importFile(db, { file, source: 'city', actor: 'test', now, snapshot, approve: true, ...options })
}

const counts = (quality: QualityReport | null) =>
  Object.entries(quality!).map(([kind, { count, checked }]) => `${kind} ${count}/${checked}`)

forEachDatabase('a quality report', (open) => {
  it('has nothing to say about good rows, also when they are imported again', async () => {
    const db = await open()
    for (const _ of [1, 2]) {
      expect(counts((await run(db, GOOD)).quality)).toEqual([
        ...['doubles 0/3', 'impossible_year 0/1', 'impossible_storeys 0/1', 'impossible_units 0/1'],
        ...['unknown_street 0/3', 'moved_point 0/0', 'far_point 0/3'],
      ])
    }
  })

  it('counts planted faults with examples, refuses nothing because of them, and is stored', async () => {
    const db = await open()
    await run(db, GOOD)
    const moved = { ...GOOD[2], latitude: 43.66 }
    const near = { ...GOOD[1], latitude: 43.6505 }
    const done = await run(db, [GOOD[0]!, near, moved, ...BAD])
    expect(done).toMatchObject({
      outcome: 'published',
      counts: { rows: 11, rejected: 2 },
      rejected: [{ key: 'h' }, { key: 'd' }],
    })
    const { quality } = await readRun(db, done.id)
    expect(quality).toEqual(done.quality)
    expect(counts(quality)).toEqual([
      ...['doubles 2/10', 'impossible_year 2/3', 'impossible_storeys 1/2', 'impossible_units 1/2'],
      ...['unknown_street 1/10', 'moved_point 1/2', 'far_point 1/10'],
    ])
    const examples = Object.fromEntries(Object.entries(quality!).map(([kind, each]) => [kind, each.examples]))
    expect(examples).toMatchObject({
      doubles: [
        { key: 'd', found: '100 Queen St W, Toronto, ON', expected: 'a' },
        { key: 'e', found: 'ON TSCC 12', expected: 'b' },
      ],
      impossible_year: [
        { key: 'g', found: '1750', expected: '1800 to 2036' },
        { key: 'h', address: null, found: expect.stringContaining('1500 is out of range'), project_id: null },
      ],
      unknown_street: [{ key: 'f', found: '12 Dundsa St W', expected: expect.stringContaining('Dundas') }],
      moved_point: [{ key: 'c', found: '43.66000, -79.38000, 1112 m away', expected: '43.65000, -79.38000' }],
      far_point: [{ key: 'k', expected: expect.stringContaining('Toronto: ') }],
    })
    const { projects } = await readSnapshot(db, 'production')
    expect(projects.get(examples.moved_point![0]!.project_id!)!.address).toBe('104 Yonge St, Toronto, ON')
    // The address belongs to another row's project already, so that row d made none.
    expect(projects.get(examples.doubles![0]!.project_id!)!.address).toBe('100 Queen St W, Toronto, ON')
    expect(JSON.stringify(quality)).not.toContain('Jane')
  })

  it('is part of a dry run, and keeps at most ten examples', async () => {
    const db = await open()
    const rows = Array.from({ length: 30 }, (_, i) => ({ key: `r${i}`, address: `${i + 1} Zzyzx Rd`, ...PLACE }))
    const { outcome, quality } = await run(db, rows, { dryRun: true })
    expect(outcome).toBe('dry_run')
    expect(quality!.unknown_street).toMatchObject({ count: 30, checked: 30 })
    expect(quality!.unknown_street.examples).toHaveLength(10)
  })
})

it('finds the streets of real registers in the lists of their cities', async () => {
  const streets = new ListedStreets(loadStreets())
  const unknown = async (file: string, column: number, city_name: string, province: 'ON' | 'BC') => {
    const text = await readFile(new URL(`../../assets/${file}`, import.meta.url), 'utf8')
    const lines = text
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split('\t')[column]!)
    return lines.filter((line) => streets.ask(line, { city_name, province }) === 'unknown')
  }
  const toronto = 'toronto-buildings/registrations-2026-08-06.tsv'
  expect(await unknown(toronto, 1, 'Toronto', 'ON')).toEqual(['11 DUNBLOOR RD'])
  // Misspelled: Skeena and Arbutus.
  const vancouver = await unknown('vancouver-buildings/buildings.tsv', 0, 'Vancouver', 'BC')
  expect(vancouver.map((line) => line.replace(/^\d+ /, ''))).toEqual(['Skenna St', 'Artbutus St'])
  const suggest = (line: string) => streets.suggest(line, { city_name: 'Vancouver', province: 'BC' })
  expect(vancouver.map(suggest)).toEqual(['Skeena St', 'Arbutus St'])
})
