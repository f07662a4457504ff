// The facts about streets that differ between two versions of a dataset.

import type { StreetIndex } from '../index/street-index.ts'
import type { City } from '../read/city-directory.ts'
import { allAreas, areaOf, digitsOf, EVERYWHERE, FACT, linkKey, nameStartKey } from './link-key.ts'
import type { RecordedBuildings, RecordedEntry } from './street-recorder.ts'

interface ChangedName {
  /** The row of the name in the new index; -1 when no building is on it. */
  readonly id: number
  readonly before: RecordedEntry[]
  readonly after: RecordedEntry[]
}

/** The changed buildings. */
export interface Changed {
  readonly old: RecordedBuildings
  readonly now: RecordedBuildings
  /** Their rows in the new index, by their keys. */
  readonly rows: ReadonlyMap<string, number>
  /** Reads buildings of the new index again. */
  readonly recordAgain: (rows: ReadonlySet<number>) => RecordedBuildings
}

export function addChangedStreets(index: StreetIndex, changed: Changed, keys: Set<number>): void {
  const rows = new Set(changed.rows.values())
  const names = namesOf(index, changed.old, changed.now)
  const firsts = firstUnchanged(index, names, rows)
  const recorded = changed.recordAgain(new Set(firsts.values())).entries
  for (const [key, name] of names) {
    const cities = new StreetsOfName(index, name, rows)
    const first = firsts.get(key) ?? -1
    const ofFirst = first < 0 ? [] : entriesOn(recorded, index.keys.get(first), key)
    const spellings = spellingsOf(index, name, first, ofFirst, changed.rows)
    for (const singularKey of spellings.keys) {
      for (const { number } of [...name.before, ...name.after]) keys.add(linkKey(FACT.entries, singularKey, number))
      for (const area of cities.changedAreas()) keys.add(linkKey(FACT.streetInArea, `${singularKey} ${area}`))
      if (!cities.hasOtherFrequency()) continue
      keys.add(linkKey(FACT.street, singularKey))
      keys.add(nameStartKey(singularKey))
    }
    for (const { number, city } of [...name.before, ...name.after]) addNumber(index, key, number, city, keys)
    if (spellings.isOther) addWholeName(index, key, name.id, spellings.keys, keys)
  }
}

const entriesOn = (entries: readonly RecordedEntry[], building: string, name: string): RecordedEntry[] =>
  entries.filter((entry) => entry.building === building && entry.name.key === name)

/** The names of the streets of changed buildings, by their key. */
function namesOf(index: StreetIndex, old: RecordedBuildings, now: RecordedBuildings): Map<string, ChangedName> {
  const touched = new Set([...old.entries, ...now.entries].map((entry) => entry.name.key))
  const ids = new Map<string, number>()
  for (let n = 0; n < index.nameKey.length; n++) {
    const key = index.nameKey.get(n)
    if (touched.has(key)) ids.set(key, n)
  }
  const names = new Map<string, ChangedName>()
  for (const key of touched) names.set(key, { id: ids.get(key) ?? -1, before: [], after: [] })
  for (const entry of old.entries) names.get(entry.name.key)?.before.push(entry)
  for (const entry of now.entries) names.get(entry.name.key)?.after.push(entry)
  return names
}

const entriesOf = (index: StreetIndex, name: number): [from: number, to: number] =>
  name < 0 ? [0, 0] : [index.firstEntry[name] as number, index.firstEntry[name + 1] as number]

const streetOf = (city: number, type: number, direction: number): number => (city * 256 + type) * 16 + direction

/** The streets of one name, before and after. */
class StreetsOfName {
  readonly #index: StreetIndex
  readonly #before: Set<number>
  readonly #after: Set<number>

  constructor(index: StreetIndex, { id, before, after }: ChangedName, changed: ReadonlySet<number>) {
    this.#index = index
    const unchanged = new Set<number>()
    const [from, to] = entriesOf(index, id)
    for (let e = from; e < to; e++) {
      if (changed.has(index.entryBuilding[e] as number)) continue
      const s = index.entryStreet[e] as number
      const [type, direction] = [index.streetType[s] as number, index.streetDirection[s] as number]
      unchanged.add(streetOf(index.streetCity[s] as number, type, direction))
    }
    const streets = (entries: readonly RecordedEntry[]) =>
      new Set([...unchanged, ...entries.map(({ city, type, direction }) => streetOf(city, type, direction))])
    this.#before = streets(before)
    this.#after = streets(after)
  }

