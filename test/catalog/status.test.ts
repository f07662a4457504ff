import { describe, expect, it } from 'vitest'
import type { ConstructionStatus, HeadlineStatus, SalesStatus } from '../../src/catalog/records/status.ts'
import {
  CONSTRUCTION_MOVES,
  CONSTRUCTION_STATUSES,
  headlineStatus,
  SALES_MOVES,
  SALES_STATUSES,
} from '../../src/catalog/records/status.ts'
import { isCorrection } from '../../src/ingest/publish/field-changes.ts'
import { fromCases } from '../support/cases.ts'

const AXES = [
  ['sales_status', SALES_STATUSES, SALES_MOVES],
  ['construction_status', CONSTRUCTION_STATUSES, CONSTRUCTION_MOVES],
] as const

describe.each(AXES)('%s', (field, statuses, moves) => {
  const table = moves as Readonly<Record<string, readonly string[]>>
  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))('%s → %s', (from, to) => {
    const ordinary = from === to || table[from]!.includes(to)
    expect(isCorrection({ field, from, to })).toBe(!ordinary)
  })
})

/** In the order of the rules; the first match is the headline. */
const HEADLINES = fromCases<[SalesStatus, ConstructionStatus, HeadlineStatus][]>('catalog/status', 'headlines')

it.each(HEADLINES)('%s and %s make %s', (sales, construction, headline) => {
  expect(headlineStatus(sales, construction)).toBe(headline)
})

it.each(AXES)('%s: a status that becomes known is no correction; one that becomes unknown is', (field, statuses) => {
  for (const status of statuses.filter((one) => one !== 'unknown')) {
    expect(isCorrection({ field, from: 'unknown', to: status })).toBe(false)
    expect(isCorrection({ field, from: status, to: 'unknown' })).toBe(true)
  }
})

it('is unknown only if neither status says anything about a headline', () => {
  const pairs = SALES_STATUSES.flatMap((sales) => CONSTRUCTION_STATUSES.map((built) => [sales, built] as const))
  const unknown = pairs.filter(([sales, built]) => headlineStatus(sales, built) === 'unknown')
  expect(unknown).toEqual([
    ['unknown', 'pre_construction'],
    ['unknown', 'unknown'],
  ])
})

it('has a headline for every pair', () => {
  for (const sales of SALES_STATUSES)
    for (const construction of CONSTRUCTION_STATUSES) expect(headlineStatus(sales, construction)).toBeTruthy()
})
