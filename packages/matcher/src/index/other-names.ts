// Adds the other name of streets that people call by two names: Whyte Avenue is 82 Avenue.

import { SECOND_NAMES } from '../gazetteer/place-tables.ts'
import type { CityDirectory } from '../read/city-directory.ts'
import { provinceId } from '../read/city-directory.ts'
import type { StreetPhrase } from '../read/street-phrase.ts'
import { phraseOf } from './street-lexicon.ts'

/** The other name of a street in a city; undefined for most streets. */
export type SecondName = (city: number, street: StreetPhrase) => StreetPhrase | undefined

const keyOf = (city: number, { singularKey, type }: StreetPhrase): string => `${city} ${singularKey} ${type}`

export function secondNames(directory: CityDirectory): SecondName {
  const others = new Map<string, StreetPhrase>()
  for (const row of SECOND_NAMES) {
    const [city = '', province = '', one = '', other = ''] = row.split(' | ')
    const id = directory.resolve(city, provinceId(province))
    const [a, b] = [phraseOf(one), phraseOf(other)]
    if (id < 0 || !a || !b) continue
    others.set(keyOf(id, a), b)
    others.set(keyOf(id, b), a)
  }
  const cities = new Set([...others.keys()].map((key) => Number.parseInt(key, 10)))
  return (city, street) => {
    if (!cities.has(city)) return undefined
    const other = others.get(keyOf(city, street))
    // `Whyte Ave NW` is `82 Ave NW`
    return other && { ...other, preDirection: street.preDirection, postDirection: street.postDirection }
  }
}
