// The keys of a row: two rows are only compared if they share one. Pure.
import type { AddressLine } from '@plinth/matcher/internal/index/address-line'
import { readAddressLine } from '@plinth/matcher/internal/index/address-line'
import { coreKey } from '@plinth/matcher/internal/index/name-index'
import { secondNames } from '@plinth/matcher/internal/index/other-names'
import { hashOf } from '@plinth/matcher/internal/index/string-table'
import { gazetteerDirectory } from '@plinth/matcher/internal/read/city-directory'
import { READER_VERSION } from '@plinth/matcher/internal/read/reader-version'
import { normalizeText } from '@plinth/matcher/internal/text/fold-text'
import { tokenize } from '@plinth/matcher/internal/text/tokenize'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import { municipalityOf } from './municipality.ts'
import type { RowFacts } from './row-facts.ts'
import { addressKeys, corporationKey } from './row-facts.ts'
import { postalArea } from './same-building.ts'

/** Stored with the keys. Raise the last digit when this file makes other keys or the rules change: the next import then
 * makes all keys again and joins all rows. */
export const JOIN_KEYS_VERSION = READER_VERSION * 10 + 3

export interface JoinKeys {
  /** Rows that share one may be one building. */
  readonly keys: readonly number[]
  /** The streets of its addresses. Where several buildings are on a street, its name is no typo. */
  readonly streets: readonly number[]
}

/** A key is a hash. If two texts have one hash, two rows are compared in vain, and that is all. */
export function joinKeysOf(facts: RowFacts): JoinKeys {
  const corporation = corporationKey(facts)
  const lines = linesOf(facts)
  const equalTexts = [
    addressText(facts.address),
    ...addressKeys(facts).map(addressText),
    ...nameTexts(facts),
    ...(corporation === null ? [] : [`corporation ${corporation}`]),
  ]
  const streets = lines.flatMap(({ streets: [street] }) =>
    street ? [`on ${street.singularKey} ${street.type} ${facts.province} ${foldText(facts.city)}`] : [],
  )
  const keys = [...equalTexts.map(equalKey), ...streetTexts(facts, lines).map(similarKey)]
  return { keys: [...new Set(keys)], streets: [...new Set(streets.map(equalKey))] }
}

/** Of a whole address, as a row has it or as a person corrected it. */
export const addressJoinKey = (address: string): number => equalKey(addressText(address))

/** A key is odd if it says that rows have an address, a name or a corporation in common, and even if a street is similar. */
const equalKey = (text: string): number => hashOf(text) | 1
const similarKey = (text: string): number => hashOf(text) & ~1
export const isEqualKey = (key: number): boolean => (key & 1) === 1

const addressText = (address: string): string => `address ${foldText(address)}`

function linesOf({ buildings, city }: RowFacts): AddressLine[] {
  const addresses = buildings.flatMap((building) => building.addresses)
  return addresses.flatMap(({ line, kind }) => readAddressLine(line, kind === 'range', city) ?? [])
}

/** Each civic number with the street's name, and with the name without any one letter: a typo apart, they still share a key. */
function streetTexts(facts: RowFacts, lines: readonly AddressLine[]): string[] {
  const { area, id: city } = municipalityOf(facts)
  otherName ??= secondNames(gazetteerDirectory())
  const texts: string[] = []
  for (const { numbers, streets } of lines)
    for (const street of streets)
      for (const { singularKey } of [street, otherName(city, street) ?? street])
        for (const name of withoutEachLetter(singularKey))
          for (const { number } of numbers) texts.push(`street ${number} ${name} ${area}`)
  return texts
}

let otherName: ReturnType<typeof secondNames> | undefined

/** Shorter names have too many neighbours. */
const MIN_MISSPELLED = 4
/** Of longer names, only the start counts. */
const MAX_LETTERS = 12

function withoutEachLetter(name: string): string[] {
  const start = name.slice(0, MAX_LETTERS)
  if (start.length < MIN_MISSPELLED) return [start]
  return [start, ...Array.from(start, (_, at) => start.slice(0, at) + start.slice(at + 1))]
}

/** True when both have a name in common. */
export function shareName(a: RowFacts, b: RowFacts): boolean {
  const names = new Set(nameTexts(a))
  return names.size > 0 && nameTexts(b).some((name) => names.has(name))
}

/** Many buildings of a city share a name, few of a postal area. */
function nameTexts(facts: RowFacts): string[] {
  const area = postalArea(facts)
  if (area === null) return []
  const names = [facts.name, ...facts.aliases, ...facts.buildings.map(({ name }) => name)]
  return names.flatMap((name) => {
    const tokens = tokenize(normalizeText(name ?? ''))
    const core = coreKey(tokens, 0, tokens.length)
    return core === '' ? [] : [`name ${core} ${area}`]
  })
}
