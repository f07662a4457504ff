// The facts that differ between two versions of a dataset, from the buildings that changed.

import type { PostingTable } from '../index/posting-table.ts'
import type { StreetIndex } from '../index/street-index.ts'
import { hashOf } from '../index/string-table.ts'
import type { City } from '../read/city-directory.ts'
import { isInGazetteer } from '../read/city-directory.ts'
import type { BuildingChanges } from '../types/match-query.ts'
import { addChangedStreets } from './changed-streets.ts'
import { ANYTHING, areaOf, FACT, linkKey, nameEndKey, nameStartKey } from './link-key.ts'
import type { RecordedBuildings } from './street-recorder.ts'
import { recordBuildings } from './street-recorder.ts'

/**
 * The keys of all facts that changed. `index` is that of the new version. Null when a city that the gazetteer lacks
 * comes or goes: then any text may be read differently.
 */
export function keysOfChange(index: StreetIndex, { before, after, buildingOf }: BuildingChanges): number[] | null {
  if (before.length + after.length === 0) return []
  const rowOf = rowsOf(index, new Set([...before, ...after].map((b) => b.key)))
  const rows = new Set(rowOf.values())
  const old = recordBuildings(before, index)
  const now = recordBuildings(after, index)
  if (hasOtherCities(index, old, now, rows)) return null
  const keys = new Set<number>([ANYTHING])
  const recordAgain = (unchanged: ReadonlySet<number>): RecordedBuildings =>
    recordBuildings(
      [...unchanged].flatMap((row) => buildingOf(index.keys.get(row)) ?? []),
      index,
    )
  addChangedStreets(index, { old, now, rows: rowOf, recordAgain }, keys)
  for (const city of comingOrGoing(index, old.cities, now.cities, rows))
    keys.add(linkKey(FACT.covered, areaOf(index.directory.cities[city] as City)))
  for (const { names, condoCorps } of [old, now]) {
    for (const corp of condoCorps) keys.add(linkKey(FACT.condoCorp, corp))
    for (const table of [names.byWhole, names.byCore, names.byShort])
      for (const name of table.keys.strings.toArray()) keys.add(linkKey(FACT.name, name))
    for (const core of names.byCore.keys.strings.toArray()) addSimilarNames(core, keys)
  }
  for (const word of differentWords(index.names.tables.byFirstWord, old, now, rows))
    keys.add(linkKey(FACT.firstWord, word))
  return [...keys]
}

/** The rows in the new index of some buildings, by their keys. */
function rowsOf(index: StreetIndex, wanted: ReadonlySet<string>): Map<string, number> {
  const hashes = new Set([...wanted].map(hashOf))
  const rows = new Map<string, number>()
  for (let b = 0; b < index.keys.length; b++) {
    if (!hashes.has(index.keys.hashAt(b))) continue
    const key = index.keys.get(b)
    if (wanted.has(key)) rows.set(key, b)
  }
  return rows
}

/** A city exists as long as a building is in it. With an unchanged building it was there before, and still is. */
function hasOtherCities(
  index: StreetIndex,
  { cities: before }: RecordedBuildings,
  { cities: after }: RecordedBuildings,
  changed: ReadonlySet<number>,
): boolean {
  const { cities } = index.directory
  const touched = new Set<number>()
  for (const id of [...before, ...after]) {
    const city = cities[id]
    if (!city) return true
    if (!isInGazetteer(city) && city.name !== '') touched.add(id)
  }
  if (touched.size === 0) return false
  // of cities that share a name, the order of the buildings decides which comes first
  for (const ids of index.directory.idsByKey.values()) {
    const others = ids.filter((id) => !isInGazetteer(cities[id] as City))
    if (others.length > 1 && others.some((id) => touched.has(id))) return true
  }
  const coming = comingOrGoing(index, before, after, changed)
  return [...touched].some((id) => coming.has(id))
}

/** The cities that had no building before, or have none now. */
function comingOrGoing(
  index: StreetIndex,
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
  changed: ReadonlySet<number>,
): Set<number> {
  const cities = new Set([...before, ...after].filter((id) => before.has(id) !== after.has(id)))
  for (let b = 0; b < index.buildingCity.length && cities.size > 0; b++)
    if (!changed.has(b)) cities.delete(index.buildingCity[b] as number)
  return cities
}

/** Names that are one edit away may be one letter shorter or longer. */
function addSimilarNames(core: string, keys: Set<number>): void {
  for (let length = core.length - 1; length <= core.length + 1; length++) {
    keys.add(nameStartKey(core, length))
    keys.add(nameEndKey(core, length))
  }
}

/** The first words of names that only changed buildings have, before or after but not both. */
function differentWords(
  table: PostingTable,
  { names: old }: RecordedBuildings,
  { names: now }: RecordedBuildings,
  changed: ReadonlySet<number>,
): string[] {
  const [before, after] = [old, now].map((names) => new Set(names.byFirstWord.keys.strings.toArray()))
  const words = [...new Set([...before!, ...after!])]
  return words.filter(
    (word) => before!.has(word) !== after!.has(word) && table.get(word).every((building) => changed.has(building)),
  )
}
