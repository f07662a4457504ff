// The matcher's promises on a handful of buildings: it finds, it abstains, it never guesses a tower.

import { describe, expect, it } from 'vitest'
import type { MatchBuilding } from '../../src/matcher/matcher.ts'
import { createMatcher } from '../../src/matcher/matcher.ts'

const at = (
  key: string,
  line: string,
  city = 'Vancouver',
  province = 'BC',
  more: Partial<MatchBuilding> = {},
): MatchBuilding => ({
  key,
  addresses: [{ line }],
  city,
  province,
  ...more,
})

const matcher = createMatcher([
  at('howe', '1480 Howe St'),
  at('davie', '283 Davie St'),
  at('tower-a', '88 Queens Wharf Rd', 'Toronto', 'ON', { group: 'wharf', name: 'Tower A' }),
  at('tower-b', '88 Queens Wharf Rd', 'Toronto', 'ON', { group: 'wharf', name: 'Tower B' }),
  at('corp', '12 Example Cres', 'Toronto', 'ON', { condo_corp: { registry: 'TSCC', number: 2345 } }),
])

describe('a matcher', () => {
  it('finds the building behind a unit', () => {
    const verdict = matcher.match({ address: '#1203 - 1480 Howe St', city: 'Vancouver', province: 'BC' })
    expect(verdict.outcome).toBe('matched')
    expect(verdict.candidates[0]).toMatchObject({
      key: 'howe',
      unit: '1203',
      level: 'building',
      strategy: 'exact_address',
    })
  })

  it('does not take a number that stands behind the street for the civic number', () => {
    expect(matcher.match({ address: '1205 Davie St 283', city: 'Vancouver' }).candidates).toEqual([])
  })

  it('names the project, not a tower, when towers share the address', () => {
    const [first, ...others] = matcher.match({ address: '88 Queens Wharf Rd', city: 'Toronto' }).candidates
    expect(first).toMatchObject({ group: 'wharf', level: 'project' })
    expect(others).toEqual([])
  })

  it('names the tower when the text does', () => {
    const [first] = matcher.match({ address: 'Tower B, 88 Queens Wharf Rd', city: 'Toronto' }).candidates
    expect(first).toMatchObject({ key: 'tower-b', level: 'building' })
  })

  it('finds a building by its condominium corporation', () => {
    expect(matcher.match({ address: 'TSCC2345, Toronto' }).candidates[0]).toMatchObject({
      key: 'corp',
      strategy: 'condo_corp',
    })
  })

  it('a historic address asked within its years is as good as the present one, and without a day dates change nothing', () => {
    const renamed = createMatcher([
      at('renamed', '', 'Montréal', 'QC', {
        addresses: [
          { line: '1288 Av des Canadiens', kind: 'municipal', valid_from: '2009-10-19' },
          { line: '1288 Rue De La Gauchetière O', kind: 'historic', valid_to: '2009-10-18' },
        ],
      }),
    ])
    const ask = (day: string | null) =>
      renamed.match({ address: '1288 De La Gauchetière O', listed_on: day, explain: true }).candidates[0]!
    const [then, never, later] = [ask('2001-05-01'), ask(null), ask('2015-05-01')]
    expect(then.confidence).toBe(never.confidence)
    expect(later.confidence).toBeLessThan(never.confidence)
    expect(never.evidence!.map((e) => e.component)).not.toContain('address_dates')
    expect(later.evidence!.at(-1)).toEqual({
      component: 'address_dates',
      query: '2015-05-01',
      building: '– 2009-10-18',
      level: 'after',
      bits: -2,
    })
  })

  it('says so when the day is what speaks against an address', () => {
    const gone = createMatcher([
      at('gone', '', 'Toronto', 'ON', { addresses: [{ line: '77 Brick Ave', valid_to: '1998-12-31' }] }),
    ])
    expect(gone.match({ address: '77 Brick Ave', listed_on: '2015-01-01' })).toMatchObject({
      outcome: 'no_match',
      reason: 'below_threshold',
      reason_detail: expect.stringContaining('on the day of the listing'),
    })
  })

  it('explains a score that its evidence adds up to', () => {
    const [first] = matcher.match({ address: '1480 Howe', explain: true }).candidates
    expect(first?.evidence?.reduce((sum, e) => sum + e.bits, 0)).toBeCloseTo(first?.score as number, 9)
  })
})
