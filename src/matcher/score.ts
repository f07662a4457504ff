// Step 6, score: bits to probabilities by softmax over the candidates and "none of them", then the calibration map.

import type { Weights } from './compare.ts'
import { WIDTH } from './compare.ts'
import { COMPONENTS } from './levels.ts'
import type { Model } from './model-shape.ts'

export function flattenWeights(model: Model): Weights {
  const out = new Float64Array(COMPONENTS.length * WIDTH)
  COMPONENTS.forEach((component, c) => {
    component.levels.forEach((level, l) => {
      const bits = model.weights[component.name]?.[level]
      if (bits === undefined) throw new Error(`the model has no weight for ${component.name}.${level}`)
      out[c * WIDTH + l] = bits
    })
  })
  return out
}

/** Probabilities in the order of the scores, and last that of none of them (which scores 0 bits). */
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

export function calibrate(p: number, map: Model['calibration']): number {
  for (let i = 1; i < map.length; i++) {
    const [x1, y1] = map[i] as readonly [number, number]
    if (p > x1) continue
    const [x0, y0] = map[i - 1] as readonly [number, number]
    return x1 === x0 ? y1 : y0 + ((y1 - y0) * (p - x0)) / (x1 - x0)
  }
  return (map.at(-1) as readonly [number, number])[1]
}
