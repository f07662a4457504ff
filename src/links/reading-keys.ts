// The keys to look up decisions for a query by: as typed, and completed.
import { LRUCache } from 'lru-cache'
import { provincesByCity } from '../catalog/query/reference-lists.ts'
import { foldText } from '../catalog/snapshot/fold-name.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { MatchQuery, Reading, Verdict } from '../matcher/matcher.ts'
import type { Place } from './address-key.ts'
import { addressKey, completeReading } from './address-key.ts'

export interface ReadingKeys {
  /** From the text alone; null when it names no place. */
  readonly typed: string | null
  /** Completed from the matched building; null when the match is too uncertain. */
  readonly completed: string | null
}

/** Minimum confidence to complete a reading from the matched building. */
export const COMPLETE_FROM = 0.8

interface SnapshotLookups {
  /** Province by folded city name; null for names in several provinces. */
  readonly provinces: ReadonlyMap<string, string | null>
  /** Parsed address lines by building ID. */
  readonly lines: LRUCache<number, readonly Reading[]>
}

const MAX_CACHED_LINES = 10_000

const lookups = new WeakMap<Snapshot, SnapshotLookups>()

export function keysOf(query: MatchQuery, verdict: Verdict, snapshot: Snapshot): ReadingKeys {
  const { reading, candidates } = verdict
  if (!reading || reading.civic_number === null) return { typed: null, completed: null }
  const typed = addressKey(reading, placeInQuery(query, reading, snapshot))
  const top = candidates[0]
  if (!top || top.confidence < COMPLETE_FROM) return { typed, completed: null }
  const building = snapshot.buildings.get(Number(top.key))
  const project = building && snapshot.projects.get(building.project_id)
  if (!project) return { typed, completed: null }
  const place = { city: project.city_name, province: project.province }
  return { typed, completed: addressKey(completeReading(reading, linesOf(building.id, snapshot), place)) }
}

/** A city implies its province. A hint outside the gazetteer still counts as a city. */
function placeInQuery(query: MatchQuery, reading: Reading, snapshot: Snapshot): Place {
  const city = reading.city ?? query.city ?? null
  const province = reading.province ?? (city === null ? null : (provincesOf(snapshot).get(foldText(city)) ?? null))
  return { city, province }
}

function lookupsOf(snapshot: Snapshot): SnapshotLookups {
  let found = lookups.get(snapshot)
  if (!found) {
    found = { provinces: provincesByCity(snapshot), lines: new LRUCache({ max: MAX_CACHED_LINES }) }
    lookups.set(snapshot, found)
  }
  return found
}

const provincesOf = (snapshot: Snapshot) => lookupsOf(snapshot).provinces

function linesOf(buildingId: number, snapshot: Snapshot): readonly Reading[] {
  const { lines } = lookupsOf(snapshot)
  let found = lines.get(buildingId)
  if (!found) {
    const addresses = snapshot.buildings.get(buildingId)?.addresses ?? []
    found = addresses.flatMap(({ line }) => snapshot.matcher.match({ address: line }).reading ?? [])
    lines.set(buildingId, found)
  }
  return found
}
