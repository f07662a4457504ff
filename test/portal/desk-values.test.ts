// Values of records as the desk writes them.
import { describe, expect, it } from 'vitest'
import { describeMoney } from '../../portal/pages/desk/parts/describe-money.ts'
import { describeValue } from '../../portal/pages/desk/projects/describe-change.ts'

describe('values at the desk', () => {
  it.each([
    ['price_from', 529_900, '$529,900'],
    ['launch_price', 498_000, '$498,000'],
    ['psf_to', 2049, '$2,049'],
    ['monthly_fee', 40, '$40'],
    ['amount_per_sqft', 0.71, '$0.71'],
    ['storeys', 36, null],
    ['units_total', 226, null],
    ['price_from', null, null],
  ])('%s %s is %s', (field, value, expected) => {
    expect(describeMoney(field, value)).toBe(expected)
  })

  it('format money in corrections and histories, and leave other numbers alone', () => {
    expect(describeValue(529_900, 'price_from')).toBe('$529,900')
    expect(describeValue(36, 'storeys')).toBe('36')
    expect(describeValue('under_construction', 'construction_status')).toBe('Under construction')
  })
})
