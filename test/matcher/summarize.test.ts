// Tests the sentences that say why a candidate fits.

import type { MatchBuilding, MatchQuery } from '@plinth/matcher'
import { createMatcher } from '@plinth/matcher'
import { COMPONENTS, MAX_LEVELS } from '@plinth/matcher/internal/compare/components'
import { component } from '@plinth/matcher/internal/compare/levels/level-record'
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
    for (const phrase of phrases) if (phrase) expect(names(phrase[2]), phrase[1]).toEqual(names(phrase[1]))
  })
})

describe('the table of levels', () => {
  it('does not compile when a level has no text, or a constraint names no level', () => {
    const label = ['same', 'identique'] as const
    const same = { start: 0, label, phrase: null }
    // @ts-expect-error: no phrase
    component({ label, neutral: 'same', levels: { same: { start: 0, label } } })
    // @ts-expect-error: no label
    component({ label, neutral: 'same', levels: { same: { start: 0, phrase: null } } })
    // @ts-expect-error: not a level
    component({ label, neutral: 'other', levels: { same } })
    // @ts-expect-error: not a level
    component({ label, neutral: null, falling: [['same', 'other']], levels: { same } })
  })

  it('has no component with more levels than the weights have room for', () => {
    expect(Math.max(...COMPONENTS.map(({ levels }) => levels.length))).toBeLessThanOrEqual(MAX_LEVELS)
  })
})
