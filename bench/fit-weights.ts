// Fits weights as a conditional logit over candidates and "none", and the calibration map.

import type { Assessment } from '../src/matcher/compare/assess.ts'
import type { Weights } from '../src/matcher/compare/components.ts'
import { COMPONENTS, MAX_LEVELS } from '../src/matcher/compare/components.ts'

export interface Example {
  /** The indexes of each candidate's active weights. */
  readonly candidates: readonly Uint16Array[]
  /** The right candidate; -1 for none. */
  readonly truth: number
  readonly weight: number
}

export function toExample(assessment: Assessment, truth: (building: number) => boolean, weight: number): Example {
  const { candidates } = assessment
  return {
    candidates: candidates.map((c) => Uint16Array.from(COMPONENTS, (_, i) => i * MAX_LEVELS + (c.levels[i] as number))),
    truth: candidates.findIndex((c) => truth(c.building)),
    weight,
  }
}

export interface FitOptions {
  readonly start: Weights
  /** How strongly weights are pulled towards the start. */
  readonly pull: number
  readonly rounds: number
  readonly rate: number
  /** Chains of weights that must fall along the chain. */
  readonly ordered: readonly (readonly number[])[]
  /** Upper limits of weights. */
  readonly ceiling: ReadonlyMap<number, number>
}

/** Minimum bits between neighbours of a chain. */
const MIN_STEP = 0.25

/** Moves neighbours in the wrong order to their mean. */
function enforceOrder(w: Weights, chains: readonly (readonly number[])[]): void {
  for (let sweep = 0; sweep < 4; sweep++)
    for (const chain of chains)
      for (let k = 1; k < chain.length; k++) {
        const [a, b] = [chain[k - 1] as number, chain[k] as number]
        const middle = ((w[a] as number) + (w[b] as number)) / 2
        if ((w[b] as number) > (w[a] as number) - MIN_STEP) {
          w[a] = middle + MIN_STEP / 2
          w[b] = middle - MIN_STEP / 2
        }
      }
}

/** Full-batch Adam on the log-likelihood, in bits. */
export function fitWeights(examples: readonly Example[], options: FitOptions): { weights: Weights; loss: number } {
  const w = options.start.slice()
  const m = new Float64Array(w.length)
  const v = new Float64Array(w.length)
  const total = examples.reduce((sum, e) => sum + e.weight, 0)
  let loss = 0
  for (let round = 1; round <= options.rounds; round++) {
    const g = new Float64Array(w.length)
    loss = 0
    for (const e of examples) {
      const scores = e.candidates.map((active) => active.reduce((sum, i) => sum + (w[i] as number), 0))
      const top = Math.max(0, ...scores)
      const exp = scores.map((s) => 2 ** (s - top))
      const z = exp.reduce((a, b) => a + b, 2 ** -top)
      const right = e.truth < 0 ? 2 ** -top : (exp[e.truth] as number)
      loss -= (e.weight * Math.log2(Math.max(right / z, 1e-12))) / total
      e.candidates.forEach((active, k) => {
        const error = ((exp[k] as number) / z - (k === e.truth ? 1 : 0)) * e.weight
        if (Math.abs(error) > 1e-9) for (const i of active) g[i]! += error
      })
    }
    for (let i = 0; i < w.length; i++) {
      const slope =
        (g[i] as number) / total + (options.pull / total) * ((w[i] as number) - (options.start[i] as number))
      m[i] = 0.9 * (m[i] as number) + 0.1 * slope
      v[i] = 0.999 * (v[i] as number) + 0.001 * slope * slope
      const step =
        (options.rate * (m[i] as number)) /
        (1 - 0.9 ** round) /
        (Math.sqrt((v[i] as number) / (1 - 0.999 ** round)) + 1e-9)
      w[i] = Math.min((w[i] as number) - step, options.ceiling.get(i) ?? Number.POSITIVE_INFINITY)
    }
    enforceOrder(w, options.ordered)
  }
  return { weights: w, loss }
}

/** Number of cases that the uncalibrated model counts for, so that small blocks do not bend the map. */
const PRIOR_CASES = 60

/** Isotonic regression by pooling adjacent violators. Returns points [raw, calibrated]. */
export function fitCalibration(points: readonly { p: number; right: boolean; weight: number }[]): [number, number][] {
  const sorted = [...points].sort((a, b) => a.p - b.p)
  const blocks: { p: number; y: number; n: number }[] = []
  for (const point of sorted) {
    blocks.push({ p: point.p * point.weight, y: (point.right ? 1 : 0) * point.weight, n: point.weight })
    while (blocks.length > 1) {
      const b = blocks.at(-1) as { p: number; y: number; n: number }
      const a = blocks.at(-2) as { p: number; y: number; n: number }
      if (a.y / a.n < b.y / b.n && Math.min(a.n, b.n) >= 40) break
      if (a.y / a.n < b.y / b.n && a.n >= 40 && b.n < 40) break
      blocks.pop()
      blocks[blocks.length - 1] = { p: a.p + b.p, y: a.y + b.y, n: a.n + b.n }
    }
  }
  const last = blocks.at(-1)
  if (last && last.n < 40 && blocks.length > 1) {
    blocks.pop()
    const a = blocks.pop() as { p: number; y: number; n: number }
    blocks.push({ p: a.p + last.p, y: a.y + last.y, n: a.n + last.n })
  }
  // no probability becomes 1, and the map is strictly increasing
  const inner = blocks
    .map((b): [number, number] => [b.p / b.n, (b.y + (PRIOR_CASES * b.p) / b.n) / (b.n + PRIOR_CASES)])
    .filter(([p]) => p > 0.001 && p < 0.9999)
  const out: [number, number][] = [[0, 0], ...inner, [1, 1]]
  for (let i = 1; i < out.length; i++) {
    const [p, y] = out[i] as [number, number]
    out[i] = [p, Math.max(Math.min(y, 1 - 0.1 * (1 - p) - 0.00005), (out[i - 1] as [number, number])[1] + 1e-5)]
  }
  return out
}
