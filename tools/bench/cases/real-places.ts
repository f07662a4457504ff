// Reads the real Canadian places of the shared folder: towns, neighbourhoods, and who is near whom.

import { existsSync, readFileSync } from 'node:fs'
import { SHARED } from '../shared-data.ts'
import type { CasePool, Home } from './case-pool.ts'
import { foldWord, groupBy } from './case-pool.ts'
import { listedStreets } from './real-streets.ts'

export interface Point {
  readonly lat: number
  readonly lng: number
}

export interface Town {
  readonly name: string
  readonly province: string
  readonly point: Point | null
}

const rowsOf = (file: string): string[][] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(1)
        .filter(Boolean)
        .map((line) => line.split('\t'))
    : []

const pointOf = (lat: string | undefined, lng: string | undefined): Point | null =>
  lat && lng ? { lat: Number(lat), lng: Number(lng) } : null

/** Legal classes of municipalities that people write as a city: city, town, village, ville, municipality, district. */
const TOWN_CLASSES = new Set(['CY', 'C', 'T', 'TV', 'V', 'VL', 'VC', 'MÉ', 'MU', 'DM', 'TP', 'CV'])
const isPlainName = (name: string): boolean => /^[\p{L}][\p{L}'’. -]+$/u.test(name) && name.length <= 28

/** Municipalities by census. Few have a point. */
export const municipalities = (): Town[] =>
  rowsOf(`${SHARED.places}census-subdivisions.tsv`).flatMap(
    ([name = '', , province = '', kind = '', , , lat, lng]): Town[] =>
      TOWN_CLASSES.has(kind) && isPlainName(name) ? [{ name, province, point: pointOf(lat, lng) }] : [],
  )

/** Populated places with their points: towns, villages and districts of cities. */
export const populatedPlaces = (): (Town & { readonly point: Point })[] =>
  rowsOf(`${SHARED.places}geonames-canada.tsv`).flatMap(([name = '', province = '', lat, lng]) => {
    const point = pointOf(lat, lng)
    return point && isPlainName(name) ? [{ name, province, point }] : []
  })

/** Places of more than 1,000 people that are not a section of another. */
export const largerPlaces = (): Town[] =>
  rowsOf(`${SHARED.places}geonames-canada-alt.tsv`).flatMap(([name = '', province = '', lat, lng, , kind]): Town[] =>
    kind !== 'PPLX' && isPlainName(name) ? [{ name, province, point: pointOf(lat, lng) }] : [],
  )

/** Names of neighbourhoods by folded city. */
export function neighbourhoods(): Map<string, string[]> {
  const rows = rowsOf(`${SHARED.places}neighbourhoods.tsv`).filter(
    ([, , name = '']) => isPlainName(name) && name.split(' ').length <= 3,
  )
  const byCity = groupBy(rows, ([city = '']) => foldWord(city))
  return new Map([...byCity].map(([city, own]) => [city, own.map(([, , name = '']) => name)]))
}

/** Names under which districts of Vancouver get mail. */
export const mailingAliases = (): string[] =>
  rowsOf(`${SHARED.places}vancouver-locality-aliases.tsv`).map(([alias = '']) =>
    alias.replace(/(^|[ -])[a-z]/g, (c) => c.toUpperCase()),
  )

export function distanceKm(a: Point, b: Point): number {
  const y = (a.lat - b.lat) * 111.2
  const x = (a.lng - b.lng) * 111.2 * Math.cos((a.lat * Math.PI) / 180)
  return Math.hypot(x, y)
}

export function pointOfHome({ building: { lat, lng } }: Home): Point | null {
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null
}

interface IndexedCity {
  readonly city: string
  readonly province: string
  readonly points: readonly Point[]
  readonly streets: ReadonlySet<string>
}

/** The cities of the index: their streets, and where their buildings are. */
export class CityMap {
  readonly #cities = new Map<string, IndexedCity>()
  readonly #listed = listedStreets()
  readonly #near = new Map<string, IndexedCity[]>()

  constructor(pool: CasePool) {
    const official = new Set(municipalities().map((t) => `${foldWord(t.name)} ${t.province}`))
    for (const home of pool.allHomes) {
      const at = `${foldWord(home.city)} ${home.province}`
      if (!official.has(at)) continue
      const found = this.#cities.get(at) ?? { city: home.city, province: home.province, points: [], streets: new Set() }
      this.#cities.set(at, found)
      const point = pointOfHome(home)
      if (point) (found.points as Point[]).push(point)
      ;(found.streets as Set<string>).add(home.bare)
    }
  }

  has(city: string, province: string): boolean {
    return this.#cities.has(`${foldWord(city)} ${province}`)
  }

  /** Whether the city has a street of this name: `unknown` when no complete list of its streets exists. */
  hasStreet(city: IndexedCity, bare: string): 'yes' | 'no' | 'unknown' {
    const list = this.#listed.get(foldWord(city.city))
    if (city.streets.has(bare) || list?.names.has(bare)) return 'yes'
    return list?.isComplete ? 'no' : 'unknown'
  }

  /** Other cities of the province within 45 km. Cities with a building within 2.5 km of the home are left out. */
  neighbours(home: Home): IndexedCity[] {
    const from = pointOfHome(home)
    if (!from) return []
    const at = `${foldWord(home.city)} ${home.province}`
    const near =
      this.#near.get(at) ??
      [...this.#cities.values()].filter((c) => {
        if (c.province !== home.province || foldWord(c.city) === foldWord(home.city)) return false
        const [middle] = c.points
        return middle !== undefined && distanceKm(from, middle) < 45
      })
    this.#near.set(at, near)
    return near.filter((c) => c.points.every((p) => distanceKm(p, from) > 2.5))
  }
}
