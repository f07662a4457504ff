import { describe, expect, it } from 'vitest'
import type { ProjectFilters, ProjectSort } from '../../src/catalog/query/catalog-query.ts'
import { distanceKm, findProject, listProjects, viewProject } from '../../src/catalog/query/list-projects.ts'
import { filterWarnings } from '../../src/catalog/query/reference-lists.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { fromCases } from '../support/cases.ts'
import { projectRow } from '../support/rows.ts'
import { snapshotOf } from '../support/snapshots.ts'

/** Six projects, IDs 1 to 6, that differ in the filtered fields. */
const snapshot = snapshotOf(
  fromCases<Partial<ProjectRow>[]>('catalog/projects', 'projects').map((row, i) => projectRow(String(i + 1), row)),
)

const found = (query: ProjectFilters) =>
  listProjects(snapshot, query, { limit: 50 }).records.map((project) => project.id)

const FILTERS: readonly (readonly [what: string, query: ProjectFilters, ids: readonly number[]])[] = fromCases(
  'catalog/projects',
  'filters',
)

describe('filters', () => {
  it.each(FILTERS)('%s', (_, query, ids) => {
    expect(found(query)).toEqual(ids)
    expect(listProjects(snapshot, query, { limit: 1 }).total).toBe(ids.length)
  })
})

const NEAR = { near: { latitude: 43.67, longitude: -79.4 } }

/** In both directions, unknown values come last and ties are sorted by ID. */
const SORTS: readonly (readonly [
  key: ProjectSort,
  ascending: readonly number[],
  descending: readonly number[],
  query: ProjectFilters,
])[] = [
  ['id', [1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1], {}],
  ['name', [3, 5, 2, 4, 1, 6], [6, 1, 4, 2, 3, 5], {}],
  ['price_from', [1, 5, 6, 2, 3, 4], [3, 2, 5, 6, 1, 4], {}],
  ['occupancy_date', [3, 1, 2, 5, 6, 4], [1, 2, 5, 6, 3, 4], {}],
  ['launch_date', [6, 1, 2, 3, 4, 5], [1, 2, 3, 4, 6, 5], {}],
  ['updated_at', [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6], {}],
  ['distance', [1, 6, 3, 2, 5, 4], [5, 2, 3, 1, 6, 4], NEAR],
]

describe('sorts', () => {
  it.each(SORTS)('%s', (key, ascending, descending, query) => {
    const ids = (direction: boolean) =>
      listProjects(snapshot, { ...query, sort: { key, descending: direction } }, { limit: 50 }).records.map(
        (one) => one.id,
      )
    expect(ids(false)).toEqual(ascending)
    expect(ids(true)).toEqual(descending)
  })
})

it('finds a project by ID and by slug', () => {
  expect(findProject(snapshot, 3)?.name).toBe('Alder')
  expect(findProject(snapshot, 'beacon')?.id).toBe(2)
  expect(findProject(snapshot, 99)).toBeUndefined()
})

it('counts only visible media and never uses paid media as the cover', () => {
  const project = findProject(snapshot, 1)!
  expect(viewProject(snapshot, project, { paidMedia: false })).toMatchObject({
    media_count: 1,
    cover_media: { kind: 'rendering_exterior' },
  })
  expect(viewProject(snapshot, project, { paidMedia: true }).media_count).toBe(3)
})

it('measures distances on the ground', () => {
  const toronto = findProject(snapshot, 1)!
  expect(distanceKm(toronto, { latitude: 45.495, longitude: -73.62 })).toBeCloseTo(504, -1)
})

it('suggests a name for an unknown value', () => {
  expect(filterWarnings(snapshot, { city: ['Tornto', 'Toronto', 'Xyz'], developer: ['Tal Ltd'] })).toEqual([
    { parameter: 'city', code: 'unknown_value', value: 'Tornto', did_you_mean: 'Toronto' },
    { parameter: 'city', code: 'unknown_value', value: 'Xyz', did_you_mean: null },
    { parameter: 'developer', code: 'unknown_value', value: 'Tal Ltd', did_you_mean: 'Tall Ltd.' },
  ])
})
