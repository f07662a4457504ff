// Tells whether a point is in Canada, roughly: it only chooses between two reasons for no match.
import { at } from '../kernel/at.ts'

type Point = readonly [longitude: number, latitude: number]

/** The southern border from west to east. Detroit is north of Windsor and counts as Canada here. */
const SOUTH: readonly Point[] = [
  [-141, 59],
  [-137, 58.5],
  [-133, 54.5],
  [-133, 51.5],
  [-128, 50],
  [-125, 48.3],
  [-123.4, 48.25],
  [-123.2, 48.7],
  [-123, 49],
  [-95.15, 49],
  [-93.4, 48.6],
  [-91, 48.1],
  [-88.4, 48.2],
  [-84.9, 46.8],
  [-84.3, 46.5],
  [-83.5, 45.9],
  [-82.5, 45.3],
  [-82.4, 42.9],
  [-83.1, 42.2],
  [-82.7, 41.65],
  [-79, 42.8],
  [-78.8, 43.6],
  [-76.8, 43.6],
  [-75.3, 44.8],
  [-74.7, 45],
  [-71.5, 45],
  [-70.3, 45.9],
  [-69.2, 47.4],
  [-67.8, 47],
  [-67.75, 45.6],
  [-67, 45],
  [-66, 43.3],
  [-59, 43.3],
  [-52, 46],
]
const NORTH = 83.2
const WEST = -141
const EAST = -52

/** The southernmost latitude of Canada at this longitude. */
function southAt(longitude: number): number {
  let south = 90
  for (let i = 1; i < SOUTH.length; i++) {
    const [[x0, y0], [x1, y1]] = [at(SOUTH, i - 1), at(SOUTH, i)]
    if (longitude < Math.min(x0, x1) || longitude > Math.max(x0, x1)) continue
    const y = x1 === x0 ? Math.min(y0, y1) : y0 + ((y1 - y0) * (longitude - x0)) / (x1 - x0)
    south = Math.min(south, y)
  }
  return south
}

export const isInCanada = (latitude: number, longitude: number): boolean =>
  longitude >= WEST && longitude <= EAST && latitude <= NORTH && latitude >= southAt(longitude)
