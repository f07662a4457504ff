// Every family of generated cases, by name.

import type { MatchBuilding } from '@plinth/matcher'
import type { Case } from '../generated-cases.ts'
import type { PoolOptions } from './case-pool.ts'
import { CasePool } from './case-pool.ts'
import { elsewhereCases } from './elsewhere.ts'
import { faultCases } from './faults.ts'
import { houseCases } from './houses.ts'
import { nameCases } from './names.ts'
import { pastedCases } from './pasted.ts'
import { realStreetLookup } from './real-streets.ts'
import { twinCases } from './twins.ts'

export const FAMILIES = {
  elsewhere: elsewhereCases,
  pasted: pastedCases,
  faults: faultCases,
  names: nameCases,
  twins: twinCases,
  houses: houseCases,
} as const

export type Family = keyof typeof FAMILIES

export interface FamilyOptions extends PoolOptions {
  /** Cases per kind; some kinds make half or twice as many. */
  readonly count: number
  readonly only?: readonly Family[]
}

/**
 * Labelled cases of all families over the buildings. Names and twins need buildings that have them: pass the result of
 * `inventBuildings`, and index the same list without the absent ones.
 */
export function familyCases(buildings: readonly MatchBuilding[], options: FamilyOptions): Record<Family, Case[]> {
  const pool = new CasePool(buildings, { isRealStreet: realStreetLookup(), ...options })
  const make = (family: Family): Case[] =>
    options.only && !options.only.includes(family) ? [] : FAMILIES[family](pool, options.count)
  return {
    elsewhere: make('elsewhere'),
    pasted: make('pasted'),
    faults: make('faults'),
    names: make('names'),
    twins: make('twins'),
    houses: make('houses'),
  }
}
