// Cases: buildings that differ only in what the text leaves out, ranges, and contradictions.

import type { MatchBuilding } from '@plinth/matcher'
import type { Random } from '../../shared/random.ts'
import type { Case } from '../generated-cases.ts'
import { unitNumber } from '../unit-formats.ts'
import type { CasePool, Home, Make } from './case-pool.ts'
import { foldWord, groupBy, lineOf, NO_HINTS, partOf, placeOf, withoutWord } from './case-pool.ts'
import { FRAMES } from './data/tables.ts'
import { fillIn } from './post-sentences.ts'

const MISSING = ['direction', 'type', 'city'] as const
type Missing = (typeof MISSING)[number]

/** What tells the two apart, if it is one thing only. */
function difference(a: Home, b: Home): Missing | null {
  const textOf = (home: Home, part: Missing): string => (part === 'city' ? foldWord(home.city) : partOf(home, part))
  const [only, more] = MISSING.filter((part) => textOf(a, part) !== textOf(b, part))
  if (only === undefined || more !== undefined) return null
  // A missing direction or type names the building that has none.
  if (only !== 'city' && (textOf(a, only) === '' || textOf(b, only) === '')) return null
  // In Edmonton a missing quadrant means NW.
  if (only === 'direction' && foldWord(a.city) === 'edmonton') return null
  return only
}

interface Pair {
  readonly a: Home
  readonly b: Home
  readonly missing: Missing
}

/** Numbers and bare streets that exactly two buildings have. */
function pairsOf(pool: CasePool): Pair[] {
  const isAbsent = pool.options.isAbsent ?? (() => false)
  const byAddress = groupBy(pool.allHomes, (home) => `${foldWord(home.number)} ${home.bare}`)
  const out: Pair[] = []
  for (const [a, b, more] of byAddress.values()) {
    if (!a || !b || more || isAbsent(a.building.key) || isAbsent(b.building.key)) continue
    if (pool.ownersOf(a.number, a.bare).size !== 2 || !(pool.options.isSource?.(a.building.key) ?? true)) continue
    const missing = difference(a, b)
    if (missing) out.push({ a, b, missing })
  }
  return out
}

/** The text without the part that differs: any hints leave the two apart. */
function tiedCase({ a, b, missing }: Pair, random: Random, id: string): Case {
  const line = missing === 'city' ? lineOf(a) : withoutWord(a, a.parts[missing])
  const text = random.chance(0.4) ? `${unitNumber(random)}-${line}` : line
  const hints =
    missing === 'city'
      ? { city: null, province: a.province === b.province && random.chance(0.3) ? a.province : null }
      : placeOf(a)
  return {
    id,
    kind: `twins: ${missing} missing`,
    text,
    ...hints,
    truth: null,
    tied: [a.building.key, b.building.key],
    source: a.building.key,
  }
}

function fullCase({ a, missing }: Pair, id: string): Case {
  const { key } = a.building
  return { id, kind: `twins: ${missing} given`, text: lineOf(a), ...placeOf(a), truth: key, source: key }
}

const rangeText = (r: Random, from: number, to: number, street: string): string =>
  fillIn(r.pick(FRAMES.ranges), r, { from: String(from), to: String(to), street })

function rangeCases(pool: CasePool, count: number): Case[] {
  const isAbsent = pool.options.isAbsent ?? (() => false)
  const usable = pool.homes.filter((h) => !isAbsent(h.building.key) && /^\d+$/.test(h.number) && !/^\d/.test(h.bare))
  const byStreet = groupBy(usable, (h) => `${h.street} ${h.city}`)
  const pairs: (readonly [Home, Home])[] = []
  for (const list of byStreet.values()) {
    list.sort((x, y) => Number(x.number) - Number(y.number))
    list.forEach((h, i) => {
      const next = list[i + 1]
      // a range is on one side of the street
      const gap = next ? Number(next.number) - Number(h.number) : 0
      if (next && gap > 0 && gap <= 30 && gap % 2 === 0) pairs.push([h, next])
    })
  }
  const both = pool.draw({ kind: 'ranges: both ends', count: pairs.length > 0 ? count : 0 }, (random) => {
    const [a, b] = random.pick(pairs)
    const text = rangeText(random, Number(a.number), Number(b.number), a.street)
    return { home: a, kind: 'ranges: both ends indexed', text, tied: [a.building.key, b.building.key] }
  })
  const one = pool.cases(
    'ranges: one end indexed',
    count,
    (home, r) => {
      const n = Number(home.number)
      const [from, to] = r.chance(0.5) ? [n, n + 2 * (1 + r.below(4))] : [n - 2 * (1 + r.below(4)), n]
      const isFree = (x: number) => x === n || pool.ownersOf(String(x), home.bare).size === 0
      return from > 0 && /^\d+$/.test(home.number) && !/^\d/.test(home.bare) && isFree(from) && isFree(to)
        ? { text: rangeText(r, from, to, home.street) }
        : null
    },
    0,
  )
  const unit = pool.cases('ranges: unit and number', count, (home, r) => {
    const number = unitNumber(r)
    return { text: r.pick([`${number}-${lineOf(home)}`, `${number} - ${lineOf(home)}`]), unit: number }
  })
  return [...both, ...one, ...unit]
}

