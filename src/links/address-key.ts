// The key of an address: a reading folded to its parts, so that every spelling of one address is one key. Pure.
import { foldText } from '../catalog/snapshot/fold-name.ts'
import type { Reading } from '../matcher/matcher.ts'
import { normalizeText } from '../matcher/text/fold-text.ts'
import { singularKey } from '../matcher/text/name-keys.ts'
import { tokenize } from '../matcher/text/tokenize.ts'

/** Where an address is, when the text does not say it itself. */
export interface Place {
  readonly city: string | null
  readonly province: string | null
}

/** `Mt Pleasant` and `Mount-Pleasant` are one street, `Heron's Hill` and `Herons Hill` too: the matcher's own folding. */
export function streetKey(name: string): string {
  const tokens = tokenize(normalizeText(name))
  return singularKey(tokens, 0, tokens.length)
}

/** `1480 Howe St, Vancouver, BC` → `1480|howe|st||vancouver|bc`. Null without a number, a street, a city or a province. */
export function addressKey(reading: Reading, place: Place = reading): string | null {
  const { civic_number, civic_number_to, number_suffix, street_name, street_type, direction } = reading
  if (civic_number === null || street_name === null || place.city === null || place.province === null) return null
  const number = `${civic_number}${civic_number_to === null ? '' : `-${civic_number_to}`}${number_suffix ?? ''}`
  const parts = [
    number,
    streetKey(street_name),
    street_type ?? '',
    direction ?? '',
    foldText(place.city),
    place.province,
  ]
  return parts.join('|').toLowerCase()
}

/**
 * What the text left out is taken from the building it was matched to: `1480 howe` is `1480 Howe St`. Only where the
 * words agree: what was typed is never overruled, for a verification of it would then be about another address.
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

/** The line of an address as a person would write it, without the unit. */
export function formatAddress({ civic_number, civic_number_to, number_suffix, street_name, ...rest }: Reading): string {
  const number = `${civic_number ?? ''}${civic_number_to === null ? '' : `-${civic_number_to}`}${number_suffix ?? ''}`
  return [number, street_name, rest.street_type, rest.direction].filter(Boolean).join(' ')
}
