// The buildings that addresses are checked against, by street. Facts of a street are read once.

import type { StreetIndex } from '@plinth/matcher'
import { PROVINCES } from '@plinth/matcher/internal/gazetteer/place-tables'
import { readAddressLine } from '@plinth/matcher/internal/index/address-line'
import { findEntry } from '@plinth/matcher/internal/index/street-index'
import type { City } from '@plinth/matcher/internal/read/city-directory'
import { LRUCache } from 'lru-cache'
import { streetName as streetOfLine } from '../catalog/query/street-of-line.ts'
import type { Province } from '../catalog/records/record-schemas.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import { addressIndexOf } from '../catalog/snapshot/snapshot-matcher.ts'
import type { StreetParts } from './street-parts.ts'
import { streetOfText } from './street-parts.ts'

export interface BookBuilding {
  readonly lines: readonly string[]
  /** Its own, not that of a project with several buildings. */
  readonly postal_code: string | null
}

export interface BookStreet {
  /** As the address of a building writes it; null when no line of its buildings can be read. */
  readonly parts: StreetParts | null
  /** The lowest and the highest number of its buildings. */
  readonly from: number
  readonly to: number
}

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

const MAX_CACHED_STREETS = 20_000
/** Each try reads a record. A few are enough to find a line that is well written. */
const MAX_TRIES = 3

/** What was read of an index. Publishing prices and statuses keeps the index, and with it this. */
interface IndexFacts {
  readonly streets: LRUCache<number, BookStreet>
  centres: readonly (Point | null)[] | undefined
}

const factsByIndex = new WeakMap<StreetIndex, IndexFacts>()

function factsOf(index: StreetIndex): IndexFacts {
  let facts = factsByIndex.get(index)
  if (!facts) {
    facts = { streets: new LRUCache({ max: MAX_CACHED_STREETS }), centres: undefined }
    factsByIndex.set(index, facts)
  }
  return facts
}

export class AddressBook {
  readonly index: StreetIndex
  readonly building: (key: string) => BookBuilding | null
  readonly #facts: IndexFacts

  constructor(index: StreetIndex, building: (key: string) => BookBuilding | null) {
    this.index = index
    this.building = building
    this.#facts = factsOf(index)
  }

  provinceOf(city: number): Province | null {
    return provinceCode((this.index.directory.cities[city] as City).province)
  }

  street(id: number): BookStreet {
    let street = this.#facts.streets.get(id)
    if (!street) {
      street = this.#readStreet(id)
      this.#facts.streets.set(id, street)
    }
    return street
  }

