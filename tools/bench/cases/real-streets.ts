// Reads the real streets of four cities that ship with the product.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { splitAddress } from '../address-parts.ts'
import { SHARED } from '../shared-data.ts'
import { bareName, foldWord, groupBy } from './case-pool.ts'
import { STREETS } from './data/tables.ts'

export interface StreetRange {
  readonly street: string
  readonly bare: string
  readonly from: number
  readonly to: number
}

const FOLDER = fileURLToPath(new URL('../../../assets/streets/', import.meta.url))
const cached = new Map<string, string[][]>()

const readRows = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))

function rowsOf(city: string): string[][] {
  const found = cached.get(city) ?? readRows(`${FOLDER}${city}.tsv`)
  cached.set(city, found)
  return found
}

function bareOf(street: string): string {
  const parts = splitAddress(`1 ${street}`)
  return parts ? bareName(parts) : foldWord(street)
}

/** Toronto's streets with their spans of civic numbers. */
export function torontoRanges(): StreetRange[] {
  return rowsOf('toronto').flatMap(([street = '', spans = '']) =>
    spans.split(' ').flatMap((span) => {
      const [from = 0, to = 0] = span.split('-').map(Number)
      return from > 0 && to >= from ? [{ street, bare: bareOf(street), from, to }] : []
    }),
  )
}

/** Points of Toronto's streets, only where the shared folder has them. */
export function torontoPoints(): Map<string, { lat: number; lng: number }> {
  const file = `${SHARED.streets}toronto.tsv`
  const rows = existsSync(file) ? readRows(file) : []
  return new Map(rows.map(([street = '', , , , lat, lng]) => [street, { lat: Number(lat), lng: Number(lng) }]))
}

export interface CalgaryStreet {
  readonly name: string
  readonly code: string
  readonly type: string
  readonly quadrant: string
}

export function calgaryStreets(): CalgaryStreet[] {
  return rowsOf('calgary').flatMap(([street = '']) => {
    const [, name = '', code = '', quadrant = ''] = /^(.+) ([A-Z]{2}) ([NS][EW])$/.exec(street) ?? []
    const type = STREETS.CALGARY_TYPES[code]
    return type === undefined ? [] : [{ name, code, type, quadrant }]
  })
}

/** `PEMBINA HWY BLDG A` and `B BROADWAY` are not streets. */
const isPlainStreet = (street: string): boolean => !/\bBLDG\b|^[A-Z] /i.test(street)

/** Full street names by city, as their open data writes them. */
export function realStreets(): Map<string, string[]> {
  return new Map([
    ['toronto', rowsOf('toronto').map(([street = '']) => street)],
    ['calgary', calgaryStreets().map(({ name, type, quadrant }) => `${name} ${type} ${quadrant}`)],
    ['ottawa', rowsOf('ottawa').map(([name = '']) => name)],
    ['winnipeg', rowsOf('winnipeg').flatMap(([name = '']) => (isPlainStreet(name) ? [name] : []))],
  ])
}

/** A lookup of bare street names by city. Cities without open data have none. */
export function realStreetLookup(): (bare: string, city: string) => boolean {
  const byCity = listedStreets()
  const cities = realStreets()
  return (bare, city) => cities.has(foldWord(city)) && (byCity.get(foldWord(city))?.names.has(bare) ?? false)
}

export const bareStreet = bareOf

export interface NumberedStreet {
  /** Folded. */
  readonly city: string
  readonly street: string
  /** Whether the street may have this number. Calgary's list does not say, so it always may. */
  readonly has: (number: number) => boolean
}

/** Streets with type and side of the cities whose list has them. */
export function numberedStreets(): NumberedStreet[] {
  const toronto = groupBy(torontoRanges(), (r) => r.street)
  const vancouver = existsSync(`${SHARED.streets}vancouver.tsv`) ? readRows(`${SHARED.streets}vancouver.tsv`) : []
  return [
    ...[...toronto].map(([street, spans]) => ({
      city: 'toronto',
      street,
      has: (n: number) => spans.some((s) => n >= s.from && n <= s.to),
    })),
    ...calgaryStreets().map((s) => ({ city: 'calgary', street: `${s.name} ${s.type} ${s.quadrant}`, has: () => true })),
    ...vancouver.map(([, , street = '', ...seen]) => {
      const numbers = seen.slice(0, 4).filter(Boolean).map(Number)
      return { city: 'vancouver', street, has: (n: number) => n >= Math.min(...numbers) && n <= Math.max(...numbers) }
    }),
  ]
}

/** Lists that have every street of their city; the others say that a street exists, never that it does not. */
const COMPLETE_LISTS = new Set(['toronto', 'vancouver', 'calgary', 'ottawa', 'winnipeg'])
const PARTIAL_LISTS = ['vancouver', 'surrey', 'mississauga', 'montreal', 'quebec']

export interface ListedStreets {
  readonly names: ReadonlySet<string>
  readonly isComplete: boolean
}

/** Bare street names by folded city: the lists that ship, and those of the shared folder. */
export function listedStreets(): ReadonlyMap<string, ListedStreets> {
  listed ??= readLists()
  return listed
}

let listed: Map<string, ListedStreets> | undefined

function readLists(): Map<string, ListedStreets> {
  const lists = new Map([...realStreets()].map(([city, streets]) => [city, streets]))
  for (const city of PARTIAL_LISTS) {
    const file = `${SHARED.streets}${city}.tsv`
    if (existsSync(file))
      lists.set(
        city,
        readRows(file).map(([, , street = '']) => street),
      )
  }
  return new Map(
    [...lists].map(([city, streets]) => [
      city,
      { names: new Set(streets.map(bareOf)), isComplete: COMPLETE_LISTS.has(city) },
    ]),
  )
}
