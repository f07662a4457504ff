// Street types: Canada Post abbreviations and every spelling seen in listings.

import data from './street-types.json' with { type: 'json' }

export interface StreetType {
  readonly code: string
  readonly english: string
  readonly french: string
  /** The spelled-out word first. */
  readonly words: string
  readonly lead?: boolean
  readonly name?: boolean
}

/** By id. */
export const STREET_TYPES = data.types as readonly StreetType[]

export const typeId = (code: string): number => STREET_TYPES.findIndex((type) => type.code === code)

/** Codes of types by what Calgary writes before a quadrant. */
export const QUADRANT_TYPES: Readonly<Record<string, string>> = data.quadrantTypes
