// Draws buildings for labelled cases, and knows which numbers are taken.

import type { MatchBuilding } from '@plinth/matcher'
import { share } from '@plinth/matcher/internal/fit/labelled-case'
import { foldToAscii } from '@plinth/matcher/internal/text/fold-text'
import { Random } from '../../shared/random.ts'
import type { AddressParts } from '../address-parts.ts'
import { shortWord, splitAddress } from '../address-parts.ts'
import type { Case } from '../generated-cases.ts'

/** A building with its main address split into parts. */
export interface Home {
  readonly building: MatchBuilding
  readonly parts: AddressParts
  readonly number: string
  /** Everything after the number, as the source writes it. */
  readonly street: string
  /** The street name without type, direction, particles, accents and spaces. */
  readonly bare: string
  readonly city: string
  readonly province: string
}

/** What a kind of case adds to the default. Hints that are left out come from the pool's style. */
export type Draft = Partial<Omit<Case, 'id' | 'source'>> & { readonly text: string }

export interface PoolOptions {
  readonly seed: number
  /** Buildings that are not in the index. Their cases must find nothing. */
  readonly isAbsent?: (key: string) => boolean
  /** 'mixed' leaves the hints out of a third of the cases. */
  readonly hints: 'all' | 'mixed' | 'none'
  /** Tells whether a street of this bare name exists in the city. A misspelling must not produce one. */
  readonly isRealStreet?: (bare: string, city: string) => boolean
  /** Restricts the buildings that cases are made from, not the numbers that are taken. */
  readonly isSource?: (key: string) => boolean
}

export type Make = (home: Home, random: Random) => Draft | null

/** Kinds of cases by name; some are made more or less often than others. */
export type Kinds = Readonly<Record<string, Make | readonly [share: number, make: Make]>>

export interface DrawOptions {
  /** Also the seed of the draws. */
  readonly kind: string
  readonly id?: string
  readonly count: number
  readonly tries?: number
}

export type Draw = (random: Random, at: number) => (Draft & { readonly home: Home; readonly source?: string }) | null

const PARTICLES = new Set(['de', 'la', 'le', 'les', 'des', 'du', 'd', 'l', 'the'])
const RANGE = /^(\d+)\s*(?:-|–|&|to)\s*(\d+) (.+)$/

export const foldWord = (word: string): string =>
  foldToAscii(word)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')

export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const out = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    out.set(key, out.get(key) ?? [])
    out.get(key)!.push(item)
  }
  return out
}

