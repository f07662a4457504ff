// Cases: real houses on streets that resemble those of indexed buildings, and misspelled addresses.

import { distance } from 'fastest-levenshtein'
import type { Random } from '../../shared/random.ts'
import { HARMLESS_ERRORS } from '../address-errors.ts'
import { shortWord, splitAddress } from '../address-parts.ts'
import type { Case } from '../generated-cases.ts'
import type { CasePool, Draft, Home } from './case-pool.ts'
import { bareName, foldWord, groupBy, partOf } from './case-pool.ts'
import type { StreetRange } from './real-streets.ts'
import { bareStreet, calgaryStreets, realStreets, torontoPoints, torontoRanges } from './real-streets.ts'

const TYPOS = HARMLESS_ERRORS.filter((e) => e.kind.startsWith('typo'))

/** Like names: one to three edits, fewer for short names, or the same beginning. */
function resembles(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 4 || /^\d/.test(a)) return false
  if (a.length >= 7 && b.length >= 7 && a.slice(0, 5) === b.slice(0, 5)) return true
  return distance(a, b) <= (Math.min(a.length, b.length) <= 5 ? 1 : a.length <= 8 ? 2 : 3)
}

const houseNumber = (range: StreetRange, random: Random): number => range.from + random.below(range.to - range.from + 1)

const nearby = (lat: number, lng: number, random: Random) => ({
  lat: lat + (random.next() - 0.5) / 500,
  lng: lng + (random.next() - 0.5) / 500,
})

/** `Abbeville Road` or `Abbeville Rd` */
function writtenStreet(street: string, random: Random): string {
  const words = street.split(' ')
  if (random.chance(0.5)) return street
  return words
    .map((w, i) => {
      const short = i > 0 ? shortWord(w) : w
      return short === w.toLowerCase() ? w : short.slice(0, 1).toUpperCase() + short.slice(1)
    })
    .join(' ')
}

const points = torontoPoints()

function houseText(number: number, range: StreetRange, random: Random): Draft {
  const text = `${number} ${writtenStreet(range.street, random)}${random.pick(['', '', ', Toronto', ', Toronto, ON'])}`
  const point = points.get(range.street)
  // drawn in any case, so that the texts are the same with and without points
  const near = nearby(point?.lat ?? 0, point?.lng ?? 0, random)
  const hasPoint = random.chance(0.3) && point !== undefined
  return { text, city: 'Toronto', province: 'ON', ...(hasPoint && near) }
}

/** Houses on a street whose name resembles the street of a building with the same number. */
function similarStreets(pool: CasePool, ranges: readonly StreetRange[], homes: readonly Home[], count: number): Case[] {
  const byName = groupBy(ranges, ({ bare }) => bare)
  const names = [...byName.keys()]
  const options = { kind: 'houses: similar street', id: 'houses: similar', count, tries: count * 6 }
  return pool.draw(options, (random) => {
    const home = random.pick(homes)
    const number = Number.parseInt(home.number, 10)
    const fits = names.flatMap((name) => {
      if (!resembles(name, home.bare) || pool.ownersOf(home.number, name).size > 0) return []
      return (byName.get(name) ?? []).filter(
        (r) => foldWord(r.street) !== foldWord(home.street) && number >= r.from && number <= r.to,
      )
    })
    return fits.length === 0 ? null : { home, ...houseText(number, random.pick(fits), random) }
  })
}

/** Streets of cities without known number ranges: the number may not exist, but the street does. */
function similarElsewhere(pool: CasePool, count: number): Case[] {
  const lists = new Map(
    [...realStreets()]
      .filter(([city]) => city !== 'toronto')
      .map(([city, streets]) => [city, streets.map((street) => ({ street, bare: bareStreet(street) }))]),
  )
  const homes = pool.homes.filter((h) => lists.has(foldWord(h.city)) && !/^\d/.test(h.bare))
  const kind = 'houses: similar street, other cities'
  const options = { kind, id: 'houses: similar elsewhere', count: homes.length > 0 ? count : 0, tries: count * 6 }
  return pool.draw(options, (random) => {
    const home = random.pick(homes)
    const fits = (lists.get(foldWord(home.city)) ?? []).filter(
      (s) => resembles(s.bare, home.bare) && pool.ownersOf(home.number, s.bare).size === 0 && !pool.isStreet(s.bare),
    )
    return fits.length === 0 ? null : { home, text: `${home.number} ${random.pick(fits).street}` }
  })
}

/** Calgary names many streets of a neighbourhood alike: Legacy Heights is not Legacy Blvd. */
function otherTypes(pool: CasePool, count: number): Case[] {
  const byName = groupBy(calgaryStreets(), (s) => foldWord(s.name))
  const homes = pool.homes.filter((h) => foldWord(h.city) === 'calgary' && h.parts.type >= 0 && !/^\d/.test(h.bare))
  const kind = 'houses: same name, other type'
  const options = { kind, id: 'houses: other type', count: homes.length > 0 ? count : 0, tries: count * 10 }
  return pool.draw(options, (random) => {
    const home = random.pick(homes)
    const typed = partOf(home, 'type')
    // a type that the words of the building may abbreviate is not certainly another
    const fits = (byName.get(home.bare) ?? []).filter((s) => shortWord(s.type).slice(0, 2) !== typed.slice(0, 2))
    if (fits.length === 0) return null
    const { name, code, type, quadrant } = random.pick(fits)
    return { home, text: `${home.number} ${name} ${random.pick([code, type])} ${quadrant}` }
  })
}

export function houseCases(pool: CasePool, count: number): Case[] {
  const ranges = torontoRanges()
  const homes = pool.homes.filter((h) => foldWord(h.city) === 'toronto' && h.bare.length >= 4)
  if (ranges.length === 0 || homes.length === 0) return []
  const options = { kind: 'houses: any street', id: 'houses: any', count: count * 2, tries: count * 20 }
  const anywhere = pool.draw(options, (random) => {
    const range = random.pick(ranges)
    const number = houseNumber(range, random)
    if (pool.ownersOf(String(number), range.bare).size > 0) return null
    // A house is held out like the building its address resembles: by a key of its own.
    return { home: homes[0]!, ...houseText(number, range, random), source: `house ${number} ${range.street}` }
  })
  const typos = pool.cases('houses: misspelled building', count * 2, (home, r) => {
    if (foldWord(home.city) !== 'toronto') return null
    const line = r.pick(TYPOS).apply(home.parts, r)
    const parts = line === null ? null : splitAddress(line)
    if (line === null || !parts || pool.isAnotherStreet(bareName(parts), home)) return null
    const { lat, lng } = home.building
    return { text: line, ...(lat != null && lng != null && r.chance(0.3) && nearby(lat, lng, r)) }
  })
  return [
    ...similarStreets(pool, ranges, homes, count),
    ...similarElsewhere(pool, count),
    ...otherTypes(pool, count),
    ...anywhere,
    ...typos,
  ]
}
