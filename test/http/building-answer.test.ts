// The answer is the building: its address, its unit however it is written, and its listings.
import { afterAll, describe, expect, it } from 'vitest'
import { jsonLines } from '../support/json-lines.ts'
import { startServer } from '../support/server.ts'
import { duplicateGroups, homesIn, WAYS, writtenHomes, wrongAnswers } from '../support/unit-ways.ts'

const server = await startServer()
afterAll(() => server.stop())
const { projects } = server.app.services.catalog.snapshot('production')
const key = server.keys.elite
const site = projects.toArray().find(({ buildings }) => buildings.length > 1)!
const tower = site.buildings.at(-1)!
const typed = `${tower.addresses[0]!.line}, ${site.city_name}`
const ofTower = {
  building_id: tower.id,
  canonical_mls_address: `${typed}, ${site.province}`,
  project_address: site.address,
  match_level: 'building',
}

describe('the link of a tower', () => {
  it('has the address of the tower and that of its project in every answer', async () => {
    expect(ofTower.canonical_mls_address).not.toBe(site.address)
    const got = await server.get(`/api/v1/building-links?address=${encodeURIComponent(typed)}`, key)
    const posted = await server.send('POST', '/api/v1/building-links', { address: typed }, key)
    const batch = await server.send('POST', '/api/v1/building-links/batch', { queries: [{ address: typed }] }, key)
    const stored = await server.send('PUT', '/api/v1/listings/tower', { address: typed }, key)
    const read = await server.get('/api/v1/listings/tower', key)
    const exported = jsonLines((await server.get('/api/v1/listings/export', key)).text) as { link: { match: object } }[]
    const links = [
      ...[got.body.data[0], posted.body.data[0], batch.body.data[0].data[0]],
      ...[stored.body.data.link.match, read.body.data.link.match, exported[0]!.link.match],
    ]
    expect(links).toEqual(links.map(() => expect.objectContaining(ofTower)))
    const building = await server.get(`/api/v1/buildings/${tower.id}`, key)
    expect(building.body.data.address).toBe(ofTower.canonical_mls_address)
  })
})

describe('units', () => {
  const homes = writtenHomes(server.app.services.catalog.snapshot('production'))

  it('are right in eight ways to write them, for every building', async () => {
    expect(homes.length).toBeGreaterThan(60 * WAYS)
    expect(await wrongAnswers(server, homes)).toEqual({ units: [], places: [] })
  })

  it('make groups of duplicates that mix no two homes', async () => {
    const groups = await duplicateGroups(server, homes)
    expect(groups.filter((group) => homesIn(group).length > 1)).toEqual([])
    expect(groups.length).toBeGreaterThan(2 * 60)
    for (const group of groups) {
      const isWithout = homesIn(group)[0]!.endsWith('|none')
      expect([group.unit === null, group.reason === 'same_address_no_unit']).toEqual([isWithout, isWithout])
      if (group.reason === 'same_unit') expect(group.count).toBe(WAYS - 1)
    }
  })

  it('of one home are grouped and found in every spelling of a hint, and those of a tower beside it are not', async () => {
    const account = await server.newKey('elite')
    const [{ home }] = homes as [(typeof homes)[number]]
    const address = `${home.line}, ${home.city}`
    const spellings = ['#12-B', 'Apt 12B', '12 b', '12B', 'Apt 128', '1-28']
    for (const [i, unit] of spellings.entries())
      await server.send('PUT', `/api/v1/listings/${i}`, { address, unit }, account)
    const { data } = (await server.get('/api/v1/listings/duplicates', account)).body
    expect(data).toMatchObject([{ reason: 'same_unit', unit: '12B', count: 4 }])
    const found = await server.get('/api/v1/listings?unit=Apt%2012-B', account)
    expect(found.body.data.map((row: { key: string }) => row.key)).toEqual(['0', '1', '2', '3'])
  })
})
