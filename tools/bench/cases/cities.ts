// Cases: the city misspelled, abbreviated or split; a neighbour, another town or a mailing place named instead.

import type { Random } from '../../shared/random.ts'
import type { Case } from '../generated-cases.ts'
import type { CasePool, Draft, Home, Make } from './case-pool.ts'
import { foldWord, groupBy, NO_HINTS } from './case-pool.ts'
import { PLACES } from './data/tables.ts'
import type { Point, Town } from './real-places.ts'
import {
  CityMap,
  distanceKm,
  largerPlaces,
  mailingAliases,
  municipalities,
  neighbourhoods,
  pointOfHome,
  populatedPlaces,
} from './real-places.ts'
import { addressText } from './unit-text.ts'

/** One slip inside a word of five letters or more. The first letter stays. */
export function misspelledPlace(city: string, random: Random): string | null {
  const words = city.split(' ')
  const at = words.findIndex((w) => w.length >= 5)
  const word = words[at]
  if (word === undefined) return null
  const k = 1 + random.below(word.length - 2)
  const edited = random.pick([
    word.slice(0, k) + word[k + 1] + word[k] + word.slice(k + 2),
    word.slice(0, k) + word.slice(k + 1),
    word.slice(0, k) + word[k] + word.slice(k),
    word.slice(0, k) + random.pick([...'aeiorntlsmd']) + word.slice(k + 1),
  ])
  return foldWord(edited) === foldWord(word) ? null : words.map((w, i) => (i === at ? edited : w)).join(' ')
}

/** How a place stands behind an address. */
const behind = (line: string, place: string, province: string, r: Random): string =>
  r.pick([
    `${line}, ${place}, ${province}`,
    `${line}, ${place} ${province}`,
    `${line}, ${place}`,
    `${line} ${place} ${province}`,
  ])

type WritePlace = (home: Home, random: Random) => string | null

const inText =
  (write: WritePlace, more: Partial<Draft> = {}): Make =>
  (home, r) => {
    const place = write(home, r)
    return place === null
      ? null
      : { text: behind(addressText(home, r).text, place, home.province, r), ...NO_HINTS, ...more }
  }

const asHint =
  (write: WritePlace, more: Partial<Draft> = {}): Make =>
  (home, r) => {
    const city = write(home, r)
    return city === null
      ? null
      : { text: addressText(home, r).text, city, province: r.pick([home.province, home.province, null]), ...more }
  }

const both = (kind: string, write: WritePlace, more: Partial<Draft> = {}): Record<string, Make> => ({
  [`${kind}, in the text`]: inText(write, more),
  [`${kind}, as the hint`]: asHint(write, more),
})

export function cityCases(pool: CasePool, count: number): Case[] {
  const known = new Set([...municipalities(), ...populatedPlaces()].map((t) => foldWord(t.name)))
  const typo: WritePlace = (home, r) => {
    const wrong = misspelledPlace(home.city, r)
    return wrong === null || known.has(foldWord(wrong)) ? null : wrong
  }
  const short: WritePlace = (home, r) => {
    const forms = PLACES.SHORT_FORMS[foldWord(home.city)]
    return forms ? r.pick(forms) : null
  }
  const split: WritePlace = (home, r) => {
    if (home.city.length < 7 || /[ -]/.test(home.city)) return null
    const k = 3 + r.below(home.city.length - 5)
    return `${home.city.slice(0, k)} ${home.city.slice(k)}`
  }
  const kinds = { ...both('city: typo', typo), ...both('city: abbreviated', short), ...both('city: split', split) }
  return pool.ofKinds(kinds, count, 1 / 4)
}

/** The named city is another one of the same metropolitan area. */
export function neighbourCases(pool: CasePool, count: number): Case[] {
  const map = new CityMap(pool)
  const neighbour =
    (wanted: 'yes' | 'no' | 'unknown'): WritePlace =>
    (home, r) => {
      const fits = map.neighbours(home).filter((c) => map.hasStreet(c, home.bare) === wanted)
      return fits.length === 0 ? null : r.pick(fits).city
    }
  // Feeds write the central city for the whole area, so such a hint is no statement.
  const isLabel = (city: string): boolean => /^(toronto|vancouver|montreal|calgary|edmonton)$/.test(foldWord(city))
  const notLabel: WritePlace = (home, r) => {
    const city = neighbour('yes')(home, r)
    return city === null || isLabel(city) ? null : city
  }
  const kinds = {
    'neighbour: has the street, in the text': inText(neighbour('yes'), { truth: null }),
    'neighbour: has the street, as the hint': asHint(notLabel, { truth: null }),
    ...both('neighbour: a list shows that it lacks the street', neighbour('no')),
    ...both('neighbour: no list, may lack the street', neighbour('unknown'), { isReview: true }),
  }
  return [...pool.ofKinds(kinds, count, 0), ...sameAddressNextDoor(pool, map, count)]
}

