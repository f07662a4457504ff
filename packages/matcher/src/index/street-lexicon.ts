// The real streets of a city: a typed street that exists is not a typo of another.

import { NO_CITIES } from '../read/city-marks.ts'
import type { StreetPhrase } from '../read/street-phrase.ts'
import { streetPhrases } from '../read/street-phrase.ts'
import { normalizeText } from '../text/fold-text.ts'
import { tokenize } from '../text/tokenize.ts'
import type { RetiredCodes } from './retired-codes.ts'
import { RETIRED_CODES, readRetiredCodes } from './retired-codes.ts'
import { hashOf } from './string-table.ts'

/** The streets of one city: `Bay St`, and the civic numbers where they are known. */
export interface StreetList {
  readonly city: string
  readonly province: string
  readonly streets: Iterable<ListedStreet>
  /** False when the list shows only that a street exists, never that it does not. Default true. */
  readonly isComplete?: boolean
  /** Some streets have other names. Default false. */
  readonly hasSecondNames?: boolean
}

export interface ListedStreet {
  readonly name: string
  /** Pairs of first and last civic number; empty when unknown. */
  readonly numbers?: readonly number[]
  /** Per pair: 2 when it has only even or only odd numbers. Default 1. */
  readonly steps?: readonly number[]
  /** Former and second names of the same street. */
  readonly otherNames?: readonly string[]
}

/** A street has an entry for each of its names. */
export interface KnownStreet extends ListedStreet {
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
  /** Hashes of the keys of all lists that were made together, when there are too many to read each. */
  readonly keyHashes?: ReadonlySet<number> | undefined
  /** A list whose streets have other names; undefined when none has. */
  readonly secondNames?: (() => CityStreets) | undefined
  /** A list of postal codes, without streets and of no city. */
  readonly retiredCodes?: RetiredCodes | undefined
}

/** The lists of several cities, ready to be used by any number of matchers. */
export type StreetLexicon = readonly CityLexicon[]

const NO_NUMBERS: readonly number[] = []

/** The likeliest reading of the name of a street. */
export const phraseOf = (name: string): StreetPhrase | undefined =>
  streetPhrases(tokenize(normalizeText(name)), 0, NO_CITIES)[0]

function readStreets(streets: Iterable<ListedStreet>): CityStreets {
  const byKey = new Map<string, KnownStreet[]>()
  for (const { name: first, numbers = NO_NUMBERS, steps, otherNames } of streets)
    for (const name of otherNames ? [first, ...otherNames] : [first]) {
      const phrase = phraseOf(name)
      if (!phrase) continue
      const others = otherNames && { otherNames: [first, ...otherNames].filter((other) => other !== name) }
      const direction = phrase.postDirection || phrase.preDirection
      const known = { name, type: phrase.type, direction, numbers, ...(steps && { steps }), ...others }
      const list = byKey.get(phrase.singularKey)
      if (list) list.push(known)
      else byKey.set(phrase.singularKey, [known])
    }
  return byKey
}

const NO_STREETS: CityStreets = new Map()

function newList(list: StreetList, streets: () => CityStreets): KnownStreets {
  const { isComplete = true, hasSecondNames } = list
  if (list.city === RETIRED_CODES)
    return { isComplete: false, streets: () => NO_STREETS, retiredCodes: readRetiredCodes(list.streets) }
  return { isComplete, streets, secondNames: hasSecondNames ? streets : undefined }
}

export function createStreetLexicon(lists: Iterable<StreetList>): StreetLexicon {
  return [...lists].map((list) => {
    let read: CityStreets | undefined
    const streets = () => {
      read ??= readStreets(list.streets)
      return read
    }
    return { city: list.city, province: list.province, list: newList(list, streets) }
  })
}

const STREETS_PER_STEP = 500
/** About 20 MB. */
const MAX_READ = 40_000

/** For the lists of a whole country: those that are not in use are only text. Yields between steps. */
export function* createLargeLexicon(lists: Iterable<StreetList>, maxRead = MAX_READ): Generator<void, StreetLexicon> {
  const keyHashes = new Set<number>()
  /** The last one that was used is the last. */
  const inUse = new Map<StreetList, CityStreets>()
  let size = 0
  const streetsOf = (list: StreetList): CityStreets => {
    const known = inUse.get(list)
    const streets = known ?? readStreets(list.streets)
    if (known) inUse.delete(list)
    else size += streets.size
    inUse.set(list, streets)
    for (const [other, { size: freed }] of inUse) {
      if (size <= maxRead || other === list) break
      inUse.delete(other)
      size -= freed
    }
    return streets
  }
  const lexicon: CityLexicon[] = []
  let read = 0
  for (const list of lists) {
    const isOfStreets = list.city !== RETIRED_CODES
    for (const { name, otherNames = [] } of isOfStreets ? list.streets : []) {
      for (const one of [name, ...otherNames]) keyHashes.add(hashOf(phraseOf(one)?.singularKey ?? ''))
      if (++read % STREETS_PER_STEP === 0) yield
    }
    const known = newList(list, () => streetsOf(list))
    const { city, province } = list
    lexicon.push({ city, province, list: isOfStreets ? { ...known, keyHashes } : known })
    if (!isOfStreets) yield
  }
  return lexicon
}

/** True when the numbers are unknown. */
export function hasNumber(street: KnownStreet, number: number): boolean {
  const { numbers } = street
  if (numbers.length === 0) return true
  for (let i = 0; i < numbers.length; i += 2)
    if (number >= (numbers[i] as number) && number <= (numbers[i + 1] as number)) return true
  return false
}

/**
 * Parses a list file: `# City, PROVINCE` first, or `# City, PROVINCE (partial)`, then one street per line. After a tab its
 * numbers, such as `2-53 101-165`, or `2-52/2` for even numbers only; after another tab its other names, separated by `;`.
 * `# Retired postal codes, ON` has old codes as streets, and those that replaced them as other names.
 */
export function parseStreetList(text: string): StreetList {
  const heading = /^# (.+), ([A-Z]{2})( \(partial\))?\s/.exec(text)
  if (!heading) throw new Error('the first line must name the city, such as "# Toronto, ON"')
  return {
    city: heading[1] as string,
    province: heading[2] as string,
    streets: { [Symbol.iterator]: () => streetsIn(text) },
    isComplete: heading[3] === undefined,
    hasSecondNames: /\t[^\t\n]*\t/.test(text),
  }
}

const RANGES = /^\d+-\d+(?:\/2)?(?: \d+-\d+(?:\/2)?)*$/

function* streetsIn(text: string): Generator<ListedStreet> {
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [name = '', ranges = '', others] = line.trim().split('\t')
    if (ranges !== '' && !RANGES.test(ranges))
      throw new Error(`"${line}" must have ranges such as "2-53 101-165" after the tab`)
    const otherNames = others === undefined ? undefined : { otherNames: others.split(';') }
    if (ranges === '') yield { name, ...otherNames }
    else if (!ranges.includes('/')) yield { name, numbers: ranges.split(/[ -]/).map(Number), ...otherNames }
    else {
      const parts = ranges.split(' ').map((range) => range.split(/[-/]/).map(Number))
      const numbers = parts.flatMap(([from, to]) => [from as number, to as number])
      yield { name, numbers, steps: parts.map(([, , step = 1]) => step), ...otherNames }
    }
  }
}
