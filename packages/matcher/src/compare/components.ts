// The components that a comparison looks at, and the levels of each, as numbers.

import type { Component } from './level-record.ts'
import TABLE from './levels.json' with { type: 'json' }

type Table = typeof TABLE
export type ComponentName = keyof Table

const numberOff = <N extends string>(names: readonly N[]) =>
  Object.freeze(Object.fromEntries(names.map((name, i) => [name, i]))) as { readonly [K in N]: number }

/**
 * The order of rows is the order of evidence and of summation. A new level also needs a weight in the model; one without
 * its texts does not compile.
 */
export const RECORDS: Readonly<Record<string, Component>> = TABLE

export const COMPONENTS = Object.entries(RECORDS).map(([name, record]) => ({
  name: name as ComponentName,
  levels: Object.keys(record.levels) as readonly string[],
  /** The levels with a weight of their own. */
  weighed: Object.keys(record.levels).filter((level) => record.levels[level]?.weighsAs === undefined),
  record,
}))

/** Where `Levels` holds a component: `levels[POSITION.city]`. */
export const POSITION = numberOff(COMPONENTS.map(({ name }) => name))

/** The number of a level: `LEVEL.city.same`. */
export const LEVEL = Object.freeze(
  Object.fromEntries(COMPONENTS.map(({ name, levels }) => [name, numberOff(levels)])),
) as unknown as { readonly [C in ComponentName]: { readonly [L in keyof Table[C]['levels']]: number } }

/** The level of every component, by POSITION. A copy of a plain array takes a quarter of the time of a typed one's. */
export type Levels = number[]

/** Bits of every level in one array: level `l` of component `c` is at `c * MAX_LEVELS + l`. */
export type Weights = Float64Array
export const MAX_LEVELS = 32

export function scoreOf(levels: Levels, weights: Weights): number {
  let sum = 0
  for (let c = 0; c < COMPONENTS.length; c++) sum += weights[c * MAX_LEVELS + (levels[c] as number)] as number
  return sum
}
