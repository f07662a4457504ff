// The words of streets, names, corporations and cities of a snapshot, for suggestions.
import type { StreetIndex } from '@plinth/matcher'
import { normalizeText } from '@plinth/matcher/internal/text/fold-text'
import { tokenize } from '@plinth/matcher/internal/text/tokenize'
import { WordIndexBuilder } from './word-index.ts'
import { WordMatches } from './word-matches.ts'

export const PROJECT_NAME = 0
export const BUILDING_NAME = 1
export const CORPORATION = 2

/** A name of a building or project. */
export interface IndexedName {
  readonly kind: typeof PROJECT_NAME | typeof BUILDING_NAME
  /** The building's row in the address index. For a project: its first building. */
  readonly building: number
  readonly text: string
}

export interface SuggestIndex {
  readonly addresses: StreetIndex
  /** Entries are names of streets, as in the address index. */
  readonly streets: WordMatches
  /** Entries are cities, as in the address index. */
  readonly cities: WordMatches
  /** Entries are names of buildings and projects, and condo corporations. */
  readonly names: WordMatches
  readonly nameKind: Uint8Array
  readonly nameBuilding: Uint32Array
  /** The number of buildings of each project. */
  readonly towers: Uint16Array
  /** Between 0 and 1, by the number of buildings. */
  readonly citySize: Float32Array
  /** One search at a time uses it. */
  readonly scratch: StreetScratch
}

/** What the search under way knows of each street. */
interface StreetScratch {
  searches: number
  /** Float64, because the numbers of searches outgrow 32 bits. */
  readonly stamps: Float64Array
  readonly points: Float32Array
  readonly isComplete: Uint8Array
}

const ROWS_PER_STEP = 2048
/** A city with this many buildings is as likely as any larger one. */
const LARGE_CITY = 10_000

/** The words of a name as the index writes them, and their other spellings. */
export function wordsOfName(text: string): { words: string[]; others: string[] } {
  const words: string[] = []
  const others: string[] = []
  for (const { text: word, canon } of tokenize(normalizeText(text))) {
    words.push(word.toLowerCase())
    if (canon !== '' && canon !== word) others.push(canon)
  }
  // `Lake Shore` is also found as `lakeshore`
  if (words.length > 1 && words.length < 5) others.push(words.join(''))
  return { words, others }
}

/** Yields between steps, so that the server can handle requests. */
export function* buildSuggestIndex(
  addresses: StreetIndex,
  names: Iterable<IndexedName>,
): Generator<void, SuggestIndex> {
  const streets = new WordIndexBuilder()
  for (let name = 0; name < addresses.nameWords.length; name++) {
    const words = addresses.nameWords.get(name).split(' ')
    streets.add(words, words.length > 1 ? [words.join('')] : [])
    if (name % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield
  }
  const streetIndex = yield* streets.freeze()
  yield
  const named = yield* indexNames(addresses, names)
  yield
  const counts = new Uint32Array(addresses.directory.cities.length)
  for (let i = 0; i < addresses.buildingCity.length; i++) counts[addresses.buildingCity[i]!]!++
  const cities = new WordIndexBuilder()
  for (const { id, name } of addresses.directory.cities) {
    const { words, others } = counts[id]! > 0 ? wordsOfName(name) : { words: [], others: [] }
    cities.add(words, others)
  }
  return Object.freeze({
    addresses,
    streets: new WordMatches(streetIndex),
    cities: new WordMatches(yield* cities.freeze()),
    ...named,
    towers: countTowers(addresses),
    scratch: scratchFor(addresses.streetName.length),
    citySize: Float32Array.from(counts, (count) => Math.min(1, Math.log1p(count) / Math.log1p(LARGE_CITY))),
  })
}

function* indexNames(addresses: StreetIndex, names: Iterable<IndexedName>) {
  const builder = new WordIndexBuilder()
  const kinds: number[] = []
  const buildings: number[] = []
  for (const { kind, building, text } of names) {
    const { words, others } = wordsOfName(text)
    builder.add(words, others)
    kinds.push(kind)
    buildings.push(building)
    if (builder.length % ROWS_PER_STEP === 0) yield
  }
  const { buildingsByCorp } = addresses
  for (let row = 0; row < buildingsByCorp.keys.length; row++) {
    const building = buildingsByCorp.numbersOf(row)[0]
    if (building === undefined) continue
    builder.add(buildingsByCorp.keys.get(row).toLowerCase().split(' '))
    kinds.push(CORPORATION)
    buildings.push(building)
  }
  yield
  return {
    names: new WordMatches(yield* builder.freeze()),
    nameKind: Uint8Array.from(kinds),
    nameBuilding: Uint32Array.from(buildings),
  }
}

function scratchFor(streets: number): StreetScratch {
  return {
    searches: 0,
    stamps: new Float64Array(streets),
    points: new Float32Array(streets),
    isComplete: new Uint8Array(streets),
  }
}

function countTowers({ group, groups }: StreetIndex): Uint16Array {
  const counts = new Uint16Array(groups.length)
  for (let building = 0; building < group.length; building++) if (group[building]! >= 0) counts[group[building]!]!++
  return counts
}

/** The memory that it uses in addition to the address index. */
export function bytesOf(index: SuggestIndex): number {
  const { streets, cities, names, nameKind, nameBuilding, towers, citySize, scratch } = index
  const { stamps, points, isComplete } = scratch
  const all = [nameKind, nameBuilding, towers, citySize, stamps, points, isComplete]
  const arrays = all.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return streets.byteLength + cities.byteLength + names.byteLength + arrays
}
