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
import { dataset } from '../demo/dataset.ts'
import { projectRow } from '../support/rows.ts'
import { contentOf, snapshotOf } from '../support/snapshots.ts'

const tower = (key: string, more: object = {}) => ({
  key,
  name: `Tower ${key}`,
  storeys: null,
  units: null,
  latitude: null,
  longitude: null,
  year_built: null,
  addresses: [
    { line: `${key.charCodeAt(0)} Front St W`, kind: 'municipal' as const, valid_from: null, valid_to: null },
  ],
  ...more,
})
const whole = (more: object = {}) => [tower('x', { name: null, ...more })]

const snapshot = snapshotOf([
  projectRow('1', {
    name: 'Maple House',
    address: '5200 Yonge St, Toronto, ON',
    postal_code: 'M2N 5P5',
    latitude: 43.7715,
    longitude: -79.4131,
    storeys: 30,
    units_total: 300,
    year_built: 2001,
    amenities: ['Indoor pool', 'Gym'],
    condo_corp: { registry: 'TSCC', number: 2345 },
    buildings: whole(),
  }),
  projectRow('2', {
    name: 'Twin Pines',
    address: '65 Front St W, Toronto, ON',
    postal_code: 'M5J 1E6',
    latitude: 43.6453,
    longitude: -79.3806,
    storeys: 50,
    units_total: 900,
    year_built: 2010,
    amenities: ['Gym'],
    condo_corp: null,
    buildings: [
      tower('A', { storeys: 50, year_built: 2009, latitude: 43.6455, longitude: -79.3805 }),
      tower('B', {
        addresses: [
          { line: '1 Old Rd', kind: 'historic', valid_from: null, valid_to: '2001-01-01' },
          { line: '66 Front St W', kind: 'municipal', valid_from: null, valid_to: null },
        ],
      }),
    ],
  }),
  projectRow('3', {
    name: 'Cedar',
    city_name: 'Vancouver',
    province: 'BC',
    address: '1480 Howe St, Vancouver, BC',
    postal_code: 'V6Z 0G5',
    latitude: 49.2757,
    longitude: -123.1309,
    storeys: 12,
    units_total: 80,
    year_built: 1985,
    amenities: [],
    condo_corp: { registry: 'EPS', number: 10482 },
    buildings: whole({ storeys: 11 }),
  }),
])

const found = (query: BuildingFilters) => listBuildings(snapshot, query, { limit: 50 }).records.map(({ id }) => id)

it('gives a building the values of its project only if the project has one building', () => {
  const view = (id: number) => viewBuilding(snapshot, findBuilding(snapshot, id)!, { paidMedia: true, unitRows: true })
  expect(view(1)).toMatchObject({
    facts: {
      name: 'Maple House',
      address: '5200 Yonge St, Toronto, ON',
      postal_code: 'M2N 5P5',
      latitude: 43.7715,
      storeys: 30,
      units: 300,
      year_built: 2001,
    },
    names: expect.arrayContaining(['Maple House']),
  })
  expect(view(2).facts).toMatchObject({
    name: 'Tower A',
    storeys: 50,
    year_built: 2009,
    units: null,
    postal_code: null,
  })
  expect(view(3).facts).toMatchObject({
    name: 'Tower B',
    address: '66 Front St W, Toronto, ON',
    storeys: null,
    latitude: null,
    location_accuracy: null,
  })
  expect(view(3).names.slice(0, 2)).toEqual(['Tower B', 'Twin Pines'])
  expect(view(4).facts).toMatchObject({ name: 'Cedar', storeys: 11 })
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

const FILTERS: readonly (readonly [what: string, query: BuildingFilters, ids: readonly number[]])[] = [
  ['nothing', {}, [1, 2, 3, 4]],
  ['ids', { ids: [4, 2, 99] }, [2, 4]],
  ['a project', { project_id: [2, 77] }, [2, 3]],
  ['the start of a postal code', { postal_code: ['M2N'] }, [1]],
  ['a whole postal code', { postal_code: ['V6Z0G5', 'M2N9Z9'] }, [4]],
  ['storeys of the building', { min_storeys: 12 }, [1, 2]],
  ['year built', { min_year_built: 1990, max_year_built: 2009 }, [1, 2]],
  ['units', { max_units: 300 }, [1, 4]],
  ['a box', { bbox: [-80, 43, -79, 44] }, [1, 2]],
  ['a city of the project', { project: { city: ['toronto'] } }, [1, 2, 3]],
  ['an amenity', { project: { amenity: ['GYM'] } }, [1, 2, 3]],
  ['a condo corporation as people write it', { project: { condo_corp: ['T.S.C.C. No. 2345'] } }, [1]],
  ['two filters', { min_storeys: 20, project: { amenity: ['gym'] } }, [1, 2]],
  ['a radius, the nearest first', { near: { latitude: 43.77, longitude: -79.41 }, radius_km: 20 }, [1, 2]],
  ['a point without a radius', { near: { latitude: 49, longitude: -123 } }, [4, 1, 2]],
]

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
