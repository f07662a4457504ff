// Polygons of requests: which are rejected and why, and which points are inside.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isAreaProblem, isInArea, MAX_POLYGON_POINTS, readArea } from '../../src/catalog/area/polygon.ts'

type Ring = [number, number][]
const box = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const polygon = (...coordinates: Ring[]) => ({ type: 'Polygon', coordinates })
const TORONTO = box(-79.5, 43.6, -79.3, 43.8)
const HOLE = box(-79.42, 43.68, -79.38, 43.72)

function areaOf(geometry: unknown) {
  const area = readArea(geometry)
  if (isAreaProblem(area)) throw new Error(`${area.path.join('/')} ${area.message}`)
  return area
}

/** A star-shaped ring with this many corners. */
function ringOf(corners: number, radius = (_: number) => 0.2): Ring {
  const ring = Array.from({ length: corners }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / corners
    return [-79.4 + radius(i) * Math.cos(angle), 43.7 + radius(i) * Math.sin(angle)]
  })
  return [...ring, ring[0]!]
}

it('accepts polygons with holes and several polygons', () => {
  const area = areaOf(polygon(TORONTO, HOLE))
  expect(isInArea(area, -79.45, 43.65)).toBe(true)
  expect(isInArea(area, -79.4, 43.7)).toBe(false)
  expect(isInArea(area, -79.2, 43.7)).toBe(false)
  const both = areaOf({ type: 'MultiPolygon', coordinates: [[TORONTO], [box(-73.7, 45.4, -73.4, 45.7)], [HOLE]] })
  expect([isInArea(both, -79.4, 43.7), isInArea(both, -73.5, 45.5), isInArea(both, -75, 45)]).toEqual([
    true,
    true,
    false,
  ])
  expect(isInArea(areaOf(polygon([...TORONTO].reverse())), -79.4, 43.7)).toBe(true)
  expect(isInArea(areaOf(polygon(ringOf(MAX_POLYGON_POINTS - 1))), -79.4, 43.7)).toBe(true)
})

const BOWTIE: Ring = [
  [-79.5, 43.6],
  [-79.3, 43.8],
  [-79.3, 43.6],
  [-79.5, 43.8],
  [-79.5, 43.6],
]
const REFUSED: readonly (readonly [what: string, geometry: unknown, path: string, message: RegExp])[] = [
  ['nothing', null, 'type', /"Polygon" or "MultiPolygon"/],
  ['another type', { type: 'Point', coordinates: [-79, 43] }, 'type', /"Polygon"/],
  ['no coordinates', { type: 'Polygon' }, 'coordinates', /list of rings/],
  ['no polygons', { type: 'MultiPolygon', coordinates: [] }, 'coordinates', /at least one polygon/],
  ['a ring that is no list', { type: 'Polygon', coordinates: [7] }, 'coordinates/0', /list of positions/],
  ['text in a position', polygon([...TORONTO.slice(0, 2), ['x', 1] as never]), 'coordinates/0/2', /must be a position/],
  ['three positions', polygon(TORONTO.slice(0, 3)), 'coordinates/0', /at least 4 positions; got 3/],
  ['an open ring', polygon([...TORONTO.slice(0, 4), [-79.4, 43.61]]), 'coordinates/0/4', /same as the first/],
  ['an open hole', polygon(TORONTO, HOLE.slice(0, 4)), 'coordinates/1/3', /same as the first/],
  ['latitude first', polygon(TORONTO.map(([x, y]) => [y, x])), 'coordinates/0/0', /longitude, then latitude; got 43.6/],
  ['degrees out of range', polygon([[-279, 43], ...TORONTO.slice(1)]), 'coordinates/0/0', /-180 to 180/],
  ['another country', polygon(box(2, 48, 3, 49)), 'coordinates', /outside Canada/],
  ['too many positions', polygon(ringOf(MAX_POLYGON_POINTS)), 'coordinates', /at most 1000 positions/],
  ['a bow tie', polygon(BOWTIE), 'coordinates/0/2', /crosses the line that starts at \/coordinates\/0\/0/],
  ['a hole across the edge', polygon(TORONTO, box(-79.4, 43.7, -79.2, 43.75)), 'coordinates', /crosses/],
  [
    'a corner on another edge',
    polygon([...TORONTO.slice(0, 3), [-79.4, 43.6], ...TORONTO.slice(3)]),
    'coordinates/0',
    /crosses/,
  ],
  [
    'the second polygon',
    { type: 'MultiPolygon', coordinates: [[TORONTO], [BOWTIE]] },
    'coordinates/1/0/2',
    /coordinates\/1\/0\/0/,
  ],
]

it.each(REFUSED)('rejects %s', (_, geometry, path, message) => {
  const problem = readArea(geometry)
  if (!isAreaProblem(problem)) throw new Error('accepted')
  expect(problem.path.join('/')).toContain(path)
  expect(String(problem.message)).toMatch(message)
})

it('accepts a ring that passes one position twice, and one with repeated positions', () => {
  const pinched: Ring = [
    [-79.5, 43.6],
    [-79.4, 43.7],
    [-79.3, 43.6],
    [-79.3, 43.8],
    [-79.4, 43.7],
    [-79.5, 43.8],
    [-79.5, 43.6],
  ]
  expect(isInArea(areaOf(polygon(pinched)), -79.31, 43.7)).toBe(true)
  expect(isInArea(areaOf(polygon(TORONTO.flatMap((position) => [position, position]))), -79.4, 43.7)).toBe(true)
})

it('agrees with a count of all edges for any star-shaped polygon and point', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 0.3, noNaN: true }), { minLength: 3, maxLength: 60 }),
      fc.double({ min: -79.8, max: -79, noNaN: true }),
      fc.double({ min: 43.3, max: 44.1, noNaN: true }),
      (radii, longitude, latitude) => {
        const ring = ringOf(radii.length, (i) => radii[i]!)
        let crossed = 0
        ring.slice(1).forEach(([x2, y2], i) => {
          const [x1, y1] = ring[i]!
          if (y1 > latitude !== y2 > latitude && longitude < x1 + ((latitude - y1) * (x2 - x1)) / (y2 - y1)) crossed++
        })
        expect(isInArea(areaOf(polygon(ring)), longitude, latitude)).toBe(crossed % 2 === 1)
      },
    ),
  )
})