  #readStreet(id: number): BookStreet {
    const { firstEntry, entryStreet, entryNumber, entryBuilding, entryOrder } = this.index
    const { streetName, streetCity, nameSingular, nameBySingularKey } = this.index
    const name = streetName[id]!
    const entries: number[] = []
    for (let entry = firstEntry[name]!; entry < firstEntry[name + 1]!; entry++)
      if (entryStreet[entry] === id) entries.push(entry)
    const province = this.provinceOf(streetCity[id]!)
    const key = nameBySingularKey.keys.get(nameSingular[name]!)
    // In the order of the buildings, so that all readings of a line lead to the same one.
    const inOrder = entries.slice(0, 64).sort((a, b) => entryOrder[a]! - entryOrder[b]!)
    let best: { parts: StreetParts; quality: number } | null = null
    for (const entry of inOrder.slice(0, MAX_TRIES)) {
      const found = this.#partsAt(entryBuilding[entry]!, entryNumber[entry]!, key, province)
      if (found && (!best || found.quality > best.quality)) best = found
    }
    return { parts: best?.parts ?? null, from: entryNumber[entries[0]!]!, to: entryNumber[entries.at(-1)!]! }
  }

  /** The street of the building's line with this number and name. */
  #partsAt(
    row: number,
    number: number,
    key: string,
    province: Province | null,
  ): { parts: StreetParts; quality: number } | null {
    for (const line of this.building(this.index.keys.get(row))?.lines ?? []) {
      const read = readAddressLine(line, true)
      if (!read?.numbers.some((one) => one.number === number)) continue
      // A corner building has the same number on two streets, and a renamed street two names.
      if (!read.streets.some(({ singularKey }) => singularKey === key)) continue
      const text = streetOfLine(line)
      const parts = text === null ? null : streetOfText(text, province, true)
      if (parts) return { parts, quality: spellingQuality(line) }
    }
    return null
  }

  /** The point of a number on a street: between the nearest buildings with a lower and a higher number. */
  pointOn(street: number, number: number): Point | null {
    const { firstEntry, streetName, entryNumber } = this.index
    const name = streetName[street]!
    const at = findEntry(this.index, name, number)
    const above = this.#located(street, at, firstEntry[name + 1]!, 1)
    const below = this.#located(street, at - 1, firstEntry[name]! - 1, -1)
    if (above < 0 || below < 0) return above < 0 && below < 0 ? null : this.#pointOf(Math.max(above, below))
    const [low, high] = [entryNumber[below]!, entryNumber[above]!]
    const share = high === low ? 1 : (number - low) / (high - low)
    const [a, b] = [this.#pointOf(below), this.#pointOf(above)]
    return {
      latitude: a.latitude + share * (b.latitude - a.latitude),
      longitude: a.longitude + share * (b.longitude - a.longitude),
    }
  }

  /** The first entry of the street with a point, from `from` up to but not including `end`; -1 for none. */
  #located(street: number, from: number, end: number, step: number): number {
    const { entryStreet, entryBuilding, latitude } = this.index
    for (let entry = from; entry !== end && (end - entry) * step > 0; entry += step)
      if (entryStreet[entry] === street && !Number.isNaN(latitude[entryBuilding[entry]!]!)) return entry
    return -1
  }

  #pointOf(entry: number): Point {
    const row = this.index.entryBuilding[entry]!
    return { latitude: this.index.latitude[row]!, longitude: this.index.longitude[row]! }
  }

  /** The mean of the city's buildings; null when none has a point. */
  centreOf(city: number): Point | null {
    this.#facts.centres ??= centresOf(this.index)
    return this.#facts.centres[city] ?? null
  }
}

const provinceCode = (id: number): Province | null => (PROVINCES[id]?.code || null) as Province | null

/** Lines in capitals lose the case of a name, and often its accents. */
function spellingQuality(line: string): number {
  return (/\p{Ll}/u.test(line) ? 1 : 0) + (/[^\u0020-\u007e]/.test(line) ? 1 : 0)
}

function centresOf({ buildingCity, latitude, longitude }: StreetIndex): (Point | null)[] {
  const sums: [count: number, latitude: number, longitude: number][] = []
  for (let row = 0; row < buildingCity.length; row++) {
    const [lat, lng] = [latitude[row]!, longitude[row]!]
    if (Number.isNaN(lat) || Number.isNaN(lng)) continue
    const city = buildingCity[row]!
    const [count, north, east] = sums[city] ?? [0, 0, 0]
    sums[city] = [count + 1, north + lat, east + lng]
  }
  return Array.from(sums, (sum) => (sum ? { latitude: sum[1] / sum[0], longitude: sum[2] / sum[0] } : null))
}

const books = new WeakMap<Snapshot, AddressBook>()

/** The buildings of a snapshot. */
export function addressBookOf(snapshot: Snapshot): AddressBook {
  let book = books.get(snapshot)
  if (!book) {
    book = new AddressBook(addressIndexOf(snapshot.matcher), (key) => {
      const building = snapshot.buildings.get(Number(key))
      const project = building && snapshot.projects.get(building.project_id)
      if (!project) return null
      const lines = building.addresses.map(({ line }) => line)
      return { lines, postal_code: project.buildings.length === 1 ? project.postal_code : null }
    })
    books.set(snapshot, book)
  }
  return book
}
