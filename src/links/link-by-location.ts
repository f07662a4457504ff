// Links a point or a postal code to the buildings there, without an address.
import type { Calculation, Evidence } from '@plinth/matcher'
import { actionOf, outcomeOf } from '@plinth/matcher/internal/decide/decide'
import { calibrate } from '@plinth/matcher/internal/decide/score'
import { packPostal, postalArea } from '@plinth/matcher/internal/index/street-index'
import { readUnitHint } from '@plinth/matcher/internal/read/unit'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import { addressIndexOf } from '../catalog/snapshot/snapshot-matcher.ts'
import { at } from '../kernel/at.ts'
import { isInCanada } from './canada.ts'
import { locationSummary } from './link-summary.ts'
import type { LinkTarget } from './link-target.ts'
import { linkTargetOf } from './link-target.ts'
import type { Link, LinkReason, LinkResult } from './links.ts'
import { LOCATION_MAPS, LOCATION_WEIGHTS } from './location-model.ts'
import type { LocatedBuilding, LocationInput, PostalLevel, RankedLocation } from './location-score.ts'
import { locationEvidence, RADIUS_M, rankByLocation, sharedLevel } from './location-score.ts'

export interface LocationQuery {
  readonly point: { readonly latitude: number; readonly longitude: number } | null
  /** Upper case without a space. Required without a point. */
  readonly postal: string | null
  readonly unit: string | null
  readonly min_confidence: number
  readonly limit: number
  readonly explain: boolean
}

/** In the centre of a city a circle of 300 m can have hundreds of buildings; those beyond the nearest change nothing. */
const MAX_CANDIDATES = 50
const METRES_PER_DEGREE = 111_195

export function linkByLocation(query: LocationQuery, snapshot: Snapshot): LinkResult {
  const input: LocationInput = query.point ? 'point' : 'postal_code'
  const buildings = query.point
    ? buildingsNear(query.point, query.postal, snapshot)
    : buildingsWithCode(query.postal ?? '', snapshot)
  const { ranked, scores, any_raw } = rankByLocation(buildings, LOCATION_WEIGHTS)
  const any_calibrated = buildings.length === 0 ? 0 : calibrate(any_raw, LOCATION_MAPS[input])
  const factor = any_raw > 0 ? any_calibrated / any_raw : 0
  const isShown = ({ raw_probability }: RankedLocation) => raw_probability * factor >= query.min_confidence
  const shown = ranked.filter(isShown)
  const unit = query.unit === null ? null : readUnitHint(query.unit)
  const links = shown.slice(0, query.limit).map((one) => linkOf(one, factor, unit, query, snapshot))
  const confidences = links.map(({ match_confidence }) => ({ confidence: match_confidence }))
  const reason = links.length > 0 ? null : reasonOf(query, buildings.length)
  const calculation: Calculation = {
    scores,
    any_raw,
    any_calibrated,
    calibration: buildings.length === 0 ? null : { stratum: 'nearest', input },
    capped_probability: 0,
    rejected_probability: 0,
  }
  return {
    links,
    outcome: outcomeOf(confidences),
    action: actionOf(confidences),
    reason: reason?.code ?? null,
    reason_detail: reason?.detail ?? null,
    none_probability: 1 - any_calibrated,
    below_min_confidence: ranked.length - shown.length,
    dataset_version: snapshot.version?.version ?? 'none',
    model_version: snapshot.matcher.model_version,
    reading: null,
    ...(query.explain ? { readings: [], calculation } : {}),
    lookups: links.length > 0 ? 1 : 0,
  }
}

