// The keys to look up decisions for a query by: as typed, and completed.

import type { MatchQuery, Reading, Verdict } from '@plinth/matcher'
import { LRUCache } from 'lru-cache'
import { provincesByCity } from '../catalog/query/reference-lists.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { Place } from './address-key.ts'
import { addressKey, cityKey, completeReading } from './address-key.ts'
import { towerOf } from './link-target.ts'

export interface ReadingKeys {
  /** From the text alone; null when it names no place. */
  readonly typed: string | null
  /** Completed from the matched building; null when the match is too uncertain. */
  readonly completed: string | null
}

/** Minimum confidence to complete a reading from the matched building. */
export const COMPLETE_FROM = 0.8

/** The municipality of a building and its parsed address lines. */
interface BuildingAddresses {
  readonly place: Place
  readonly lines: readonly Reading[]
}

interface SnapshotLookups {
  /** Province by folded city name; null for names in several provinces. */
  readonly provinces: ReadonlyMap<string, string | null>
  readonly buildings: LRUCache<number, BuildingAddresses>
}

const MAX_CACHED_BUILDINGS = 50_000

const lookups = new WeakMap<Snapshot, SnapshotLookups>()

export function keysOf(query: MatchQuery, verdict: Verdict, snapshot: Snapshot): ReadingKeys {
  const { reading, candidates } = verdict
  if (!reading || reading.civic_number === null) return { typed: null, completed: null }
  const typed = addressKey(reading, placeInQuery(query, reading, snapshot))
  const top = candidates[0]
  if (!top || top.confidence < COMPLETE_FROM) return { typed, completed: null }
  const building = addressesOf(towerOf(top), snapshot)
  return { typed, completed: building && addressKey(completeReading(reading, building.lines, building.place)) }
}

/** A city implies its province. A hint outside the gazetteer still counts as a city. */
function placeInQuery(query: MatchQuery, reading: Reading, snapshot: Snapshot): Place {
  const city = reading.city ?? query.city ?? null
  const province = reading.province ?? (city === null ? null : (provincesOf(snapshot).get(cityKey(city)) ?? null))
  return { city, province }
}

function lookupsOf(snapshot: Snapshot): SnapshotLookups {
  let found = lookups.get(snapshot)
  if (!found) {
    found = { provinces: provincesByCity(snapshot), buildings: new LRUCache({ max: MAX_CACHED_BUILDINGS }) }
    lookups.set(snapshot, found)
  }
  return found
}

const provincesOf = (snapshot: Snapshot) => lookupsOf(snapshot).provinces

/** Null if the building is not in the snapshot. */
function addressesOf(buildingId: number, snapshot: Snapshot): BuildingAddresses | null {
  const { buildings } = lookupsOf(snapshot)
  let found = buildings.get(buildingId)
  if (!found) {
    const building = snapshot.buildings.get(buildingId)
    const project = building && snapshot.projects.get(building.project_id)
    if (!project) return null
    found = {
      place: { city: project.city_name, province: project.province },
      lines: building.addresses.flatMap(({ line }) => snapshot.matcher.match({ address: line }).reading ?? []),
    }
    buildings.set(buildingId, found)
  }
  return found
}
