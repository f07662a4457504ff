// The blocks of labelled cases that tools/bench/fit.ts fits on. Add a block here to fit on it.

import { existsSync } from 'node:fs'
import type { MatchBuilding } from '@plinth/matcher'
import type { CaseBlock } from '@plinth/matcher/internal/fit/labelled-case'
import { share } from '@plinth/matcher/internal/fit/labelled-case'
import { buildIndex } from '@plinth/matcher/internal/index/build-index'
import type { StreetIndex } from '@plinth/matcher/internal/index/street-index'
import { loadStreets } from '../../src/catalog/snapshot/street-files.ts'
import { faultRows, isHeldOutPost, rowsOf, toCase } from './accuracy/shared-sets.ts'
import { familyCases } from './cases/families.ts'
import { inventBuildings } from './cases/invented-buildings.ts'
import { kindCases, namedKindCases } from './cases/kinds.ts'
import type { Case } from './generated-cases.ts'
import { generateCases } from './generated-cases.ts'
import { buildingsIn, hasShared, SHARED, sharedBuildings } from './shared-data.ts'
import { syntheticBuildings, syntheticCases } from './synthetic-buildings.ts'

const isAbsent = (key: string): boolean => share(`absent ${key}`) < 0.15
const present = (buildings: readonly MatchBuilding[]): MatchBuilding[] => buildings.filter((b) => !isAbsent(b.key))
/** With the same lists of real streets as a server. */
const indexOf = (buildings: readonly MatchBuilding[]): StreetIndex => buildIndex(buildings, loadStreets())

/** Accuracy is measured with other seeds. */
const INVENTED_SEED = 31
const FAMILY_SEED = 501
const KIND_SEED = 601
const FAULTS_SEED = '71'

/** Errors that in practice often mean another address count less. */
const errorWeight = (c: Case): number => {
  if (c.kind === 'Street for Avenue') return 0.5
  return c.kind === 'direction on the other axis' ? 0.3 : 1
}

/**
 * A tie becomes one case per building, so that the model learns to give each its share. A case for review becomes one
 * with its building and one without any.
 */
function withoutTies(cases: readonly Case[]): Case[] {
  return cases.flatMap((c) => {
    const truths = c.tied ?? (c.isReview ? [c.truth, null] : [c.truth])
    return truths.length === 1 ? [c] : truths.map((truth) => ({ ...c, truth, id: `${c.id}/${truth}` }))
  })
}

/** Ties and cases for review count once. */
const familyWeight = (c: Case): number => (c.tied || c.isReview ? 0.5 : 1)

function familyBlocks(
  name: string,
  buildings: readonly MatchBuilding[],
  index: StreetIndex,
  count: number,
): CaseBlock[] {
  const families = familyCases(buildings, { seed: FAMILY_SEED, count, isAbsent, hints: 'mixed' })
  const textOnly = families.pasted.map((c) => ({ ...c, city: null, province: null, id: `${c.id}/text only` }))
  const blocks = Object.entries({ ...families, 'pasted, text only': textOnly })
  return blocks.map(([family, cases]) => ({
    name: `${name}, ${family}`,
    index,
    cases: withoutTies(cases),
    weight: familyWeight,
  }))
}

function syntheticBlocks(): CaseBlock[] {
  const buildings = inventBuildings(syntheticBuildings(), INVENTED_SEED)
  const index = indexOf(present(buildings))
  const errors = generateCases(buildings, { seed: 11, sample: 0.12, isAbsent, hints: 'mixed' })
  return [
    { name: 'synthetic, errors', index, cases: errors, weight: errorWeight },
    { name: 'synthetic, styles', index, cases: syntheticCases(buildings, isAbsent) },
    ...familyBlocks('synthetic', buildings, index, 80),
  ]
}