const corpText = (b: MatchBuilding): string | null =>
  b.condo_corp ? `${b.condo_corp.registry} ${b.condo_corp.number}` : null

/** A corporation or postal code of one building beside the address of another. */
function conflictCases(pool: CasePool, count: number): Case[] {
  const withCorp = pool.homes.filter(
    (h) => h.building.condo_corp && !(pool.options.isAbsent?.(h.building.key) ?? false),
  )
  const withPostal = pool.homes.filter((h) => /^[A-Z]\d[A-Z]/.test(h.building.postal ?? ''))
  const beside = (home: Home, corp: string, r: Random) => ({
    text: r.pick([`${corp}, ${lineOf(home)}`, `${lineOf(home)} (${corp})`]),
  })
  const corporations: Record<string, Make> = {
    'conflict: corporation of another': (home, r) => {
      const other = r.pick(withCorp)
      const corp = other.building.key === home.building.key ? null : corpText(other.building)
      return corp && home.building.condo_corp ? { ...beside(home, corp, r), truth: null } : null
    },
    'conflict: own corporation': (home, r) => {
      const corp = corpText(home.building)
      return corp === null ? null : beside(home, corp, r)
    },
  }
  const postal: Make = (home, r) => {
    const other = r.pick(withPostal)
    if (other.province === home.province) return null
    return { text: `${lineOf(home)}, ${other.building.postal}`, ...NO_HINTS, truth: null }
  }
  return [
    ...pool.ofKinds(corporations, withCorp.length > 1 ? count : 0, 0),
    ...pool.cases('conflict: postal code of another province', withPostal.length > 1 ? count : 0, postal, 0),
    ...towerConflicts(pool, count),
  ]
}

/** The number of one tower with the name of the other. */
function towerConflicts(pool: CasePool, count: number): Case[] {
  const towers = pool.buildings.filter(({ group }) => group !== undefined)
  const projects = groupBy(towers, ({ group }) => group!)
  const split = [...projects.values()].filter(([a, b]) => a && b && a.addresses[0]?.line !== b.addresses[0]?.line)
  const random = pool.randomFor('conflict: tower')
  const out: Case[] = []
  for (let i = 0; i < count && split.length > 0; i++) {
    const [a, b] = random.pick(split) as [MatchBuilding, MatchBuilding]
    out.push({
      id: `conflict: tower/${pool.options.seed}/${i}`,
      kind: 'conflict: tower of another number',
      text: `${a.addresses[0]?.line}, ${b.name}`,
      city: a.city,
      province: a.province,
      truth: null,
      source: a.key,
    })
  }
  return out
}

export function twinCases(pool: CasePool, count: number): Case[] {
  const random = pool.randomFor('twins')
  const pairs = pairsOf(pool)
  const out: Case[] = []
  for (const missing of MISSING) {
    const own = pairs.filter((p) => p.missing === missing)
    for (let i = 0; i < count && own.length > 0; i++) {
      const pair = random.pick(own)
      const id = `twins: ${missing}/${pool.options.seed}/${i}`
      out.push(i % 3 === 2 ? fullCase(pair, id) : tiedCase(pair, random, id))
    }
  }
  return [...out, ...rangeCases(pool, count), ...conflictCases(pool, count)]
}
