// Names a fact of the index by a number, so that answers and changes can be compared.

import { METRO_AREAS } from '../gazetteer/place-tables.ts'
import type { City, CityDirectory } from '../read/city-directory.ts'

/** The kinds of facts. The numbers are stored with listings: never reuse one. */
export const FACT = Object.freeze({
  /** The entries of a street name at a civic number. */
  entries: 1,
  /** Whether a street name exists anywhere, and in how many cities. */
  street: 2,
  /** The streets of a name in a metropolitan area. */
  streetInArea: 3,
  /** The entries at a civic number in a metropolitan area, whatever the street. */
  number: 4,
  /** The buildings with a name. */
  name: 5,
  /** Whether the name of a building starts with a word. */
  firstWord: 6,
  /** The names that start or end like this, and have this length. */
  nameStart: 7,
  nameEnd: 8,
  /** The buildings of a condominium corporation. */
  condoCorp: 9,
  /** Any building at all: for a text that depends on too many facts. */
  anything: 10,
  /** The curators' decisions on a civic number and street. Not a fact of the index, like the following. */
  decisions: 11,
  /** Whether a project exists, and its buildings. */
  project: 12,
  /** The province of a city, as the projects write it. */
  cityProvince: 13,
  /** Whether any building is in an area. */
  covered: 14,
})

/** A number of 52 bits, because JSON and JavaScript keep 53. */
export function linkKey(fact: number, text: string, number = 0): number {
  let a = 0x9e3779b1 ^ Math.imul(fact, 0x85ebca6b)
  let b = 0x41c6ce57 ^ Math.imul(number, 0xc2b2ae35)
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    a = Math.imul(a ^ c, 2654435761)
    b = Math.imul(b ^ c, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (b & 0xfffff) * 2 ** 32 + (a >>> 0)
}

export const ANYTHING = linkKey(FACT.anything, '')

/** The area of a query that names no place. */
export const EVERYWHERE = '*'

/**
 * The metropolitan area of a city under a name that no dataset changes. A city that the gazetteer lacks is an area
 * of its own, and its number depends on the other buildings.
 */
export const areaOf = ({ metro, province, name }: City): string =>
  metro < METRO_AREAS.length ? String(metro) : `${province} ${name.toLowerCase()}`

export const allAreas = ({ cities }: CityDirectory): Set<string> => new Set(cities.map(areaOf))

export const digitsOf = (name: string): string => name.replace(/\D+/g, '')

/** Shorter parts of a name are shared by too many. */
const MIN_PART = 3

/** One edit leaves the first or the last part of this length as it is. */
const partLength = (nameLength: number): number => Math.max(MIN_PART, (nameLength - 1) >> 1)

export const nameStartKey = (name: string, length = name.length): number =>
  linkKey(FACT.nameStart, name.slice(0, partLength(length)), length)

export const nameEndKey = (name: string, length = name.length): number =>
  linkKey(FACT.nameEnd, name.slice(-partLength(length)), length)
