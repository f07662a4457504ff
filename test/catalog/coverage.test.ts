// Coverage by province, city and source: what is known, and what stays unknown.
import { expect, it } from 'vitest'
import { listCoverage } from '../../src/catalog/query/coverage.ts'
import { buildSnapshot } from '../../src/catalog/snapshot/snapshot.ts'
import { projectRow } from '../support/rows.ts'
import { contentOf, snapshotOf } from '../support/snapshots.ts'

const at = (key: string, city_name: string, province: 'ON' | 'BC', values: object = {}) =>
  projectRow(key, {
    buildings: projectRow(key).buildings.map((building) => ({ ...building, units: null })),
    ...{ city_name, province, year_built: null, units_total: null, latitude: null, longitude: null, condo_corp: null },
    ...values,
  })
const known = snapshotOf([
  at('1', 'Toronto', 'ON', { year_built: 1990, units_total: 80, condo_corp: { registry: 'TSCC', number: 5 } }),
  at('2', 'North York', 'ON', { units_total: 40, latitude: 43.7, longitude: -79.4 }),
  at('3', 'Vancouver', 'BC'),
])
const content = contentOf(known)
const SOURCES = [
  [
    ['nar', '2026-10-01T00:00:00.000Z'],
    ['city', '2026-11-02T00:00:00.000Z'],
  ],
  [['nar', '2026-10-03T00:00:00.000Z']],
  [['city', '2026-09-01T00:00:00.000Z']],
] as const
const project = content.records.project.map((record, i) => {
  return { ...record, sources: SOURCES[i]!.map(([kind, observed_at]) => ({ kind, observed_at })) }
})
const snapshot = buildSnapshot({ ...content, records: { ...content.records, project } })

const lines = (query: Parameters<typeof listCoverage>[1]) =>
  listCoverage(snapshot, query).map(({ invented: _, ...group }) => Object.values(group).map(String).join(' '))

it('counts buildings by province, with null for what no building of the group has', () => {
  expect(listCoverage(snapshot, { by: 'province' })).toEqual([
    {
      ...{ province: 'ON', city: null, source: null, buildings: 2, with_units: 2, with_year: 1, with_corporation: 1 },
      ...{ invented: 0, with_point: 1, newest_data_as_of: '2026-11-02' },
    },
    {
      ...{ province: 'BC', city: null, source: null, buildings: 1, with_units: null, with_year: null },
      ...{ invented: 0, with_corporation: null, with_point: null, newest_data_as_of: '2026-09-01' },
    },
  ])
})

it('counts invented buildings', () => {
  const demo = content.records.project.map((record, i) => {
    return {
      ...record,
      sources: i === 0 ? [{ kind: 'demo', observed_at: '2026-11-01T00:00:00.000Z' }] : record.sources,
    }
  })
  const mixed = buildSnapshot({ ...content, records: { ...content.records, project: demo } })
  expect(listCoverage(mixed, { by: 'province' })).toMatchObject([{ buildings: 2, invented: 1 }, { invented: 0 }])
})

it('counts a part of a city for the city too, and a building for each of its sources', () => {
  expect(lines({ by: 'city', province: 'ON' })).toEqual([
    'ON Toronto null 2 2 1 1 1 2026-11-02',
    'ON North York null 1 1 null null 1 2026-10-03',
  ])
  expect(lines({ by: 'source' })).toEqual([
    'null null city 2 1 1 1 null 2026-11-02',
    'null null nar 2 2 1 1 1 2026-10-03',
  ])
  expect(lines({ by: 'source', city: 'toronto' })).toEqual([
    'ON Toronto nar 2 2 1 1 1 2026-10-03',
    'ON Toronto city 1 1 1 1 null 2026-11-02',
  ])
  expect(lines({ by: 'province', source: 'nar' })).toEqual(['ON null nar 2 2 1 1 1 2026-10-03'])
})

it('lists a municipality without buildings only when it is asked for', () => {
  expect(lines({ by: 'city', city: 'Brandon', province: 'MB' })).toEqual(['MB Brandon null 0 null null null null null'])
  expect(lines({ by: 'city', city: 'Atlantis' })).toEqual([])
  expect(lines({ by: 'city' })).toHaveLength(3)
})
