import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectAsOf } from '../../src/catalog/history/as-of.ts'
import { historyOfProject, priceHistory } from '../../src/catalog/history/project-history.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { planRow, projectRow } from '../support/rows.ts'
import { snapshotOf } from '../support/snapshots.ts'

const at = (day: string) => `${day}T15:00:00Z`

const row: ProjectRow = projectRow('1', {
  sales_status: 'sold_out',
  construction_status: 'under_construction',
  price_from: 700_000,
  floor_plans: [
    planRow('a', { price: 700_000, availability: 'sold_out' }),
    planRow('b', { price: 900_000, interior_sqft: 900 }),
  ],
  units: [],
  media: [],
  history: [
    { floor_plan_key: null, field: 'sales_status', from: 'pre_launch', to: 'selling', effective_at: at('2024-05-01') },
    { floor_plan_key: 'a', field: 'price', from: 600_000, to: 650_000, effective_at: at('2024-09-01') },
    {
      floor_plan_key: null,
      field: 'construction_status',
      from: 'pre_construction',
      to: 'under_construction',
      effective_at: at('2025-02-01'),
    },
    { floor_plan_key: 'a', field: 'price', from: 650_000, to: 700_000, effective_at: at('2025-06-01') },
    { floor_plan_key: 'a', field: 'availability', from: 'available', to: 'sold_out', effective_at: at('2025-09-01') },
    { floor_plan_key: null, field: 'sales_status', from: 'selling', to: 'sold_out', effective_at: at('2025-10-01') },
    { floor_plan_key: null, field: 'price_from', from: 600_000, to: 700_000, effective_at: at('2025-06-01') },
  ],
})
const snapshot = snapshotOf([row])
const asOf = (date: string) => {
  const result = projectAsOf(snapshot, 1, date)
  if (result.kind !== 'found') throw new Error(result.kind)
  return result
}

describe('as of a day', () => {
  it('returns current values for today and later', () => {
    const { project, floor_plans } = asOf('2030-01-01')
    expect(project).toMatchObject({ status: 'under_construction', price_from: 700_000, psf_from: 1000, psf_to: 1167 })
    expect(floor_plans.map((plan) => plan.price)).toEqual([700_000, 900_000])
  })

  it('has the first known availability before a source named it', () => {
    const change = { floor_plan_key: 'a', field: 'availability' } as const
    const history = [
      { floor_plan_key: null, field: 'price_from', from: 1, to: 700_000, effective_at: at('2024-01-01') },
      { ...change, from: null, to: 'coming_soon', effective_at: at('2024-05-01') },
      { ...change, from: 'coming_soon', to: 'sold_out', effective_at: at('2025-09-01') },
    ]
    const early = projectAsOf(snapshotOf([{ ...row, history }]), 1, '2024-02-01')
    if (early.kind !== 'found') throw new Error(early.kind)
    expect(early.floor_plans.map(({ availability }) => availability)).toEqual(['coming_soon', 'available'])
  })

  it('applies a change from its effective day', () => {
    expect(asOf('2025-09-30').project).toMatchObject({ sales_status: 'selling', status: 'selling' })
    expect(asOf('2025-10-01').project).toMatchObject({ sales_status: 'sold_out', status: 'under_construction' })
    expect(asOf('2025-05-31').floor_plans[0]).toMatchObject({
      price: 650_000,
      psf: 1083,
      price_changed_at: '2024-09-01T15:00:00.000Z',
    })
    expect(asOf('2025-06-01').floor_plans[0]).toMatchObject({ price: 700_000, psf: 1167 })
    expect(asOf('2025-06-01').project.price_from).toBe(700_000)
  })

  it('derives fields from the values of that day', () => {
    expect(asOf('2025-08-31').project).toMatchObject({ available_floor_plans_count: 2, psf_to: 1167 })
    expect(asOf('2025-09-01').project).toMatchObject({ available_floor_plans_count: 1 })
    expect(asOf('2024-05-01').project).toMatchObject({
      status_changed_at: '2024-05-01T15:00:00.000Z',
      construction_status: 'pre_construction',
    })
  })

  it('returns the earliest day for dates before the data', () => {
    expect(projectAsOf(snapshot, 1, '2024-04-30')).toEqual({ kind: 'before_data', earliest: '2024-05-01' })
    expect(projectAsOf(snapshot, 1, '2024-05-01').kind).toBe('found')
    expect(projectAsOf(snapshot, 99, '2025-01-01')).toEqual({ kind: 'not_found' })
  })

  it('matches the history for any prices on any days', () => {
    const day = fc.integer({ min: 0, max: 3000 })
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(day, fc.integer({ min: 1, max: 9 })), { minLength: 1, selector: ([d]) => d }),
        day,
        (moves, day) => {
          const dateOf = (n: number) => new Date(Date.UTC(2016, 0, 1 + n)).toISOString().slice(0, 10)
          const sorted = moves.toSorted(([a], [b]) => a - b)
          const history = sorted.map(([d, price], i) => ({
            floor_plan_key: null,
            field: 'price_from',
            from: sorted[i - 1]?.[1] ?? null,
            to: price,
            effective_at: `${dateOf(d)}T00:00:00Z`,
          }))
          const one = snapshotOf([projectRow('1', { price_from: sorted.at(-1)![1], history })])
          const result = projectAsOf(one, 1, dateOf(day))
          const last = sorted.findLast(([d]) => d <= day)
          if (last) expect(result).toMatchObject({ kind: 'found', project: { price_from: last[1] } })
          else expect(result).toEqual({ kind: 'before_data', earliest: dateOf(sorted[0]![0]) })
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('history', () => {
  it('lists changes newest first, with or without floor plans', () => {
    const own = historyOfProject(snapshot, 1)
    expect(own.map((entry) => entry.field)).toEqual([
      'sales_status',
      'price_from',
      'construction_status',
      'sales_status',
    ])
    expect(own[0]).toMatchObject({ source: 'test', recorded_at: '2026-11-14T06:00:00.000Z', is_correction: false })
    expect(historyOfProject(snapshot, 1, { floor_plans: true })).toHaveLength(7)
    expect(historyOfProject(snapshot, 1, { field: ['sales_status'], since: '2025-01-01T00:00:00Z' })).toHaveLength(1)
  })

  it('returns price periods without gaps', () => {
    expect(priceHistory(snapshot, 1)).toEqual([
      { price: 600_000, from: null, to: '2024-09-01T15:00:00.000Z' },
      { price: 650_000, from: '2024-09-01T15:00:00.000Z', to: '2025-06-01T15:00:00.000Z' },
      { price: 700_000, from: '2025-06-01T15:00:00.000Z', to: null },
    ])
    expect(priceHistory(snapshot, 2)).toEqual([{ price: 900_000, from: null, to: null }])
  })
})
