// The index as named typed arrays, to store it in a file or share it between threads.

import { gazetteerDirectory } from '../read/city-directory.ts'
import { READER_VERSION } from '../read/reader-version.ts'
import { lexiconOf } from './index-builder.ts'
import { KeyMap, KeyTable } from './key-table.ts'
import type { NameTables } from './name-index.ts'
import { NameIndex } from './name-index.ts'
import { directoryOf } from './places.ts'
import { PostingTable } from './posting-table.ts'
import type { StreetIndex } from './street-index.ts'
import type { StreetLexicon } from './street-lexicon.ts'
import { hashOf, StringTable, StringTableBuilder } from './string-table.ts'
import type { TypedArray } from './typed-column.ts'

/** Raise it when a section is added, removed or changes its meaning, or when names of buildings get other keys. */
export const INDEX_FORMAT = 2

export type IndexSections = Readonly<Record<string, TypedArray>>

const COLUMNS = {
  nameMask: Uint32Array,
  nameCities: Uint8Array,
  nameSingular: Uint32Array,
  nextNameOfKey: Int32Array,
  firstStreet: Uint32Array,
  streetName: Uint32Array,
  streetCity: Uint32Array,
  streetType: Uint8Array,
  streetDirection: Uint8Array,
  firstEntry: Uint32Array,
  entryNumber: Uint32Array,
  entryStreet: Uint32Array,
  entryBuilding: Uint32Array,
  entryKind: Uint8Array,
  entrySuffix: Uint16Array,
  entryFrom: Uint32Array,
  entryTo: Uint32Array,
  entriesByNumber: Uint32Array,
  entryOrder: Uint32Array,
  droppedLetters: Uint32Array,
  group: Int32Array,
  postal: Uint32Array,
  latitude: Float32Array,
  longitude: Float32Array,
  storeys: Uint8Array,
  firstDay: Uint32Array,
  lastDay: Uint32Array,
  buildingCity: Uint32Array,
  place: Uint32Array,
  project: Int32Array,
  tower: Uint16Array,
  corp: Int32Array,
} as const

type Columns = { readonly [Name in keyof typeof COLUMNS]: InstanceType<(typeof COLUMNS)[Name]> }

const COLUMN_NAMES = Object.keys(COLUMNS) as (keyof Columns)[]

/** Building names are found by these tables; the mask of each core is one more section. */
const NAME_TABLES = ['byWhole', 'byCore', 'byShort', 'byFirstWord', 'coresByEdge'] as const

/** Differs when the gazetteer has other cities: stored city ids would mean other cities. */
function gazetteerHash(): number {
  let text = ''
  for (const { name, province, metro } of gazetteerDirectory().cities) text += `${name} ${province} ${metro}\n`
  return hashOf(text) >>> 0
}

const header = (buildings: number): Uint32Array =>
  Uint32Array.of(INDEX_FORMAT, READER_VERSION, gazetteerHash(), buildings)

export function indexToSections(index: StreetIndex): IndexSections {
  const out: Record<string, TypedArray> = { header: header(index.keys.length) }
  for (const name of COLUMN_NAMES) out[name] = index[name]
  const addStrings = (name: string, { bytes, offsets }: StringTable): void => {
    out[`${name}.bytes`] = bytes
    out[`${name}.offsets`] = offsets
  }
  const addKeys = (name: string, { strings, hashes, slots }: KeyTable): void => {
    addStrings(name, strings)
    out[`${name}.hashes`] = hashes
    out[`${name}.slots`] = slots
  }
  const addPostings = (name: string, { keys, first, numbers }: PostingTable): void => {
    addKeys(name, keys)
    out[`${name}.first`] = first
    out[`${name}.numbers`] = numbers
  }
  addStrings('nameKey', index.nameKey)
  addStrings('nameWords', index.nameWords)
  addStrings('suffixes', tableOf(index.suffixes))
  addStrings('towers', tableOf(index.towers))
  addStrings('keys', index.keys)
  addKeys('groups', index.groups)
  addStrings('places', index.places)
  addStrings('buildingNames', index.buildingNames)
  addKeys('nameBySingularKey', index.nameBySingularKey.keys)
  out['nameBySingularKey.values'] = index.nameBySingularKey.values
  addPostings('buildingsByCorp', index.buildingsByCorp)
  for (const name of NAME_TABLES) addPostings(`names.${name}`, index.names.tables[name])
  out['names.coreMask'] = index.names.tables.coreMask
  return out
}

function tableOf(texts: readonly string[]): StringTable {
  const table = new StringTableBuilder()
  for (const text of texts) table.push(text)
  return table.freeze()
}

/** `streets` are not stored; pass the lists that the matcher uses now. Throws when the format is another one. */
export function indexFromSections(sections: IndexSections, streets: StreetLexicon = []): StreetIndex {
  const get = <T extends TypedArray>(name: string, Type: abstract new (...args: never[]) => T): T => {
    const section = sections[name]
    if (!(section instanceof Type)) throw new Error(`the index has no section "${name}" of type ${Type.name}`)
    return section
  }
  checkHeader(get('header', Uint32Array))
  const strings = (name: string, isCached = false): StringTable =>
    new StringTable(get(`${name}.bytes`, Uint8Array), get(`${name}.offsets`, Uint32Array), isCached)
  const keys = (name: string): KeyTable =>
    new KeyTable(strings(name), get(`${name}.hashes`, Int32Array), get(`${name}.slots`, Uint32Array))
  const postings = (name: string): PostingTable =>
    new PostingTable(keys(name), get(`${name}.first`, Uint32Array), get(`${name}.numbers`, Uint32Array))
  const columns = Object.fromEntries(
    COLUMN_NAMES.map((name) => [name, get<TypedArray>(name, COLUMNS[name])]),
  ) as unknown as Columns
  const places = strings('places')
  const directory = directoryOf(places)
  const nameTables = Object.fromEntries(NAME_TABLES.map((name) => [name, postings(`names.${name}`)]))
  return Object.freeze({
    directory,
    lexicon: lexiconOf(streets, directory),
    ...columns,
    nameKey: strings('nameKey', true),
    nameWords: strings('nameWords', true),
    nameBySingularKey: new KeyMap(keys('nameBySingularKey'), get('nameBySingularKey.values', Uint32Array)),
    suffixes: strings('suffixes').toArray(),
    towers: strings('towers').toArray(),
    keys: strings('keys'),
    groups: keys('groups'),
    places,
    buildingNames: strings('buildingNames'),
    buildingsByCorp: postings('buildingsByCorp'),
    names: new NameIndex({ ...nameTables, coreMask: get('names.coreMask', Uint32Array) } as NameTables),
  })
}

function checkHeader(found: Uint32Array): void {
  const expected = header(found[3] ?? 0)
  const names = ['format', 'reader version', 'gazetteer']
  for (const [i, name] of names.entries())
    if (found[i] !== expected[i])
      throw new Error(`the index has ${name} ${found[i]}; this version uses ${expected[i]}. Build the index again.`)
}