  /** The areas in which a street of the name came or went. */
  changedAreas(): Set<string> {
    const areas = new Set<string>()
    for (const street of new Set([...this.#before, ...this.#after]))
      if (this.#before.has(street) !== this.#after.has(street))
        areas.add(areaOf(this.#index.directory.cities[street >> 12] as City))
    return areas
  }

  hasOtherFrequency(): boolean {
    return frequencyOf(this.#before) !== frequencyOf(this.#after)
  }
}

/** As the comparison of names counts cities: none, one, few or many. */
function frequencyOf(streets: ReadonlySet<number>): number {
  const cities = new Set([...streets].map((street) => street >> 12)).size
  return cities <= 1 ? cities : cities <= 4 ? 2 : 3
}

interface Spellings {
  /** The keys under which the name is or was found. */
  readonly keys: ReadonlySet<string>
  /** The name may have had other words, which also count for the buildings that did not change. */
  readonly isOther: boolean
}

/** The first building on each name that did not change. */
function firstUnchanged(
  index: StreetIndex,
  names: ReadonlyMap<string, ChangedName>,
  changed: ReadonlySet<number>,
): Map<string, number> {
  const firsts = new Map<string, number>()
  for (const [key, { id }] of names) {
    const [from, to] = entriesOf(index, id)
    let first = Number.POSITIVE_INFINITY
    for (let e = from; e < to; e++) {
      const building = index.entryBuilding[e] as number
      if (building < first && !changed.has(building)) first = building
    }
    if (first < Number.POSITIVE_INFINITY) firsts.set(key, first)
  }
  return firsts
}

/** A name has the words of its first building: `Lake Shore` and `Lakeshore` are one name. */
function spellingsOf(
  index: StreetIndex,
  { id, before, after }: ChangedName,
  first: number,
  ofFirst: readonly RecordedEntry[],
  rows: ReadonlyMap<string, number>,
): Spellings {
  const keys = new Set([...before, ...after].map(({ name }) => name.singularKey))
  if (id < 0) return { keys, isOther: false }
  const singularKey = index.nameBySingularKey.keys.get(index.nameSingular[id] as number)
  keys.add(singularKey)
  if (first < 0) return { keys, isOther: false }
  // buildings keep their order, so a changed building that comes later did not give the name its words
  const earlier = before.filter(({ building }) => (rows.get(building) ?? -1) < first)
  const possible = [...earlier, ...ofFirst]
  for (const { name } of possible) keys.add(name.singularKey)
  const words = index.nameWords.get(id)
  return { keys, isOther: possible.some(({ name }) => name.words !== words || name.singularKey !== singularKey) }
}

function addNumber(index: StreetIndex, key: string, number: number, city: number, keys: Set<number>): void {
  const { directory } = index
  const { name } = directory.cities[city] as City
  // a building without a city is compared whatever city the query names
  const areas = name === '' ? allAreas(directory) : [areaOf(directory.cities[city] as City)]
  for (const area of [EVERYWHERE, ...areas]) keys.add(linkKey(FACT.number, `${area} ${digitsOf(key)}`, number))
}

/** All entries of a name whose words may be others now. */
function addWholeName(
  index: StreetIndex,
  key: string,
  id: number,
  singularKeys: ReadonlySet<string>,
  keys: Set<number>,
): void {
  const [from, to] = entriesOf(index, id)
  for (let e = from; e < to; e++) {
    const number = index.entryNumber[e] as number
    const city = index.streetCity[index.entryStreet[e] as number] as number
    addNumber(index, key, number, city, keys)
    for (const singularKey of singularKeys) {
      keys.add(linkKey(FACT.entries, singularKey, number))
      keys.add(linkKey(FACT.street, singularKey))
      keys.add(linkKey(FACT.streetInArea, `${singularKey} ${areaOf(index.directory.cities[city] as City)}`))
    }
  }
}
