// Normalizes a reading to a key that all spellings of an address share. Pure.

import type { Reading } from '@plinth/matcher'
import { READER_VERSION } from '@plinth/matcher/internal/read/reader-version'
import { normalizeText } from '@plinth/matcher/internal/text/fold-text'
import { singularKey } from '@plinth/matcher/internal/text/name-keys'
import { tokenize } from '@plinth/matcher/internal/text/tokenize'
import { foldText } from '../catalog/snapshot/fold-name.ts'

/** Who computed a key. Keys of another reader are computed again, because lookups would miss them. */
export const readerVersion = (modelVersion: string): string => `${READER_VERSION}/${modelVersion}`

/** The municipality of an address. */
export interface Place {
  readonly city: string | null
  readonly province: string | null
}

/** `Mt Pleasant` and `Mount-Pleasant` share a key; so do `Heron's Hill` and `Herons Hill`. Uses the matcher's folding. */
export function streetKey(name: string): string {
  let key = streetKeys.get(name)
  if (key === undefined) {
    const tokens = tokenize(normalizeText(name))
    key = singularKey(tokens, 0, tokens.length)
    if (name.length <= MAX_CACHED_LENGTH && streetKeys.size < MAX_CACHED_STREETS) streetKeys.set(name, key)
  }
  return key
}

/** Listings repeat their streets. */
const streetKeys = new Map<string, string>()
const MAX_CACHED_STREETS = 20_000
/** Longer texts are not names. */
const MAX_CACHED_LENGTH = 60

/** The same for the names of cities. */
export function cityKey(name: string): string {
  let key = cityKeys.get(name)
  if (key === undefined) {
    key = foldText(name)
    if (name.length <= MAX_CACHED_LENGTH && cityKeys.size < MAX_CACHED_STREETS) cityKeys.set(name, key)
  }
  return key
}

const cityKeys = new Map<string, string>()

/** A key is indexed by the database, which limits its size. No real address comes close. */
const MAX_KEY_LENGTH = 600

/**
 * `1480 Howe St, Vancouver, BC` → `1480|howe|st||vancouver|bc`. Null without a number, a street, a city or a province,
 * and for a name that is too long to be a street.
 */
export function addressKey(reading: Reading, place: Place = reading): string | null {
  const start = numberAndStreet(reading)
  if (start === null || place.city === null || place.province === null) return null
  const parts = [start, reading.street_type ?? '', reading.direction ?? '', cityKey(place.city), place.province]
  const key = parts.join('|').toLowerCase()
  return key.length > MAX_KEY_LENGTH ? null : key
}

/** The beginning of all address keys of a reading, whatever else completes it: `1480|howe`. */
export function numberAndStreet(reading: Reading): string | null {
  const { civic_number, civic_number_to, number_suffix, street_name } = reading
  if (civic_number === null || street_name === null) return null
  const number = `${civic_number}${civic_number_to === null ? '' : `-${civic_number_to}`}${number_suffix ?? ''}`
  return `${number}|${streetKey(street_name)}`.toLowerCase()
}

/** The same of a key. */
export const startOfKey = (addressKey: string): string => addressKey.split('|', 2).join('|')

/**
 * Adds what the text leaves out from the matched building: `1480 howe` becomes `1480 Howe St`. Never overrides typed
 * parts: the verification would then apply to a different address.
 */
export function completeReading(reading: Reading, lines: readonly Reading[], place: Place): Reading {
  const { street_name, street_type, direction } = reading
  const key = street_name === null ? '' : streetKey(street_name)
  const line = lines.find(
    (other) =>
      other.street_name !== null &&
      streetKey(other.street_name) === key &&
      (street_type === null || street_type === other.street_type) &&
      (direction === null || direction === other.direction),
  )
  return {
    ...reading,
    ...(line ? { street_type: line.street_type, direction: line.direction } : {}),
    city: place.city,
    province: place.province,
  }
}

/** The street line, without the unit. */
export function formatAddress({ civic_number, civic_number_to, number_suffix, street_name, ...rest }: Reading): string {
  const number = `${civic_number ?? ''}${civic_number_to === null ? '' : `-${civic_number_to}`}${number_suffix ?? ''}`
  return [number, street_name, rest.street_type, rest.direction].filter(Boolean).join(' ')
}
