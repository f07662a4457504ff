// Generates building sites on the gazetteer's streets, in a seeded order without end.

import { hashText, randomStream } from './drawings/random.ts'
import type { City } from './gazetteer/cities.ts'
import { CITIES } from './gazetteer/cities.ts'
import type { Side, Street } from './gazetteer/city-table.ts'
import { GAP } from './gazetteer/city-table.ts'
import { formerName } from './gazetteer/renamed.ts'
import type { Place } from './gazetteer/street-position.ts'
import { metresBetween, placeOf, sideOf } from './gazetteer/street-position.ts'

/** The numbers on one side of a street that belong to one parcel. */
export type Site = Place & {
  city: City
  street: Street
  /** Consecutive numbers on one side, ascending. The first is the main one. */
  civics: readonly number[]
  side: Side
  postalCode: string
}
type Frontage = { street: Street; from: number; to: number; parity: number; order: number }

const FRONTAGE_METRES = 48
const LEAST_NUMBERS = 8
const POSTAL_LETTERS = 'ABCEGHJKLMNPRSTVWXYZ'

/** Each frontage is long enough for a building and has at least four numbers. */
function frontagesOf(street: Street, cityName: string, seed: number): Frontage[] {
  const found: Frontage[] = []
  // Renamed streets are rare, so their frontages get a head start.
  const priority = formerName(cityName, street.line) ? 0.15 : 1
  for (let at = 1; at < street.points.length; at++) {
    const from = street.points[at - 1]!
    const to = street.points[at]!
    if (from.postalPrefix === GAP) continue
    const numbers = to.civic - from.civic
    const width = Math.max(LEAST_NUMBERS, Math.ceil((FRONTAGE_METRES * numbers) / metresBetween(from, to)))
    for (let civic = from.civic; civic + width <= to.civic; civic += width) {
      for (const parity of street.parities) {
        const order = hashText(`${cityName}/${street.line}/${civic}/${parity}`, seed) * priority
        found.push({ street, from: civic, to: civic + width - 1, parity, order })
      }
    }
  }
  return found
}

function siteAt(city: City, { street, from, to, parity }: Frontage, seed: number): Site {
  const random = randomStream(seed, `site/${city.city}/${street.line}/${from}/${parity}`)
  const first = from % 2 === parity ? from : from + 1
  const room = Math.floor((to - first) / 2)
  const start = first + 2 * random.int(0, Math.max(0, room - 3))
  const civics = [start]
  for (let next = start + 2; next <= to && civics.length < 12; next += 2) civics.push(next)
  const place = placeOf(street, start, 24 + random.int(0, 14))
  return { ...place, city, street, civics, side: sideOf(street, start), postalCode: postalCode(place, street, start) }
}

/** The last three characters depend on the block, so that neighbours share them. */
function postalCode(place: Place, street: Street, civic: number): string {
  const block = hashText(`${street.line}/${Math.floor(civic / 40)}/${civic % 2}`)
  const letter = POSTAL_LETTERS[(block >>> 8) % POSTAL_LETTERS.length]
  return `${place.postalPrefix} ${1 + (block % 9)}${letter}${(block >>> 16) % 10}`
}

/** After n sites, each city has its share of n, to within one. */
export function* sitesInOrder(seed: number): Generator<Site> {
  const queues = CITIES.map((city) => ({
    city,
    frontages: city.streets
      .flatMap((street) => frontagesOf(street, city.city, seed))
      .sort((a, b) => a.order - b.order || a.from - b.from),
    taken: 0,
    credit: (hashText(city.city, seed) / 4294967296) * 0.9,
  }))
  const total = CITIES.reduce((sum, city) => sum + city.share, 0)
  for (;;) {
    let best = queues[0]!
    for (const queue of queues) {
      queue.credit += queue.city.share / total
      if (queue.credit > best.credit) best = queue
    }
    best.credit -= 1
    const frontage = best.frontages[best.taken]
    if (!frontage) throw new RangeError(`${best.city.city} has no free frontage left`)
    best.taken += 1
    yield siteAt(best.city, frontage, seed)
  }
}
