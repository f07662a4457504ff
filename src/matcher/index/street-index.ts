// The frozen index: names → streets → civic numbers → buildings, in typed arrays sorted so that a look-up is a binary search.

import type { CityDirectory } from '../read/city-directory.ts'

export const MUNICIPAL = 0
export const ALIAS = 1
export const INSIDE_RANGE = 2

/** The letter behind a number that says nothing, unless the plain number is there as well. */
export const REGISTER_LETTER = 'z'

export interface StreetIndex {
  readonly directory: CityDirectory

  /** Distinct names: run together, and with spaces; letters as a mask for quick refusal. */
  readonly nameKey: readonly string[]
  readonly nameWords: readonly string[]
  readonly nameMask: Uint32Array
  /** Distinct cities that have a street of this name, up to 255. */
  readonly nameCities: Uint8Array
  /** First name of a strong key, and the next one with the same strong key (-1 ends). */
  readonly nameBySingularKey: ReadonlyMap<string, number>
  readonly nextNameOfKey: Int32Array

  /** Distinct streets of name n are firstStreet[n] .. firstStreet[n + 1]. */
  readonly firstStreet: Uint32Array
  readonly streetName: Uint32Array
  readonly streetCity: Uint16Array
  readonly streetType: Uint8Array
  readonly streetDirection: Uint8Array

  /** Entries of name n are firstEntry[n] .. firstEntry[n + 1], by number. */
  readonly firstEntry: Uint32Array
  readonly entryNumber: Uint32Array
  readonly entryStreet: Uint32Array
  readonly entryBuilding: Uint32Array
  readonly entryKind: Uint8Array
  readonly entrySuffix: Uint16Array
  readonly suffixes: readonly string[]
  /** From when to when it is the building's address, as numbers that sort; 0 and NO_END where nobody said. */
  readonly entryFrom: Uint32Array
  readonly entryTo: Uint32Array
  /** All entries by number: the narrow place to look for a street spelled almost so. */
  readonly entriesByNumber: Uint32Array

  readonly keys: readonly string[]
  /** Project of a building, -1 when it has none; towers of one project share it. */
  readonly group: Int32Array
  readonly groups: readonly string[]
  readonly postal: Float64Array
  readonly latitude: Float32Array
  readonly longitude: Float32Array
  readonly storeys: Uint8Array
  /** The days between which a building has any address at all. */
  readonly firstDay: Uint32Array
  readonly lastDay: Uint32Array
  readonly buildingCity: Uint16Array
  readonly buildingNames: readonly (string | null)[]
  readonly buildingsByName: ReadonlyMap<string, readonly number[]>
  /** First words of building names, as they are in byName's keys. */
  readonly firstWordsOfNames: ReadonlySet<string>
  readonly buildingsByCorp: ReadonlyMap<string, readonly number[]>
  readonly condoCorps: ReadonlyMap<number, string>
}

/** First entry of a name with that number or a larger one. */
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

/** First position in byNumber with that number or a larger one. */
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

/** A postal code of up to six characters as a number, left-aligned so that prefixes compare; 0 for none. */
export function packPostal(code: string): number {
  let packed = 0
  for (let i = 0; i < 6; i++) {
    const c = code.charCodeAt(i)
    packed = packed * 37 + (i >= code.length ? 0 : c < 58 ? c - 47 : c - 54)
  }
  return packed
}

/** The first three characters (the forward sortation area) of a packed code. */
export const postalArea = (packed: number): number => Math.floor(packed / 50653)

export function unpackPostal(packed: number): string {
  let code = ''
  for (let rest = packed, i = 0; i < 6; i++, rest = Math.floor(rest / 37)) {
    const digit = rest % 37
    if (digit) code = String.fromCharCode(digit <= 10 ? digit + 47 : digit + 54) + code
  }
  return code
}
