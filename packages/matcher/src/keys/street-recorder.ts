// Records the streets and civic numbers of buildings while they are read for an index.

import { IndexBuilder } from '../index/index-builder.ts'
import type { NameTables } from '../index/name-index.ts'
import type { NameOfStreet } from '../index/street-columns.ts'
import { StreetColumns } from '../index/street-columns.ts'
import type { StreetIndex } from '../index/street-index.ts'
import type { MatchBuilding } from '../types/match-query.ts'

/** One address of a building: its street as the line spells it, and a civic number. */
export interface RecordedEntry {
  /** The key of the building. */
  readonly building: string
  readonly name: NameOfStreet
  readonly city: number
  readonly type: number
  readonly direction: number
  readonly number: number
}

type Street = Omit<RecordedEntry, 'number' | 'building'>

class RecordingColumns extends StreetColumns {
  readonly entries: RecordedEntry[] = []
  /** The key of the building that is being read. */
  building = ''
  #name: NameOfStreet | undefined
  /** The spelling with which a building was last on a street. Streets of several spellings share an id. */
  readonly #streets = new Map<number, Street>()

  override nameId(name: NameOfStreet): number {
    this.#name = name
    return super.nameId(name)
  }

  override streetId(nameId: number, city: number, type: number, direction: number): number {
    const id = super.streetId(nameId, city, type, direction)
    this.#streets.set(id, { name: this.#name as NameOfStreet, city, type, direction })
    return id
  }

  override addEntry(...entry: Parameters<StreetColumns['addEntry']>): void {
    const [number, , street] = entry
    this.entries.push({ ...(this.#streets.get(street) as Street), number, building: this.building })
  }
}

/** What the index would hold of some buildings. */
export interface RecordedBuildings {
  readonly entries: readonly RecordedEntry[]
  readonly names: NameTables
  readonly condoCorps: readonly string[]
  /** The ids of their cities, in the directory of the other index where it has them. */
  readonly cities: ReadonlySet<number>
}

/** `index` gives the cities their ids. */
export function recordBuildings(buildings: Iterable<MatchBuilding>, index: StreetIndex): RecordedBuildings {
  const columns = new RecordingColumns()
  const builder = new IndexBuilder(undefined, undefined, columns)
  for (let row = 0; row < index.places.length; row++) builder.places.add(index.places.get(row))
  for (const building of buildings) {
    columns.building = building.key
    builder.add(building)
  }
  const cities = new Set<number>()
  for (let b = 0; b < builder.length; b++) cities.add(builder.places.cityOf(builder.place.at(b)))
  return {
    entries: columns.entries,
    names: builder.names.freeze().tables,
    condoCorps: builder.corps.freeze().keys.strings.toArray(),
    cities,
  }
}
