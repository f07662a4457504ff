// Sets of generated cases over real buildings (if available) and synthetic buildings.

import type { MatchBuilding } from '@plinth/matcher'
import { isHeldOut as isTestBuilding, share } from '@plinth/matcher/internal/fit/labelled-case'
import { groupBy } from '../cases/case-pool.ts'
import { familyCases } from '../cases/families.ts'
import { inventBuildings } from '../cases/invented-buildings.ts'
import type { Case } from '../generated-cases.ts'
import { generateCases } from '../generated-cases.ts'
import { hasShared, sharedBuildings } from '../shared-data.ts'
import { syntheticBuildings, syntheticCases } from '../synthetic-buildings.ts'
import type { CaseSet, SetGroup } from './answer-set.ts'

const isAbsent = (key: string): boolean => share(`absent ${key}`) < 0.15

/** Fitting uses other seeds. */
const INVENTED_SEED = 77
const FAMILY_SEED = 9001
const HELD_OUT_SEED = 9002
const ERROR_SEED = 99

/** The variants of a kind are measured together: a kind without wrong answers finds nothing. */
const baseKind = (kind: string): string =>
  kind.replace(/, (next number|absent|not indexed|project|address of another)$/, '')

function measureOf(cases: readonly Case[]): CaseSet['measure'] {
  if (cases.some((c) => c.isReview)) return 'review'
  if (cases.every((c) => c.reasons)) return 'reason'
  if (cases.some((c) => c.tied)) return 'tie'
  return cases.every((c) => c.truth === null) ? 'refuse' : 'find'
}

export function setsByKind(prefix: string, cases: readonly Case[]): CaseSet[] {
  const kinds = groupBy(cases, (c) => baseKind(c.kind))
  return [...kinds].map(([kind, list]) => ({
    name: `${prefix}${kind}`,
    measure: measureOf(list),
    cases: list,
  }))
}

const find = (name: string, cases: readonly Case[]): CaseSet => ({ name, measure: 'find', cases })

function familySets(prefix: string, buildings: readonly MatchBuilding[], count: number): CaseSet[] {
  const families = familyCases(buildings, { seed: FAMILY_SEED, count, isAbsent, hints: 'mixed' })
  const freeTexts = families.pasted.map((c) => ({ ...c, city: null, province: null, id: `${c.id}/text only` }))
  return [find(`${prefix}free texts, text only`, freeTexts), ...setsByKind(prefix, Object.values(families).flat())]
}

/** More cases of held-out buildings, so that bins of middling confidence are not empty. */
function heldOutSet(prefix: string, buildings: readonly MatchBuilding[], count: number): CaseSet {
  const families = familyCases(buildings, {
    seed: HELD_OUT_SEED,
    count,
    isAbsent,
    isSource: isTestBuilding,
    hints: 'mixed',
    only: ['elsewhere', 'pasted', 'faults', 'names', 'houses'],
  })
  return find(`${prefix}held-out buildings, all families`, Object.values(families).flat())
}

/** Misspelled addresses of buildings and houses on similar streets: of the fuzzy answers, the sure ones must be right. */
function feedWithHouses(buildings: readonly MatchBuilding[], errors: readonly Case[]): CaseSet {
  const options = { seed: FAMILY_SEED, count: 500, isAbsent, hints: 'mixed', only: ['houses'] } as const
  const { houses } = familyCases(buildings, options)
  const typos = errors.filter((c) => c.kind.startsWith('typo'))
  return {
    name: 'real, feed with houses, fuzzy answers',
    measure: 'find',
    cases: [...typos, ...houses],
    stratum: 'fuzzy',
  }
}

function realGroup(): SetGroup {
  const buildings = inventBuildings(sharedBuildings(), INVENTED_SEED)
  const sets = (): CaseSet[] => {
    const errors = generateCases(buildings, { seed: ERROR_SEED, sample: 0.1, isAbsent, hints: 'all' })
    return [
      find('errors in real addresses', errors),
      {
        ...find(
          'errors in real addresses, held out',
          errors.filter((c) => isTestBuilding(c.source)),
        ),
        isPart: true,
      },
      heldOutSet('real, ', buildings, 300),
      feedWithHouses(buildings, errors),
      ...familySets('real, ', buildings, 300),
    ]
  }
  return { name: 'generated, real buildings', buildings: buildings.filter((b) => !isAbsent(b.key)), sets }
}

/** `isShort` leaves out the sets with thousands of cases. */
export function syntheticGroup(isShort = false): SetGroup {
  const buildings = inventBuildings(syntheticBuildings(), INVENTED_SEED)
  const families = () => familySets('synthetic, ', buildings, 150)
  const sets = (): CaseSet[] => [
    find(
      'errors in synthetic addresses',
      generateCases(buildings, { seed: ERROR_SEED, sample: 0.2, isAbsent, hints: 'all' }),
    ),
    find('synthetic styles', syntheticCases(buildings, isAbsent, 77)),
    heldOutSet('synthetic, ', buildings, 100),
    ...families(),
  ]
  const short = () => families().filter(({ cases }) => cases.length < 1000)
  const indexed = buildings.filter((b) => !isAbsent(b.key))
  return { name: 'generated, synthetic buildings', buildings: indexed, sets: isShort ? short : sets }
}

export const generatedGroups = (): (() => SetGroup)[] => [...(hasShared() ? [realGroup] : []), () => syntheticGroup()]
