// The cities that the gazetteer or a building names, by name, alias and postal prefix.

import { HOME_QUADRANTS } from '../gazetteer/directions.ts'
import { METRO_AREAS } from '../gazetteer/metro-areas.ts'
import { POSTAL_PREFIXES } from '../gazetteer/postal-prefixes.ts'
import { PROVINCES } from '../gazetteer/provinces.ts'
import { foldToAscii, normalizeText } from '../text/fold-text.ts'
import { canonicalKey } from '../text/name-keys.ts'
import type { Token } from '../text/token.ts'
import { CLOSE, COMMA, OPEN, SLASH } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import { VOCABULARY } from '../text/vocabulary.ts'

/** Limits the caches, so that hostile input cannot fill the memory. */
const MAX_CACHED_HINTS = 4096
const MAX_CACHED_PROVINCES = 256

export interface City {
  readonly id: number
  readonly name: string
  readonly province: number
  readonly metro: number
  /** The quadrant of an address that names none; 0 when the city has no such rule. */
  readonly homeQuadrant: number
}

export interface CityDirectory {
  readonly cities: readonly City[]
  /** By name or alias. Several cities may share a name. */
  readonly idsByKey: ReadonlyMap<string, readonly number[]>
  /** The length of the longest name or alias that starts with a first word, to rule out most tokens quickly. */
  longestByFirstWord(): ReadonlyMap<string, number>
  /** The city of a hint; -1 when unknown. */
  resolve(hint: string, province: number): number
  /** The city of the longest known postal prefix; -1 when unknown. */
  cityOfPostal(code: string): number
}

function keyOf(name: string): string {
  const tokens = tokenize(normalizeText(name))
  return canonicalKey(tokens, 0, tokens.length)
}

function firstWordOf(name: string): string {
  return tokenize(normalizeText(name)).find((t) => t.canon !== '')?.canon ?? ''
}

const provinceHints = new Map<string, number>()

/** 0 when unknown. */
export function provinceId(text: string | null | undefined): number {
  if (!text) return 0
  let id = provinceHints.get(text)
  if (id === undefined) {
    id = readProvince(text)
    if (provinceHints.size < MAX_CACHED_PROVINCES) provinceHints.set(text, id)
  }
  return id
}

function readProvince(text: string): number {
  const known = VOCABULARY.get(text.toLowerCase())?.province
  if (known) return known
  const key = foldToAscii(text).toLowerCase().replaceAll(' ', '').replaceAll('.', '').replaceAll('-', '')
  return VOCABULARY.get(key)?.province ?? 0
}

const provinceByCode = new Map(PROVINCES.map((p, id) => [p.code, id]))

/** Builds the directory from the gazetteer; `add` adds cities of buildings that the gazetteer lacks. */
export class CityDirectoryBuilder {
  readonly #cities: City[]
  readonly #byKey: Map<string, number[]>
  readonly #firstWords: Set<string>
  #metros: number

  /** Copies the gazetteer's cities, which are read once: every index starts with them. */
  constructor(base: CityDirectoryBuilder | null = gazetteerBuilder()) {
    this.#cities = base ? [...base.#cities] : []
    this.#byKey = new Map(base ? [...base.#byKey].map(([key, ids]) => [key, [...ids]]) : [])
    this.#firstWords = new Set(base ? base.#firstWords : [])
    this.#metros = base ? base.#metros : 0
  }

  /** From the gazetteer alone. */
  static read(): CityDirectoryBuilder {
    const builder = new CityDirectoryBuilder(null)
    builder.#readGazetteer()
    return builder
  }

