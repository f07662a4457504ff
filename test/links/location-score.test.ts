// Links by a point or a postal code: how distance, density and towers change the confidence.
import { beforeAll, describe, expect, it } from 'vitest'
import { readSandbox } from '../../src/app/sandbox.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import { isInCanada } from '../../src/links/canada.ts'
import type { LocationQuery } from '../../src/links/link-by-location.ts'
import { linkByLocation } from '../../src/links/link-by-location.ts'
import { LOCATION_MAPS, LOCATION_WEIGHTS } from '../../src/links/location-model.ts'
import { DISTANCES, distanceLevel, rankByLocation } from '../../src/links/location-score.ts'
import { fromCases } from '../support/cases.ts'
import { snapshotOf } from '../support/snapshots.ts'

const at = (buildingId: number, metres: number, projectId = buildingId) =>
  ({ buildingId, projectId, metres, accuracy: 'exact', postal: 'missing' }) as const
const rank = (...buildings: Parameters<typeof rankByLocation>[0]) => rankByLocation(buildings, LOCATION_WEIGHTS)

let snapshot: Snapshot
beforeAll(async () => {
  snapshot = snapshotOf(await readSandbox())
})

const QUERY: LocationQuery = { point: null, postal: null, unit: null, min_confidence: 0.2, limit: 5, explain: true }
const near = (latitude: number, longitude: number, more: Partial<LocationQuery> = {}) =>
  linkByLocation({ ...QUERY, point: { latitude, longitude }, ...more }, snapshot)
const code = (postal: string, more: Partial<LocationQuery> = {}) =>
  linkByLocation({ ...QUERY, postal, ...more }, snapshot)

describe('the score of a point', () => {
  it('falls with the distance', () => {
    const weights = DISTANCES.map((upper) => LOCATION_WEIGHTS.distance[distanceLevel(upper)])
    expect(weights).toEqual(weights.toSorted((a, b) => b - a))
    expect(weights[0]).toBeGreaterThan(weights.at(-1)! + 5)
  })

  it('is divided among buildings at the same distance, and falls with every other building nearby', () => {
    const alone = rank(at(1, 15)).ranked[0]!.raw_probability
    const [first, second] = rank(at(1, 15), at(2, 18)).ranked
    expect(first!.raw_probability).toBeCloseTo(second!.raw_probability, 9)
    expect(first!.raw_probability).toBeLessThan(alone / 1.5)
    expect(rank(at(1, 15), at(2, 80)).ranked[0]!.raw_probability).toBeLessThan(alone)
  })

  it('never chooses between towers that are equally near', () => {
    const [site, other] = rank(at(1, 15, 9), at(2, 18, 9), at(3, 120)).ranked
    expect(site).toMatchObject({ level: 'project', building: { projectId: 9 } })
    expect(site!.merged_scores).toHaveLength(2)
    expect(other).toMatchObject({ level: 'building' })
  })

  it('counts less where the point of the building is only on its street', () => {
    const [exact] = rank(at(1, 15)).ranked
    const [rough] = rank({ ...at(1, 15), accuracy: 'approximate' }).ranked
    expect(rough!.score).toBeLessThan(exact!.score)
  })

  it('has maps that stay below the confidence of `accept`', () => {
    for (const map of Object.values(LOCATION_MAPS)) for (const [, y] of map) expect(y).toBeLessThan(0.95)
  })
})

describe('a link by location', () => {
  it('finds the building at a point, for review only', () => {
    const result = near(49.27575, -123.13092, { unit: '1203' })
    expect(result).toMatchObject({ outcome: 'matched', action: 'review', reason: null, lookups: 1, reading: null })
    expect(result.links[0]).toMatchObject({ match_strategy: 'nearest', match_level: 'building', unit: '1203' })
    expect(result.links[0]!.target).toMatchObject({ project_id: 1 })
    expect(result.links[0]!.evidence!.map(({ component }) => component)).toContain('distance')
  })

  it('finds the site where the point is between its towers', () => {
    const [link] = near(43.6446, -79.3715, { min_confidence: 0 }).links
    const { buildings } = snapshot.projects.get(14)!
    const middle = [0, 2].map((i) => buildings[i]!)
    const [lat, lng] = [
      (middle[0]!.latitude! + middle[1]!.latitude!) / 2,
      (middle[0]!.longitude! + middle[1]!.longitude!) / 2,
    ]
    expect(near(lat, lng).links[0]).toMatchObject({ match_level: 'project', target: { project_id: 14 } })
    expect(link?.match_confidence ?? 0).toBeLessThan(0.95)
  })

  it('uses a postal code alone, for review only', () => {
    const result = code('V6Z0G5')
    expect(result).toMatchObject({ action: 'review', lookups: 1 })
    expect(result.links[0]).toMatchObject({ match_strategy: 'nearest', target: { project_id: 1 } })
  })

  it.each([
    ['far from every building', () => near(55.1, -110), 'point_far_from_any_building'],
    ['in the sea', () => near(45, -55), 'point_far_from_any_building'],
    ['abroad', () => near(40.7, -74), 'outside_canada'],
    ['in the other order', () => near(-79.38, 43.65), 'outside_canada'],
    ['a code that no building has', () => code('A1A1A1'), 'postal_code_unknown'],
    ['below the threshold', () => near(49.27575, -123.13092, { min_confidence: 0.99 }), 'below_threshold'],
  ])('has a reason and costs nothing: %s', (_, resolve, reason) => {
    expect(resolve()).toMatchObject({ links: [], outcome: 'no_match', action: 'reject', reason, lookups: 0 })
  })

  it('counts candidates below the threshold', () => {
    expect(near(49.27575, -123.13092, { min_confidence: 0.99 }).below_min_confidence).toBe(1)
  })
})

it.each(fromCases<[string, number, number, boolean][]>('links/location-score', 'points'))(
  '%s: in Canada or not',
  (_, latitude, longitude, expected) => {
    expect(isInCanada(latitude, longitude)).toBe(expected)
  },
)
