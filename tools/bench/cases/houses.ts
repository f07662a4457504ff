// Cases: real houses on streets that resemble those of indexed buildings, and misspelled addresses.

import { distance } from 'fastest-levenshtein'
import type { Random } from '../../shared/random.ts'
import { HARMLESS_ERRORS } from '../address-errors.ts'
import { shortWord, splitAddress } from '../address-parts.ts'
import type { Case } from '../generated-cases.ts'
import type { CasePool, Home } from './case-pool.ts'
import { bareName, foldWord } from './case-pool.ts'
import type { CalgaryStreet, StreetRange } from './real-streets.ts'
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

function houseCase(kind: string, id: string, source: string, number: number, range: StreetRange, random: Random): Case {
  const text = `${number} ${writtenStreet(range.street, random)}${random.pick(['', '', ', Toronto', ', Toronto, ON'])}`
  const point = points.get(range.street)
  // drawn in any case, so that the texts are the same with and without points
  const near = nearby(point?.lat ?? 0, point?.lng ?? 0, random)
  const hasPoint = random.chance(0.3) && point !== undefined
  return { id, kind, text, city: 'Toronto', province: 'ON', truth: null, source, ...(hasPoint && near) }
}

/** Houses on a street whose name resembles the street of a building with the same number. */
function similarStreets(pool: CasePool, ranges: readonly StreetRange[], homes: readonly Home[], count: number): Case[] {
  const random = pool.randomFor('houses: similar street')
  const byName = new Map<string, StreetRange[]>()
  for (const r of ranges) {
    const list = byName.get(r.bare)
    if (list) list.push(r)
    else byName.set(r.bare, [r])
  }
  const names = [...byName.keys()]
  const out: Case[] = []
  for (let tries = 0; out.length < count && tries < count * 6; tries++) {
    const home = random.pick(homes)
    const number = Number.parseInt(home.number, 10)
    const fits = names.flatMap((name) => {
      if (!resembles(name, home.bare) || pool.ownersOf(home.number, name).size > 0) return []
      return (byName.get(name) ?? []).filter(
        (r) => foldWord(r.street) !== foldWord(home.street) && number >= r.from && number <= r.to,
      )
    })
    if (fits.length === 0) continue
    const id = `houses: similar/${pool.options.seed}/${out.length}`
    out.push(houseCase('houses: similar street', id, home.building.key, number, random.pick(fits), random))
  }
  return out
}

/** Streets of cities without known number ranges: the number may not exist, but the street does. */
function similarElsewhere(pool: CasePool, count: number): Case[] {
  const random = pool.randomFor('houses: similar street, other cities')
  const lists = new Map(
    [...realStreets()]
      .filter(([city]) => city !== 'toronto')
      .map(([city, streets]) => [city, streets.map((street) => ({ street, bare: bareStreet(street) }))]),
  )
  const homes = pool.homes.filter((h) => lists.has(foldWord(h.city)) && !/^\d/.test(h.bare))
  const out: Case[] = []
  for (let tries = 0; homes.length > 0 && out.length < count && tries < count * 6; tries++) {
    const home = random.pick(homes)
    const fits = (lists.get(foldWord(home.city)) ?? []).filter(
      (s) => resembles(s.bare, home.bare) && pool.ownersOf(home.number, s.bare).size === 0 && !pool.isStreet(s.bare),
    )
    if (fits.length === 0) continue
    out.push({
      id: `houses: similar elsewhere/${pool.options.seed}/${out.length}`,
      kind: 'houses: similar street, other cities',
      text: `${home.number} ${random.pick(fits).street}`,
      city: home.city,
      province: home.province,
      truth: null,
      source: home.building.key,
    })
  }
  return out
}

/** Calgary names many streets of a neighbourhood alike: Legacy Heights is not Legacy Blvd. */
function otherTypes(pool: CasePool, count: number): Case[] {
  const random = pool.randomFor('houses: same name, other type')
  const byName = new Map<string, CalgaryStreet[]>()
  for (const s of calgaryStreets()) {
    const bare = foldWord(s.name)
    byName.set(bare, [...(byName.get(bare) ?? []), s])
  }
  const homes = pool.homes.filter((h) => foldWord(h.city) === 'calgary' && h.parts.type >= 0 && !/^\d/.test(h.bare))
  const out: Case[] = []
  for (let tries = 0; homes.length > 0 && out.length < count && tries < count * 10; tries++) {
    const home = random.pick(homes)
    const typed = shortWord(home.parts.words[home.parts.type])
    // a type that the words of the building may abbreviate is not certainly another
    const fits = (byName.get(home.bare) ?? []).filter((s) => shortWord(s.type).slice(0, 2) !== typed.slice(0, 2))
    if (fits.length === 0) continue
    const { name, code, type, quadrant } = random.pick(fits)
    const text = `${home.number} ${name} ${random.pick([code, type])} ${quadrant}`
    out.push({
      id: `houses: other type/${pool.options.seed}/${out.length}`,
      kind: 'houses: same name, other type',
      text,
      city: home.city,
      province: home.province,
      truth: null,
      source: home.building.key,
    })
  }
  return out
}

export function houseCases(pool: CasePool, count: number): Case[] {
  const ranges = torontoRanges()
  const homes = pool.homes.filter((h) => foldWord(h.city) === 'toronto' && h.bare.length >= 4)
  if (ranges.length === 0 || homes.length === 0) return []
  const random = pool.randomFor('houses: any street')
  const anywhere: Case[] = []
  for (let tries = 0; anywhere.length < count * 2 && tries < count * 20; tries++) {
    const range = random.pick(ranges)
    const number = houseNumber(range, random)
    if (pool.ownersOf(String(number), range.bare).size > 0) continue
    // A house is held out like the building its address resembles: by a key of its own.
    const source = `house ${number} ${range.street}`
    anywhere.push(
      houseCase(
        'houses: any street',
        `houses: any/${pool.options.seed}/${anywhere.length}`,
        source,
        number,
        range,
        random,
      ),
    )
  }
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
