// The keys under which a question may have been verified: as typed, and completed by the building it was matched to.
import { foldText } from '../catalog/snapshot/fold-name.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { MatchQuery, Reading, Verdict } from '../matcher/matcher.ts'
import type { Place } from './address-key.ts'
import { addressKey, complete } from './address-key.ts'

export interface ReadingKeys {
  /** Of the words as typed; null when they do not say where. */
  readonly typed: string | null
  /** With what the matched building adds; null when the match is not certain enough to add anything. */
  readonly full: string | null
}

/** From here on the building is taken at its word about its street type, city and province. */
const CERTAIN = 0.8

interface Known {
  /** Province by folded city name, for names that are in one province only. */
  readonly provinces: ReadonlyMap<string, string | null>
  /** The address lines of buildings, read once each. */
  readonly lines: Map<number, readonly Reading[]>
}

const known = new WeakMap<Snapshot, Known>()

export function keysOf(query: MatchQuery, verdict: Verdict, snapshot: Snapshot): ReadingKeys {
  const { reading, candidates } = verdict
  if (!reading || reading.civic_number === null) return { typed: null, full: null }
  const typed = addressKey(reading, placeOf(query, reading, snapshot))
  const top = candidates[0]
  if (!top || top.confidence < CERTAIN) return { typed, full: null }
  const building = snapshot.buildings.get(Number(top.key))
  const project = building && snapshot.projects.get(building.project_id)
  if (!project) return { typed, full: null }
  const place = { city: project.city_name, province: project.province }
  return { typed, full: addressKey(complete(reading, linesOf(building.id, snapshot), place)) }
}

/** Where the text says it is; a city says its province, and a hint that no gazetteer knows is still a city. */
function placeOf(query: MatchQuery, reading: Reading, snapshot: Snapshot): Place {
  const city = reading.city ?? query.city ?? null
  const province = reading.province ?? (city === null ? null : (provincesOf(snapshot).get(foldText(city)) ?? null))
  return { city, province }
}

function knownOf(snapshot: Snapshot): Known {
  let found = known.get(snapshot)
  if (!found) {
    const provinces = new Map<string, string | null>()
    for (const { city_name, province } of snapshot.projects.records) {
      const name = foldText(city_name)
      const held = provinces.get(name)
      provinces.set(name, held === undefined || held === province ? province : null)
    }
    found = { provinces, lines: new Map() }
    known.set(snapshot, found)
  }
  return found
}

const provincesOf = (snapshot: Snapshot) => knownOf(snapshot).provinces

function linesOf(buildingId: number, snapshot: Snapshot): readonly Reading[] {
  const { lines } = knownOf(snapshot)
  let found = lines.get(buildingId)
  if (!found) {
    const addresses = snapshot.buildings.get(buildingId)?.addresses ?? []
    found = addresses.flatMap(({ line }) => snapshot.matcher.match({ address: line }).reading ?? [])
    lines.set(buildingId, found)
  }
  return found
}
