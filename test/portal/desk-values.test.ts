// Values of records as the desk writes them.
import { describe, expect, it } from 'vitest'
import { describeMoney } from '../../portal/pages/desk/parts/describe-money.ts'
import { describeValue } from '../../portal/pages/desk/projects/describe-change.ts'
import { fromCases } from '../support/cases.ts'

describe('values at the desk', () => {
  it.each(fromCases<[string, number | null, string | null][]>('portal/desk-values', 'money'))(
    '%s %s is %s',
    (field, value, expected) => {
      expect(describeMoney(field, value)).toBe(expected)
    },
  )

  it('format money in corrections and histories, and leave other numbers alone', () => {
    expect(describeValue(529_900, 'price_from')).toBe('$529,900')
    expect(describeValue(36, 'storeys')).toBe('36')
    expect(describeValue('under_construction', 'construction_status')).toBe('Under construction')
  })
})
