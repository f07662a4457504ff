// Checks that two descriptions at one address can be the same building. Pure.
import { chordSquaredToKm, unitVector } from '../../catalog/snapshot/distance.ts'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import { municipalityOf } from './municipality.ts'
import type { Point, RowFacts } from './row-facts.ts'

/** A building with its grounds. Farther apart, one of the points is wrong, or these are two buildings. */
const MAX_DISTANCE_M = 150
/** The buildings of one corporation are near each other. */
const MAX_CORPORATION_M = 1000

type Corporation = NonNullable<RowFacts['corporation']>

/** A row with the join keys of its streets. */
export interface ComparedRow {
  readonly facts: RowFacts
  readonly streets: readonly number[]
}

/** What all rows of one project say together. */
export interface ProjectFacts {
  readonly points: readonly Point[]
  readonly corporations: readonly NonNullable<RowFacts['corporation']>[]
  /** The first three characters of the postal codes. */
  readonly postalAreas: ReadonlySet<string>
  /** Folded. */
  readonly cities: ReadonlySet<string>
  /** Key → name. */
  readonly municipalities: ReadonlyMap<string, string>
  /** The join keys of the streets. */
  readonly streets: ReadonlySet<number>
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

const isSameRegistry = (a: Corporation, b: Corporation) => foldText(a.registry) === foldText(b.registry)

/**
 * A corporation's number is typed by people: another corporation with a wrong number is more likely than one with buildings
 * in two places. Null when the corporations are not equal, or nothing speaks against the number.
 */
export function corporationContradiction(
  { facts, streets }: ComparedRow,
  project: ProjectFacts,
  distanceM: number | null,
): string | null {
  const { corporation } = facts
  const isEqual = (one: Corporation) => isSameRegistry(one, corporation!) && one.number === corporation!.number
  if (corporation === null || !project.corporations.some(isEqual)) return null
  if (distanceM !== null && distanceM <= MAX_CORPORATION_M) return null
  const both = `Both have the condo corporation ${corporation.registry} ${corporation.number}`
  const { key, name } = municipalityOf(facts)
  const others = [...project.municipalities.values()]
  if (key === null || others.length === 0) return `${both}, but the place of one is unknown.`
  if (!project.municipalities.has(key)) return `${both}, but they are in ${[name, ...others].join(' and ')}.`
  if (distanceM === null || streets.some((street) => project.streets.has(street))) return null
  return `${both}, but they are on different streets, ${distanceM} m apart.`
}

/** Returns why a person must look, or null. A postal code counts only where a point is missing: it is often mistyped. */
export function contradiction(compared: ComparedRow, project: ProjectFacts, distanceM: number | null): string | null {
  const { facts: row } = compared
  const { corporation } = row
  const registered = corporation ? project.corporations.filter((one) => isSameRegistry(one, corporation)) : []
  if (registered.length > 0 && registered.every(({ number }) => number !== corporation!.number)) {
    const numbers = [corporation!, ...registered].map(({ registry, number }) => `${registry} ${number}`)
    return `The condo corporations differ: ${[...new Set(numbers)].join(', ')}.`
  }
  const wrongNumber = corporationContradiction(compared, project, distanceM)
  if (wrongNumber !== null) return wrongNumber
  if (distanceM !== null) return distanceM > MAX_DISTANCE_M ? `The points are ${distanceM} m apart.` : null
  const area = postalArea(row)
  if (area !== null && project.postalAreas.size > 0)
    return project.postalAreas.has(area)
      ? null
      : `The postal codes differ: ${[area, ...project.postalAreas].join(', ')}.`
  // The matcher takes cities of one region for each other, as listings do: 30 King St W is in Toronto and in Hamilton.
  return project.cities.has(cityKey(row)) ? null : 'The cities differ, and nothing else says that it is one building.'
}
