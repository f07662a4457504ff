// GET /coverage: pages of groups, and the caller's own listings only.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const coverage = (query: string, key = server.keys.elite) => server.get(`/api/v1/coverage?${query}`, key)

it('has all buildings in its provinces, and pages of cities', async () => {
  const { body } = await coverage('by=province')
  const { body: dataset } = await server.get('/api/v1/dataset', server.keys.elite)
  const total = body.data.reduce((sum: number, { buildings }: { buildings: number }) => sum + buildings, 0)
  expect(total).toBe(dataset.data.counts.buildings)
  const first = await coverage('by=city&limit=2')
  const second = await coverage(`by=city&limit=2&cursor=${first.body.meta.next_cursor}`)
  const both = await coverage('by=city&limit=4')
  expect([...first.body.data, ...second.body.data]).toEqual(both.body.data)
  expect((await coverage('by=city&limit=4', undefined)).status).toBe(200)
})

it('says 0 for a municipality without buildings, and warns about other names', async () => {
  const { body } = await coverage('city=Steinbach')
  expect(body.data).toMatchObject([{ province: 'MB', city: 'Steinbach', buildings: 0, with_units: null }])
  const unknown = await coverage('city=Torontoo')
  expect(unknown.body).toMatchObject({ data: [], meta: { warnings: [{ did_you_mean: ['Toronto'] }] } })
})

it('counts the listings of the caller, and of nobody else', async () => {
  const put = (key: string, who: string, body: object) => server.send('PUT', `/api/v1/listings/${key}`, body, who)
  const { body: some } = await server.get('/api/v1/projects?city=Toronto&limit=1', server.keys.elite)
  const { address } = some.data[0]
  await put('a', server.keys.elite, { address, city: 'Toronto C01', province: 'Ontario' })
  await put('b', server.keys.elite, { address: '99999 Nowhere Rd', city: 'Toronto' })
  await put('c', server.keys.elite, { address })
  await put('d', server.keys.pro, { address: '99998 Nowhere Rd', city: 'Toronto', province: 'ON' })
  const listings = async (query: string, key = server.keys.elite) => {
    const { body } = await coverage(`include=listings&${query}`, key)
    return body.data[0].listings
  }
  expect(await listings('city=Toronto')).toEqual({ linked: 1, total: 2, share: 0.5 })
  expect(await listings('province=ON')).toEqual({ linked: 1, total: 2, share: 0.5 })
  expect(await listings('city=Vancouver')).toEqual({ linked: 0, total: 0, share: null })
  expect(await listings('by=source')).toBe(null)
  expect(await listings('city=Toronto', server.keys.pro)).toEqual({ linked: 0, total: 1, share: 0 })
  expect((await server.send('DELETE', '/api/v1/listings/b', {}, server.keys.elite)).status).toBe(204)
  expect(await listings('city=Toronto')).toEqual({ linked: 1, total: 1, share: 1 })
})
