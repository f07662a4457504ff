// Street names, sketched streets and neighbourhoods from addresses.
import { describe, expect, it } from 'vitest'
import { mapLabels } from '../../src/catalog/query/map-labels.ts'
import { streetName } from '../../src/catalog/query/street-of-line.ts'
import { sketchStreet } from '../../src/catalog/query/street-sketch.ts'
import { fromCases } from '../support/cases.ts'
import { projectRow } from '../support/rows.ts'
import { snapshotOf } from '../support/snapshots.ts'

describe('the street of an address line', () => {
  it.each(fromCases<[string, string][]>('catalog/map-labels', 'streets'))('%s is on %s', (line, name) =>
    expect(streetName(line)).toBe(name),
  )

  it.each(['King St', '12', '', '#'])('is unknown for "%s"', (line) => expect(streetName(line)).toBeNull())
})

const METRE = 1 / 111_195
/** A point that many metres east and north of Toronto's city hall. */
const at = (number: number, east: number, north: number) => ({
  number,
  latitude: 43.6525 + north * METRE,
  longitude: -79.3839 + (east * METRE) / Math.cos((43.6525 * Math.PI) / 180),
})

describe('the sketch of a street', () => {
  it('runs between the two sides, in the order of the numbers', () => {
    const points = [9, 1, 5, 3, 7, 2, 4, 6, 8, 10].map((n) => at(n, n * 100, n % 2 === 0 ? 30 : -30))
    const { lines } = sketchStreet(points)!
    expect(lines).toHaveLength(1)
    const longitudes = lines[0]!.map(([longitude]) => longitude)
    expect(longitudes).toEqual([...longitudes].sort((a, b) => a - b))
    for (const [, latitude] of lines[0]!) expect(Math.abs(latitude - 43.6525) / METRE).toBeLessThan(16)
  })

  it('follows a bend, without a vertex for every building', () => {
    const points = Array.from({ length: 20 }, (_, i) => at(i * 10, i * 100, i < 10 ? 0 : (i - 10) * 80))
    const { lines } = sketchStreet(points)!
    expect(lines.map((line) => line.length)).toEqual([3])
  })

  it('does not bridge a long gap', () => {
    const points = [at(1, 0, 0), at(11, 200, 0), at(21, 400, 0), at(201, 2400, 0), at(211, 2600, 0)]
    expect(sketchStreet(points)!.lines.map((line) => line.length)).toEqual([2, 2])
  })

  it('has no line if the numbers do not follow the street', () => {
    const points = Array.from({ length: 12 }, (_, i) => at(i, i % 2 === 0 ? i * 10 : 800 - i * 10, 0))
    expect(sketchStreet(points)!.lines).toEqual([])
  })

  it('has no line for one building, but its position', () => {
    expect(sketchStreet([at(5, 0, 0)])).toEqual({ lines: [], middle: [-79.3839, 43.6525] })
    expect(sketchStreet([])).toBeUndefined()
  })
})

function project(key: string, neighbourhood_name: string, line: string, point: ReturnType<typeof at>) {
  const { latitude, longitude } = point
  const row = projectRow(key, { name: key, neighbourhood_name, address: `${line}, Toronto, ON`, latitude, longitude })
  const addresses = [{ line, kind: 'municipal' as const, valid_from: null, valid_to: null }]
  return { ...row, buildings: row.buildings.map((building) => ({ ...building, addresses })) }
}

/** Projects on King St E, and one on Avenue Rd, which the index reads in two ways. */
const rows = () => [
  ...[20, 60, 100, 140, 180].map((number, i) =>
    project(`King ${i}`, 'St. Lawrence', `${number} King St E`, at(number, i * 250, 0)),
  ),
  project('Avenue', 'Yorkville', '300 Avenue Rd', at(300, 100, 2000)),
]

const TORONTO = [-79.5, 43.6, -79.2, 43.75] as const

describe('the labels of a part of the map', () => {
  const snapshot = snapshotOf(rows())
  const named = (labels = mapLabels(snapshot, TORONTO)) =>
    labels.features.map(({ geometry, properties: { kind, name, count } }) => [kind, name, count, geometry.type])

  it('has each street and neighbourhood once', () => {
    expect(named()).toEqual([
      ['neighbourhood', 'St. Lawrence', 5, 'Point'],
      ['neighbourhood', 'Yorkville', 1, 'Point'],
      ['street', 'King St E', 5, 'MultiLineString'],
      ['street', 'Avenue Rd', 1, 'Point'],
    ])
    expect(mapLabels(snapshot, TORONTO).truncated).toBe(false)
  })

  it('leaves out what is elsewhere', () => {
    expect(mapLabels(snapshot, [-123.3, 49.2, -123, 49.3])).toEqual({
      type: 'FeatureCollection',
      features: [],
      truncated: false,
    })
  })

  it('has at most as many labels as requested, and says so', () => {
    const labels = mapLabels(snapshot, TORONTO, 2)
    expect(named(labels)).toEqual([
      ['neighbourhood', 'St. Lawrence', 5, 'Point'],
      ['street', 'King St E', 5, 'MultiLineString'],
    ])
    expect(labels.truncated).toBe(true)
  })
})
