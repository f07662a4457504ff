// The chart of wrong matches per thousand.
import { describe, expect, it } from 'vitest'
import { placeOf, toBands } from '../../portal/pages/home/calibration-bands.ts'

const bin = (predicted: number, observed: number, n: number) =>
  ({
    predicted,
    observed,
    said: predicted,
    was: observed,
    n,
    low: 0,
    high: 1,
    stratum: 'exact',
    input: 'hints',
    measured_on: 'tests',
  }) as const

describe('calibration bands', () => {
  it('pool bins by stated confidence, the highest first, and leave out empty bands', () => {
    const bands = toBands([bin(0.9995, 1, 3000), bin(0.9999, 0.999, 1000), bin(0.97, 0.95, 200), bin(1, 1, 1000)])
    expect(bands.map(({ from, to, matches }) => [from, to, matches])).toEqual([
      [0.999, 1, 5000],
      [0.95, 0.99, 200],
    ])
    expect(bands[0]!.wrong).toBeCloseTo(0.2)
    expect(bands[0]!.stated).toBeCloseTo(0.32)
    expect(bands[1]!.wrong).toBeCloseTo(50)
  })

  it('have an interval that contains the measured rate and narrows with more matches', () => {
    const [few] = toBands([bin(0.97, 0.95, 100)])
    const [many] = toBands([bin(0.97, 0.95, 10_000)])
    for (const { low, wrong, high } of [few!, many!]) expect(low < wrong && wrong < high).toBe(true)
    expect(many!.high - many!.low).toBeLessThan((few!.high - few!.low) / 5)
  })

  it('allow for unseen errors when none was wrong: three in n, not zero', () => {
    const [band] = toBands([bin(0.9999, 1, 1000)])
    expect([band!.wrong, band!.low]).toEqual([0, 0])
    expect(band!.high).toBeGreaterThan(3)
    expect(band!.high).toBeLessThan(5)
  })

  it('are placed on a logarithmic scale from 0.1 to 1000', () => {
    expect([0, 0.1, 1, 10, 100, 1000].map(placeOf)).toEqual([0, 0, 0.25, 0.5, 0.75, 1])
  })
})
