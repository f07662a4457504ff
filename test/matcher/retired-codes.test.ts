// Lists of retired postal codes: an old code of the building is no contradiction, and without a list nothing changes.

import { createMatcher, createStreetLexicon, parseStreetList } from '@plinth/matcher'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { buildingAt } from './building-at.ts'
import { fixtureBuildings, fixtureCases } from './fixture.ts'

const LIST = [
  '# Retired postal codes, ON',
  'K0A 1A0\t\tK4A 0A1;M5A 0L8',
  'M5A 1B2\t\tM5A 0L9',
  'M5A 0L8\t\tM5A 0L9',
  'M9Z 1A1\t\tM9Z 1A2',
]
const streets = createStreetLexicon([parseStreetList(`${LIST.join('\n')}\n`)])
const buildings = [buildingAt('sherbourne', '260 Sherbourne St', 'Toronto', 'ON', { postal: 'M5A 0L9' })]
const without = createMatcher(buildings)
const listed = createMatcher(buildings, { streets })

function postalOf(matcher: typeof listed, postal: string, address = '260 Sherbourne St') {
  const [first] = matcher.match({ address, city: 'Toronto', postal, explain: true }).candidates
  const { level, bits, query } = first!.evidence!.find(({ component }) => component === 'postal_code')!
  return { level, bits, query, score: first!.score!, summary: first!.summary! }
}

describe('a retired code of the building', () => {
  it.each(['M5A 1B2', 'm5a1b2', 'M5A 0L8', 'K0A 1A0'])('weighs like one of its area: %s', (code) => {
    const { level, bits } = postalOf(listed, code)
    expect(level).toBe('replaced')
    expect(bits).toBe(postalOf(listed, 'M5A 9Z9').bits)
    expect(bits).toBeGreaterThan(0)
    expect(bits).toBeLessThan(postalOf(listed, 'M5A 0L9').bits)
  })

  it('is explained in both languages, with the code that was replaced', () => {
    const { en, fr } = postalOf(listed, 'M5A 1B2').summary
    expect(en).toContain('the postal code M5A 1B2 was replaced by M5A 0L9')
    expect(fr).toContain('le code postal M5A 1B2 a été remplacé par M5A 0L9')
    const both = postalOf(listed, 'M4C 1A1', '260 Sherbourne St, Toronto ON K0A 1A0')
    expect([both.level, both.query]).toEqual(['replaced', 'K0A1A0'])
  })

  it('is none that became another code, and the building’s own code is the same as before', () => {
    for (const code of ['M9Z 1A1', 'M4C 1A1', 'M5A 0L9', 'M5A'])
      expect(postalOf(listed, code), code).toEqual(postalOf(without, code))
    // the successor of a code is no retired code
    const old = createMatcher([{ ...buildings[0]!, postal: 'M5A 1B2' }], { streets })
    expect(postalOf(old, 'M5A 0L9').level).toBe('same_area')
  })
})

describe('a list of retired codes', () => {
  const cases = [...fixtureCases.values()].flat().map(({ expect, why, ...query }) => query)
  const [plain, withList] = [undefined, streets].map((list) => createMatcher(fixtureBuildings, { streets: list }))

  it('changes no answer to a query without a retired code', () => {
    expect(cases.length).toBeGreaterThan(100)
    for (const query of cases) {
      const asked = { ...query, explain: true, min_confidence: 0 }
      expect(withList!.match(asked), query.address).toEqual(plain!.match(asked))
    }
  })

  it('never lowers the score of a candidate, however codes follow each other', () => {
    const code = fc.tuple(fc.constantFrom('M5A', 'M4C', 'K0A'), fc.nat(5)).map(([area, n]) => `${area} ${n}L${9 - n}`)
    const rows = fc.array(fc.tuple(code, fc.array(code, { minLength: 1, maxLength: 3 })), { maxLength: 12 })
    fc.assert(
      fc.property(rows, code, code, (list, typed, own) => {
        const text = list.map(([old, next]) => `${old}\t\t${next.join(';')}`).join('\n')
        const lists = createStreetLexicon([parseStreetList(`# Retired postal codes, ON\n${text}\n`)])
        const one = [{ ...buildings[0]!, postal: own }]
        const [now, before] = [createMatcher(one, { streets: lists }), createMatcher(one)].map((m) =>
          postalOf(m, typed),
        )
        expect(now!.score).toBeGreaterThanOrEqual(before!.score)
        if (typed === own) expect(now).toEqual(before)
      }),
      { numRuns: amount(200), seed: 20261119 },
    )
  })

  it('is no list of streets, and is refused when a row is no postal code', () => {
    expect(streets.map(({ list }) => [list.isComplete, list.streets().size])).toEqual([[false, 0]])
    const broken = parseStreetList('# Retired postal codes, ON\nBay St\t\tM5A 0L9\n')
    expect(() => createStreetLexicon([broken])).toThrow('"Bay St" is not a postal code')
  })
})
