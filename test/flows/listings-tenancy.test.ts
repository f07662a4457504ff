// A listing, its address, its counts and its events reach nobody but its account.
import { afterEach, describe, expect, it } from 'vitest'
import { routes } from '../../src/http/routes.ts'
import type { Route } from '../../src/http/server/route.ts'
import { requestOf } from '../support/access-requests.ts'
import { kinds, runCleanups } from '../support/databases.ts'
import { dumpOf } from '../support/dump.ts'
import { operatorKeyOf } from '../support/people.ts'
import type { Answer, TestServer } from '../support/server.ts'
import { serverOn, tenant } from '../support/tenant.ts'

afterEach(runCleanups)

/** Words that occur nowhere else: in an address, a key, an attribute and a label. */
const PLANTED = /quixotic|zephyrine|flummox|bumbershoot/i
const KEY = 'zephyrine-17'
const OCTETS = { 'content-type': 'application/octet-stream' }

const isListingRoute = ({ path }: Route) => /^\/api\/v1\/(listings|feeds|homes)(\/|$)|\/listings$/.test(path)
/** Stores something of the caller's own, so it cannot show anything of another account. */
const WRITES_OWN = ['putListing', 'batchListings', 'createFeed', 'tryFeed']

async function plant(server: TestServer, key: string, projectId: number, projectAddress: string) {
  const send = async (method: string, path: string, body: object) => {
    const response = await server.send(method, path, body, key)
    expect([path, response.status < 300, response.text.slice(0, 300)]).toEqual([path, true, expect.anything()])
    return response.body?.data
  }
  const attributes = { agent: 'flummox' }
  await send('PUT', `/api/v1/listings/${KEY}`, { address: '77 Quixotic Way 1205, Toronto', attributes })
  for (const copy of ['a', 'b'])
    await send('PUT', `/api/v1/listings/zephyrine-${copy}`, { address: `12 - ${projectAddress}`, feed: 'bumbershoot' })
  // Another address, so that the change log has an event about the listing.
  await send('PUT', '/api/v1/listings/zephyrine-b', { address: '5 Quixotic Way, Toronto', feed: 'bumbershoot' })
  await send('PUT', '/api/v1/listings/zephyrine-b', { address: `12 - ${projectAddress}`, feed: 'bumbershoot' })
  const feed = await send('POST', '/api/v1/feeds', { name: 'Nightly', kind: 'csv' })
  const page = (await server.get('/api/v1/listings?limit=1', key)).body.meta.next_cursor as string
  const homes = (await server.get('/api/v1/homes', key)).body.data as { id: string; listings: object[] }[]
  expect(homes.map(({ listings }) => listings.length)).toEqual([2])
  return { feedId: feed.id as string, homeId: homes[0]!.id, cursor: page, projectId }
}

