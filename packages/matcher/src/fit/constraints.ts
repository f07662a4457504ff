// The start weights and constraints of fitting, as positions in the weights.

import type { Weights } from '../compare/components.ts'
import { COMPONENTS, MAX_LEVELS } from '../compare/components.ts'
import type { Model } from '../decide/model-shape.ts'

export interface Constraints {
  /** Chains of weights that must fall along the chain. */
  readonly ordered: readonly (readonly number[])[]
  /** Upper limits of weights. */
  readonly ceiling: ReadonlyMap<number, number>
  /** Weights that are not fitted. Neutral levels stay at 0: otherwise they would share what the prior learns. */
  readonly frozen: ReadonlySet<number>
}

/** Manual weights that fitting starts from. */
export const START_WEIGHTS: Model['weights'] = Object.fromEntries(
  COMPONENTS.map(({ name, record, weighed }) => [
    name,
    Object.fromEntries(weighed.map((level) => [level, record.levels[level]?.start ?? 0])),
  ]),
)

const LEVELS = COMPONENTS.flatMap(({ name, levels, weighed, record }, c) =>
  weighed.map((level) => ({
    name: `${name}.${level}`,
    at: c * MAX_LEVELS + levels.indexOf(level),
    ceiling: record.levels[level]?.ceiling,
    isFrozen: record.isManual === true || level === record.neutral,
  })),
)

export function readConstraints(): Constraints {
  return {
    ordered: COMPONENTS.flatMap(({ levels, record }, c) =>
      (record.falling ?? []).map((chain) => chain.map((level) => c * MAX_LEVELS + levels.indexOf(level))),
    ),
    ceiling: new Map(LEVELS.flatMap(({ at, ceiling }) => (ceiling === undefined ? [] : [[at, ceiling]]))),
    frozen: new Set(LEVELS.filter(({ isFrozen }) => isFrozen).map(({ at }) => at)),
  }
}

/** Lists the levels without a weight, and the weights without a level. */
export function weightProblems(weights: Model['weights']): string[] {
  const named = Object.entries(weights).flatMap(([c, levels]) => Object.keys(levels).map((level) => `${c}.${level}`))
  const weighed = new Set(named)
  const known = new Set(LEVELS.map(({ name }) => name))
  return [
    ...[...known].filter((name) => !weighed.has(name)).map((name) => `${name} has no weight`),
    ...named.filter((name) => !known.has(name)).map((name) => `${name} is not a level`),
  ]
}

/** Shifts each component so that its neutral level weighs 0. The prior absorbs the shift, so no score changes. */
export function centreWeights(weights: Weights): Weights {
  const out = weights.slice()
  COMPONENTS.forEach(({ levels, record }, c) => {
    if (record.neutral === null || record.isManual) return
    const first = c * MAX_LEVELS
    const shift = weights[first + levels.indexOf(record.neutral)] as number
    for (let l = 0; l < levels.length; l++) out[first + l]! -= shift
    out[PRIOR]! += shift
  })
  return out
}

const PRIOR = COMPONENTS.findIndex(({ name }) => name === 'prior') * MAX_LEVELS
