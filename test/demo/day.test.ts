// Simulated market days: few changes, repeatable, within the rules.
import { expect, test } from 'vitest'
import { CONSTRUCTION_MOVES, SALES_MOVES } from '../../src/catalog/records/status.ts'
import { demoDay, demoDayRows, demoNewProjects } from '../../src/demo/day.ts'
import { DEMO_COUNT, DEMO_SEED } from '../../src/demo/generate.ts'
import { sitesInOrder } from '../../src/demo/sites.ts'
import { ProjectRow } from '../../src/ingest/record/row.ts'
import { dataset } from './dataset.ts'
import { unfoldedFields } from './history-fold.ts'

test('a day changes about one project in a hundred, always the same ones', () => {
  const changed = dataset().filter((row) => demoDay(row, '2026-11-02'))
  expect(changed.length).toBeGreaterThan(dataset().length * 0.003)
  expect(changed.length).toBeLessThan(dataset().length * 0.012)
  expect(demoDay(changed[0]!, '2026-11-02')).toEqual(demoDay(changed[0]!, '2026-11-02'))
  expect(
    dataset()
      .filter((row) => demoDay(row, '2026-11-03'))
      .map((row) => row.key),
  ).not.toEqual(changed.map((row) => row.key))
})

test('thirty days in a row leave valid rows with consistent history and only ordinary moves', () => {
  let rows: readonly ProjectRow[] = dataset()
    .filter((row) => row.sales_status !== 'resale')
    .slice(0, 400)
  const before = new Map(rows.map((row) => [row.key, row.history.length]))
  for (let day = 2; day <= 30; day++) {
    const date = `2026-11-${String(day).padStart(2, '0')}`
    rows = rows.map((row) => demoDay(row, date) ?? row)
  }
  let changed = 0
  for (const row of rows) {
    expect(ProjectRow.safeParse(row).success, row.key).toBe(true)
    expect(unfoldedFields(row), row.key).toEqual([])
    const recent = row.history.slice(before.get(row.key))
    changed += recent.length
    for (const { field, from, to } of recent) {
      if (field === 'sales_status') expect(SALES_MOVES[from as keyof typeof SALES_MOVES]).toContain(to)
      if (field === 'construction_status')
        expect(CONSTRUCTION_MOVES[from as keyof typeof CONSTRUCTION_MOVES]).toContain(to)
    }
    if (row.sales_status === 'selling') expect(row.price_from, row.key).not.toBeNull()
  }
  expect(changed).toBeGreaterThan(100)
})

test('new projects have unused addresses and keys', () => {
  expect(demoNewProjects('2026-11-02')).toEqual([])
  const taken = new Set<string>()
  let sites = 0
  for (const site of sitesInOrder(DEMO_SEED)) {
    for (const civic of site.civics) taken.add(`${civic} ${site.street.line}, ${site.city.city}, ${site.city.province}`)
    sites += 1
    if (sites > 7000) break
  }
  const keys = new Set<string>()
  const lines = [...demoDayRows([], '2026-11-04'), ...demoNewProjects('2026-11-07'), ...demoNewProjects('2027-10-30')]
  expect(lines).toHaveLength(3)
  for (const row of lines) {
    expect(ProjectRow.safeParse(row).success).toBe(true)
    expect([taken.has(row.address), keys.has(row.key)]).toEqual([false, false])
    expect(Number(row.key.slice(5))).toBeGreaterThan(DEMO_COUNT)
    keys.add(row.key)
  }
})