describe.each(kinds)('on %s', (kind) => {
  it('listings and feeds are invisible to other accounts, curators, operators, logs, metrics and exports', async () => {
    const server = await serverOn(kind)
    const { services } = server.app
    const [owner, stranger] = [await tenant(server), await tenant(server)]
    const readProjects = () => services.catalog.snapshot('production').projects.toArray()
    if (readProjects().length === 0) await services.dataOperations.loadDemo(() => {})
    const projects = readProjects()
    const { id, address } = projects.find(({ buildings }) => buildings.length === 1)!
    const { feedId, homeId, cursor, projectId } = await plant(server, owner.key, id, address)

    const call = (route: Route, target: string, as: string): Promise<Answer> => {
      const { operation, method } = route
      const query = operation.id === 'deleteFeedListings' ? 'feed=bumbershoot' : requestOf(route).query
      const inProject = route.path.startsWith('/api/v1/projects/')
      const path = route.path.replace(/\{\w+\}/, inProject ? String(projectId) : target)
      const body = requestOf(route).body ?? {}
      const url = query === '' ? path : `${path}?${query}`
      return method === 'GET' ? server.get(url, as) : server.send(method, url, body, as, operation.upload && OCTETS)
    }
    const own = routes.filter(isListingRoute).filter(({ operation }) => !WRITES_OWN.includes(operation.id))
    expect(own.length).toBeGreaterThanOrEqual(18)
    for (const route of own) {
      const target = route.path.includes('/feeds/') ? feedId : route.path.includes('/homes/') ? homeId : KEY
      const missing = target === KEY ? 'nobody-has-it' : `${target.slice(0, -1)}~`
      const [foreign, none] = [await call(route, target, stranger.key), await call(route, missing, stranger.key)]
      const comparable = ({ status, text, headers }: Answer, name: string) => [
        status,
        text
          .replaceAll(name, 'NAME')
          .replaceAll(encodeURIComponent(name), 'NAME')
          .replace(headers.get('x-request-id')!, ''),
      ]
      const what = `${route.method} ${route.path}`
      expect([what, ...comparable(foreign, target)]).toEqual([what, ...comparable(none, missing)])
      expect([what, PLANTED.test(foreign.text.replaceAll(target, ''))]).toEqual([what, false])
    }
    const stolen = await server.get(`/api/v1/listings?limit=1&cursor=${encodeURIComponent(cursor)}`, stranger.key)
    expect(stolen.body.code).toBe('invalid_cursor')
    // The same key is another listing in another account, and in the sandbox of the same account.
    await server.send('PUT', `/api/v1/listings/${KEY}`, { address: '1 Other St' }, stranger.key)
    const test = (await server.send('POST', '/api/v1/api-keys', { mode: 'test' }, owner.key)).body.data.key
    expect((await server.get(`/api/v1/listings/${KEY}`, test)).status).toBe(404)
    expect((await server.get('/api/v1/feeds', test)).body.data).toEqual([])
    expect((await server.get(`/api/v1/listings/${KEY}`, owner.key)).body.data.address).toContain('Quixotic')
    expect((await server.get('/api/v1/listings/counts', owner.key)).body.data.total).toBe(3)
    const mine = await server.get('/api/v1/listings/changes?since=0', owner.key)
    expect(mine.body.data.map((change: { key: string }) => change.key)).toEqual(['zephyrine-b', 'zephyrine-b'])

    const operator = operatorKeyOf(server)
    const others: readonly (readonly [string, string])[] = [
      ...['/api/v1/changes?since=0&limit=1000', '/api/v1/listings/changes?since=0', '/api/v1/audit-log'].map(
        (path) => [path, stranger.key] as const,
      ),
      ...['projects', 'buildings'].map((name) => [`/api/v1/exports/${name}.ndjson`, stranger.key] as const),
      ['/metrics', operator],
      ['/api/v1/desk/queue', operator],
      ['/api/v1/desk/decisions', operator],
      ['/api/v1/operator/accounts', operator],
      [`/api/v1/operator/accounts/${owner.accountId}`, operator],
    ]
    for (const [path, as] of others) {
      const response = await server.get(path, as)
      expect([path, response.status]).toEqual([path, 200])
      expect([path, PLANTED.exec(response.text)?.[0] ?? null]).toEqual([path, null])
    }
    expect(PLANTED.exec(server.log())).toBeNull()
    const where = async (word: string) => {
      const lines = (await dumpOf(server.app.foundation.db)).split('\n')
      return new Set(lines.filter((line) => line.includes(word)).map((line) => line.split(' ')[0]))
    }
    expect(await where('Quixotic')).toEqual(new Set(['listings']))
    // The account's own decision sends the address to the desk.
    await server.send('POST', `/api/v1/listings/${KEY}/decision`, { verdict: 'reject' }, owner.key)
    expect((await server.get('/api/v1/desk/queue', operator)).text).toContain('Quixotic')
    expect(await where('Quixotic')).toEqual(new Set(['listings', 'link_cases', 'link_feedback']))
  })
})
