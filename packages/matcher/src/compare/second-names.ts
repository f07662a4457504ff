// Reads a street by its former or second name, where a list of the named city has both.

import type { StreetIndex } from '../index/street-index.ts'
import type { KnownStreet } from '../index/street-lexicon.ts'
import { hasNumber, phraseOf } from '../index/street-lexicon.ts'
import type { CivicReading } from '../read/readings.ts'
import { isSameType } from './compare-street.ts'

export interface SecondReading {
  /** With the other name instead of the typed one. */
  readonly reading: CivicReading
  /** The only city in which the two are one street. */
  readonly city: number
  /** The typed name may mean another street of the city, too. */
  readonly isShared: boolean
}

const NONE: readonly SecondReading[] = []

const fits = (typed: number, known: number): boolean => typed === 0 || known === 0 || typed === known

/** `cities` are those that the query names: elsewhere the other name may be another street. */
export function secondReadings(
  { lexicon }: StreetIndex,
  reading: CivicReading,
  cities: readonly number[],
): readonly SecondReading[] {
  if (!lexicon.hasSecondNames) return NONE
  const { street: phrase, number } = reading
  const direction = phrase.postDirection || phrase.preDirection
  const found: SecondReading[] = []
  for (const city of cities) {
    const listed = lexicon.get(city)?.secondNames?.().get(phrase.singularKey) ?? []
    const meant = listed.filter(
      (s) => (fits(phrase.type, s.type) || isSameType(phrase.type, s.type)) && fits(direction, s.direction),
    )
    const here = meant.filter((s) => hasNumber(s, number))
    const streets = here.length > 0 ? here : meant
    const isShared = here.length === 0 || new Set(streets.map(allNames)).size > 1
    for (const { otherNames = [], direction: known } of streets)
      for (const name of otherNames) {
        const other = phraseOf(name)
        if (!other || other.singularKey === phrase.singularKey) continue
        // a side that the list does not give must be that of the building
        const side = known === 0 && direction !== 0 ? { preDirection: 0, postDirection: direction } : undefined
        const { key, singularKey, words, type, preDirection, postDirection } = other
        const street = { ...phrase, key, singularKey, words, type, preDirection, postDirection, ...side }
        found.push({ reading: { ...reading, street }, city, isShared })
      }
  }
  return found
}

const allNames = ({ name, otherNames = [] }: KnownStreet): string => [name, ...otherNames].sort().join(';')
