// Street names and neighbourhoods from addresses.
import { describe, expect, it } from 'vitest'
import { mapLabels } from '../../src/catalog/query/map-labels.ts'
import { streetName } from '../../src/catalog/query/street-of-line.ts'
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
      ['street', 'King St E', 5, 'Point'],
      ['street', 'Avenue Rd', 1, 'Point'],
    ])
    expect(mapLabels(snapshot, TORONTO).truncated).toBe(false)
  })

  it('puts a name at the middle building of those in the box', () => {
    const west = mapLabels(snapshot, [-79.39, 43.65, at(0, 600, 0).longitude, 43.66])
    const east = mapLabels(snapshot, [at(0, 600, 0).longitude, 43.65, -79.3, 43.66])
    const numberOf = ({ features }: typeof west) => {
      const { coordinates } = features.find(({ properties }) => properties.kind === 'street')!.geometry
      return [20, 60, 100, 140, 180].find((_, i) => Math.abs(at(0, i * 250, 0).longitude - coordinates[0]) < 1e-4)
    }
    expect([numberOf(west), numberOf(east)]).toEqual([60, 180])
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
      ['street', 'King St E', 5, 'Point'],
    ])
    expect(labels.truncated).toBe(true)
  })
})
