// How a city is written down, and how its table of streets is read. One line a street:
//   King St W | S | 20 43.6488 -79.3787 M5H Financial District | 1200 43.6392 -79.4231 …
// street line, side of the odd numbers, then points: civic number, latitude, longitude, postal prefix and neighbourhood from there on.
// `-` for a prefix: no buildings up to the next point (a bridge). `N+` only the odd side is built on, `N-` only the even one (water opposite).
import type { Province } from '../../catalog/records/record-schemas.ts'

export type CityTable = {
  city: string
  province: Province
  /** Projects in a dataset of about 6,200. */
  share: number
  /** Price level against the country's: 1 is the mean of its large cities. */
  market: number
  streets: string
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

/** Stands for a stretch without buildings. */
export const GAP = '-'

export function readStreets(table: CityTable): Street[] {
  return table.streets
    .trim()
    .split('\n')
    .map((row) => readStreet(row, table.city))
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
      throw new TypeError(`bad point "${cell}" of ${line}, ${city}`)
    }
    points.push(point)
  }
  if (points.length < 2 || !/^[NESW][+-]?$/.test(side)) throw new TypeError(`bad street "${line}", ${city}`)
  const parities = side.endsWith('+') ? [1] : side.endsWith('-') ? [0] : [0, 1]
  return { line, oddSide: side.charAt(0) as Side, parities, points }
}
