// Every Canadian place that an address may name: cities, towns, districts and board codes, by name.

import { METRO_AREAS, PLACE_CODES, POSTAL_PREFIXES } from '../gazetteer/place-tables.ts'
import { foldToAscii, normalizeText } from '../text/fold-text.ts'
import { canonicalKey } from '../text/name-keys.ts'
import type { Token } from '../text/token.ts'
import { CLOSE, COMMA, OPEN, SLASH } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import { VOCABULARY } from '../text/vocabulary.ts'
import type { City } from './gazetteer.ts'
import { gazetteer, NameTable, NO_IDS, placeKey } from './gazetteer.ts'
import { NearNames } from './near-names.ts'

/** Limits the caches, so that hostile input cannot fill the memory. */
const MAX_CACHED_HINTS = 4096
const MAX_CACHED_PROVINCES = 256

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

const MUNICIPALITY_WORDS = new Set('city ville town township village municipality municipalite district'.split(' '))

/** `City of Guelph`, `Ville de Laval`. */
const withoutMunicipalityWord = (tokens: Token[]): Token[] =>
  tokens.length > 2 && MUNICIPALITY_WORDS.has((tokens[0] as Token).text) && tokens[1]?.canon === ''
    ? tokens.slice(2)
    : tokens

/** What a city field names. */
export interface NamedPlace {
  /** The likeliest first; empty when unknown. */
  readonly ids: readonly number[]
  /** As it is compared with the name of a city, in case it is misspelled or abbreviated. */
  readonly key: string
}

const NO_PLACE: NamedPlace = { ids: NO_IDS, key: '' }

export class CityDirectory {
  readonly cities: readonly City[]
  readonly #own: NameTable
  /** By province. */
  readonly #hints: Map<string, NamedPlace>[] = []
  #near: NearNames | undefined
  /** Texts repeat the same few words where a place stands. */
  readonly #corrections = new Map<string, readonly number[]>()

  constructor(cities: readonly City[], own: NameTable) {
    this.cities = cities
    this.#own = own
  }

  /** By name or alias: cities of metropolitan areas and of buildings. Several may share a name. */
  get idsByKey(): ReadonlyMap<string, readonly number[]> {
    return this.#own.ids
  }

  /** The length of the longest name in `idsByKey` that starts with a word; 0 for none. */
  longestFrom(word: string): number {
    return this.#own.longestFrom(word)
  }

  /** Any place that has this name. */
  idsOf(key: string): readonly number[] {
    return this.#own.ids.get(key) ?? gazetteer().minor.ids.get(key) ?? NO_IDS
  }

  districtsOf(key: string): readonly number[] {
    return gazetteer().districts.ids.get(key) ?? NO_IDS
  }