/** Both cities have the number and the street; the text names one of them. */
function sameAddressNextDoor(pool: CasePool, map: CityMap, count: number): Case[] {
  const random = pool.randomFor('neighbour: has the same address')
  const out: Case[] = []
  for (const home of pool.allHomes) {
    const owners = pool.ownersOf(home.number, home.bare)
    if (owners.size !== 2 || out.length >= count || map.neighbours(home).length === 0) continue
    const other = pool.allHomes.find((h) => h.building.key !== home.building.key && owners.has(h.building.key))
    if (!other || foldWord(other.city) === foldWord(home.city) || other.province !== home.province) continue
    out.push({
      id: `neighbour: same/${pool.options.seed}/${out.length}`,
      kind: 'neighbour: has the same address',
      text: behind(`${home.number} ${home.street}`, home.city, home.province, random),
      ...NO_HINTS,
      truth: pool.options.isAbsent?.(home.building.key) ? null : home.building.key,
      source: home.building.key,
    })
  }
  return out
}

/** Real towns far from the building that the index does not have. */
export function townCases(pool: CasePool, count: number): Case[] {
  const byName = groupBy(populatedPlaces(), (p) => foldWord(p.name))
  const districts = new Set([...neighbourhoods().values()].flat().map(foldWord))
  const far =
    (towns: readonly Town[]) =>
    (home: Home, r: Random): Town | null => {
      const town = r.pick(towns)
      const from = pointOfHome(home)
      if (!from || pool.cities.has(foldWord(town.name)) || districts.has(foldWord(town.name))) return null
      if (town.point ? distanceKm(town.point, from) < 150 : town.province === home.province) return null
      // a place of that name may be close by as well
      const isNear = byName.get(foldWord(town.name))?.some((p) => distanceKm(p.point, from) < 100)
      return isNear ? null : town
    }
  const census = far(municipalities())
  const geonames = far(largerPlaces())
  const either = (home: Home, r: Random): Town | null => (r.chance(0.5) ? census(home, r) : geonames(home, r))
  const make =
    (write: (town: Town, home: Home, random: Random) => Draft): Make =>
    (home, r) => {
      const town = either(home, r)
      return town && { ...write(town, home, r), truth: null }
    }
  const kinds = {
    'town: far away, in the text': make((t, h, r) => ({ text: `${addressText(h, r).text}, ${t.name}`, ...NO_HINTS })),
    'town: far away with its province': make((t, h, r) => ({
      text: `${addressText(h, r).text}, ${t.name}, ${t.province}`,
      ...NO_HINTS,
    })),
    'town: far away, as the hint': make((t, h, r) => ({
      text: addressText(h, r).text,
      city: t.name,
      province: r.pick([t.province, null]),
    })),
  }
  return pool.ofKinds(kinds, count, 0)
}

function closest<T extends { readonly point: Point }>(places: readonly T[], to: Point): T | null {
  let best: T | null = null
  for (const p of places) if (!best || distanceKm(p.point, to) < distanceKm(best.point, to)) best = p
  return best
}

/** The populated place where the mail goes, instead of the municipality. */
export function mailingCases(pool: CasePool, count: number): Case[] {
  const official = new Set(municipalities().map((t) => `${foldWord(t.name)} ${t.province}`))
  const places = populatedPlaces().filter((p) => !official.has(`${foldWord(p.name)} ${p.province}`))
  const sizes = new Map<string, number>()
  for (const { city } of pool.allHomes) sizes.set(city, (sizes.get(city) ?? 0) + 1)
  const nearest = new Map<string, string | null>()
  const seats = municipalities().filter((t) => t.point)
  /** The municipality whose point is nearest to the place. */
  const seatOf = (place: Town & { point: Point }): string =>
    foldWord(closest(seats as (Town & { point: Point })[], place.point)?.name ?? '')
  const nearestTo = (home: Home): string | null => {
    const from = pointOfHome(home)
    if (!from || (sizes.get(home.city) ?? 0) > 120) return null
    const { key } = home.building
    if (!nearest.has(key)) {
      const first = closest(
        places.filter((p) => p.province === home.province && foldWord(p.name) !== foldWord(home.city)),
        from,
      )
      const isOwn = first && distanceKm(first.point, from) < 15 && seatOf(first) === foldWord(home.city)
      nearest.set(key, isOwn && !pool.cities.has(foldWord(first.name)) ? first.name : null)
    }
    return nearest.get(key) ?? null
  }
  const aliases = mailingAliases()
  const district: WritePlace = (home, r) =>
    foldWord(home.city) === 'vancouver' && aliases.length > 0 ? r.pick(aliases) : null
  const kinds = {
    ...both('mailing place: nearest populated place', nearestTo),
    ...both('mailing place: district of Vancouver', district),
  }
  return pool.ofKinds(kinds, Math.ceil(count / 2), 0)
}
