// Seeded random numbers, so that a failing case can be repeated.
import { Random } from '../../bench/seeded-random.ts'

export class SeededRandom extends Random {
  shuffle<T>(list: readonly T[]): T[] {
    const out = [...list]
    for (let at = out.length - 1; at > 0; at--) {
      const other = this.below(at + 1)
      ;[out[at], out[other]] = [out[other]!, out[at]!]
    }
    return out
  }
}