export function bareName(parts: AddressParts): string {
  const words = parts.name
    .flatMap((i) => foldToAscii(parts.words[i] as string).split(/[\s'’-]+/))
    .map(foldWord)
    .map((w) => w.replace(/^(\d+)(st|nd|rd|th|e|re)$/, '$1').replace(/^(st|ste|sainte)$/, 'saint'))
  const kept = words.filter((w) => !PARTICLES.has(w))
  return (kept.length > 0 ? kept : words).join('')
}

/** The bare name with its type. */
const typedName = (parts: AddressParts): string => bareName(parts) + foldWord(parts.words[parts.type] ?? '')

export class CasePool {
  readonly options: PoolOptions
  readonly buildings: readonly MatchBuilding[]
  /** Buildings that no other address resembles: the same number and bare street occur once in the country. */
  readonly homes: readonly Home[]
  /** Every building with an address that can be split, towers of projects excepted. */
  readonly allHomes: readonly Home[]
  readonly cities: ReadonlySet<string>
  readonly #owners = new Map<string, Set<string>>()
  readonly #streets = new Set<string>()

  constructor(buildings: readonly MatchBuilding[], options: PoolOptions) {
    this.options = options
    this.buildings = buildings
    this.cities = new Set(buildings.map((b) => foldWord(b.city)))
    const all: Home[] = []
    for (const b of buildings) {
      for (const a of b.addresses) this.#register(b.key, a.line)
      const home = b.group === undefined ? toHome(b) : null
      if (home) all.push(home)
    }
    this.allHomes = all
    this.homes = all.filter(
      (h) =>
        h.bare.length >= 2 &&
        this.ownersOf(h.number, h.bare).size === 1 &&
        this.ownersOf(h.number, typedName(h.parts)).size === 1 &&
        (options.isSource?.(h.building.key) ?? true),
    )
  }

  #register(key: string, line: string): void {
    const range = RANGE.exec(line)
    const from = range ? Number(range[1]) : 0
    const to = range ? Math.min(Number(range[2]), from + 60) : 0
    const lines = range
      ? Array.from({ length: Math.max(1, to - from + 1) }, (_, i) => `${from + i} ${range[3]}`)
      : [line]
    for (const one of lines) {
      const parts = splitAddress(one)
      if (!parts) continue
      const bare = bareName(parts)
      // `12 Elm Grove` and `12 Elm Grove Ave` resemble each other
      for (const name of new Set([bare, typedName(parts)])) {
        const at = `${foldWord(parts.number)} ${name}`
        this.#owners.set(at, (this.#owners.get(at) ?? new Set()).add(key))
        this.#streets.add(name)
      }
    }
  }

  /** The buildings with this number on any street of this bare name. */
  ownersOf(number: string, bare: string): ReadonlySet<string> {
    return this.#owners.get(`${foldWord(number)} ${bare}`) ?? new Set()
  }

  isStreet(bare: string): boolean {
    return this.#streets.has(bare)
  }

  /** The nearest number on the street without a building; null when all neighbours have one. */
  freeNumber(home: Home, random: Random): string | null {
    const number = Number.parseInt(home.number, 10)
    for (const step of random.chance(0.5) ? [2, -2, 4, -4, 1, 10] : [-2, 2, -4, 4, -1, 10]) {
      const next = String(number + step)
      if (number + step > 0 && this.ownersOf(next, home.bare).size === 0) return next
    }
    return null
  }

  /** A misspelled street must not be another street of the index or of the city. */
  isAnotherStreet(bare: string, home: Home): boolean {
    if (bare === home.bare) return false
    return this.isStreet(bare) || (this.options.isRealStreet?.(bare, home.city) ?? false)
  }

  ofKinds(kinds: Kinds, count: number, negatives?: number): Case[] {
    return Object.entries(kinds).flatMap(([kind, row]) => {
      const [share, make] = typeof row === 'function' ? [1, row] : row
      return this.cases(kind, Math.ceil(count * share), make, negatives)
    })
  }

  /**
   * Draws `count` cases, in at most `tries` draws. Unless the draw says otherwise, no building is right, and the hints
   * are those of its home.
   */
  draw({ kind, id = kind, count, tries = count }: DrawOptions, make: Draw): Case[] {
    const random = this.randomFor(kind)
    const out: Case[] = []
    for (let i = 0; i < tries && out.length < count; i++) {
      const drawn = make(random, i)
      if (!drawn) continue
      const { home, source = home.building.key, ...draft } = drawn
      const { city, province } = home
      out.push({ kind, city, province, truth: null, ...draft, id: `${id}/${this.options.seed}/${i}`, source })
    }
    return out
  }

  randomFor(kind: string): Random {
    return new Random(Math.floor(share(`${this.options.seed} ${kind}`) * 4294967296))
  }

  hintsOf(home: Home, random: Random): { city: string | null; province: string | null } {
    const { hints } = this.options
    const style = hints === 'all' ? 1 : hints === 'none' ? 0 : random.next()
    return { city: style > 0.4 ? home.city : null, province: style > 0.3 ? home.province : null }
  }

  /** Makes `count` cases of a kind. A third get the next free number of the street and must find nothing. */
  cases(kind: string, count: number, make: Make, negatives = 1 / 3): Case[] {
    const random = this.randomFor(kind)
    const out: Case[] = []
    for (let tries = 0; out.length < count && tries < count * 60 && this.homes.length > 0; tries++) {
      const home = random.pick(this.homes)
      const isWrong = negatives > 0 && out.length % Math.round(1 / negatives) === 1
      const free = isWrong ? this.freeNumber(home, random) : null
      if (isWrong && free === null) continue
      const draft = make(free === null ? home : withNumber(home, free), random)
      if (draft) out.push(this.#label(kind, out.length, home, isWrong, draft, random))
    }
    return out
  }

  #label(kind: string, at: number, home: Home, isWrong: boolean, draft: Draft, random: Random): Case {
    const { key } = home.building
    const isAbsent = this.options.isAbsent?.(key) ?? false
    const { truth, tied, also, ...rest } = draft
    const must = isWrong || isAbsent
    return {
      ...this.hintsOf(home, random),
      kind: isWrong ? `${kind}, next number` : isAbsent ? `${kind}, absent` : kind,
      ...rest,
      id: `${kind}/${this.options.seed}/${at}`,
      source: key,
      truth: must ? null : truth === undefined ? key : truth,
      ...(tied && !must && { tied }),
      ...(also && !must && { also }),
    }
  }
}

export function toHome(building: MatchBuilding): Home | null {
  const parts = splitAddress(building.addresses[0]?.line ?? '')
  // `555Z` marks a place without a number in some sources
  if (!parts || /Z$/.test(parts.number)) return null
  // the letter of `653 C Warden Ave` belongs to the number
  if (/^[A-DF-MO-RT-VX-Z]$/i.test(parts.words[0] ?? '')) return null
  return {
    building,
    parts,
    number: parts.number,
    street: parts.words.join(' '),
    bare: bareName(parts),
    city: building.city,
    province: building.province,
  }
}

export const withNumber = (home: Home, number: string): Home => ({
  ...home,
  number,
  parts: { ...home.parts, number },
})

/** The type or the direction, as it is abbreviated. */
export const partOf = (home: Home, at: 'type' | 'direction'): string => shortWord(home.parts.words[home.parts[at]])

export const withoutWord = (home: Home, at: number): string =>
  [home.number, ...home.parts.words.filter((_, i) => i !== at)].join(' ')

/** The hints of a text that is all there is. */
export const NO_HINTS = { city: null, province: null } as const

/** The place of the home as hints. */
export const placeOf = ({ city, province }: Home) => ({ city, province })

export const lineOf = (home: Home): string => `${home.number} ${home.street}`
