// The frozen index: names, streets, civic numbers and buildings in sorted typed arrays.

import type { CityDirectory } from '../read/city-directory.ts'
import type { CityLists } from './city-lists.ts'
import type { KeyMap, KeyTable } from './key-table.ts'
import type { NameIndex } from './name-index.ts'
import type { PostingTable } from './posting-table.ts'
import type { StringTable } from './string-table.ts'

export const MUNICIPAL = 0
export const ALIAS = 1
export const INSIDE_RANGE = 2

/** A letter that Centris adds to numbers. It is ignored unless the plain number exists too. */
export const REGISTER_LETTER = 'z'

export interface StreetTables {
  /** Distinct names as canonical keys, as words, and as letter masks for quick rejection. */
  readonly nameKey: StringTable
  readonly nameWords: StringTable
  readonly nameMask: Uint32Array
  /** The number of cities with a street of this name, at most 255. */
  readonly nameCities: Uint8Array
  /** The singular key of a name, as a row of the keys of nameBySingularKey. */
  readonly nameSingular: Uint32Array
  /** The first name with a singular key, and the next name with the same key (-1 at the end). */
  readonly nameBySingularKey: KeyMap
  readonly nextNameOfKey: Int32Array

  /** The streets of name n are firstStreet[n] .. firstStreet[n + 1]. */
  readonly firstStreet: Uint32Array
  readonly streetName: Uint32Array
  readonly streetCity: Uint32Array
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
  /** The position of an entry in the order of the buildings and their addresses. */
  readonly entryOrder: Uint32Array
  /** Entries whose register letter was dropped. */
  readonly droppedLetters: Uint32Array
}

export interface BuildingTables {
  readonly keys: StringTable
  /** The project of a building; -1 when it has none. Towers of one project share it. */
  readonly group: Int32Array
  readonly groups: KeyTable
  readonly postal: Uint32Array
  readonly latitude: Float32Array
  readonly longitude: Float32Array
  readonly storeys: Uint8Array
  /** The first and last day on which the building has any address. */
  readonly firstDay: Uint32Array
  readonly lastDay: Uint32Array
  readonly buildingCity: Uint32Array
  /** The city as the building names it: a row of `places`. */
  readonly place: Uint32Array
  readonly places: StringTable
  /** '' when the building has no name. */
  readonly buildingNames: StringTable
  readonly names: NameIndex
  /** The project of a building, or of buildings that share a name in a city; -1 for none. */
  readonly project: Int32Array
  /** The tower of its project that a building's name gives, as a position in `towers`. */
  readonly tower: Uint16Array
  /** `b`, `2`, `south`; the first is '' for none. */
  readonly towers: readonly string[]
  readonly buildingsByCorp: PostingTable
  /** The corporation of a building, as a row of the keys of buildingsByCorp; -1 for none. */
  readonly corp: Int32Array
}

/** Holds only typed arrays, apart from the directory and a few short lists, so that it opens without parsing. */
export interface StreetIndex extends StreetTables, BuildingTables {
  readonly directory: CityDirectory
  /** The real streets of a city, by its id. */
  readonly lexicon: CityLists
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
