// Groups measured matches by stated confidence, and counts how many per thousand were wrong.
import type { Calibration } from '../../../src/http/api-types.ts'

type Bin = Calibration['reliability'][number]

export interface Band {
  /** Stated confidence: from this share up to, but not including, the other. */
  readonly from: number
  readonly to: number
  readonly matches: number
  /** Wrong matches per thousand, as the confidence promised. */
  readonly stated: number
  /** As measured, with the ends of its 95% interval. */
  readonly wrong: number
  readonly low: number
  readonly high: number
}

const EDGES = [0.999, 0.99, 0.95, 0.8, 0.5, 0]
/** With fewer matches, the interval says nothing. */
export const ENOUGH = 100
const Z = 1.96

/** Wilson's interval of a share. It is honest for few cases and for none wrong. */
function intervalOf(share: number, n: number): readonly [number, number] {
  const centre = share + (Z * Z) / (2 * n)
  const spread = Z * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n))
  const scale = 1 + (Z * Z) / n
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)]
}

/** The highest confidence first. Bands without matches are left out. */
export function toBands(bins: readonly Bin[]): Band[] {
  return EDGES.flatMap((from, i) => {
    const to = EDGES[i - 1] ?? 1.001
    const own = bins.filter(({ predicted }) => predicted >= from && predicted < to)
    const matches = own.reduce((sum, { n }) => sum + n, 0)
    if (matches === 0) return []
    const mean = (share: (bin: Bin) => number) => own.reduce((sum, bin) => sum + share(bin) * bin.n, 0) / matches
    const wrong = mean(({ observed }) => 1 - observed)
    const [low, high] = intervalOf(wrong, matches)
    const perThousand = (share: number) => share * 1000
    return [
      {
        from,
        to: Math.min(1, to),
        matches,
        stated: perThousand(mean(({ predicted }) => 1 - predicted)),
        wrong: perThousand(wrong),
        low: wrong === 0 ? 0 : perThousand(low),
        high: perThousand(high),
      },
    ]
  })
}

/** The scale of the chart, per thousand. */
export const TICKS = [0.1, 1, 10, 100, 1000]

/** The place on the logarithmic scale, from 0 to 1. Zero and everything below the first tick is at 0. */
export function placeOf(perThousand: number): number {
  const [first, last] = [TICKS[0]!, TICKS.at(-1)!]
  if (perThousand <= first) return 0
  return Math.min(1, Math.log10(perThousand / first) / Math.log10(last / first))
}
