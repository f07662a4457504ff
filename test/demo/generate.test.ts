// The demonstration dataset: the same bytes every time, and every row a project one could believe.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { CONSTRUCTION_MOVES, HEADLINE_STATUSES, headlineStatus, SALES_MOVES } from '../../src/catalog/status.ts'
import { DEMO_AS_OF, demoProjects } from '../../src/demo/generate.ts'
import { ProjectRow } from '../../src/ingest/row.ts'
import { wholeDataset } from './dataset.ts'
import { unfoldedFields } from './history-fold.ts'

function fingerprint(rows: Iterable<unknown>): string {
  const hash = createHash('sha256')
  for (const row of rows) hash.update(JSON.stringify(row))
  return hash.digest('hex')
}

test('the same seed gives the same bytes, and a shorter run is the beginning of a longer one', () => {
  const first = fingerprint(demoProjects({ count: 150 }))
  expect(fingerprint(demoProjects({ count: 150 }))).toBe(first)
  expect(fingerprint(wholeDataset().slice(0, 150))).toBe(first)
  expect(fingerprint(demoProjects({ count: 150, seed: 7 }))).not.toBe(first)
})

test('there are at least 6,000 projects and every one is a valid source row', () => {
  const rows = wholeDataset()
  expect(rows.length).toBeGreaterThanOrEqual(6000)
  const wrong = rows.flatMap((row) => {
    const read = ProjectRow.safeParse(row)
    return read.success ? [] : [`${row.key}: ${read.error.message}`]
  })
  expect(wrong.slice(0, 3)).toEqual([])
})

test('keys are unique throughout, and canonical addresses over projects', () => {
  const rows = wholeDataset()
  expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
  expect(new Set(rows.map((row) => row.address)).size).toBe(rows.length)
  expect(new Set(rows.map((row) => `${row.city_name}/${row.name}`)).size).toBe(rows.length)
  for (const row of rows) {
    for (const list of [row.buildings, row.floor_plans, row.units, row.media]) {
      expect(new Set(list.map((one) => one.key)).size, row.key).toBe(list.length)
    }
    const lines = row.buildings.flatMap((one) =>
      one.addresses.map((each) => `${each.line}, ${row.city_name}, ${row.province}`),
    )
    expect(lines, row.key).toContain(row.address)
  }
})

test('no municipal address belongs to two projects', () => {
  const owners = new Map<string, string>()
  for (const row of wholeDataset()) {
    for (const line of new Set(
      row.buildings.flatMap((one) =>
        one.addresses.filter((each) => each.kind === 'municipal').map((each) => each.line),
      ),
    )) {
      const mark = `${line}, ${row.city_name}`
      expect(owners.get(mark) ?? row.key, mark).toBe(row.key)
      owners.set(mark, row.key)
    }
  }
})

test('statuses agree with each other, with dates and with prices', () => {
  for (const row of wholeDataset()) {
    const { sales_status: sales, construction_status: construction, key } = row
    if (construction === 'completed') expect(row.year_built, key).toBeLessThanOrEqual(Number(DEMO_AS_OF.slice(0, 4)))
    if (construction === 'pre_construction' || construction === 'under_construction')
      expect(row.year_built, key).toBeNull()
    if (sales === 'selling') {
      expect(row.price_from, key).toBeGreaterThan(100_000)
      expect(row.price_to, key).toBeGreaterThanOrEqual(row.price_from!)
      expect(row.deposit, key).not.toBeNull()
    }
    if (sales === 'resale') expect([row.price_from, construction], key).toEqual([null, 'completed'])
    if (['planning', 'registration', 'pre_launch'].includes(sales))
      expect([row.price_from, construction], key).toEqual([null, 'pre_construction'])
    if (row.occupancy_date?.is_estimate && sales !== 'cancelled') expect(construction, key).not.toBe('completed')
    if (row.condo_corp) expect(construction, key).toBe('completed')
    expect(row.units.length > 0, key).toBe(sales === 'selling' || sales === 'temporarily_sold_out')
  }
})

test('every headline status occurs, and each move of the history is one the table allows', () => {
  const seen = new Set<string>()
  for (const row of wholeDataset()) {
    seen.add(headlineStatus(row.sales_status, row.construction_status))
    for (const { field, from, to } of row.history) {
      if (from === null) continue
      if (field === 'sales_status')
        expect(SALES_MOVES[from as keyof typeof SALES_MOVES], `${row.key} ${from}`).toContain(to)
      if (field === 'construction_status')
        expect(CONSTRUCTION_MOVES[from as keyof typeof CONSTRUCTION_MOVES], `${row.key} ${from}`).toContain(to)
    }
  }
  expect([...seen].sort()).toEqual([...HEADLINE_STATUSES].sort())
})

test('history ends at the current values and lies before the day of the dataset', () => {
  let rows = 0
  for (const row of wholeDataset()) {
    expect(unfoldedFields(row), row.key).toEqual([])
    rows += row.history.length
    for (const change of row.history) expect(change.effective_at.slice(0, 10) <= DEMO_AS_OF, row.key).toBe(true)
  }
  expect(rows).toBeGreaterThan(80_000)
  expect(rows).toBeLessThan(160_000)
})

test('plans, units and media hang together and come in the promised numbers', () => {
  const total = { plans: 0, units: 0, media: 0 }
  for (const row of wholeDataset()) {
    const plans = new Map(row.floor_plans.map((plan) => [plan.key, plan]))
    total.plans += plans.size
    total.units += row.units.length
    total.media += row.media.length
    for (const unit of row.units)
      expect(unit.interior_sqft, row.key).toBe(plans.get(unit.floor_plan_key)?.interior_sqft)
    if (row.units.length > 0) expect(row.units_total, row.key).toBe(row.units.length)
    for (const plan of plans.values()) {
      expect(plan.units_count, `${row.key} ${plan.name}`).toBeGreaterThan(0)
      if (plan.building_key)
        expect(
          row.buildings.some((one) => one.key === plan.building_key),
          row.key,
        ).toBe(true)
    }
    for (const one of row.media) if (one.floor_plan_key) expect(plans.has(one.floor_plan_key), row.key).toBe(true)
    expect(row.media.filter((one) => one.is_cover).length, row.key).toBe(1)
  }
  expect(total.plans / wholeDataset().length).toBeGreaterThan(7)
  expect(total.units).toBeGreaterThan(80_000)
  expect(total.units).toBeLessThan(125_000)
  expect(total.media).toBeLessThan(62_000)
})

const WELL_KNOWN = [
  'Aura',
  'One Bloor',
  'The One',
  'Shangri-La',
  'Vancouver House',
  'Pier 27',
  'Ice Condos',
  'Ten York',
  'Massey Tower',
  'Absolute World',
  'M City',
  'Tour des Canadiens',
  'Maestria',
  'Humaniti',
  'The Guardian',
  'Telus Garden',
  'Living Shangri-La',
  'The Butterfly',
  'Alberni',
  'Five Condos',
  'Casa',
  'Karma',
  'Trump Tower',
  'L Tower',
  'Panda',
  'Nobu',
  'Sugar Wharf',
  'YC Condos',
  'The Mark',
  'Oakridge Park',
]

test('names are nobody’s: no project carries that of a well-known one', () => {
  const names = new Set(wholeDataset().map((row) => row.name))
  expect(WELL_KNOWN.filter((name) => names.has(name))).toEqual([])
})
