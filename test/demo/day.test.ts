// The days of the demonstration: few changes, repeatable, within the rules.
import { expect, test } from 'vitest'
import { CONSTRUCTION_MOVES, SALES_MOVES } from '../../src/catalog/records/status.ts'
import { DEMO_COUNT } from '../../src/demo/prepared-rows.ts'
import { ProjectRow } from '../../src/ingest/record/row.ts'
import { dataset, rowsAt } from './dataset.ts'
import { unfoldedFields } from './history-fold.ts'

const COUNT = 600
const before = new Map(dataset(COUNT).map((row) => [row.key, row]))

test('a day changes about one project in a hundred, always the same ones', async () => {
  const changed = (rows: readonly ProjectRow[]) =>
    rows.filter((row) => JSON.stringify(row) !== JSON.stringify(before.get(row.key))).map(({ key }) => key)
  const second = changed(await rowsAt('2026-11-02', COUNT))
  expect(second.length).toBeGreaterThan(0)
  expect(second.length).toBeLessThan(COUNT * 0.02)
  expect(changed(await rowsAt('2026-11-02', COUNT))).toEqual(second)
  expect(changed(await rowsAt('2026-11-03', COUNT)).length).toBeGreaterThan(second.length)
})

test('a year leaves valid rows with consistent history and only ordinary moves', async () => {
  let changed = 0
  for (const row of await rowsAt('2027-11-01', COUNT)) {
    expect(ProjectRow.safeParse(row).success, row.key).toBe(true)
    expect(unfoldedFields(row), row.key).toEqual([])
    const recent = row.history.slice(before.get(row.key)?.history.length ?? 0)
    changed += recent.length
    for (const { field, from, to } of recent) {
      if (field === 'sales_status' && from !== null) expect(SALES_MOVES[from as keyof typeof SALES_MOVES]).toContain(to)
      if (field === 'construction_status' && from !== null)
        expect(CONSTRUCTION_MOVES[from as keyof typeof CONSTRUCTION_MOVES]).toContain(to)
    }
    if (row.sales_status === 'selling') expect(row.price_from, row.key).not.toBeNull()
  }
  expect(changed).toBeGreaterThan(1000)
})

test('new projects come every third day, with unused addresses and keys', async () => {
  const all = await rowsAt('2026-11-10', DEMO_COUNT)
  const fresh = all.slice(DEMO_COUNT)
  expect(fresh).toHaveLength(3)
  expect(fresh.map(({ key }) => Number(key.slice(5)) > DEMO_COUNT)).toEqual([true, true, true])
  expect(new Set(all.map(({ address }) => address)).size).toBe(all.length)
})
