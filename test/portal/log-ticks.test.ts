// Round values for a log axis.
import { describe, expect, it } from 'vitest'
import { logTicks } from '../../portal/plots/log-ticks.ts'

describe('ticks of a log axis', () => {
  it.each([
    [475_000, 630_000, [500_000, 550_000, 600_000]],
    [400_000, 2_100_000, [500_000, 1_000_000, 1_500_000, 2_000_000]],
    [90_000, 6_000_000, [100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000]],
  ])('are round and in the range from %d to %d', (min, max, ticks) => expect(logTicks(min, max)).toEqual(ticks))
})
