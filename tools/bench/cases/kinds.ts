// Every family of cases about places, roles and numbers, by name. They need real buildings and real places.

import type { MatchBuilding } from '@plinth/matcher'
import type { Case } from '../generated-cases.ts'
import type { PoolOptions } from './case-pool.ts'
import { CasePool } from './case-pool.ts'
import { cityCases, mailingCases, neighbourCases, townCases } from './cities.ts'
import { hintCases } from './hints.ts'
import { leftOutCases } from './left-out.ts'
import { numberCases } from './numbers.ts'
import { phaseCases } from './phases.ts'
import { reasonCases } from './reasons.ts'
import { roleCases } from './roles.ts'
import { wordCases } from './words.ts'

const KINDS = {
  cities: cityCases,
  neighbours: neighbourCases,
  towns: townCases,
  'mailing places': mailingCases,
  roles: roleCases,
  words: wordCases,
  numbers: numberCases,
  'left out': leftOutCases,
  hints: hintCases,
  reasons: reasonCases,
} as const

/** Another phase of a building with a name. Needs buildings that have real names. */
export const namedKindCases = (buildings: readonly MatchBuilding[], options: PoolOptions, count: number): Case[] =>
  phaseCases(new CasePool(buildings, options), count)

/** Labelled cases by family, over real buildings. */
export function kindCases(
  buildings: readonly MatchBuilding[],
  options: PoolOptions & { readonly count: number },
): [string, Case[]][] {
  const pool = new CasePool(buildings, options)
  return Object.entries(KINDS).map(([family, make]) => [family, make(pool, options.count)])
}
