import { describe, expect, it } from 'vitest'
import type { ProjectFilters, ProjectSort } from '../../src/catalog/query/catalog-query.ts'
import { distanceKm, findProject, listProjects, viewProject } from '../../src/catalog/query/list-projects.ts'
import { filterWarnings } from '../../src/catalog/query/reference-lists.ts'
import { projectRow } from '../support/rows.ts'
import { snapshotOf } from '../support/snapshots.ts'

/** Six projects, IDs 1 to 6, that differ in the filtered fields. */
const snapshot = snapshotOf([
  projectRow('1', { name: 'Écluse', price_from: 500_000, price_to: null, storeys: 5 }),
  projectRow('2', {
    name: 'Beacon',
    city_name: 'Montréal',
    province: 'QC',
    neighbourhood_name: 'Côte-des-Neiges',
    postal_code: 'H3S 1A1',
    address: '5000 Ch de la Côte-des-Neiges, Montréal, QC',
    latitude: 45.495,
    longitude: -73.62,
    price_from: null,
    price_to: 700_000,
    sales_status: 'planning',
    developers: [
      { name: 'Société Immobilière Élan', role: 'developer' },
      { name: 'Tall Ltd.', role: 'developer' },
    ],
    storeys: null,
  }),
  projectRow('3', {
    name: 'Alder',
    neighbourhood_name: 'Willowdale',
    postal_code: 'M2N 5P5',
    address: '5200 Yonge St, Toronto, ON',
    latitude: 43.7715,
    longitude: -79.4131,
    price_from: 800_000,
    price_to: 1_200_000,
    occupancy_date: { date: '2027-07-01', precision: 'quarter', is_estimate: true },
  }),
  projectRow('4', {
    name: 'Cedar',
    city_name: 'St. Catharines',
    postal_code: 'L2R 1A1',
    price_from: null,
    price_to: null,
    latitude: null,
    longitude: null,
    occupancy_date: null,
    building_type: 'loft',
    floor_plans: [],
    units: [],
    media: [],
    history: [],
    construction_status: 'completed',
    sales_status: 'resale',
    bedrooms_min: null,
    bedrooms_max: null,
  }),
  projectRow('5', {
    name: 'alder',
    aliases: ['The Dragonfly'],
    city_name: 'Vancouver',
    province: 'BC',
    neighbourhood_name: null,
    postal_code: 'V6Z 1T2',
    latitude: 49.2757,
    longitude: -123.1309,
    size_min_sqft: 300,
    size_max_sqft: 400,
    bedrooms_min: 0,
    bedrooms_max: 0,
    developers: [],
    launch_date: null,
  }),
  projectRow('6', {
    name: 'Zenith',
    sales_status: 'sales_on_hold',
    tenure: 'unknown',
    launch_date: { date: '2020-01-01', precision: 'day', is_estimate: false },
  }),
])

const found = (query: ProjectFilters) =>
  listProjects(snapshot, query, { limit: 50 }).records.map((project) => project.id)

const FILTERS: readonly (readonly [what: string, query: ProjectFilters, ids: readonly number[]])[] = [
  ['nothing', {}, [1, 2, 3, 4, 5, 6]],
  ['ids', { ids: [5, 2, 99] }, [2, 5]],
  ['no ids', { ids: [] }, []],
  ['a city without case and accents', { city: ['MONTREAL'] }, [2]],
  ['one of two cities', { city: ['montréal', 'Vancouver'] }, [2, 5]],
  ['an abbreviated city name', { city: ['Saint Catharines'] }, [4]],
  ['a former municipality', { city: ['North York'] }, [3]],
  ['a neighbourhood as city', { city: ['cote des neiges'] }, [2]],
  ['an unknown city', { city: ['Atlantis'] }, []],
  ['province', { province: ['QC', 'BC'] }, [2, 5]],
  ['neighbourhood', { neighbourhood: ['WILLOWDALE'] }, [3]],
  ['one developer of a joint venture', { developer: ['societe immobiliere elan'] }, [2]],
  ['the joint venture by its whole name', { developer: ['Société Immobilière Élan & Tall Ltd.'] }, [2]],
  ['status', { status: ['on_hold', 'completed'] }, [4, 6]],
  ['sales status', { sales_status: ['planning'] }, [2]],
  ['construction status', { construction_status: ['completed'] }, [4]],
  ['building type', { building_type: ['loft'] }, [4]],
  ['tenure that is not known', { tenure: ['unknown'] }, [6]],
  ['one of two tenures', { tenure: ['rental', 'condo'] }, [1, 2, 3, 4, 5]],
  ['price from, one end unknown', { min_price: 600_000 }, [2, 3, 5, 6]],
  ['price to, one end unknown', { max_price: 600_000 }, [1, 5, 6]],
  ['price at the limit', { min_price: 500_000, max_price: 500_000 }, [1]],
  ['price between', { min_price: 1_100_000, max_price: 1_300_000 }, [3]],
  ['price per square foot', { min_psf: 1000, max_psf: 1000 }, [1, 2, 3, 5, 6]],
  ['price per square foot, none', { min_psf: 1001 }, []],
  ['studios', { max_beds: 0 }, [5]],
  ['bedrooms', { min_beds: 2 }, [1, 2, 3, 6]],
  ['size', { max_sqft: 500 }, [5]],
  ['size at least', { min_sqft: 401, max_sqft: 700 }, [1, 2, 3, 4, 6]],
  ['occupancy within a quarter', { occupancy_from: '2027-09-15', occupancy_to: '2027-10-15' }, [3]],
  ['occupancy after', { occupancy_from: '2027-10-01' }, [1, 2, 5, 6]],
  ['storeys', { max_storeys: 10 }, [1]],
  ['storeys at least', { min_storeys: 6 }, [3, 4, 5, 6]],
  ['a box', { bbox: [-80, 43.7, -79, 44] }, [3]],
  ['a box across the date line', { bbox: [170, 40, -100, 60] }, [5]],
  ['near', { near: { latitude: 43.67, longitude: -79.4 }, radius_km: 5 }, [1, 6]],
  ['near, wider', { near: { latitude: 43.67, longitude: -79.4 }, radius_km: 15 }, [1, 3, 6]],
  ['near without a radius', { near: { latitude: 43.67, longitude: -79.4 } }, [1, 2, 3, 5, 6]],
  ['words by prefix', { q: 'ecl' }, [1]],
  ['words of an alias', { q: 'dragon' }, [5]],
  ['words of address and name', { q: 'yonge ald' }, [3]],
  ['an unknown word', { q: 'alder xyz' }, []],
  ['no words', { q: ' … ' }, []],
  ['updated since', { updated_since: '2026-11-14T06:00:00Z' }, [1, 2, 3, 4, 5, 6]],
  ['updated since tomorrow', { updated_since: '2026-11-15T00:00:00Z' }, []],
  ['two filters', { city: ['Toronto'], min_storeys: 6 }, [3, 6]],
]

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