/** Real listings, over all buildings and over buildings of which some are missing. */
function listingBlocks(): CaseBlock[] {
  const buildings = sharedBuildings()
  const index = indexOf(buildings)
  const partial = indexOf(present(buildings))
  const cases = (file: string, hints: 'all' | 'none'): Case[] => rowsOf(file).map((row) => toCase(row, hints))
  const posts = (hints: 'all' | 'none'): Case[] =>
    rowsOf(SHARED.posts).flatMap((row) => (isHeldOutPost(row) ? [] : [toCase(row, hints)]))
  const listings = cases(SHARED.listings, 'all')
  const someAbsent = listings.map((c) => (c.truth !== null && isAbsent(c.truth) ? { ...c, truth: null } : c))
  return [
    { name: 'listings', index, cases: listings, weight: 4 },
    { name: 'listings, some absent', index: partial, cases: someAbsent },
    { name: 'listings, text only', index, cases: cases(SHARED.listings, 'none'), weight: 0.5 },
    { name: 'titles', index, cases: cases(SHARED.titles, 'all') },
    { name: 'titles, text only', index, cases: cases(SHARED.titles, 'none') },
    { name: 'posts', index, cases: posts('all') },
    { name: 'posts, text only', index, cases: posts('none') },
    { name: 'no spaces', index, cases: cases(SHARED.noSpaces, 'all') },
    { name: 'similar streets', index, cases: cases(SHARED.similarStreets, 'all'), weight: 2 },
    { name: 'shared faults', index, cases: faultRows(FAULTS_SEED).map((row) => toCase(row, 'all')) },
  ]
}

function nameBlocks(): CaseBlock[] {
  if (!existsSync(SHARED.names)) return []
  const buildings = buildingsIn(SHARED.namedBuildings)
  const index = indexOf(buildings)
  return [
    { name: 'names', index, cases: rowsOf(SHARED.names).map((row) => toCase(row, 'all')) },
    { name: 'names, phases', index, cases: namedKindCases(buildings, { seed: KIND_SEED, hints: 'mixed' }, 200) },
  ]
}

/** Places, roles and numbers. Reasons are not fitted. */
function kindBlocks(): CaseBlock[] {
  if (!existsSync(SHARED.places)) return []
  const buildings = sharedBuildings()
  const index = indexOf(present(buildings))
  const families = kindCases(buildings, { seed: KIND_SEED, count: 200, isAbsent, hints: 'mixed' })
  return families
    .filter(([family]) => family !== 'reasons')
    .map(([family, cases]) => ({ name: `kinds, ${family}`, index, cases: withoutTies(cases), weight: familyWeight }))
}

/** Houses on streets like those of buildings, in a city whose streets are not listed: most cities have no list. */
function withoutOwnList(buildings: readonly MatchBuilding[]): CaseBlock[] {
  const options = { seed: FAMILY_SEED, count: 500, isAbsent, hints: 'mixed', only: ['houses'] } as const
  const { houses } = familyCases(buildings, options)
  const others = loadStreets().filter(({ city }) => city !== 'Toronto')
  const index = buildIndex(present(buildings), others)
  return [{ name: 'real, houses without a list', index, cases: houses, weight: 2 }]
}

function realBlocks(): CaseBlock[] {
  const buildings = inventBuildings(sharedBuildings(), INVENTED_SEED)
  const index = indexOf(present(buildings))
  const errors = generateCases(buildings, { seed: 5, sample: 0.07, isAbsent, hints: 'all' })
  const mixed = generateCases(buildings, { seed: 6, sample: 0.03, isAbsent, hints: 'mixed' })
  return [
    { name: 'real, errors', index, cases: errors, weight: errorWeight },
    { name: 'real, errors, hints mixed', index, cases: mixed, weight: errorWeight },
    ...familyBlocks('real', buildings, index, 300),
    ...withoutOwnList(buildings),
  ]
}

/** Blocks of the shared folder are left out where it does not exist. */
export const fitBlocks = (): CaseBlock[] => [
  ...syntheticBlocks(),
  ...(hasShared() ? [...listingBlocks(), ...nameBlocks(), ...realBlocks(), ...kindBlocks()] : []),
]
