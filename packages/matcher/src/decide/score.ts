// Turns scores in bits into calibrated probabilities.

import type { Weights } from '../compare/components.ts'
import { COMPONENTS, MAX_LEVELS } from '../compare/components.ts'
import type { CalibrationMap, Model } from './model-shape.ts'

type Point = CalibrationMap[number]

export function flattenWeights(model: Pick<Model, 'weights'>): Weights {
  const out = new Float64Array(COMPONENTS.length * MAX_LEVELS)
  COMPONENTS.forEach((component, c) => {
    component.levels.forEach((level, l) => {
      const bits = model.weights[component.name]?.[component.record.levels[level]?.weighsAs ?? level]
      if (bits === undefined)
        throw new Error(`The model has no weight for ${component.name}.${level}. Refit it with tools/bench/fit.ts.`)
      out[c * MAX_LEVELS + l] = bits
    })
  })
  return out
}

/** Softmax over the scores and "none of them", which scores 0 bits and comes last. */
export function probabilities(scores: readonly number[]): number[] {
  let highest = 0
  for (const s of scores) if (s > highest) highest = s
  let total = 2 ** -highest
  const out = scores.map((s) => {
    const p = 2 ** (s - highest)
    total += p
    return p
  })
  for (let i = 0; i < out.length; i++) out[i]! /= total
  out.push(2 ** -highest / total)
  return out
}

/** `1 - probabilities([score])[1]`, the probability of a single candidate. A power of 2 takes longer than all the rest. */
export function probabilityOf(score: number): number {
  const other = 2 ** -Math.abs(score)
  return 1 - (score > 0 ? other / (other + 1) : 1 / (1 + other))
}

/** Interpolates linearly between the points of the map. Searches from the top, because most probabilities are high. */
export function calibrate(p: number, map: CalibrationMap): number {
  let i = map.length - 1
  const last = map[i] as Point
  if (p > last[0]) return last[1]
  while (i > 1 && p <= (map[i - 1] as Point)[0]) i--
  const low = map[i - 1] as Point
  const high = map[i] as Point
  return high[0] === low[0] ? high[1] : low[1] + ((high[1] - low[1]) * (p - low[0])) / (high[0] - low[0])
}