/** Reads the points of the matcher: towers without a point of their own are at the point of their project. */
function buildingsNear(
  { latitude, longitude }: NonNullable<LocationQuery['point']>,
  postal: string | null,
  snapshot: Snapshot,
): LocatedBuilding[] {
  const index = addressIndexOf(snapshot.matcher)
  const reach = RADIUS_M / METRES_PER_DEGREE
  const shrink = Math.cos((latitude * Math.PI) / 180)
  const near: { row: number; metres: number }[] = []
  for (let row = 0; row < index.latitude.length; row++) {
    const north = at(index.latitude, row) - latitude
    // NaN, for a building without a point, fails the comparison.
    if (!(north <= reach && north >= -reach)) continue
    const metres = METRES_PER_DEGREE * Math.hypot(north, (at(index.longitude, row) - longitude) * shrink)
    if (metres <= RADIUS_M) near.push({ row, metres })
  }
  return near
    .sort((a, b) => a.metres - b.metres)
    .slice(0, MAX_CANDIDATES)
    .flatMap(({ row, metres }) => {
      const buildingId = Number(index.keys.get(row))
      const target = targetOf(buildingId, snapshot)
      // The middle of a town says nothing about a building.
      if (target.location_accuracy === 'locality') return []
      const isExact = target.location_accuracy === 'rooftop' || target.location_accuracy === 'parcel'
      const accuracy = isExact ? ('exact' as const) : ('approximate' as const)
      const level = comparePostal(postal, at(index.postal, row))
      return [{ buildingId, projectId: target.project_id, metres, accuracy, postal: level }]
    })
}

function comparePostal(sent: string | null, real: number): PostalLevel {
  if (sent === null || real === 0) return 'missing'
  const packed = packPostal(sent)
  if (packed === real) return 'same'
  return postalArea(packed) === postalArea(real) ? 'same_area' : 'other'
}

function buildingsWithCode(code: string, snapshot: Snapshot): LocatedBuilding[] {
  const index = addressIndexOf(snapshot.matcher)
  const packed = packPostal(code)
  const rows: number[] = []
  for (let row = 0; row < index.postal.length; row++) if (index.postal[row] === packed) rows.push(row)
  return rows.slice(0, MAX_CANDIDATES).map((row) => {
    const buildingId = Number(index.keys.get(row))
    const { project_id: projectId } = targetOf(buildingId, snapshot)
    return { buildingId, projectId, metres: null, accuracy: 'exact', postal: sharedLevel(rows.length) }
  })
}

function targetOf(buildingId: number, snapshot: Snapshot, level: Link['match_level'] = 'building'): LinkTarget {
  const target = linkTargetOf(snapshot, buildingId, level)
  if (!target) throw new Error(`The matcher has building ${buildingId}, which is not in the snapshot.`)
  return target
}

function linkOf(
  { building, level, score, raw_probability, merged_scores }: RankedLocation,
  factor: number,
  unit: string | null,
  query: LocationQuery,
  snapshot: Snapshot,
): Link {
  const link: Link = {
    target: targetOf(building.buildingId, snapshot, level),
    match_method: 'auto',
    match_confidence: raw_probability * factor,
    unit,
    match_strategy: 'nearest',
    match_level: level,
  }
  if (!query.explain) return link
  const evidence = locationEvidence(building, LOCATION_WEIGHTS).map((part): Evidence => {
    if (part.component === 'distance') return { ...part, query: null, building: `${Math.round(building.metres!)} m` }
    return { ...part, query: part.component === 'postal_code' ? query.postal : null, building: null }
  })
  const prior_bits = at(evidence, 0).bits
  return {
    ...link,
    evidence,
    summary: locationSummary(building.metres, query.postal),
    scoring: { prior_bits, score, raw_probability, merged_scores, capped_by: null },
  }
}

interface Reason {
  readonly code: LinkReason
  readonly detail: string
}

function reasonOf({ point, postal }: LocationQuery, candidates: number): Reason {
  if (candidates > 0)
    return { code: 'below_threshold', detail: 'Buildings are there, but the location does not tell which one.' }
  if (point && !isInCanada(point.latitude, point.longitude))
    return { code: 'outside_canada', detail: 'The point is outside Canada; only Canadian buildings are covered.' }
  if (point)
    return { code: 'point_far_from_any_building', detail: `No building is within ${RADIUS_M} metres of the point.` }
  return { code: 'postal_code_unknown', detail: `No building has the postal code ${postal}.` }
}
