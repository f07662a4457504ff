// Reads real streets of four cities from the shared folder, if it exists.

import { existsSync, readFileSync } from 'node:fs'
import { splitAddress } from '../address-parts.ts'
import { SHARED } from '../shared-data.ts'
import { bareName, foldWord } from './case-pool.ts'

export interface StreetRange {
  readonly street: string
  readonly bare: string
  readonly from: number
  readonly to: number
  readonly lat: number
  readonly lng: number
}

const cached = new Map<string, string[][]>()

function rowsOf(city: string): string[][] {
  const found = cached.get(city) ?? readRows(city)
  cached.set(city, found)
  return found
}

function readRows(city: string): string[][] {
  const file = `${SHARED.streets}${city}.tsv`
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => line.split('\t'))
}

function bareOf(street: string): string {
  const parts = splitAddress(`1 ${street}`)
  return parts ? bareName(parts) : foldWord(street)
}

/** Toronto's streets with the civic numbers of each block side. */
export function torontoRanges(): StreetRange[] {
  return rowsOf('toronto').flatMap(([, short = '', from, to, lat, lng]) => {
    const range = {
      street: short,
      bare: bareOf(short),
      from: Number(from),
      to: Number(to),
      lat: Number(lat),
      lng: Number(lng),
    }
    return range.from > 0 && range.to >= range.from ? [range] : []
  })
}

/** Calgary's two-letter types. Types whose long form is not certain are left out. */
const CALGARY_TYPES: Readonly<Record<string, string>> = {
  AV: 'Avenue',
  BV: 'Boulevard',
  CI: 'Circle',
  CL: 'Close',
  CM: 'Common',
  CR: 'Crescent',
  DR: 'Drive',
  GA: 'Gate',
  GD: 'Gardens',
  GR: 'Green',
  HL: 'Hill',
  HT: 'Heights',
  LD: 'Landing',
  LI: 'Link',
  LN: 'Lane',
  ME: 'Mews',
  MR: 'Manor',
  PA: 'Park',
  PL: 'Place',
  PT: 'Point',
  PZ: 'Plaza',
  RD: 'Road',
  RI: 'Rise',
  RO: 'Row',
  SQ: 'Square',
  ST: 'Street',
  TC: 'Terrace',
  TR: 'Trail',
  VW: 'View',
  WK: 'Walk',
  WY: 'Way',
}

export interface CalgaryStreet {
  readonly name: string
  readonly code: string
  readonly type: string
  readonly quadrant: string
}

export function calgaryStreets(): CalgaryStreet[] {
  return rowsOf('calgary').flatMap(([name = '', code = '', quadrant = '']) => {
    const type = CALGARY_TYPES[code]
    return type === undefined || quadrant === '' ? [] : [{ name, code, type, quadrant }]
  })
}

/** `PEMBINA HWY BLDG A` and `B BROADWAY` are not streets. */
const isPlainStreet = (street: string): boolean => !/\bBLDG\b|^[A-Z] /i.test(street)

/** Full street names by city, as their open data writes them. */
export function realStreets(): Map<string, string[]> {
  return new Map([
    ['toronto', [...new Set(rowsOf('toronto').map(([, short = '']) => short))]],
    ['calgary', calgaryStreets().map(({ name, type, quadrant }) => `${name} ${type} ${quadrant}`)],
    ['ottawa', rowsOf('ottawa').map(([name = '']) => name)],
    ['winnipeg', rowsOf('winnipeg').flatMap(([name = '']) => (isPlainStreet(name) ? [name] : []))],
  ])
}

/** A lookup of bare street names by city. Cities without open data have none. */
export function realStreetLookup(): (bare: string, city: string) => boolean {
  const byCity = new Map([...realStreets()].map(([city, streets]) => [city, new Set(streets.map(bareOf))]))
  return (bare, city) => byCity.get(foldWord(city))?.has(bare) ?? false
}

export const bareStreet = bareOf
