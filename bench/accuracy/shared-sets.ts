// Sets of the shared folder: listings, titles, names, streets without spaces, similar streets, faults.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { Case } from '../generated-cases.ts'
import { SHARED } from '../shared-data.ts'
import type { CaseSet, SetGroup } from './answer-set.ts'

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
const FAULTS_PER_KIND = '150'

const parse = (text: string): SharedRow[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SharedRow)

export const rowsOf = (file: string): SharedRow[] => (existsSync(file) ? parse(readFileSync(file, 'utf8')) : [])

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
  if (run.status === 0) return parse(run.stdout)
  console.log('python3 is not available: the sets of shared faults are left out.')
  return []
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

function nameSets(): CaseSet[] {
  const rows = rowsOf(SHARED.names)
  return [find('names', rows), ...byKind('names: ', rows)].filter((s) => s.cases.length > 0)
}

export const sharedGroups = (): SetGroup[] => [
  { name: 'shared listings', buildings: SHARED.buildings, sets: addressSets },
  ...(existsSync(SHARED.namedBuildings)
    ? [{ name: 'shared names', buildings: SHARED.namedBuildings, sets: nameSets }]
    : []),
]
