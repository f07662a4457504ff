// Parses the street tables of the gazetteer; assets/gazetteer/README.md describes the format.
import type { Province } from '../../catalog/records/record-schemas.ts'

export type CityTable = {
  city: string
  province: Province
  /** Number of projects in a dataset of about 6,200. */
  share: number
  /** Price level; 1 is the mean of Canada's large cities. */
  market: number
  streets: readonly string[]
}

export type Side = 'N' | 'E' | 'S' | 'W'
export type StreetPoint = {
  civic: number
  latitude: number
  longitude: number
  postalPrefix: string
  neighbourhood: string
}
export type Street = { line: string; oddSide: Side; parities: readonly number[]; points: readonly StreetPoint[] }

/** Marks a stretch without buildings. */
export const GAP = '-'

export function readStreets(table: CityTable): Street[] {
  return table.streets.map((row) => readStreet(row, table.city))
}

function readStreet(row: string, city: string): Street {
  const [line = '', side = '', ...cells] = row.split('|').map((cell) => cell.trim())
  const points: StreetPoint[] = []
  for (const cell of cells) {
    const [civic, latitude, longitude, prefix, ...words] = cell.split(' ')
    const before = points.at(-1)
    const point = {
      civic: Number(civic),
      latitude: Number(latitude),
      longitude: Number(longitude),
      postalPrefix: prefix ?? before?.postalPrefix ?? '',
      neighbourhood: words.join(' ') || before?.neighbourhood || '',
    }
    if (
      !(point.civic > (before?.civic ?? 0)) ||
      !point.latitude ||
      !point.longitude ||
      (prefix !== GAP && !point.neighbourhood)
    ) {
      throw new TypeError(`invalid point "${cell}" in ${line}, ${city}`)
    }
    points.push(point)
  }
  if (points.length < 2 || !/^[NESW][+-]?$/.test(side)) throw new TypeError(`invalid street "${line}", ${city}`)
  const parities = side.endsWith('+') ? [1] : side.endsWith('-') ? [0] : [0, 1]
  return { line, oddSide: side.charAt(0) as Side, parities, points }
}
