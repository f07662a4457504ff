// The places that every index starts with: cities of metropolitan areas, other municipalities, towns and districts.

import { HOME_QUADRANTS } from '../gazetteer/directions.ts'
import { METRO_AREAS, PROVINCES } from '../gazetteer/place-tables.ts'
import GAZETTEER from '../gazetteer/places.json' with { type: 'json' }
import { foldToAscii } from '../text/fold-text.ts'
import { VOCABULARY } from '../text/vocabulary.ts'

export interface City {
  readonly id: number
  readonly name: string
  readonly province: number
  /** Cities of one metropolitan area share it; any other place has its own. */
  readonly metro: number
  /** The quadrant of an address that names none; 0 when the city has no such rule. */
  readonly homeQuadrant: number
  /** False for a place inside or beside a municipality, whose post office may serve its neighbours. */
  readonly isMunicipality: boolean
  /** NaN when unknown. */
  readonly lat: number
  readonly lng: number
}

export const NO_IDS: readonly number[] = []

/** The words as the tokenizer would fold them. It is not used here, because reading thousands of names with it at load would slow it down for good. */
export const placeWords = (name: string): string[] =>
  foldToAscii(name)
    .replace(/['.]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => VOCABULARY.get(word)?.canon ?? word)

export const placeKey = (name: string): string => placeWords(name).join('')

const provinceByCode = new Map(PROVINCES.map((p, id) => [p.code, id]))

/** Names of places by key. A list is never changed, because directories share it. */
export class NameTable {
  readonly ids: Map<string, readonly number[]>
  readonly firstWords: Set<string>
  #longest: ReadonlyMap<string, number> | undefined
  /** The table that this one is equal to, until a name is added. */
  #base: NameTable | undefined

  constructor(base?: NameTable) {
    this.#base = base
    this.ids = new Map(base?.ids)
    this.firstWords = new Set(base?.firstWords)
  }

  add(name: string, id: number): void {
    const words = placeWords(name)
    const key = words.join('')
    const known = this.ids.get(key) ?? NO_IDS
    if (!known.includes(id)) this.ids.set(key, [...known, id])
    const first = words.find((word) => word !== '')
    if (first) this.firstWords.add(first)
    this.#longest = undefined
    this.#base = undefined
  }

  /** The length of the longest name that starts with a first word; 0 for none. Rules out most tokens quickly. */
  longestFrom(word: string): number {
    if (this.#base) return this.#base.longestFrom(word)
    this.#longest ??= longestKeys(this.firstWords, this.ids.keys())
    return this.#longest.get(word) ?? 0
  }
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

/** `~Name=French name@4532,-7534`: not a municipality, with a second name and a point in hundredths of a degree. */
const PLACE = /^(~?)([^=@]+)(?:=([^@]+))?(?:@(-?\d+),(-?\d+))?$/

interface GazetteerPlace {
  readonly names: readonly string[]
  readonly isMunicipality: boolean
  readonly lat: number
  readonly lng: number
}

function readPlace(text: string): GazetteerPlace {
  const [, mark, name, other, lat, lng] = PLACE.exec(text) as RegExpExecArray
  const degrees = (hundredths: string | undefined): number => (hundredths ? Number(hundredths) / 100 : Number.NaN)
  return {
    names: other ? [name as string, other] : [name as string],
    isMunicipality: mark === '',
    lat: degrees(lat),
    lng: degrees(lng),
  }
}

/** The places that every index starts with, read once. */
class Gazetteer {
  readonly cities: City[] = []
  /** Cities of metropolitan areas, which a text may name anywhere. */
  readonly major = new NameTable()
  /** Other places, which count only where a place stands. */
  readonly minor = new NameTable()
  /** Neighbourhoods, by the ids of their cities. Other cities may have one of the same name. */
  readonly districts = new NameTable()

  constructor() {
    const places = new Map<string, GazetteerPlace>()
    for (const [code, list] of Object.entries(GAZETTEER.places))
      for (const text of list.split('|')) {
        const place = readPlace(text)
        for (const name of place.names) places.set(`${code} ${placeKey(name)}`, place)
      }
    this.#readMetros(places)
    for (const [key, place] of places) this.#readMinor(key, place)
    for (const [city, list] of Object.entries(GAZETTEER.districts)) {
      const id = this.major.ids.get(placeKey(city))?.[0] as number
      for (const name of list.split('|')) this.districts.add(name, id)
    }
  }

  #readMetros(places: ReadonlyMap<string, GazetteerPlace>): void {
    METRO_AREAS.forEach((row, metro) => {
      const [, code, list] = row.split(' | ') as [string, string, string]
      for (const item of list.split('; ')) {
        const [name, aliases = ''] = item.split(' = ') as [string, string?]
        const place = places.get(`${code} ${placeKey(name)}`)
        const id = this.#add(name, provinceByCode.get(code) ?? 0, metro, place)
        this.major.add(name, id)
        for (const alias of aliases.split(', ')) if (alias) this.major.add(alias, id)
      }
    })
  }

  #readMinor(key: string, place: GazetteerPlace): void {
    const province = provinceByCode.get(key.slice(0, 2)) ?? 0
    const name = key.slice(3)
    const isKnown = (ids: readonly number[] | undefined): boolean =>
      ids?.some((id) => (this.cities[id] as City).province === province) ?? false
    if (isKnown(this.major.ids.get(name)) || isKnown(this.minor.ids.get(name))) return
    const id = this.#add(place.names[0] as string, province, METRO_AREAS.length + this.cities.length, place)
    for (const one of place.names) this.minor.add(one, id)
  }

  #add(name: string, province: number, metro: number, place: GazetteerPlace | undefined): number {
    const id = this.cities.length
    const { isMunicipality = true, lat = Number.NaN, lng = Number.NaN } = place ?? {}
    this.cities.push({ id, name, province, metro, homeQuadrant: HOME_QUADRANTS[name] ?? 0, isMunicipality, lat, lng })
    return id
  }
}

let read: Gazetteer | undefined

export function gazetteer(): Gazetteer {
  read ??= new Gazetteer()
  return read
}

/** A place in the gazetteer is the same in every index. */
export const isInGazetteer = ({ id }: City): boolean => id < gazetteer().cities.length
