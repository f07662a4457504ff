// The rules of homes: units, statuses, and campaigns.
import { describe, expect, it } from 'vitest'
import type { ListingSpan } from '../../src/listings/homes/campaigns.ts'
import { campaignsOf } from '../../src/listings/homes/campaigns.ts'
import { homeUnit } from '../../src/listings/homes/home-unit.ts'
import { factsOf } from '../../src/listings/homes/listing-facts.ts'
import { marketStatus, readTransaction } from '../../src/listings/homes/market-status.ts'
import { fromCases } from '../support/cases.ts'

interface UnitCase {
  readonly address?: string
  readonly hint?: string
  /** The unit of the link. */
  readonly read: string | null
  readonly type?: string
  readonly unit: string | null
}

describe('the unit of a home', () => {
  it.each(fromCases<UnitCase[]>('listings/home-rules', 'units'))('of $read, $address, $hint, $type: $unit', (row) => {
    const { address = '10 Bloor St W', hint = null, read, type = null, unit } = row
    expect(homeUnit({ address, hint, unit: read, types: [type] })).toBe(unit)
  })
})

describe('the market', () => {
  it.each(fromCases<[string | null, string | null, string][]>('listings/home-rules', 'statuses'))(
    'of status %s, transaction %s: %s',
    (status, transaction, expected) => {
      expect(marketStatus(status, readTransaction(transaction), false)).toBe(expected)
    },
  )

  it('of a listing that left its feed is over, but a sale stays a sale', () => {
    expect(marketStatus('Active', null, true)).toBe('off_market')
    expect(marketStatus('Sold', null, true)).toBe('sold')
  })
})

describe('the facts of a listing', () => {
  it('are read from its attributes, whatever else these contain', () => {
    expect(
      factsOf({
        ...{ transaction: 'For Lease', mls_number: 1234567, board: 'TRREB', office: 'Office One' },
        ...{ legal_level: '11', legal_unit: 3, off_market_on: '2026-02-03T10:00:00Z' },
        ...{ assignment: 'Y', potl: false, price: { x: 1 } },
      }),
    ).toEqual({
      ...{ transaction: 'lease', mls_number: '1234567', board: 'TRREB', office: 'Office One', property_type: null },
      property_subtype: null,
      ...{ legal_level: '11', legal_unit: '3', off_market_on: '2026-02-03', marks: ['assignment'] },
    })
    const hostile = {
      transaction: { toString: 1 },
      mls_number: 'x'.repeat(101),
      off_market_on: '2026-02-31',
      potl: 'no',
    }
    for (const attributes of [hostile, null]) {
      const { marks, ...texts } = factsOf(attributes)
      expect([marks, ...new Set(Object.values(texts))]).toEqual([[], null])
    }
    // Feeds send the MLS number under its older name.
    expect(factsOf({ listing_id: 'C1' }).mls_number).toBe('C1')
  })
})

const TODAY = '2026-06-30'
const span = (key: string, listed_on: string, off_market_on: string | null, more: Partial<ListingSpan> = {}) => ({
  ...{ key, transaction: 'sale' as const, listed_on, off_market_on },
  ...more,
})

describe('campaigns', () => {
  it.each([
    [89, '2026-04-30', 1],
    [90, '2026-05-01', 1],
    [91, '2026-05-02', 2],
  ])('%i days between two listings: until %s, %i', (_, listed, count) => {
    const first = span('a', '2026-01-01', '2026-01-31')
    const found = campaignsOf([span('b', listed, null), first], TODAY)
    expect(found).toHaveLength(count)
    const days = (Date.parse(TODAY) - Date.parse(listed)) / 86_400_000
    if (count === 1)
      expect(found[0]).toEqual({
        ...{ transaction: 'sale', listed_on: '2026-01-01', off_market_on: null, keys: ['a', 'b'] },
        ...{ days_on_market: 180, days_listed: 30 + days },
      })
    else
      expect(found.map(({ keys, days_on_market }) => [keys, days_on_market])).toEqual([
        [['b'], days],
        [['a'], 30],
      ])
  })

  it('of sales, leases and unknown transactions are apart', () => {
    const listings = [
      span('a', '2026-01-01', '2026-01-31'),
      span('b', '2026-02-01', '2026-02-10', { transaction: 'lease' }),
      span('c', '2026-02-01', '2026-02-10', { transaction: null }),
      span('d', '2026-02-20', null),
    ]
    expect(campaignsOf(listings, TODAY).map(({ keys }) => keys)).toEqual([['b'], ['c'], ['a', 'd']])
  })

  it('count a day of two boards once, and end with the later listing', () => {
    const listings = [
      span('a', '2026-01-01', '2026-03-01'),
      span('b', '2026-01-11', '2026-01-21'),
      span('c', '2026-05-30', '2026-05-30'),
    ]
    expect(campaignsOf(listings, TODAY)).toMatchObject([
      { keys: ['a', 'b', 'c'], off_market_on: '2026-05-30', days_on_market: 149, days_listed: 59 },
    ])
    const open = campaignsOf([span('a', '2026-01-01', null), span('b', '2026-02-01', '2026-02-02')], TODAY)
    expect(open).toMatchObject([{ off_market_on: null, days_on_market: 180, days_listed: 180 }])
  })
})