  /** The places whose name is one typo away, or two for a long name. */
  misspelled(key: string): readonly number[] {
    let ids = this.#corrections.get(key)
    if (ids === undefined) {
      this.#near ??= new NearNames([...this.#own.ids, ...gazetteer().minor.ids])
      ids = this.#near.find(key)
      if (this.#corrections.size < MAX_CACHED_HINTS) this.#corrections.set(key, ids)
    }
    return ids
  }

  /** The city of a hint; -1 when unknown. */
  resolve(hint: string, province: number): number {
    return this.readHint(hint, province).ids[0] ?? -1
  }

  /** `Toronto C01`, `Rosemont/La Petite-Patrie (Montréal)`, `CALG`. Feeds repeat the same few hints. */
  readHint(hint: string, province: number): NamedPlace {
    this.#hints[province] ??= new Map()
    const known = this.#hints[province]
    let place = known.get(hint)
    if (place === undefined) {
      place = this.#readHint(hint, province)
      if (known.size < MAX_CACHED_HINTS) known.set(hint, place)
    }
    return place
  }

  #readHint(hint: string, province: number): NamedPlace {
    const tokens = withoutMunicipalityWord(tokenize(normalizeText(hint)))
    if (tokens.length === 0) return NO_PLACE
    const key = canonicalKey(tokens, 0, tokens.length)
    const ids = this.#inProvince(key, province)
    if (ids.length > 0) return { ids, key }
    const coded = this.idsOfCode(key)
    return { ids: coded.length > 0 ? coded : this.#partOf(tokens, province), key }
  }

  /** `C08`, `Zone 12`, `Cgy`. */
  idsOfCode(key: string): readonly number[] {
    const code = PLACE_CODES.find(({ pattern }) => pattern.test(key))
    return code ? this.#inProvince(placeKey(code.city), 0) : NO_IDS
  }

  #inProvince(key: string, province: number): readonly number[] {
    const fits = (ids: readonly number[] | undefined): readonly number[] =>
      (ids ?? NO_IDS).filter((id) => !province || (this.cities[id] as City).province === province)
    const major = fits(this.#own.ids.get(key))
    const minor = fits(gazetteer().minor.ids.get(key))
    // Westmount is a city, although Montréal has a district of that name
    return major.length > 0 ? [...major, ...minor] : [...minor, ...fits(gazetteer().districts.ids.get(key))]
  }

  /** The longest run of words that is a place, later parts first: parentheses contain the city itself. */
  #partOf(tokens: readonly Token[], province: number): readonly number[] {
    let part = tokens.length
    for (let i = tokens.length - 1; i >= 0; i--) {
      const starts = i === 0 || ((tokens[i]?.gap ?? 0) & (OPEN | CLOSE | SLASH | COMMA)) !== 0
      if (!starts) continue
      for (let to = part; to > i; to--) {
        const found = this.#inProvince(canonicalKey(tokens, i, to), province)
        if (found.length > 0) return found
      }
      part = i
    }
    return NO_IDS
  }

  /** The city of the longest known postal prefix; -1 when unknown. */
  cityOfPostal(code: string): number {
    const prefixes = postalPrefixes()
    return prefixes.get(code.slice(0, 3)) ?? prefixes.get(code.slice(0, 2)) ?? prefixes.get(code.slice(0, 1)) ?? -1
  }
}

/** Collects the cities of buildings that the gazetteer lacks. */
export class CityDirectoryBuilder {
  readonly #cities: City[]
  readonly #own: NameTable

  constructor() {
    this.#cities = [...gazetteer().cities]
    this.#own = new NameTable(gazetteer().major)
  }

  add(name: string, province: number): number {
    const known = name === '' ? this.#unnamed(province) : this.directory().resolve(name, province)
    return known >= 0 ? known : this.#addCity(name, province)
  }

  #addCity(name: string, province: number): number {
    const id = this.#cities.length
    const unknown = { homeQuadrant: 0, isMunicipality: false, lat: Number.NaN, lng: Number.NaN }
    this.#cities.push({ id, name, province, metro: METRO_AREAS.length + id, ...unknown })
    if (name !== '') this.#own.add(name, id)
    return id
  }

  /** The nameless city of buildings without a city. It is no evidence for or against a match. */
  #unnamed(province: number): number {
    return this.#cities.findIndex((c) => c.name === '' && c.province === province)
  }

  directory(): CityDirectory {
    return new CityDirectory(this.#cities, this.#own)
  }
}

let prefixes: Map<string, number> | undefined

function postalPrefixes(): ReadonlyMap<string, number> {
  if (!prefixes) {
    prefixes = new Map()
    for (const [city, list] of POSTAL_PREFIXES) {
      const id = gazetteer().major.ids.get(placeKey(city))?.[0]
      if (id !== undefined) for (const prefix of list.split(' ')) prefixes.set(prefix, id)
    }
  }
  return prefixes
}

let own: CityDirectory | undefined

/** The places of the gazetteer only. */
export function gazetteerDirectory(): CityDirectory {
  own ??= new CityDirectoryBuilder().directory()
  return own
}

export type { City } from './gazetteer.ts'
export { isInGazetteer, placeKey } from './gazetteer.ts'