  #readGazetteer(): void {
    for (const row of METRO_AREAS) {
      const [, code, list] = row.split(' | ') as [string, string, string]
      const metro = this.#metros++
      for (const item of list.split('; ')) {
        const [name, aliases = ''] = item.split(' = ') as [string, string?]
        const id = this.#addCity(name, provinceByCode.get(code) ?? 0, metro)
        for (const alias of aliases.split(', ')) if (alias) this.#addName(alias, id)
      }
    }
  }

  #addCity(name: string, province: number, metro: number): number {
    const id = this.#cities.length
    this.#cities.push({ id, name, province, metro, homeQuadrant: HOME_QUADRANTS[name] ?? 0 })
    this.#addName(name, id)
    return id
  }

  /** The nameless city of buildings without a city. It is no evidence for or against a match. */
  #unnamedCity(province: number): number {
    const known = this.#cities.find((c) => c.name === '' && c.province === province)
    if (known) return known.id
    const id = this.#cities.length
    this.#cities.push({ id, name: '', province, metro: this.#metros++, homeQuadrant: 0 })
    return id
  }

  #addName(name: string, id: number): void {
    const key = keyOf(name)
    this.#firstWords.add(firstWordOf(name))
    const ids = this.#byKey.get(key)
    if (ids) ids.push(id)
    else this.#byKey.set(key, [id])
  }

  add(name: string, province: number): number {
    if (name === '') return this.#unnamedCity(province)
    const known = resolveCity(this.#byKey, this.#cities, name, province)
    return known >= 0 ? known : this.#addCity(name, province, this.#metros++)
  }

  directory(): CityDirectory {
    const byKey = this.#byKey
    const prefixes = new Map<string, number>()
    for (const [list, key] of postalKeys()) {
      const id = byKey.get(key)?.[0]
      if (id !== undefined) for (const prefix of list.split(' ')) prefixes.set(prefix, id)
    }
    const cities = this.#cities
    const firstWords = this.#firstWords
    let longest: ReadonlyMap<string, number> | undefined
    // feeds repeat the same few hints
    const hints = PROVINCES.map(() => new Map<string, number>())
    const resolve = (hint: string, province: number): number => {
      const known = hints[province] as Map<string, number>
      let city = known.get(hint)
      if (city === undefined) {
        city = resolveCity(byKey, cities, hint, province)
        if (known.size < MAX_CACHED_HINTS) known.set(hint, city)
      }
      return city
    }
    return {
      cities,
      idsByKey: byKey,
      longestByFirstWord: () => {
        longest ??= longestKeys(firstWords, byKey.keys())
        return longest
      },
      resolve,
      cityOfPostal: (code) =>
        prefixes.get(code.slice(0, 3)) ?? prefixes.get(code.slice(0, 2)) ?? prefixes.get(code.slice(0, 1)) ?? -1,
    }
  }
}

let keysOfPostal: readonly (readonly [prefixes: string, key: string])[] | undefined

function postalKeys(): readonly (readonly [prefixes: string, key: string])[] {
  keysOfPostal ??= POSTAL_PREFIXES.map(([list, name]) => [list, keyOf(name)])
  return keysOfPostal
}

let builder: CityDirectoryBuilder | undefined

function gazetteerBuilder(): CityDirectoryBuilder {
  builder ??= CityDirectoryBuilder.read()
  return builder
}

/** The length of the longest key that starts with each word. */
export function longestKeys(words: ReadonlySet<string>, keys: Iterable<string>): Map<string, number> {
  const longest = new Map<string, number>()
  for (const key of keys)
    for (let end = 0; end <= key.length; end++) {
      const word = key.slice(0, end)
      if (words.has(word)) longest.set(word, Math.max(key.length, longest.get(word) ?? 0))
    }
  return longest
}

let gazetteer: CityDirectory | undefined

/** The cities of the gazetteer only. */
export function gazetteerDirectory(): CityDirectory {
  gazetteer ??= new CityDirectoryBuilder().directory()
  return gazetteer
}

const MUNICIPALITY_WORDS = new Set([
  'city',
  'ville',
  'town',
  'township',
  'village',
  'municipality',
  'municipalite',
  'district',
])

/** `City of Guelph`, `Ville de Laval`. */
const withoutMunicipalityWord = (tokens: Token[]): Token[] =>
  tokens.length > 2 && MUNICIPALITY_WORDS.has((tokens[0] as Token).text) && tokens[1]?.canon === ''
    ? tokens.slice(2)
    : tokens

/** Resolves a city field: `Toronto C01`, `Rosemont/La Petite-Patrie (Montréal)`; -1 when unknown. */
function resolveCity(
  byKey: ReadonlyMap<string, readonly number[]>,
  cities: readonly City[],
  name: string,
  province: number,
): number {
  const tokens = withoutMunicipalityWord(tokenize(normalizeText(name)))
  const pick = (key: string): number => {
    const ids = byKey.get(key)
    if (!ids) return -1
    if (!province) return ids[0] as number
    return ids.find((id) => (cities[id] as City).province === province) ?? -1
  }
  const whole = pick(canonicalKey(tokens, 0, tokens.length))
  if (whole >= 0) return whole
  // the longest run of words that is a city, later parts first: parentheses contain the city itself
  let part = tokens.length
  for (let i = tokens.length - 1; i >= 0; i--) {
    const starts = i === 0 || ((tokens[i]?.gap ?? 0) & (OPEN | CLOSE | SLASH | COMMA)) !== 0
    if (!starts) continue
    for (let to = part; to > i; to--) {
      const found = pick(canonicalKey(tokens, i, to))
      if (found >= 0) return found
    }
    part = i
  }
  return -1
}
