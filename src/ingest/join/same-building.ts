// Checks that two descriptions at one address can be the same building. Pure.
import { chordSquaredToKm, unitVector } from '../../catalog/snapshot/distance.ts'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import type { Point, RowFacts } from './row-facts.ts'

/** A building with its grounds. Farther apart, one of the points is wrong, or these are two buildings. */
const MAX_DISTANCE_M = 150

/** What all rows of one project say together. */
export interface ProjectFacts {
  readonly points: readonly Point[]
  readonly corporations: readonly NonNullable<RowFacts['corporation']>[]
  /** The first three characters of the postal codes. */
  readonly postalAreas: ReadonlySet<string>
  /** Folded. */
  readonly cities: ReadonlySet<string>
}

export const cityKey = ({ city }: RowFacts): string => foldText(city)

export const postalArea = ({ postal }: RowFacts): string | null => (postal === null ? null : postal.slice(0, 3))

/** Null without points on both sides. */
export function distanceMetres(a: readonly Point[], b: readonly Point[]): number | null {
  let nearest: number | null = null
  for (const [latA, lngA] of a) {
    const from = unitVector(latA, lngA)
    for (const [latB, lngB] of b) {
      const to = unitVector(latB, lngB)
      const squared = (from[0] - to[0]) ** 2 + (from[1] - to[1]) ** 2 + (from[2] - to[2]) ** 2
      const metres = Math.round(chordSquaredToKm(squared) * 1000)
      if (nearest === null || metres < nearest) nearest = metres
    }
  }
  return nearest
}

/** Returns why a person must look, or null. A postal code counts only where a point is missing: it is often mistyped. */
export function contradiction(row: RowFacts, project: ProjectFacts, distanceM: number | null): string | null {
  const { corporation } = row
  const registered = corporation ? project.corporations.filter(({ registry }) => registry === corporation.registry) : []
  if (registered.length > 0 && registered.every(({ number }) => number !== corporation!.number)) {
    const numbers = [corporation!, ...registered].map(({ registry, number }) => `${registry} ${number}`)
    return `The condo corporations differ: ${[...new Set(numbers)].join(', ')}.`
  }
  if (distanceM !== null) return distanceM > MAX_DISTANCE_M ? `The points are ${distanceM} m apart.` : null
  const area = postalArea(row)
  if (area !== null && project.postalAreas.size > 0)
    return project.postalAreas.has(area)
      ? null
      : `The postal codes differ: ${[area, ...project.postalAreas].join(', ')}.`
  // The matcher takes cities of one region for each other, as listings do: 30 King St W is in Toronto and in Hamilton.
  return project.cities.has(cityKey(row)) ? null : 'The cities differ, and nothing else says that it is one building.'
}
