// The frozen index: names, streets, civic numbers and buildings in sorted typed arrays.

import type { CityDirectory } from '../read/city-directory.ts'
import type { NameIndex } from './name-index.ts'
import type { CityStreets } from './street-lexicon.ts'

export const MUNICIPAL = 0
export const ALIAS = 1
export const INSIDE_RANGE = 2

/** A letter that Centris adds to numbers. It is ignored unless the plain number exists too. */
export const REGISTER_LETTER = 'z'

export interface StreetIndex {
  readonly directory: CityDirectory
  /** The real streets of a city, by its id. */
  readonly lexicon: ReadonlyMap<number, () => CityStreets>

  /** Distinct names as canonical keys, as words, and as letter masks for quick rejection. */
  readonly nameKey: readonly string[]
  readonly nameWords: readonly string[]
  readonly nameMask: Uint32Array
  /** The number of cities with a street of this name, at most 255. */
  readonly nameCities: Uint8Array
  /** The first name with a singular key, and the next name with the same key (-1 at the end). */
  readonly nameBySingularKey: ReadonlyMap<string, number>
  readonly nextNameOfKey: Int32Array

  /** The streets of name n are firstStreet[n] .. firstStreet[n + 1]. */
  readonly firstStreet: Uint32Array
  readonly streetName: Uint32Array
  readonly streetCity: Uint16Array
  readonly streetType: Uint8Array
  readonly streetDirection: Uint8Array

  /** The entries of name n are firstEntry[n] .. firstEntry[n + 1], sorted by number. */
  readonly firstEntry: Uint32Array
  readonly entryNumber: Uint32Array
  readonly entryStreet: Uint32Array
  readonly entryBuilding: Uint32Array
  readonly entryKind: Uint8Array
  readonly entrySuffix: Uint16Array
  readonly suffixes: readonly string[]
  /** The first and last day of the address as day numbers; 0 and NO_END when unknown. */
  readonly entryFrom: Uint32Array
  readonly entryTo: Uint32Array
  /** All entries sorted by number, to search for misspelled streets. */
  readonly entriesByNumber: Uint32Array

  readonly keys: readonly string[]
  /** The project of a building; -1 when it has none. Towers of one project share it. */
  readonly group: Int32Array
  readonly groups: readonly string[]
  readonly postal: Float64Array
  readonly latitude: Float32Array
  readonly longitude: Float32Array
  readonly storeys: Uint8Array
  /** The first and last day on which the building has any address. */
  readonly firstDay: Uint32Array
  readonly lastDay: Uint32Array
  readonly buildingCity: Uint16Array
  readonly buildingNames: readonly (string | null)[]
  readonly names: NameIndex
  /** The project of a building, or of buildings that share a name in a city; -1 for none. */
  readonly project: Int32Array
  /** The tower of its project that a building's name gives: `b`, `2`, `south`; '' for none. */
  readonly towers: readonly string[]
  readonly buildingsByCorp: ReadonlyMap<string, readonly number[]>
  readonly condoCorps: ReadonlyMap<number, string>
}

/** The first entry of a name with this number or a larger one. */
export function findEntry(index: StreetIndex, name: number, number: number): number {
  let low = index.firstEntry[name] as number
  let high = index.firstEntry[name + 1] as number
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((index.entryNumber[middle] as number) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** The first position in entriesByNumber with this number or a larger one. */
export function findNumber(index: StreetIndex, number: number): number {
  let low = 0
  let high = index.entriesByNumber.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((index.entryNumber[index.entriesByNumber[middle] as number] as number) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** Packs up to six characters into a number, left-aligned so that prefixes compare; 0 for none. */
export function packPostal(code: string): number {
  let packed = 0
  for (let i = 0; i < 6; i++) {
    const c = code.charCodeAt(i)
    packed = packed * 37 + (i >= code.length ? 0 : c < 58 ? c - 47 : c - 54)
  }
  return packed
}

/** The forward sortation area (the first three characters) of a packed code. */
export const postalArea = (packed: number): number => Math.floor(packed / 50653)

export function unpackPostal(packed: number): string {
  let code = ''
  for (let rest = packed, i = 0; i < 6; i++, rest = Math.floor(rest / 37)) {
    const digit = rest % 37
    if (digit) code = String.fromCharCode(digit <= 10 ? digit + 47 : digit + 54) + code
  }
  return code
}
