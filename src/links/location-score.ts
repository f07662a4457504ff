// Scores buildings by a point or a postal code alone, in bits like the matcher. Pure.
import { probabilities } from '@plinth/matcher/internal/decide/score'
import { at } from '../kernel/at.ts'

/** Farther buildings are not candidates. */
export const RADIUS_M = 300

/** The upper end of each distance level in metres. */
export const DISTANCES = [10, 20, 30, 50, 75, 100, 150, 200, RADIUS_M] as const
export type DistanceLevel = `within_${(typeof DISTANCES)[number]}_m`

/** Whether the building's point is on the building or parcel, or only on its street. */
export const POINT_ACCURACIES = ['exact', 'approximate'] as const
export type PointAccuracy = (typeof POINT_ACCURACIES)[number]

/** How the code that was sent with a point compares; how many buildings share a code that was sent alone. */
export const POSTAL_LEVELS = ['missing', 'same', 'same_area', 'other'] as const
export const SHARED_LEVELS = ['only_building', 'one_of_two', 'one_of_several'] as const
export type PostalLevel = (typeof POSTAL_LEVELS)[number] | (typeof SHARED_LEVELS)[number]

/** How a query without an address locates its building. */
export const LOCATION_INPUTS = ['point', 'postal_code'] as const
export type LocationInput = (typeof LOCATION_INPUTS)[number]

export interface LocationWeights {
  readonly prior: Readonly<Record<LocationInput, number>>
  readonly distance: Readonly<Record<DistanceLevel, number>>
  readonly point_accuracy: Readonly<Record<PointAccuracy, number>>
  readonly postal_code: Readonly<Record<PostalLevel, number>>
}

/** A building near the point, or with the postal code. */
export interface LocatedBuilding {
  readonly buildingId: number
  readonly projectId: number
  /** Null when the query has no point. */
  readonly metres: number | null
  readonly accuracy: PointAccuracy
  readonly postal: PostalLevel
}

export interface LocationEvidence {
  readonly component: 'prior' | 'distance' | 'point_accuracy' | 'postal_code'
  readonly level: string
  readonly bits: number
}

export function distanceLevel(metres: number): DistanceLevel {
  const bound = DISTANCES.find((upper) => metres <= upper) ?? RADIUS_M
  return `within_${bound}_m`
}

export function sharedLevel(count: number): PostalLevel {
  return count === 1 ? 'only_building' : count === 2 ? 'one_of_two' : 'one_of_several'
}

/** The bits add up to the score. */
export function locationEvidence(building: LocatedBuilding, weights: LocationWeights): LocationEvidence[] {
  const { metres, accuracy, postal } = building
  const input: LocationInput = metres === null ? 'postal_code' : 'point'
  const evidence: LocationEvidence[] = [{ component: 'prior', level: input, bits: weights.prior[input] }]
  if (metres !== null) {
    const level = distanceLevel(metres)
    evidence.push(
      { component: 'distance', level, bits: weights.distance[level] },
      { component: 'point_accuracy', level: accuracy, bits: weights.point_accuracy[accuracy] },
    )
  }
  evidence.push({ component: 'postal_code', level: postal, bits: weights.postal_code[postal] })
  return evidence
}

export const locationScore = (building: LocatedBuilding, weights: LocationWeights): number =>
  locationEvidence(building, weights).reduce((sum, { bits }) => sum + bits, 0)

export interface RankedLocation {
  readonly building: LocatedBuilding
  /** `project` when the towers of a project are too close together to choose one. */
  readonly level: 'building' | 'project'
  readonly score: number
  readonly raw_probability: number
  readonly merged_scores: readonly number[]
}

export interface LocationRanking {
  /** The likeliest first; equal ones by distance. */
  readonly ranked: readonly RankedLocation[]
  readonly scores: readonly number[]
  readonly any_raw: number
}

/** Share of its project's probability that a tower needs, as in the matcher: never guess a tower. */
const TOWER_CERTAINTY = 0.9

export function rankByLocation(buildings: readonly LocatedBuilding[], weights: LocationWeights): LocationRanking {
  const scores = buildings.map((building) => locationScore(building, weights))
  const p = probabilities(scores)
  const ranked: RankedLocation[] = []
  for (const projectId of new Set(buildings.map((building) => building.projectId))) {
    const towers = buildings
      .map((building, i) => ({ building, score: at(scores, i), p: at(p, i) }))
      .filter(({ building }) => building.projectId === projectId)
    const total = towers.reduce((sum, tower) => sum + tower.p, 0)
    const best = towers.reduce((a, b) => (b.p > a.p ? b : a))
    if (best.p >= TOWER_CERTAINTY * total)
      for (const { building, score, p: raw_probability } of towers)
        ranked.push({ building, level: 'building', score, raw_probability, merged_scores: [score] })
    else {
      const merged_scores = towers.map(({ score }) => score)
      const { building, score } = best
      ranked.push({ building, level: 'project', score, raw_probability: total, merged_scores })
    }
  }
  return {
    ranked: ranked.sort((a, b) => b.raw_probability - a.raw_probability || byDistance(a.building, b.building)),
    scores: scores.toSorted((a, b) => b - a),
    any_raw: 1 - at(p, buildings.length),
  }
}

const byDistance = (a: LocatedBuilding, b: LocatedBuilding): number =>
  (a.metres ?? 0) - (b.metres ?? 0) || a.buildingId - b.buildingId
