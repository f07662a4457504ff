// Resolves the named constraints of start-weights.ts to positions in the weights.

import type { Weights } from '../compare/components.ts'
import { COMPONENTS, MAX_LEVELS } from '../compare/components.ts'
import type { Model } from '../decide/model-shape.ts'
import { MANUAL_COMPONENTS, NEUTRAL_LEVELS, ORDERED_LEVELS, VETO_CEILINGS } from './start-weights.ts'

export interface Constraints {
  /** Chains of weights that must fall along the chain. */
  readonly ordered: readonly (readonly number[])[]
  /** Upper limits of weights. */
  readonly ceiling: ReadonlyMap<number, number>
  /** Weights that are not fitted. Neutral levels stay at 0: otherwise they would share what the prior learns. */
  readonly frozen: ReadonlySet<number>
}

const positions = new Map<string, number>(
  COMPONENTS.flatMap(({ name, levels }, c) =>
    levels.map((level, l): [string, number] => [`${name}.${level}`, c * MAX_LEVELS + l]),
  ),
)

function positionOf(name: string): number {
  const found = positions.get(name)
  if (found === undefined) throw new Error(`Unknown level ${name} in packages/matcher/src/fit/start-weights.ts.`)
  return found
}

export function readConstraints(): Constraints {
  const manual = COMPONENTS.filter(({ name }) => MANUAL_COMPONENTS.includes(name))
  const manualLevels = manual.flatMap(({ name, levels }) => levels.map((level) => `${name}.${level}`))
  const neutralLevels = Object.entries(NEUTRAL_LEVELS).map(([component, level]) => `${component}.${level}`)
  return {
    ordered: ORDERED_LEVELS.map((chain) => chain.map(positionOf)),
    ceiling: new Map(Object.entries(VETO_CEILINGS).map(([name, limit]) => [positionOf(name), limit])),
    frozen: new Set([...manualLevels, ...neutralLevels].map(positionOf)),
  }
}

/** Lists the levels without a weight, and the weights without a level. */
export function weightProblems(weights: Model['weights']): string[] {
  const missing = [...positions.keys()].filter((name) => {
    const [component = '', level = ''] = name.split('.')
    return weights[component]?.[level] === undefined
  })
  const named = Object.entries(weights).flatMap(([c, levels]) => Object.keys(levels).map((level) => `${c}.${level}`))
  const unknown = named.filter((name) => !positions.has(name))
  return [...missing.map((name) => `${name} has no weight`), ...unknown.map((name) => `${name} is not a level`)]
}

/** Shifts each component so that its neutral level weighs 0. The prior absorbs the shift, so no score changes. */
export function centreWeights(weights: Weights): Weights {
  const out = weights.slice()
  const prior = positionOf('prior.base')
  for (const [component, level] of Object.entries(NEUTRAL_LEVELS)) {
    if (MANUAL_COMPONENTS.includes(component)) continue
    const neutral = positionOf(`${component}.${level}`)
    const shift = out[neutral] as number
    const first = neutral - (neutral % MAX_LEVELS)
    const { levels } = COMPONENTS[first / MAX_LEVELS] as (typeof COMPONENTS)[number]
    for (let l = 0; l < levels.length; l++) out[first + l]! -= shift
    out[prior]! += shift
  }
  return out
}
