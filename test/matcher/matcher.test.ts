// Tests the matcher on a few buildings: matches, rejections, towers and dates.

import { createMatcher } from '@plinth/matcher'
import { describe, expect, it } from 'vitest'
import { buildingAt } from './building-at.ts'

const matcher = createMatcher([
  buildingAt('howe', '1480 Howe St', 'Vancouver', 'BC'),
  buildingAt('davie', '283 Davie St', 'Vancouver', 'BC'),
  buildingAt('tower-a', '88 Queens Wharf Rd', 'Toronto', 'ON', { group: 'wharf', name: 'Tower A' }),
  buildingAt('tower-b', '88 Queens Wharf Rd', 'Toronto', 'ON', { group: 'wharf', name: 'Tower B' }),
  buildingAt('corp', '12 Example Cres', 'Toronto', 'ON', { condo_corp: { registry: 'TSCC', number: 2345 } }),
])

describe('createMatcher', () => {
  it('finds the building of a unit', () => {
    const verdict = matcher.match({ address: '#1203 - 1480 Howe St', city: 'Vancouver', province: 'BC' })
    expect(verdict.outcome).toBe('matched')
    expect(verdict.candidates[0]).toMatchObject({
      key: 'howe',
      unit: '1203',
      level: 'building',
      strategy: 'exact_address',
    })
  })

  it('uses the hinted unit only when the text gives none', () => {
    const unitOf = (address: string, unit: string) =>
      matcher.match({ address, unit, city: 'Vancouver', province: 'BC' }).candidates[0]?.unit
    expect(unitOf('1480 Howe St', '1203')).toBe('1203')
    expect(unitOf('1480 Howe St', 'apt 1203')).toBe('1203')
    expect(unitOf('1480 Howe St', '#ph2')).toBe('PH2')
    expect(unitOf('#905 - 1480 Howe St', '1203')).toBe('905')
    expect(unitOf('1480 Howe St', ' ')).toBeNull()
  })

  it('does not read a number after the street as the civic number', () => {
    expect(matcher.match({ address: '1205 Davie St 283', city: 'Vancouver' }).candidates).toEqual([])
  })

  it('returns the project, not a tower, when towers share the address', () => {
    const [first, ...others] = matcher.match({ address: '88 Queens Wharf Rd', city: 'Toronto' }).candidates
    expect(first).toMatchObject({ key: null, group: 'wharf', level: 'project', first_tower: 'tower-a' })
    expect(others).toEqual([])
  })

  it('returns the tower that the text names', () => {
    const [first] = matcher.match({ address: 'Tower B, 88 Queens Wharf Rd', city: 'Toronto' }).candidates
    expect(first).toMatchObject({ key: 'tower-b', level: 'building' })
  })

  it('finds a building by its condominium corporation', () => {
    expect(matcher.match({ address: 'TSCC2345, Toronto' }).candidates[0]).toMatchObject({
      key: 'corp',
      strategy: 'condo_corp',
    })
  })

  it('treats a historic address within its dates like the current one, and ignores dates without listed_on', () => {
    const renamed = createMatcher([
      buildingAt('renamed', '', 'Montréal', 'QC', {
        addresses: [
          { line: '1288 Av des Canadiens', kind: 'municipal', valid_from: '2009-10-19' },
          { line: '1288 Rue De La Gauchetière O', kind: 'historic', valid_to: '2009-10-18' },
        ],
      }),
    ])
    const matchOn = (day: string | null) =>
      renamed.match({ address: '1288 De La Gauchetière O', listed_on: day, explain: true }).candidates[0]!
    const [inForce, undated, later] = [matchOn('2001-05-01'), matchOn(null), matchOn('2015-05-01')]
    expect(inForce.confidence).toBe(undated.confidence)
    expect(later.confidence).toBeLessThan(undated.confidence)
    expect(undated.evidence!.map((e) => e.component)).not.toContain('address_dates')
    expect(later.evidence!.at(-1)).toEqual({
      component: 'address_dates',
      query: '2015-05-01',
      building: '– 2009-10-18',
      level: 'after',
      bits: -2,
    })
  })

  it('names the day of the listing as the reason when only the dates conflict', () => {
    const gone = createMatcher([
      buildingAt('gone', '', 'Toronto', 'ON', { addresses: [{ line: '77 Brick Ave', valid_to: '1998-12-31' }] }),
    ])
    expect(gone.match({ address: '77 Brick Ave', listed_on: '2015-01-01' })).toMatchObject({
      outcome: 'no_match',
      reason: 'below_threshold',
      reason_detail: expect.stringContaining('on the day of the listing'),
    })
  })

  it('returns evidence that adds up to the score', () => {
    const [first] = matcher.match({ address: '1480 Howe', explain: true }).candidates
    expect(first?.evidence?.reduce((sum, e) => sum + e.bits, 0)).toBeCloseTo(first?.score as number, 9)
  })
})
