// Looks up the street of an address in the list of its city, if that list is complete.
import type { StreetLexicon } from '@plinth/matcher'
import { readAddressLine } from '@plinth/matcher/internal/index/address-line'
import type { CityStreets } from '@plinth/matcher/internal/index/street-lexicon'
import { foldCity, parentCity } from '../../catalog/snapshot/city-names.ts'
import { editDistance } from '../../kernel/text.ts'
import type { ProjectRow } from '../record/row.ts'

/** Vancouver’s list has `West 57th` where an address may have only `57`. */
const bareKey = (key: string) =>
  key.replace(/^(?:north|south|east|west)+(?=.)/, '').replace(/^(\d+)(?:st|nd|rd|th)$/, '$1')

type Place = Pick<ProjectRow, 'city_name' | 'province'>

/** Null: the city has no complete list, or the line cannot be read. */
export type StreetAnswer = 'listed' | 'unknown' | null

/** A file has the same few streets again and again. */
const MAX_CACHED = 50_000

export class ListedStreets {
  readonly #lists = new Map<string, () => CityStreets>()
  /** Bare keys → a street as the list writes it, for the cities that a file names. */
  readonly #names = new Map<CityStreets, Map<string, string>>()
  readonly #answers = new Map<string, StreetAnswer>()

  constructor(lexicon: StreetLexicon) {
    for (const { city, province, list } of lexicon)
      if (list.isComplete) this.#lists.set(`${province} ${foldCity(city)}`, list.streets)
  }

  ask(line: string, place: Place): StreetAnswer {
    const key = `${place.city_name} ${place.province} ${line.replace(/^[\d-]+/, '')}`
    let answer = this.#answers.get(key)
    if (answer === undefined) {
      answer = this.#lookUp(line, place)
      if (this.#answers.size === MAX_CACHED) this.#answers.clear()
      this.#answers.set(key, answer)
    }
    return answer
  }

  /** The one street of the city whose name is an edit away. */
  suggest(line: string, place: Place): string | null {
    const own = readAddressLine(line, true)?.streets.map(({ singularKey }) => bareKey(singularKey))[0]
    if (own === undefined) return null
    const near = [...(this.#namesOf(place) ?? [])].filter(([key]) => editDistance(own, key, 2) === 1)
    return near.length === 1 ? near[0]![1] : null
  }

  #namesOf({ city_name, province }: Place): ReadonlyMap<string, string> | undefined {
    const city = parentCity({ city_name, province }) ?? city_name
    const streets = this.#lists.get(`${province} ${foldCity(city)}`)?.()
    if (!streets) return undefined
    let names = this.#names.get(streets)
    if (!names) {
      names = new Map(Array.from(streets, ([key, [first]]) => [bareKey(key), first!.name]))
      this.#names.set(streets, names)
    }
    return names
  }

  #lookUp(line: string, place: Place): StreetAnswer {
    const names = this.#namesOf(place)
    if (!names) return null
    const number = Number.parseInt(line, 10)
    let answer: StreetAnswer = null
    // `89 A Howland Ave`: the letter may belong to the number.
    for (const one of new Set([line, line.replace(/^(\d+) [A-Z] /, '$1 ')])) {
      const read = readAddressLine(one, true)
      if (!read?.numbers.some((each) => each.number === number)) continue
      // Only the name: cities abbreviate types in their own ways.
      if (read.streets.some(({ singularKey }) => names.has(bareKey(singularKey)))) return 'listed'
      answer = 'unknown'
    }
    return answer
  }
}
