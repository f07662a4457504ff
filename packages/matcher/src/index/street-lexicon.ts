// The real streets of a city: a typed street that exists is not a typo of another.

import { NO_CITIES } from '../read/city-marks.ts'
import type { StreetPhrase } from '../read/street-phrase.ts'
import { streetPhrases } from '../read/street-phrase.ts'
import { normalizeText } from '../text/fold-text.ts'
import { tokenize } from '../text/tokenize.ts'

/** The streets of one city: `Bay St`, and the civic numbers where they are known. */
export interface StreetList {
  readonly city: string
  readonly province: string
  readonly streets: Iterable<ListedStreet>
  /** False when the list shows only that a street exists, never that it does not. Default true. */
  readonly isComplete?: boolean
}

export interface ListedStreet {
  readonly name: string
  /** Pairs of first and last civic number; empty when unknown. */
  readonly numbers?: readonly number[]
}

export interface KnownStreet {
  /** As the list writes it. */
  readonly name: string
  /** 0 when the list does not name it. */
  readonly type: number
  readonly direction: number
  readonly numbers: readonly number[]
}

/** The streets of a city by the key of their name. */
export type CityStreets = ReadonlyMap<string, readonly KnownStreet[]>

export interface CityLexicon {
  readonly city: string
  readonly province: string
  readonly list: KnownStreets
}

export interface KnownStreets {
  /** Reads the list when it is first used, and only once. */
  readonly streets: () => CityStreets
  readonly isComplete: boolean
}

/** The lists of several cities, ready to be used by any number of matchers. */
export type StreetLexicon = readonly CityLexicon[]

const NO_NUMBERS: readonly number[] = []

/** The likeliest reading of the name of a street. */
export const phraseOf = (name: string): StreetPhrase | undefined =>
  streetPhrases(tokenize(normalizeText(name)), 0, NO_CITIES)[0]

function readStreets(streets: Iterable<ListedStreet>): CityStreets {
  const byKey = new Map<string, KnownStreet[]>()
  for (const { name, numbers = NO_NUMBERS } of streets) {
    const phrase = phraseOf(name)
    if (!phrase) continue
    const known = { name, type: phrase.type, direction: phrase.postDirection || phrase.preDirection, numbers }
    const list = byKey.get(phrase.singularKey)
    if (list) list.push(known)
    else byKey.set(phrase.singularKey, [known])
  }
  return byKey
}

export function createStreetLexicon(lists: Iterable<StreetList>): StreetLexicon {
  return [...lists].map(({ city, province, streets, isComplete = true }) => {
    let read: CityStreets | undefined
    return {
      city,
      province,
      list: {
        isComplete,
        streets: () => {
          read ??= readStreets(streets)
          return read
        },
      },
    }
  })
}

/** True when the numbers are unknown. */
export function hasNumber(street: KnownStreet, number: number): boolean {
  const { numbers } = street
  if (numbers.length === 0) return true
  for (let i = 0; i < numbers.length; i += 2)
    if (number >= (numbers[i] as number) && number <= (numbers[i + 1] as number)) return true
  return false
}

/** Parses a list file: `# City, PROVINCE` first, or `# City, PROVINCE (partial)`, then one street per line, with `2-53 101-165` after a tab. */
export function parseStreetList(text: string): StreetList {
  const heading = /^# (.+), ([A-Z]{2})( \(partial\))?\s/.exec(text)
  if (!heading) throw new Error('the first line must name the city, such as "# Toronto, ON"')
  return {
    city: heading[1] as string,
    province: heading[2] as string,
    streets: { [Symbol.iterator]: () => streetsIn(text) },
    isComplete: heading[3] === undefined,
  }
}

const RANGES = /^\d+-\d+(?: \d+-\d+)*$/

function* streetsIn(text: string): Generator<ListedStreet> {
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [name = '', ranges = ''] = line.trim().split('\t')
    if (ranges !== '' && !RANGES.test(ranges))
      throw new Error(`"${line}" must have ranges such as "2-53 101-165" after the tab`)
    const numbers = ranges === '' ? NO_NUMBERS : ranges.split(/[ -]/).map(Number)
    yield { name, numbers }
  }
}
