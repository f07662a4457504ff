// Tests the rows that tell names from words and read phases, each with its own example.

import type { MatchBuilding, MatchQuery } from '@plinth/matcher'
import { createMatcher } from '@plinth/matcher'
import { NAME_CONTEXTS } from '@plinth/matcher/internal/compare/name-context'
import { DESIGNATION_FORMS, phaseOfName } from '@plinth/matcher/internal/read/tower-designation'
import { normalizeText } from '@plinth/matcher/internal/text/fold-text'
import { tokenize } from '@plinth/matcher/internal/text/tokenize'
import { describe, expect, it } from 'vitest'

const building = (name: string, line: string, city = 'Toronto', province = 'ON'): MatchBuilding => ({
  key: name,
  name,
  addresses: [{ line }],
  city,
  province,
})

const matcher = createMatcher([
  building('Harmony', '9310 Sumach St'),
  building('Fashion House', '9560 Brant St'),
  building('Market Plaza', '9111 Deer Park Cres'),
  building('Studio Lofts', '9199 Duncan St'),
  building('The Selby', '9225 Selby St'),
  building('Ostrander', '9440 Portland St'),
  building('Ostrander Kelvingrove', '9450 Portland St'),
  building('Quillon', '9500 Portland St'),
  building('Quillon', '9500 Centre St N', 'Calgary', 'AB'),
])

const best = (query: MatchQuery) => matcher.match({ ...query, min_confidence: 0 }).candidates[0]
const confidenceOf = (address: string): number => best({ address, city: 'Toronto', province: 'ON' })?.confidence ?? 0

describe('a name of ordinary words', () => {
  it.each(NAME_CONTEXTS)('is a building in its context: $name ($example)', ({ example }) => {
    expect(confidenceOf(example)).toBeGreaterThan(0.9)
  })

  it.each([
    'we live here in perfect harmony, near the park',
    'the market plaza nearby',
    'studio lofts style',
    'walk to Selby',
  ])('is no building elsewhere: %s', (text) => {
    expect(confidenceOf(text)).toBeLessThan(0.2)
  })
})

describe('a designation', () => {
  it.each(DESIGNATION_FORMS)('is read in its form: $name ($example)', ({ example, apply }) => {
    const tokens = tokenize(normalizeText(example))
    const found = tokens.flatMap((_, i) => apply(tokens, i) ?? [])
    expect(found).toHaveLength(1)
  })

  it.each([
    ['Vale Phase II', '2'],
    ['Heather Place Building A', 'a'],
    ['La Cour I', '1'],
    ['Grandview Tower #3', '3'],
    ['Vale North Tower', 'north'],
    ['Pier 27', undefined],
    ['King West', undefined],
  ])('at the end of the name %s is %s', (name, value) => {
    expect(phaseOfName(tokenize(normalizeText(name)))?.value).toBe(value)
  })
})

describe('a name without a place', () => {
  it('is never accepted when it is one rare word', () => {
    expect(matcher.match({ address: 'Ostrander' })).toMatchObject({
      action: 'review',
      candidates: [{ key: 'Ostrander' }],
    })
  })

  it('is accepted when it has two rare words', () => {
    expect(matcher.match({ address: 'Ostrander Kelvingrove' })).toMatchObject({ action: 'accept' })
  })

  it.each([{ address: 'Quillon, Calgary' }, { address: 'Quillon T2E 2P6' }, { address: 'Quillon', city: 'Calgary' }])(
    'belongs to the metropolitan area that the query names: $address',
    (query) => {
      expect(matcher.match({ ...query, min_confidence: 0.05 }).candidates.map((c) => c.key)).toHaveLength(1)
      expect(matcher.match({ ...query, min_confidence: 0.05, explain: true }).candidates[0]?.evidence).toContainEqual(
        expect.objectContaining({ component: 'city', building: 'Calgary' }),
      )
    },
  )
})
