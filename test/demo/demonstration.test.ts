// The demonstration dataset: valid and plausible projects.
import { expect, test } from 'vitest'
import { CONSTRUCTION_MOVES, HEADLINE_STATUSES, headlineStatus, SALES_MOVES } from '../../src/catalog/records/status.ts'
import { DEMO_AS_OF, DEMO_COUNT } from '../../src/demo/prepared-rows.ts'
import { ProjectRow } from '../../src/ingest/record/row.ts'
import { fromCases } from '../support/cases.ts'
import { complaints, dataset } from './dataset.ts'
import { unfoldedFields } from './history-fold.ts'

test('there are at least 6,000 projects and every one is a valid source row', () => {
  expect(DEMO_COUNT).toBeGreaterThanOrEqual(6000)
  const rows = dataset()
  const wrong = rows.flatMap((row) => {
    const read = ProjectRow.safeParse(row)
    return read.success ? [] : [`${row.key}: ${read.error.message}`]
  })
  expect(wrong.slice(0, 3)).toEqual([])
})

test('keys and canonical addresses are unique, and names are unique within a city', () => {
  const rows = dataset()
  expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
  expect(new Set(rows.map((row) => row.address)).size).toBe(rows.length)
  expect(new Set(rows.map((row) => `${row.city_name}/${row.name}`)).size).toBe(rows.length)
  const wrong = complaints((complain) => {
    for (const row of rows) {
      for (const list of [row.buildings, row.floor_plans, row.units, row.media]) {
        if (new Set(list.map((one) => one.key)).size !== list.length) complain(`${row.key}: a key twice`)
      }
      const lines = row.buildings.flatMap((one) =>
        one.addresses.map((each) => `${each.line}, ${row.city_name}, ${row.province}`),
      )
      if (!lines.includes(row.address)) complain(`${row.key}: no building at ${row.address}`)
    }
  })
  expect(wrong).toEqual([])
})

test('no municipal address belongs to two projects', () => {
  const owners = new Map<string, string>()
  const wrong = complaints((complain) => {
    for (const row of dataset()) {
      for (const { line, kind } of row.buildings.flatMap((one) => one.addresses)) {
        const mark = `${line}, ${row.city_name}`
        if (kind !== 'municipal') continue
        if ((owners.get(mark) ?? row.key) !== row.key) complain(`${mark}: ${owners.get(mark)} and ${row.key}`)
        owners.set(mark, row.key)
      }
    }
  })
  expect(wrong).toEqual([])
})

/** [rule, check of a project] */
const RULES: readonly (readonly [string, (row: ProjectRow) => boolean])[] = [
  [
    'completed has a year',
    (row) => row.construction_status !== 'completed' || (row.year_built ?? 9999) <= Number(DEMO_AS_OF.slice(0, 4)),
  ],
  [
    'not begun, not built',
    (row) => !/pre_construction|under_construction/.test(row.construction_status) || row.year_built === null,
  ],
  [
    'selling has prices',
    (row) => row.sales_status !== 'selling' || (row.price_from! > 100_000 && row.price_to! >= row.price_from!),
  ],
  ['selling has a deposit', (row) => row.sales_status !== 'selling' || row.deposit !== null],
  [
    'resale is completed and has no builder price',
    (row) => row.sales_status !== 'resale' || (row.price_from === null && row.construction_status === 'completed'),
  ],
  [
    'before launch no price',
    (row) =>
      !/planning|registration|pre_launch/.test(row.sales_status) ||
      (row.price_from === null && row.construction_status === 'pre_construction'),
  ],
  [
    'after completion nothing is estimated',
    (row) => row.construction_status !== 'completed' || !row.occupancy_date?.is_estimate,
  ],
  ['corporations are of completed buildings', (row) => !row.condo_corp || row.construction_status === 'completed'],
  [
    'units while on sale only',
    (row) => row.units.length > 0 === (row.sales_status === 'selling' || row.sales_status === 'temporarily_sold_out'),
  ],
  ['every unit is counted', (row) => row.units.length === 0 || row.units.length === row.units_total],
  ['one cover', (row) => row.media.filter((one) => one.is_cover).length === 1],
  ['homes in every plan', (row) => row.floor_plans.every((plan) => (plan.units_count ?? 0) > 0)],
  [
    'plans in known towers',
    (row) =>
      row.floor_plans.every((plan) => !plan.building_key || row.buildings.some((one) => one.key === plan.building_key)),
  ],
  [
    'media of known plans',
    (row) =>
      row.media.every((one) => !one.floor_plan_key || row.floor_plans.some((plan) => plan.key === one.floor_plan_key)),
  ],
  ['history folds to the present', (row) => unfoldedFields(row).length === 0],
  ['history is past', (row) => row.history.every((change) => change.effective_at.slice(0, 10) <= DEMO_AS_OF)],
]

test.each(RULES)('%s', (_, holds) => {
  expect(
    dataset()
      .filter((row) => !holds(row))
      .slice(0, 3)
      .map((row) => row.key),
  ).toEqual([])
})

test('units have the size of their plan', () => {
  const wrong = complaints((complain) => {
    for (const row of dataset()) {
      const plans = new Map(row.floor_plans.map((plan) => [plan.key, plan.interior_sqft]))
      for (const unit of row.units)
        if (unit.interior_sqft !== plans.get(unit.floor_plan_key)) complain(`${row.key} ${unit.key}`)
    }
  })
  expect(wrong).toEqual([])
})

test('every headline status occurs, and the table allows all moves in the history', () => {
  const seen = new Set<string>()
  const wrong = complaints((complain) => {
    for (const row of dataset()) {
      seen.add(headlineStatus(row.sales_status, row.construction_status))
      for (const { field, from, to } of row.history) {
        const table: Record<string, readonly unknown[]> | undefined = {
          sales_status: SALES_MOVES,
          construction_status: CONSTRUCTION_MOVES,
        }[field]
        if (from !== null && table && !table[from as string]?.includes(to)) complain(`${row.key}: ${from} to ${to}`)
      }
    }
  })
  expect(wrong).toEqual([])
  expect([...seen].sort()).toEqual(HEADLINE_STATUSES.filter((status) => status !== 'unknown').sort())
})

test('the dataset has the documented numbers of plans, units, media and history rows', () => {
  /** Of the whole dataset, if the projects of this run are typical. */
  const count = (size: (row: ProjectRow) => number) =>
    (dataset().reduce((sum, row) => sum + size(row), 0) / dataset().length) * DEMO_COUNT
  expect(count((row) => row.floor_plans.length) / DEMO_COUNT).toBeGreaterThan(7)
  expect(count((row) => row.units.length)).toBeGreaterThan(85_000)
  expect(count((row) => row.units.length)).toBeLessThan(120_000)
  expect(count((row) => row.media.length)).toBeLessThan(60_000)
  expect(count((row) => row.history.length)).toBeGreaterThan(100_000)
  expect(count((row) => row.history.length)).toBeLessThan(150_000)
})

const WELL_KNOWN = fromCases<string[]>('demo/generate', 'well-known names')

test('no project has the name of a well-known one', () => {
  const names = new Set(dataset().map((row) => row.name))
  expect(WELL_KNOWN.filter((name) => names.has(name))).toEqual([])
})
