// Fits weights as a conditional logit over candidates and "none".

import type { Weights } from '../compare/components.ts'
import { COMPONENTS } from '../compare/components.ts'
import type { Constraints } from './constraints.ts'
import type { Examples } from './examples.ts'

export interface WeightOptions extends Constraints {
  readonly start: Weights
  /** How strongly weights are pulled towards the start: the number of cases that the start counts for. */
  readonly pull: number
  readonly rounds: number
  readonly rate: number
}

/** Minimum bits between neighbours of a chain. */
const MIN_STEP = 0.25

/** Moves neighbours in the wrong order apart, around their mean unless one of them is frozen. */
function enforceOrder(w: Weights, { ordered, frozen }: Constraints): void {
  for (let sweep = 0; sweep < 4; sweep++)
    for (const chain of ordered)
      for (let k = 1; k < chain.length; k++) {
        const [a, b] = [chain[k - 1] as number, chain[k] as number]
        const excess = (w[b] as number) - (w[a] as number) + MIN_STEP
        if (excess <= 0 || (frozen.has(a) && frozen.has(b))) continue
        const up = frozen.has(a) ? 0 : frozen.has(b) ? excess : excess / 2
        w[a]! += up
        w[b]! -= excess - up
      }
}

/** Adds the slope of the loss to `g` and returns the loss in bits, both summed over the weighted examples. */
function addSlope({ weight, start, right, active }: Examples, w: Weights, g: Float64Array, p: Float64Array): number {
  const width = COMPONENTS.length
  let loss = 0
  for (let e = 0; e < weight.length; e++) {
    const from = start[e] as number
    const to = start[e + 1] as number
    let top = 0
    for (let k = from; k < to; k++) {
      let score = 0
      for (let i = k * width; i < (k + 1) * width; i++) score += w[active[i] as number] as number
      p[k - from] = score
      if (score > top) top = score
    }
    const none = 2 ** -top
    let total = none
    let totalRight = 0
    let hasRight = false
    for (let k = from; k < to; k++) {
      const x = 2 ** ((p[k - from] as number) - top)
      p[k - from] = x
      total += x
      if (right[k] === 1) {
        totalRight += x
        hasRight = true
      }
    }
    if (!hasRight) totalRight = none
    const caseWeight = weight[e] as number
    loss -= caseWeight * Math.log2(Math.max(totalRight / total, 1e-12))
    for (let k = from; k < to; k++) {
      const x = p[k - from] as number
      const error = (x / total - (right[k] === 1 ? x / totalRight : 0)) * caseWeight
      if (error < 1e-9 && error > -1e-9) continue
      for (let i = k * width; i < (k + 1) * width; i++) g[active[i] as number]! += error
    }
  }
  return loss
}

function mostCandidates({ start }: Examples): number {
  let most = 0
  for (let e = 1; e < start.length; e++) most = Math.max(most, (start[e] as number) - (start[e - 1] as number))
  return most
}

/** Full-batch Adam on the log-likelihood, in bits. */
export function fitWeights(examples: Examples, options: WeightOptions): { weights: Weights; loss: number } {
  const w = options.start.slice()
  const m = new Float64Array(w.length)
  const v = new Float64Array(w.length)
  const p = new Float64Array(mostCandidates(examples))
  const total = Math.max(examples.totalWeight, 1e-9)
  let loss = 0
  for (let round = 1; round <= options.rounds; round++) {
    const g = new Float64Array(w.length)
    loss = addSlope(examples, w, g, p) / total
    for (let i = 0; i < w.length; i++) {
      if (options.frozen.has(i)) continue
      const distance = (w[i] as number) - (options.start[i] as number)
      const slope = ((g[i] as number) + options.pull * distance) / total
      m[i] = 0.9 * (m[i] as number) + 0.1 * slope
      v[i] = 0.999 * (v[i] as number) + 0.001 * slope * slope
      const step =
        (options.rate * (m[i] as number)) /
        (1 - 0.9 ** round) /
        (Math.sqrt((v[i] as number) / (1 - 0.999 ** round)) + 1e-9)
      w[i] = Math.min((w[i] as number) - step, options.ceiling.get(i) ?? Number.POSITIVE_INFINITY)
    }
    enforceOrder(w, options)
  }
  return { weights: w, loss }
}
