// The sandbox: fifteen projects with every status and kind of address.

import { expect, test } from 'vitest'
import { readSandbox, readSandboxReal } from '../../src/app/sandbox.ts'
import { HEADLINE_STATUSES, headlineStatus } from '../../src/catalog/records/status.ts'
import { ProjectRow } from '../../src/ingest/record/row.ts'
import { unfoldedFields } from './history-fold.ts'

const REAL = await readSandboxReal()
const SANDBOX_PROJECTS = [...(await readSandbox()), ...REAL]

test('the sandbox has 15 projects, whose ids never change, and every row is valid', () => {
  expect(SANDBOX_PROJECTS.map((row) => row.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 1710, 1745])
  for (const row of SANDBOX_PROJECTS) expect(ProjectRow.parse(row)).toEqual(row)
})

test('the sandbox covers every headline status and every kind of address', () => {
  const seen = new Set(SANDBOX_PROJECTS.map((row) => headlineStatus(row.sales_status, row.construction_status)))
  expect([...seen].sort()).toEqual(HEADLINE_STATUSES.filter((status) => status !== 'unknown').sort())
  const kinds = SANDBOX_PROJECTS.flatMap((row) => row.buildings.flatMap((one) => one.addresses.map((a) => a.kind)))
  expect([...new Set(kinds)].sort()).toEqual(['entrance', 'historic', 'marketing', 'municipal', 'range'])
})

test('canonical addresses of the sandbox are unique and belong to a building', () => {
  expect(new Set(SANDBOX_PROJECTS.map((row) => row.address)).size).toBe(15)
  for (const row of SANDBOX_PROJECTS) {
    const lines = row.buildings.flatMap((one) =>
      one.addresses.map((a) => `${a.line}, ${row.city_name}, ${row.province}`),
    )
    expect(lines).toContain(row.address)
  }
})

test('one sandbox project has every field, and one has almost none', () => {
  const [full] = SANDBOX_PROJECTS
  for (const [field, value] of Object.entries(full!)) {
    expect(value, field).not.toBeNull()
    if (Array.isArray(value)) expect(value.length, field).toBeGreaterThan(0)
  }
  const empty = SANDBOX_PROJECTS.at(-1)!
  expect(Object.values(empty).filter((value) => value === null).length).toBeGreaterThan(20)
})

test('plans, units and history of the sandbox have valid references and end at current values', () => {
  for (const row of SANDBOX_PROJECTS) {
    const plans = new Set(row.floor_plans.map((plan) => plan.key))
    for (const unit of row.units) expect(plans.has(unit.floor_plan_key)).toBe(true)
    for (const one of row.media) if (one.floor_plan_key) expect(plans.has(one.floor_plan_key)).toBe(true)
    expect(unfoldedFields(row)).toEqual([])
  }
})

test('two real buildings, one from the 1960s, are as the register has them, under its keys', () => {
  const of = ({ id, key, address, year_built, storeys, units_total }: ProjectRow) =>
    [id, key, address, year_built, storeys, units_total].join(' | ')
  expect(REAL.map(of)).toEqual([
    '1710 | 4153508 | 100 Wellesley St E, Toronto, ON | 1968 | 28 | 427',
    '1745 | 4153548 | 77 Huntley St, Toronto, ON | 1973 | 29 | 561',
  ])
})
