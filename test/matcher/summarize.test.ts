// Tests the sentences that say why a candidate fits.

import type { MatchBuilding, MatchQuery } from '@plinth/matcher'
import { createMatcher } from '@plinth/matcher'
import { COMPONENTS, MAX_LEVELS } from '@plinth/matcher/internal/compare/components'
import { describe, expect, it } from 'vitest'
import { fromCases } from '../support/cases.ts'

const toronto = { city: 'Toronto', province: 'ON' }
const buildings: readonly MatchBuilding[] = [
  { key: 'howe', addresses: [{ line: '1480 Howe St' }], city: 'Vancouver', province: 'BC', storeys: 36 },
  { key: 'aura', name: 'Aura', addresses: [{ line: '388 Yonge St' }], postal: 'M5G 1A1', ...toronto },
  { key: 'east', addresses: [{ line: '100 King St E' }], ...toronto },
  { key: 'west', addresses: [{ line: '100 King St W' }], ...toronto },
  { key: 'north', group: 'wharf', addresses: [{ line: '9 Wharf Rd' }], ...toronto },
  { key: 'south', group: 'wharf', addresses: [{ line: '9 Wharf Rd' }], ...toronto },
]
const matcher = createMatcher(buildings)

const summaryOf = (query: MatchQuery) =>
  matcher.match({ ...query, min_confidence: 0, explain: true }).candidates[0]?.summary

describe('a summary', () => {
  it.each<[MatchQuery, string, string]>(fromCases<[MatchQuery, string, string][]>('matcher/summarize', 'summaries'))(
    'of %j explains the match in both languages',
    (query, en, fr) => {
      expect(summaryOf(query)).toEqual({ en, fr })
    },
  )

  it('is returned only with explain', () => {
    expect(matcher.match({ address: '1480 Howe St' }).candidates[0]).not.toHaveProperty('summary')
  })

  it('uses the same values in both languages', () => {
    const names = (text: string) => Array.from(text.matchAll(/\{(\w+)/g), ([, name]) => name).toSorted()
    const phrases = COMPONENTS.flatMap(({ record }) => Object.values(record.levels).map(({ phrase }) => phrase))
    expect(phrases.filter((phrase) => phrase !== null).length).toBeGreaterThan(80)
    for (const phrase of phrases) if (phrase) expect(names(phrase.fr), phrase.en).toEqual(names(phrase.en))
  })
})

describe('the table of levels', () => {
  it('names levels in its constraints, and has phrases of known tones', () => {
    for (const { name, levels, record } of COMPONENTS) {
      const named = [...(record.neutral === null ? [] : [record.neutral]), ...(record.falling ?? []).flat()]
      expect(
        named.filter((level) => !levels.includes(level)),
        name,
      ).toEqual([])
      const phrases = Object.values(record.levels).flatMap(({ phrase, withoutStreet }) => [
        phrase,
        withoutStreet ?? null,
      ])
      const tones = new Set(phrases.flatMap((phrase) => (phrase ? [phrase.tone] : [])))
      expect(
        [...tones].filter((tone) => !['same', 'note', 'doubt'].includes(tone)),
        name,
      ).toEqual([])
    }
  })

  it('has no component with more levels than the weights have room for', () => {
    expect(Math.max(...COMPONENTS.map(({ levels }) => levels.length))).toBeLessThanOrEqual(MAX_LEVELS)
  })
})
