// Hints are evidence: impossible ones are ignored with a warning, wrong ones cost little beside a whole address.

import type { MatchBuilding } from '@plinth/matcher'
import { createMatcher } from '@plinth/matcher'
import { describe, expect, it } from 'vitest'
import { fromCases } from '../support/cases.ts'

const matcher = createMatcher(fromCases<MatchBuilding[]>('matcher/hints', 'building'))
const address = '1480 Howe St, Vancouver, BC'

describe('hints', () => {
  it.each([
    ['0/0', 0, 0],
    ['swapped', -123.13092, 49.27571],
    ['without the sign', 49.27571, 123.13092],
    ['not a number', Number.NaN, Number.NaN],
  ])('ignore a point that is %s, with a warning', (_, lat, lng) => {
    const verdict = matcher.match({ address, lat, lng })
    expect(verdict.warnings).toEqual(['point_ignored'])
    expect(verdict.candidates[0]?.confidence).toBe(matcher.match({ address }).candidates[0]?.confidence)
  })

  it('ignore a postal code that is none, with a warning', () => {
    expect(matcher.match({ address, postal: '98101' }).warnings).toEqual(['postal_code_ignored'])
  })

  it('have no warnings when they can be right', () => {
    expect(matcher.match({ address, lat: 49.27, lng: -123.13, postal: 'V6Z 2L5' })).not.toHaveProperty('warnings')
  })

  it('of a wrong postal code cost little beside city, number and street', () => {
    for (const postal of ['V5H 0A1', 'M5V 1A1'])
      expect(matcher.match({ address: '1480 Howe St', city: 'Vancouver', province: 'BC', postal }).action).toBe(
        'accept',
      )
  })
})
