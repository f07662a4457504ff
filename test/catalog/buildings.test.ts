// Buildings as records: filters, sorts, distances and what a building inherits from its project.
import { expect, it } from 'vitest'
import { isAreaProblem, readArea } from '../../src/catalog/area/polygon.ts'
import type { BuildingFilters } from '../../src/catalog/query/catalog-query.ts'
import {
  distanceM,
  findBuilding,
  findBuildingRemoval,
  listBuildings,
  viewBuilding,
} from '../../src/catalog/query/list-buildings.ts'
import { distanceKm } from '../../src/catalog/query/list-projects.ts'
import { buildSnapshot } from '../../src/catalog/snapshot/snapshot.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { dataset } from '../demo/dataset.ts'
import { fromCases } from '../support/cases.ts'
import { projectRow } from '../support/rows.ts'
import { contentOf, snapshotOf } from '../support/snapshots.ts'

const snapshot = snapshotOf(
  fromCases<Partial<ProjectRow>[]>('catalog/buildings', 'projects').map((row, i) => projectRow(String(i + 1), row)),
)

const found = (query: BuildingFilters) => listBuildings(snapshot, query, { limit: 50 }).records.map(({ id }) => id)

const view = (id: number) => viewBuilding(snapshot, findBuilding(snapshot, id)!, { paidMedia: true, unitRows: true })

// The values of the project count only if it has one building.
it.each(fromCases<[string, number, object][]>('catalog/buildings', 'facts'))('knows %s', (_, id, facts) => {
  expect(view(id).facts).toMatchObject(facts)
})

it('has its own names first, then those of its project', () => {
  expect(view(1).names).toContain('Maple House')
  expect(view(3).names.slice(0, 2)).toEqual(['Tower B', 'Twin Pines'])
})

it('counts the floor plans and units of a tower, and hides units from plans without them', () => {
  const all = snapshotOf(dataset(60))
  for (const project of all.projects) {
    const views = project.buildings.map(({ id }) =>
      viewBuilding(all, findBuilding(all, id)!, { paidMedia: true, unitRows: true }),
    )
    const plans = all.floorPlans.ofProject(project.id)
    const shared = project.buildings.length === 1 ? 0 : plans.filter(({ building_id }) => building_id === null).length
    expect(views.reduce((sum, { floor_plans_count }) => sum + floor_plans_count, shared)).toBe(plans.length)
    for (const { building, units_count } of views.filter(() => project.buildings.length > 1))
      expect(units_count).toBe(
        all.units.ofProject(project.id).filter(({ building_id }) => building_id === building.id).length,
      )
  }
  expect(viewBuilding(all, findBuilding(all, 1)!, { paidMedia: false }).units_count).toBeNull()
})

const FILTERS: readonly (readonly [what: string, query: BuildingFilters, ids: readonly number[]])[] = fromCases(
  'catalog/buildings',
  'filters',
)

it.each(FILTERS)('filters by %s', (_, query, ids) => {
  expect(found(query)).toEqual(ids)
})

it('sorts by every key, with unknown values last', () => {
  const sorted = (key: 'name' | 'storeys' | 'year_built' | 'units', descending: boolean) =>
    listBuildings(snapshot, { sort: { key, descending } }, { limit: 50 }).records.map(({ id }) => id)
  expect(sorted('name', false)).toEqual([4, 1, 2, 3])
  expect(sorted('storeys', true)).toEqual([2, 1, 4, 3])
  expect(sorted('year_built', false)).toEqual([4, 1, 2, 3])
  expect(sorted('units', true)).toEqual([1, 4, 2, 3])
})

it('pages by distance without gaps or repeats', () => {
  const all = snapshotOf(dataset(300))
  const near = { latitude: 43.65, longitude: -79.38 }
  const ids: number[] = []
  for (let after: { value: number | string | null; id: number } | undefined; ; ) {
    const page = listBuildings(all, { near }, { limit: 7, after })
    ids.push(...page.records.map(({ id }) => id))
    if (page.next === null) break
    after = page.next
  }
  expect(ids).toEqual(listBuildings(all, { near }, { limit: 10_000 }).records.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})

it('finds the nearest buildings with their distance in metres', () => {
  const all = snapshotOf(dataset(200))
  const point = { latitude: 45.5, longitude: -73.57 }
  const factsOf = (id: number) => viewBuilding(all, findBuilding(all, id)!, { paidMedia: true }).facts
  const byHand = [...all.buildings.ids]
    .map((id) => ({ id, facts: factsOf(id) }))
    .filter(({ facts }) => facts.latitude !== null)
    .map(({ id, facts }) => ({
      building_id: id,
      distance_m: Math.round(distanceKm(facts as never, point)! * 1000),
    }))
    .sort((a, b) => a.distance_m - b.distance_m || a.building_id - b.building_id)
  const nearest = listBuildings(all, { near: point }, { limit: 10 }).records
  expect(nearest.map(({ id }) => distanceM(factsOf(id), point))).toEqual(
    byHand.slice(0, 10).map(({ distance_m }) => distance_m),
  )
  const within = byHand.filter(({ distance_m }) => distance_m <= 3000)
  expect(listBuildings(all, { near: point, radius_km: 3 }, { limit: 1000 }).total).toBe(within.length)
  expect(listBuildings(all, { near: { latitude: 0, longitude: -30 }, radius_km: 5 }, { limit: 3 }).total).toBe(0)
})

it('lists the buildings in a polygon that match the other filters', () => {
  const square = [
    [-79.5, 43.6],
    [-79.3, 43.6],
    [-79.3, 43.9],
    [-79.5, 43.9],
    [-79.5, 43.6],
  ]
  const area = readArea({ type: 'Polygon', coordinates: [square] })
  if (isAreaProblem(area)) throw new Error(String(area.message))
  const ids = (query: BuildingFilters) => listBuildings(snapshot, query, { limit: 9 }, area).records.map(({ id }) => id)
  expect(ids({})).toEqual([1, 2])
  expect(ids({ min_storeys: 40 })).toEqual([2])
})

it('finds the removal of the project that had a building', () => {
  const content = contentOf(snapshot)
  const [gone, ...rest] = content.records.project
  const removed = { body: { ...gone!, merged_into: 3 }, removed_at: '2026-11-10T00:00:00.000Z' }
  const after = buildSnapshot({
    ...content,
    records: { ...content.records, project: rest },
    removed: { project: [removed], floor_plan: [] },
  })
  expect(findBuilding(after, 1)).toBeUndefined()
  expect(findBuildingRemoval(after, 1)).toEqual({
    project_id: 1,
    removed_at: '2026-11-10T00:00:00.000Z',
    merged_into: 3,
  })
  expect(findBuildingRemoval(after, 2)).toBeNull()
})
