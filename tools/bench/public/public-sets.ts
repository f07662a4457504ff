// The sets of the public benchmark. They need no file from outside the repository.

import { share } from '@plinth/matcher/internal/fit/labelled-case'
import type { CaseSet, SetGroup } from '../accuracy/answer-set.ts'
import { setsByKind } from '../accuracy/generated-sets.ts'
import type { TableRow } from '../accuracy/peer-table.ts'
import { CasePool } from '../cases/case-pool.ts'
import { cityCases } from '../cases/cities.ts'
import { familyCases } from '../cases/families.ts'
import { inventBuildings } from '../cases/invented-buildings.ts'
import { leftOutCases } from '../cases/left-out.ts'
import { numberCases } from '../cases/numbers.ts'
import { roleCases } from '../cases/roles.ts'
import type { Case } from '../generated-cases.ts'
import { generateCases } from '../generated-cases.ts'
import { syntheticBuildings } from '../synthetic-buildings.ts'
import { bcAcceptance } from './bc-acceptance.ts'
import { openBuildings } from './open-buildings.ts'

/** Not used for fitting, nor by `npm run accuracy`. */
const SEED = 4711
const isAbsent = (key: string): boolean => share(`absent ${key}`) < 0.15

/** Rows of the table, and the sets that each merges. The first sets the thresholds of the others. */
export const PUBLIC_ROWS: readonly TableRow[] = [
  ['one error in an address', /^open: errors$/],
  ['British Columbia’s acceptance set (real texts)', /^open: BC acceptance$/],
  ['two or more errors, scanner, dictation', /^open, faults/],
  ['pasted titles and posts', /^open, pasted/],
  ['city misspelled, abbreviated or split', /^open, city/],
  ['landmark or office beside the own address', /^open, role.*with the own address$/],
  ['numbers in words, records, spreadsheets', /^open, (number|record|sheet)/],
  ['landmark or office only (no link is right)', /^open, role.*alone$/],
  ['another place (no link is right)', /^open, elsewhere/],
  ['houses on similar streets (no link is right)', /^open, houses: (similar|any)/],
  ['side or type left out, and both exist (should not be linked)', /^open, left out/],
  ['invented buildings, one error', /^invented: errors$/],
]

const find = (name: string, cases: readonly Case[]): CaseSet => ({ name, measure: 'find', cases })

function openGroup(count: number): SetGroup {
  const buildings = openBuildings()
  const lines = new Map(buildings.map((b) => [`${b.city} ${b.addresses[0]?.line.toLowerCase()}`, b.key]))
  const acceptance = bcAcceptance((line, city) => {
    const key = lines.get(`${city} ${line.toLowerCase()}`)
    return key === undefined || isAbsent(key) ? [] : [key]
  })
  const sets = (): CaseSet[] => {
    const options = { seed: SEED, isAbsent, hints: 'mixed' } as const
    const pool = new CasePool(buildings, options)
    const only = ['elsewhere', 'pasted', 'faults', 'houses'] as const
    const families = Object.values(familyCases(buildings, { ...options, count, only })).flat()
    // Whoever links a case for review guesses, so no link is right.
    const unsure = leftOutCases(pool, count).map(({ isReview, ...c }) => ({ ...c, truth: null }))
    const kinds = [...[cityCases, roleCases, numberCases].flatMap((make) => make(pool, count)), ...unsure]
    return [
      find('open: errors', generateCases(buildings, { ...options, sample: count / 1000 })),
      find('open: BC acceptance', acceptance.cases),
      ...setsByKind('open, ', [...families, ...kinds]),
    ]
  }
  const indexed = [...buildings.filter((b) => !isAbsent(b.key)), ...acceptance.buildings]
  return { name: 'open buildings', buildings: indexed, sets }
}

/** Streets of many cities, in both languages, with invented buildings. */
function inventedGroup(count: number): SetGroup {
  const buildings = inventBuildings(syntheticBuildings(), SEED)
  const errors = () => generateCases(buildings, { seed: SEED, sample: count / 800, isAbsent, hints: 'mixed' })
  const indexed = buildings.filter((b) => !isAbsent(b.key))
  return { name: 'invented buildings', buildings: indexed, sets: () => [find('invented: errors', errors())] }
}

/** `count` cases of each kind. */
export const publicGroups = (count: number): SetGroup[] => [openGroup(count), inventedGroup(count)]
