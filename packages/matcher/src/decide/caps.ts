// The highest confidence that the levels of a candidate allow.

import type { Levels } from '../compare/components.ts'
import { COMPONENTS, MAX_LEVELS } from '../compare/components.ts'
import type { Level } from '../compare/level-record.ts'
import type { Cap } from '../types/verdict.ts'

export interface Caps {
  /** The components that have a capped level. Most have none. */
  readonly components: readonly number[]
  /** By position like the weights; 1 for a level without a cap. */
  readonly limits: Float64Array
}

type CapOf = (level: Level, name: string) => number | undefined

export function readCaps(capOf: CapOf = ({ cap }) => cap): Caps {
  const limits = new Float64Array(COMPONENTS.length * MAX_LEVELS).fill(1)
  COMPONENTS.forEach(({ name, levels, record }, c) => {
    levels.forEach((level, l) => {
      limits[c * MAX_LEVELS + l] = capOf(record.levels[level] as Level, `${name}.${level}`) ?? 1
    })
  })
  const isCapped = (c: number): boolean => limits.subarray(c * MAX_LEVELS, (c + 1) * MAX_LEVELS).some((cap) => cap < 1)
  return { components: [...COMPONENTS.keys()].filter(isCapped), limits }
}

export const CAPS = readCaps()

/** The position of the lowest cap; -1 when no level has one. */
export function lowestCap(levels: Levels, { components, limits }: Caps): number {
  let found = -1
  let lowest = 1
  for (let i = 0; i < components.length; i++) {
    const c = components[i] as number
    const at = c * MAX_LEVELS + (levels[c] as number)
    if ((limits[at] as number) < lowest) {
      found = at
      lowest = limits[at] as number
    }
  }
  return found
}

/** The level that lowered the confidence; null when none did. */
export function capOf(levels: Levels, confidence: number, caps: Caps): Cap | null {
  const at = lowestCap(levels, caps)
  const cap = caps.limits[at] ?? 1
  if (at < 0 || confidence < cap) return null
  const { name, levels: names } = COMPONENTS[Math.floor(at / MAX_LEVELS)] as (typeof COMPONENTS)[number]
  return { component: name, level: names[at % MAX_LEVELS] as string, cap }
}
