// Projected coordinates, checked with published positions.
import { expect, it } from 'vitest'
import { fromStatcanLambert, fromTorontoMtm10, toStatcanLambert } from '../../src/ingest/open-data/projections.ts'

/** Metres between two points; good enough for short distances. */
function distance(a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }): number {
  const north = (a.latitude - b.latitude) * 111_200
  const east = (a.longitude - b.longitude) * 111_200 * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}

it('converts the Statistics Canada Lambert system both ways', () => {
  const origin = fromStatcanLambert(6_200_000, 3_000_000)
  expect(origin.latitude).toBeCloseTo(63.390675, 5)
  expect(origin.longitude).toBeCloseTo(-91.866667, 5)
  const [x, y] = toStatcanLambert(-79.3839, 43.6534)
  expect(distance(fromStatcanLambert(x, y), { latitude: 43.6534, longitude: -79.3839 })).toBeLessThan(0.5)
})

it('converts the City of Toronto system', () => {
  // Bessarion subway station, 150 m to the west, is under Sheppard Avenue.
  const point = fromTorontoMtm10(314_865.906, 4_847_691.211)
  expect(point).toEqual({ latitude: 43.769112, longitude: -79.374971 })
  expect(distance(point, { latitude: 43.76917, longitude: -79.37639 })).toBeLessThan(150)
})
