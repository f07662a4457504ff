// Fits the calibration maps: one per stratum and input, each near a wider one.

import type { CalibrationMap, Input, Model, Stratum } from '../decide/model-shape.ts'
import { calibrate } from '../decide/score.ts'

type Point = CalibrationMap[number]

/** The probability that any candidate is right, and whether one is. */
export interface CalibrationPoint {
  readonly p: number
  readonly right: boolean
  readonly weight: number
}

export const IDENTITY: CalibrationMap = [
  [0, 0],
  [1, 1],
]

/** Number of cases that the wider map counts for, so that small blocks do not bend the map. */
const PRIOR_CASES = 60
/** A step of the map is backed by at least this many cases. */
const MIN_BLOCK = 40
/** With fewer cases, an input uses the map of its stratum. */
const MIN_CASES = 200
/** No probability becomes 1. */
const HIGHEST = 0.99995
/** Points of a map are at least this far apart. */
const STEP = 1e-6

/** Sums over neighbouring points: weight, weighted probability, weighted right answers. */
interface Pool {
  readonly n: number
  readonly p: number
  readonly y: number
}

const add = (a: Pool, b: Pool): Pool => ({ n: a.n + b.n, p: a.p + b.p, y: a.y + b.y })

/** Isotonic regression by pooling adjacent violators. */
function poolPoints(points: readonly CalibrationPoint[]): Pool[] {
  const pools: Pool[] = []
  for (const { p, right, weight } of [...points].sort((a, b) => a.p - b.p)) {
    pools.push({ n: weight, p: p * weight, y: right ? weight : 0 })
    while (pools.length > 1) {
      const [a, b] = pools.slice(-2) as [Pool, Pool]
      if (a.n >= MIN_BLOCK && a.y / a.n < b.y / b.n) break
      pools.splice(-2, 2, add(a, b))
    }
  }
  const last = pools.at(-1)
  if (last && last.n < MIN_BLOCK && pools.length > 1) pools.splice(-2, 2, add(pools.at(-2) as Pool, last))
  return pools
}

/** Pools again after shrinking towards "p is right", because pools of different sizes shrink differently. */
function shrink(pools: readonly Pool[]): Pool[] {
  const out: Pool[] = []
  for (const { n, p, y } of pools) {
    const total = n + PRIOR_CASES
    let pool: Pool = { n: total, p: (p / n) * total, y: y + PRIOR_CASES * (p / n) }
    for (let below = out.at(-1); below && below.y / below.n >= pool.y / pool.n; below = out.at(-1)) {
      out.pop()
      pool = add(below, pool)
    }
    out.push(pool)
  }
  return out
}

const round = (x: number): number => Math.round(x * 1e7) / 1e7

/** Leaves out points that would make the map flat or falling. */
function increasing(points: readonly Point[]): Point[] {
  const out: Point[] = []
  for (const [p, y] of points) {
    const last = out.at(-1)
    if (!last || (p >= last[0] + STEP && y >= last[1] + STEP)) out.push([p, y])
  }
  return out
}

/** Points [raw, calibrated], strictly increasing. */
function fitMap(points: readonly CalibrationPoint[]): CalibrationMap {
  const pools = shrink(poolPoints(points))
  const inner = pools.map(({ n, p, y }): Point => [p / n, Math.min(y / n, HIGHEST - 0.1 * (1 - p / n))])
  const out = increasing([[0, 0], ...inner.filter(([p, y]) => p < 1 - STEP && y < HIGHEST - STEP)])
  const highest = pools.at(-1)
  const reached = Math.max((out.at(-1) as Point)[1], highest ? highest.y / highest.n : 1)
  // half of the rest: below its mean the last pool is less reliable than it says, so above it more
  return [...out, [1, Math.min(reached + (1 - reached) / 2, HIGHEST)]]
}

/** The map that applies `first`, then `second`. Both are increasing, so the result is. */
function compose(first: CalibrationMap, second: CalibrationMap): CalibrationMap {
  const inverse: CalibrationMap = first.map(([p, y]) => [y, p])
  const reached = (first.at(-1) as Point)[1]
  const corners = second.filter(([p]) => p < reached).map(([p]) => calibrate(p, inverse))
  const all = [...first.map(([p]) => p), ...corners].sort((a, b) => a - b)
  const points = all.map((p): Point => [round(p), round(calibrate(calibrate(p, first), second))])
  const out = increasing(points.filter(([p]) => p < 1 - STEP))
  const last = points.at(-1) as Point
  return [...out, [1, Math.max(last[1], round((out.at(-1) as Point)[1] + STEP))]]
}

/** Corrects `wider` by the points. Few points leave it nearly as it is. */
export function fitCalibration(points: readonly CalibrationPoint[], wider: CalibrationMap): CalibrationMap {
  if (points.length === 0) return wider
  return compose(wider, fitMap(points.map((point) => ({ ...point, p: calibrate(point.p, wider) }))))
}

/** One map for each stratum and input. */
export function mapsOf(map: (stratum: Stratum, input: Input) => CalibrationMap): Model['calibration'] {
  const ofStratum = (stratum: Stratum) => ({ hints: map(stratum, 'hints'), text: map(stratum, 'text') })
  return {
    exact: ofStratum('exact'),
    partial: ofStratum('partial'),
    fuzzy: ofStratum('fuzzy'),
    name: ofStratum('name'),
  }
}

export type StratumPoint = CalibrationPoint & { readonly stratum: Stratum; readonly input: Input }

/** `wider` is the map that strata with few cases stay near: the identity, or the map of an earlier model. */
export function fitMaps(
  points: readonly StratumPoint[],
  wider: (stratum: Stratum, input: Input) => CalibrationMap = () => IDENTITY,
): Model['calibration'] {
  return mapsOf((stratum, input) => {
    const ofStratum = points.filter((point) => point.stratum === stratum)
    const own = ofStratum.filter((point) => point.input === input)
    const map = fitCalibration(ofStratum, wider(stratum, input))
    return own.length < MIN_CASES ? map : fitCalibration(own, map)
  })
}
