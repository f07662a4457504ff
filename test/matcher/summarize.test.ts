// Tests the sentences that say why a candidate fits.

import type { MatchBuilding, MatchQuery } from '@plinth/matcher'
import { createMatcher } from '@plinth/matcher'
import { COMPONENTS, MAX_LEVELS } from '@plinth/matcher/internal/compare/components'
import { describe, expect, it } from 'vitest'

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
  it.each<[MatchQuery, string, string]>([
    [
      { address: '1203-1480 Howe St' },
      'Same number and street; the unit fits a 36-storey building.',
      'Même numéro et même rue; l’unité convient à un immeuble de 36 étages.',
    ],
    [
      { address: 'Corner unit!! 1480 Howe St', city: 'Vancouver' },
      'Same number, street and city.',
      'Même numéro, même rue et même ville.',
    ],
    [
      { address: '1480 Hoew St', city: 'Vancouver' },
      'Same number and city; the street “Hoew” is one typo away from Howe St; no known street is spelled that way.',
      'Même numéro et même ville; la rue « Hoew » est à une faute de Howe St; aucune rue connue n’est écrite ainsi.',
    ],
    [
      { address: '5003-1480 Howe St', city: 'Vancouver' },
      'Same number, street and city, but unit 5003 is above the top of 36 storeys.',
      'Même numéro, même rue et même ville, mais l’unité 5003 dépasse les 36 étages.',
    ],
    [
      { address: '100 King St, Toronto' },
      'Same number, street and city, but the text does not give the direction and another building fits as well.',
      'Même numéro, même rue et même ville, mais le texte ne donne pas la direction et un autre immeuble convient autant.',
    ],
    [
      { address: '9 Wharf Rd, Toronto' },
      'Same number, street and city, but several towers of the project fit.',
      'Même numéro, même rue et même ville, mais plusieurs tours du projet conviennent.',
    ],
    [
      { address: 'Aura, Toronto', building_name: 'Aura' },
      'The name Aura is unique in Toronto; the text has no civic number.',
      'Le nom Aura est unique à Toronto; le texte n’a pas de numéro civique.',
    ],
    [
      { address: 'Aura' },
      'The name Aura fits, but the text names no place; the text has no civic number.',
      'Le nom Aura convient, mais le texte ne nomme aucun lieu; le texte n’a pas de numéro civique.',
    ],
    [
      { address: 'Aura Ph. 2, Toronto' },
      'The text has no civic number. But the text names another phase or tower.',
      'Le texte n’a pas de numéro civique. Mais le texte nomme une autre phase ou une autre tour.',
    ],
    [
      { address: '1480 Howe St', city: 'Toronto' },
      'Same number and street, but the listing names Toronto.',
      'Même numéro et même rue, mais l’annonce nomme Toronto.',
    ],
    [
      { address: '1480 Howe St, Seattle, WA' },
      'Same number and street, but the listing names a place outside Canada.',
      'Même numéro et même rue, mais l’annonce nomme un lieu hors du Canada.',
    ],
    [
      { address: '388 Yonge St, Toronto M5B 2H4' },
      'Same number, street and city, but the postal code M5B 2H4 is in another area.',
      'Même numéro, même rue et même ville, mais le code postal M5B 2H4 est dans un autre secteur.',
    ],
  ])('of %j explains the match in both languages', (query, en, fr) => {
    expect(summaryOf(query)).toEqual({ en, fr })
  })

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
