// Labels for streets that are too short on the screen for their name.
import { expect, it } from 'vitest'
import type { Feature } from '../../portal/map/base/geo.ts'
import { shortStreets } from '../../portal/map/base/short-streets.ts'

const street = (name: string, ...lines: [number, number][][]): Feature => ({
  type: 'Feature',
  geometry: { type: 'MultiLineString', coordinates: lines },
  properties: { kind: 'street', name, count: 3 },
})
const at = (east: number): [number, number] => [-79.4 + east, 43.65]

it('puts the name at the middle of the longest line', () => {
  const [label] = shortStreets([street('King St', [at(0), at(0.001)], [at(0.01), at(0.012), at(0.02)])])
  expect(label!.properties).toMatchObject({ kind: 'short-street', name: 'King St', count: 3 })
  const { coordinates } = label!.geometry as { coordinates: number[] }
  expect(coordinates[0]).toBeCloseTo(-79.385, 6)
  expect(coordinates[1]).toBeCloseTo(43.65, 6)
})

it('knows the zoom from which the name fits: one more for half the length or twice the name', () => {
  const zoomOf = (name: string, length: number) =>
    shortStreets([street(name, [at(0), at(length)])])[0]!.properties!.fits_zoom as number
  const zoom = zoomOf('King St', 0.02)
  expect(zoomOf('King St', 0.01)).toBeCloseTo(zoom + 1, 6)
  expect(zoomOf('King StKing St', 0.02)).toBeCloseTo(zoom + 1, 6)
  expect(Number.isFinite(zoomOf('King St', 0))).toBe(true)
})

it('leaves neighbourhoods and streets without a line alone', () => {
  const point: Feature = { type: 'Feature', geometry: { type: 'Point', coordinates: at(0) }, properties: {} }
  expect(shortStreets([{ ...point, properties: { kind: 'street', name: 'A' } }])).toEqual([])
  expect(shortStreets([{ ...point, properties: { kind: 'neighbourhood', name: 'B' } }])).toEqual([])
})
