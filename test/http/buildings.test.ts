// Buildings over HTTP: filters, points, polygons, plans and errors.

import { createClient } from '@plinth/client'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { BuildingDetailSchema, BuildingListSchema } from '../../src/http/buildings/building-schemas.ts'
import { fromCases } from '../support/cases.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
afterAll(() => server.stop())

const api = (path: string, key = server.keys.elite, headers = {}) => server.get(`/api/v1${path}`, key, headers)
/** Sugarmill Quay is project 14 of the sandbox and has three towers. */
const sandbox = (path: string) => api(path, server.keys.sandbox)
const search = async (body: object, key = server.keys.elite) => {
  const response = await fetch(`${server.url}/api/v1/buildings/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
const ring = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates })
const TORONTO = ring(-79.5, 43.6, -79.3, 43.8)

describe('the list of buildings', () => {
  it('returns every building once, each as its schema says', async () => {
    const { buildings } = server.app.services.catalog.snapshot('production')
    const client = createClient({ baseUrl: server.url, apiKey: server.keys.elite })
    const ids: number[] = []
    const strict = z.strictObject(BuildingDetailSchema.shape)
    for await (const building of client.buildings.iterate({ sort: '-storeys' })) ids.push(strict.parse(building).id)
    expect(ids.toSorted((a, b) => a - b)).toEqual([...buildings.ids])
  })

  it('shows a tower with its own values, its site and the paths of its records', async () => {
    const { body } = await sandbox('/buildings?project_id=14')
    expect(BuildingListSchema.parse(body).meta).toMatchObject({ total: 3, reason: null, reason_detail: null })
    const [tower] = body.data
    expect(tower).toMatchObject({
      project_id: 14,
      project_name: 'Sugarmill Quay',
      name: 'Tower A',
      address: '15 Lower Jarvis St, Toronto, ON',
      storeys: 41,
      postal_code: null,
      links: { project: '/api/v1/projects/14', units: `/api/v1/projects/14/units?building_id=${tower.id}` },
    })
    expect(tower.addresses).toContainEqual(expect.objectContaining({ kind: 'marketing', valid_to: '2025-02-28' }))
    expect(tower.site_buildings.map(({ name }: { name: string }) => name)).toEqual(['Tower B', 'Tower C'])
    for (const [name, count] of [
      ['floor_plans', tower.floor_plans_count],
      ['units', tower.units_count],
      ['media', tower.media_count],
    ])
      expect([name, (await server.get(tower.links[name], server.keys.sandbox)).body.meta.total]).toEqual([name, count])
  })

  it('filters by values of the building and of its project', async () => {
    const idsOf = async (query: string) =>
      (await sandbox(`/buildings?${query}`)).body.data.map(({ project_id }: { project_id: number }) => project_id)
    expect(await idsOf('postal_code=m5t')).toEqual([2])
    expect(await idsOf('postal_code=V6Z%200G5')).toEqual([1])
    expect(await idsOf('condo_corp=Toronto%20Standard%20Condominium%20Corporation%202345')).toEqual([2])
    expect(await idsOf('min_year_built=2026&sort=-year_built')).toEqual([1, 3])
    expect(await idsOf('min_storeys=40&city=Toronto&sort=storeys')).toEqual([14, 7])
    expect(await idsOf('tenure=strata')).toEqual(
      (await sandbox('/projects?tenure=strata')).body.data.map(({ id }: { id: number }) => id),
    )
  })

  it('sorts by distance from a point and says how far each building is', async () => {
    const { body } = await sandbox('/buildings?near=43.6447,-79.3700&radius_km=5&fields=name')
    const distances = body.data.map(({ distance_m }: { distance_m: number }) => distance_m)
    expect(distances.length).toBeGreaterThan(3)
    expect(distances.every(Number.isInteger)).toBe(true)
    expect(distances).toEqual(distances.toSorted((a: number, b: number) => a - b))
    expect(Object.keys(body.data[0])).toEqual(['id', 'name', 'distance_m'])
  })

  it('gives a reason when a point is far from every building', async () => {
    const reason = async (point: string, headers = {}) => {
      const { status, body } = await api(`/buildings?near=${point}`, server.keys.sandbox, headers)
      return [status, body.data, body.meta.reason, body.meta.reason_detail]
    }
    expect(await reason('43,-60')).toEqual([
      200,
      [],
      'none_within_radius',
      expect.stringMatching(/within 50 km.*\d+ km away/),
    ])
    expect(await reason('48.85,2.35')).toEqual([200, [], 'outside_canada', 'The point is outside Canada.'])
    expect(await reason('48.85,2.35', { 'accept-language': 'fr' })).toContain('Le point est hors du Canada.')
    expect((await sandbox('/buildings?min_storeys=200')).body.meta.reason).toBe('no_match')
  })

  it.each(fromCases<[string, string][]>('http/buildings', 'refused parameters'))(
    '%s returns 400 with the parameter %s',
    async (query, parameter) => {
      const { status, body } = await api(`/buildings?${query}`)
      expect([status, body.code, body.errors[0].parameter]).toEqual([400, 'invalid_parameter', parameter])
    },
  )

  it('hides unit counts and plan media from plans without them', async () => {
    const id = server.app.services.catalog.snapshot('production').units.all.toArray()[0]!.project_id
    const get = async (key: string) => (await api(`/buildings?project_id=${id}`, key)).body.data[0]
    const [starter, elite] = [await get(server.keys.starter), await get(server.keys.elite)]
    expect(starter.units_count).toBeNull()
    expect(elite.units_count).toBeGreaterThan(0)
    expect(starter.media_count).toBeLessThanOrEqual(elite.media_count)
  })
})

describe('one building', () => {
  it('is the same as in the list, and 404 names an unknown id', async () => {
    const [first] = (await sandbox('/buildings?limit=1')).body.data
    expect((await sandbox(`/buildings/${first.id}`)).body.data).toEqual(first)
    expect((await sandbox(`/buildings/${first.id}?fields=storeys`)).body.data).toEqual({
      id: first.id,
      storeys: first.storeys,
    })
    const { status, body } = await sandbox('/buildings/99999999')
    expect([status, body.code, body.detail]).toEqual([404, 'building_not_found', 'There is no building 99999999.'])
  })
})

describe('the search in a polygon', () => {
  it('returns the buildings inside that match the filters, page by page', async () => {
    const inside = await search({ polygon: polygon(TORONTO), limit: 200 })
    expect(inside.status).toBe(200)
    const { body } = await api('/buildings?bbox=-79.5,43.6,-79.3,43.8&limit=200')
    const ids = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)
    expect(ids(inside.body)).toEqual(ids(body))
    expect(inside.body.meta.total).toBeGreaterThan(2)
    const client = createClient({ baseUrl: server.url, apiKey: server.keys.elite })
    const paged: number[] = []
    for await (const { id } of client.buildings.iterateSearch({ polygon: polygon(TORONTO) as never, limit: 2 }))
      paged.push(id)
    expect(paged).toEqual(ids(inside.body))
    const tall = await search({ polygon: polygon(TORONTO), min_storeys: 20, province: ['ON'], sort: '-storeys' })
    expect(tall.body.data.every(({ storeys }: { storeys: number }) => storeys >= 20)).toBe(true)
    const near = await search({ polygon: polygon(TORONTO), near: [43.65, -79.38], radius_km: 3 })
    expect(near.body.data[0].distance_m).toBeLessThanOrEqual(3000)
  })

  it('leaves out holes, and accepts several polygons', async () => {
    const all = (
      await search({ polygon: { type: 'MultiPolygon', coordinates: [[TORONTO], [ring(-123.3, 49.2, -123, 49.3)]] } })
    ).body
    const hole = (await search({ polygon: polygon(TORONTO, ring(-79.49, 43.61, -79.31, 43.79)) })).body
    expect(all.meta.total).toBeGreaterThan(hole.meta.total)
  })

  it.each([
    ['no polygon', { min_storeys: 3 }, 'missing_parameter', '/polygon'],
    [
      'a crossing',
      { polygon: polygon([TORONTO[0]!, TORONTO[2]!, TORONTO[1]!, TORONTO[3]!, TORONTO[0]!]) },
      'invalid_parameter',
      '/polygon/coordinates/0/2',
    ],
    [
      'an open ring',
      { polygon: polygon([...TORONTO.slice(0, 4), [-79.4, 43.61]]) },
      'invalid_parameter',
      '/polygon/coordinates/0/4',
    ],
    [
      'latitude first',
      { polygon: polygon(TORONTO.map(([x, y]) => [y!, x!])) },
      'invalid_parameter',
      '/polygon/coordinates/0/0',
    ],
    ['another country', { polygon: polygon(ring(2, 48, 3, 49)) }, 'invalid_parameter', '/polygon/coordinates'],
    [
      'too many positions',
      { polygon: polygon([...Array.from({ length: 1000 }, () => TORONTO[0]!), TORONTO[0]!]) },
      'invalid_parameter',
      '/polygon/coordinates',
    ],
    ['an unknown filter', { polygon: polygon(TORONTO), colour: 'red' }, 'unknown_parameter', '/colour'],
    ['a wrong filter', { polygon: polygon(TORONTO), min_storeys: -1 }, 'invalid_parameter', '/min_storeys'],
  ])('returns 400 for %s, with a pointer', async (_, body, code, pointer) => {
    const response = await search(body)
    expect([response.status, response.body.code, response.body.errors[0].pointer]).toEqual([400, code, pointer])
  })
})

it('shows buildings as GeoJSON points, in clusters if there are many', async () => {
  const { body } = await sandbox('/buildings/map')
  expect(body).toMatchObject({ type: 'FeatureCollection', clustered: false })
  const names = body.features.map(({ properties }: { properties: { name: string } }) => properties.name)
  expect(names).toEqual(expect.arrayContaining(['Tower B', 'Grange Court']))
  const few = (await sandbox('/buildings/map?max_points=3')).body
  expect(few.clustered).toBe(true)
  const counted = few.features.reduce(
    (sum: number, { properties }: { properties: { count?: number } }) => sum + (properties.count ?? 1),
    0,
  )
  expect(counted).toBe(few.located)
})

it('says for every facet how many values there are and whether some are left out', async () => {
  const { lists, values } = (await sandbox('/projects/facets?limit=2')).body.data
  expect(values.city).toHaveLength(2)
  expect(lists.city).toEqual({ total: expect.any(Number), truncated: true })
  expect(lists.city.total).toBeGreaterThan(2)
  expect((await sandbox('/projects/facets?limit=1000')).body.data.lists.city).toEqual({
    total: lists.city.total,
    truncated: false,
  })
})
