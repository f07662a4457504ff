// The streets in a part of the map, from the address index.

import type { StreetIndex } from '@plinth/matcher'
import { MUNICIPAL } from '@plinth/matcher/internal/index/street-index'
import { LRUCache } from 'lru-cache'
import { foldText } from '../snapshot/fold-name.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { addressIndexOf } from '../snapshot/snapshot-matcher.ts'
import { streetName } from './street-of-line.ts'

export type Box = readonly [west: number, south: number, east: number, north: number]

interface CivicPoint {
  readonly number: number
  readonly latitude: number
  readonly longitude: number
}

interface Street {
  readonly name: string
  readonly city: string
  /** In the order of their numbers. */
  readonly points: readonly CivicPoint[]
}

export interface StreetInBox extends Street {
  /** The building in the middle of those in the box: the name belongs there. */
  readonly middle: CivicPoint
}

/** The box and the number of buildings of every street of the index. */
interface StreetBoxes {
  readonly boxes: Float32Array
  readonly counts: Uint32Array
}

const MAX_CACHED_STREETS = 5000

/** What is known of an index. Publishing prices and statuses keeps the index, and with it this. */
interface IndexStreets extends StreetBoxes {
  readonly cache: LRUCache<number, { readonly street: Street | null }>
}

const indexStreets = new WeakMap<StreetIndex, IndexStreets>()

function streetsOf(index: StreetIndex): IndexStreets {
  let streets = indexStreets.get(index)
  if (!streets) {
    streets = { ...measureStreets(index), cache: new LRUCache({ max: MAX_CACHED_STREETS }) }
    indexStreets.set(index, streets)
  }
  return streets
}

/** One pass over typed arrays: a few milliseconds for a hundred thousand buildings. */
function measureStreets(index: StreetIndex): StreetBoxes {
  const { entryStreet, entryBuilding, entryKind, latitude, longitude, streetName: names } = index
  const boxes = new Float32Array(names.length * 4)
  const counts = new Uint32Array(names.length)
  for (let entry = 0; entry < entryStreet.length; entry++) {
    const building = entryBuilding[entry]!
    const [lng, lat] = [longitude[building]!, latitude[building]!]
    if (entryKind[entry] !== MUNICIPAL || Number.isNaN(lng) || Number.isNaN(lat)) continue
    const street = entryStreet[entry]!
    const at = street * 4
    const isFirst = counts[street]!++ === 0
    boxes[at] = isFirst ? lng : Math.min(boxes[at]!, lng)
    boxes[at + 1] = isFirst ? lat : Math.min(boxes[at + 1]!, lat)
    boxes[at + 2] = isFirst ? lng : Math.max(boxes[at + 2]!, lng)
    boxes[at + 3] = isFirst ? lat : Math.max(boxes[at + 3]!, lat)
  }
  return { boxes, counts }
}

/** Those with the most buildings first. */
export function streetsIn(snapshot: Snapshot, box: Box, limit: number): { found: StreetInBox[]; truncated: boolean } {
  const [west, south, east, north] = box
  const index = addressIndexOf(snapshot.matcher)
  const { boxes, counts, cache } = streetsOf(index)
  const inBox: number[] = []
  for (let street = 0; street < counts.length; street++) {
    const at = street * 4
    if (counts[street]! === 0 || boxes[at]! > east || boxes[at + 2]! < west) continue
    if (boxes[at + 1]! <= north && boxes[at + 3]! >= south) inBox.push(street)
  }
  inBox.sort((a, b) => counts[b]! - counts[a]! || a - b)
  const found = new Map<string, StreetInBox>()
  let seen = 0
  for (; seen < inBox.length && found.size < limit; seen++) {
    const id = inBox[seen]!
    let cached = cache.get(id)
    if (!cached) {
      cached = { street: readStreet(snapshot, index, id) }
      cache.set(id, cached)
    }
    const { street } = cached
    const inside = street?.points.filter((point) => isInside(point, box)) ?? []
    const middle = inside[inside.length >> 1]
    if (!street || !middle) continue
    // "Avenue Rd" has two readings in the index: the street "Avenue", and the street "Avenue Road".
    const key = foldText(`${street.city} ${street.name}`)
    if (!found.has(key)) found.set(key, { ...street, middle })
  }
  return { found: [...found.values()], truncated: seen < inBox.length }
}

const isInside = ({ latitude, longitude }: CivicPoint, [west, south, east, north]: Box) =>
  longitude >= west && longitude <= east && latitude >= south && latitude <= north

function readStreet(snapshot: Snapshot, index: StreetIndex, street: number): Street | null {
  const { firstEntry, entryStreet, entryNumber, entryBuilding, entryKind, latitude, longitude } = index
  const name = index.streetName[street]!
  const points = new Map<number, CivicPoint>()
  const label = new StreetLabel(snapshot, index)
  for (let entry = firstEntry[name]!; entry < firstEntry[name + 1]!; entry++) {
    const building = entryBuilding[entry]!
    if (entryStreet[entry] !== street || entryKind[entry] !== MUNICIPAL) continue
    if (Number.isNaN(latitude[building]!) || Number.isNaN(longitude[building]!)) continue
    const number = entryNumber[entry]!
    label.add(building, number)
    if (!points.has(building))
      points.set(building, { number, latitude: latitude[building]!, longitude: longitude[building]! })
  }
  if (points.size === 0 || label.name === null) return null
  const sorted = [...points.values()].sort((a, b) => a.number - b.number)
  return { name: label.name, city: label.city, points: sorted }
}

/** Finds a street's name as an address writes it: the index has only folded words. */
class StreetLabel {
  name: string | null = null
  city = ''
  #tries = 0
  readonly #snapshot: Snapshot
  readonly #index: StreetIndex

  constructor(snapshot: Snapshot, index: StreetIndex) {
    this.#snapshot = snapshot
    this.#index = index
  }

  add(building: number, number: number): void {
    // Each try reads a record. A few are enough to find a line that is not odd.
    if (this.name !== null || this.#tries++ >= 3) return
    const project = this.#snapshot.projects.get(Number(this.#index.groups.get(this.#index.group[building]!)))
    const id = Number(this.#index.keys.get(building))
    const addresses = project?.buildings.find((one) => one.id === id)?.addresses ?? []
    const digits = new RegExp(String.raw`\b${number}(?!\d)`)
    for (const { line } of addresses) {
      const name = digits.test(line) ? streetName(line) : null
      if (name === null || !project) continue
      this.name = name
      this.city = project.city_name
      return
    }
  }
}
