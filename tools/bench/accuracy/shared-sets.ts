// Sets of the shared folder: listings, titles, names, streets without spaces, similar streets, faults.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { MatchBuilding } from '@plinth/matcher'
import { share } from '@plinth/matcher/internal/fit/labelled-case'
import { namedKindCases } from '../cases/kinds.ts'
import type { Case } from '../generated-cases.ts'
import { buildingsIn, parseRows, rowsIn, SHARED } from '../shared-data.ts'
import type { CaseSet, SetGroup } from './answer-set.ts'
import { setsByKind } from './generated-sets.ts'

interface SharedRow {
  readonly id: string
  readonly text: string
  readonly city: string | null
  readonly province: string | null
  readonly building_key: string | null
  readonly source: string
  readonly building_name?: string | null
  readonly also?: readonly string[] | null
}

/** Not a seed that releases are measured with. */
const FAULTS_SEED = '20261'
const PHASE_SEED = 9102
const FAULTS_PER_KIND = '150'

export const rowsOf = (file: string): SharedRow[] => rowsIn(file)

export const toCase = (row: SharedRow, hints: 'all' | 'none'): Case => ({
  id: row.id,
  text: row.text,
  city: hints === 'all' ? row.city : null,
  province: hints === 'all' ? row.province : null,
  building_name: row.building_name ?? null,
  truth: row.building_key,
  also: row.also ?? [],
  kind: row.source,
  source: row.building_key ?? row.id,
})

const find = (name: string, rows: readonly SharedRow[], hints: 'all' | 'none' = 'all'): CaseSet => ({
  name,
  measure: rows.some((r) => r.building_key !== null) ? 'find' : 'refuse',
  cases: rows.map((r) => toCase(r, hints)),
  isReal: rows.every((r) => !/^(gen|name)_/.test(r.source)),
})

function byKind(prefix: string, rows: readonly SharedRow[], hints: 'all' | 'none' = 'all'): CaseSet[] {
  const kinds = [...new Set(rows.map((r) => r.source))]
  return kinds.map((kind) =>
    find(
      `${prefix}${kind.replace(/^(gen|name)_/, '').replaceAll('_', ' ')}`,
      rows.filter((r) => r.source === kind),
      hints,
    ),
  )
}

/** Queries with several faults, written by the shared generator; none when Python is not installed. */
export function faultRows(seed = FAULTS_SEED): SharedRow[] {
  if (!existsSync(SHARED.makeFaults)) return []
  const run = spawnSync('python3', [SHARED.makeFaults, SHARED.buildings, seed, FAULTS_PER_KIND], {
    encoding: 'utf8',
    maxBuffer: 1 << 27,
  })
  if (run.status === 0) return parseRows(run.stdout)
  console.log('python3 is not available: the sets of shared faults are left out.')
  return []
}

/** Half of the posts are for development and fitting. The other half is only measured. */
export const isHeldOutPost = (row: SharedRow): boolean => share(`post ${row.id}`) < 0.5

export function postSets(): CaseSet[] {
  const rows = rowsOf(SHARED.posts)
  const unseen = rows.filter(isHeldOutPost)
  const seen = rows.filter((r) => !isHeldOutPost(r))
  return [
    find('posts, development', seen),
    find('posts, development, text only', seen, 'none'),
    find('posts, held out', unseen),
    find('posts, held out, text only', unseen, 'none'),
  ]
}

const DESCRIPTIONS = ['gen_description', 'gen_title', 'gen_title_bare']

function addressSets(): CaseSet[] {
  const listings = rowsOf(SHARED.listings)
  const faults = faultRows()
  const posts = faults.filter((r) => DESCRIPTIONS.includes(r.source))
  return [
    find('listings, hints all', listings),
    find('listings, hints none', listings, 'none'),
    find('titles', rowsOf(SHARED.titles)),
    find('titles, text only', rowsOf(SHARED.titles), 'none'),
    find('no spaces', rowsOf(SHARED.noSpaces)),
    find('similar streets', rowsOf(SHARED.similarStreets)),
    ...byKind('faults: ', faults),
    ...byKind('faults, text only: ', posts, 'none'),
  ].filter((s) => s.cases.length > 0)
}

const BUILDING_WORD = '(?:condo|condominium|residence|loft|tower|building|complex|apartment|mansion|square|suite)s?'

/** Whether a post may mean a building by its name: the whole name at its start, in quotes, or where a building stands. */
function buildingMention(buildings: readonly MatchBuilding[]): (text: string) => boolean {
  const cores = buildings
    .flatMap((b) => [b.name, ...(b.aliases ?? [])])
    .flatMap((name) => (name ? [name.replace(/^the | (condos?|lofts?|residences?)$/gi, '').toLowerCase()] : []))
    .map((core) => core.replace(/[^a-z0-9 ]/g, '.').replaceAll(' ', ' ?'))
  const name = `(?:${[...new Set(cores)].join('|')})`
  const before = new RegExp(`(?:^|["“'‘]|(?:\\b(?:at|in|of|to)|@|\\*) ?(?:the )?["“'‘]?)(?:the )?${name}\\b`)
  const behind = new RegExp(`\\b${name}["”'’]?(?: on)?,? (?:#?\\d|${BUILDING_WORD}\\b|stands\\b)`)
  return (text) => {
    const folded = text.toLowerCase().replace(/\s+/g, ' ')
    return before.test(folded) || behind.test(folded)
  }
}

function nameSets(): CaseSet[] {
  const rows = rowsOf(SHARED.names)
  // People write of districts and corners, and some names of buildings are such words.
  const buildings = buildingsIn(SHARED.namedBuildings)
  const namesBuilding = buildingMention(buildings)
  const distractors = rowsOf(SHARED.posts).filter((r) => r.building_key === null && !namesBuilding(r.text))
  const byName = { stratum: 'name' } as const
  const phases = namedKindCases(buildings, { seed: PHASE_SEED, hints: 'mixed' }, 150)
  return [
    find('names', rows),
    ...byKind('names: ', rows),
    { ...find('names: posts without a building, name answers', distractors), ...byName },
    { ...find('names: posts without a building, name answers, text only', distractors, 'none'), ...byName },
    ...setsByKind('', phases).map((set) => ({ ...set, isTrap: true })),
  ].filter((s) => s.cases.length > 0)
}

export const sharedGroups = (): SetGroup[] => [
  { name: 'shared listings', buildings: SHARED.buildings, sets: addressSets },
  ...(existsSync(SHARED.namedBuildings)
    ? [{ name: 'shared names', buildings: SHARED.namedBuildings, sets: nameSets }]
    : []),
]
