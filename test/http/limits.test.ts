// Limits over HTTP: headers per window, refusals, limits of keys, and texts that count as several lookups.
import { afterAll, describe, expect, it, vi } from 'vitest'
import { lookupCost } from '../../src/links/lookup-cost.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
afterAll(() => server.stop())

const LOOKUP = '/api/v1/building-links?address=1480+Howe+St,+Vancouver'
const NOISE = '12 St W '.repeat(1000)

/** Counts usage as if the key had sent it. */
async function use(key: string, requests: number, lookups: number) {
  const principal = await server.app.services.access.directory.authenticate(key)
  server.app.services.access.usage.count(principal, 'test', requests, lookups)
}

const stateOf = (headers: Headers, name: string) => {
  const [, r, t] = new RegExp(`"${name}";r=(\\d+);t=(\\d+)`).exec(headers.get('ratelimit') ?? '') ?? []
  return r === undefined ? undefined : { r: Number(r), t: Number(t) }
}

const newKey = async (body: object, by: string) =>
  (await server.send('POST', '/api/v1/api-keys', { mode: 'test', ...body }, by)).body.data

describe('the RateLimit headers', () => {
  it('have a policy per window, and one for lookups where they are counted', async () => {
    const key = await server.newKey('sandbox')
    const { headers } = await server.get('/api/v1/me', key)
    expect(headers.get('ratelimit-policy')).toBe('"minute";q=60;w=60, "month";q=150000;w=2592000')
    expect(stateOf(headers, 'month')!.r).toBe(149_999)
    expect(stateOf(headers, 'month')!.t).toBeLessThanOrEqual(31 * 86_400)
    const lookup = await server.get(LOOKUP, key)
    expect(stateOf(lookup.headers, 'lookups')!.r).toBe(4_999)
    const visitor = await server.get('/api/v1/me', undefined, { authorization: 'Visitor' })
    expect(visitor.headers.get('ratelimit-policy')).toBe('"minute";q=60;w=60')
  })

  it('report a used-up month in its own window', async () => {
    const key = await server.newKey('sandbox')
    await use(key, 150_000, 0)
    const { status, headers, body } = await server.get('/api/v1/me', key)
    expect([status, body.code]).toEqual([429, 'quota_exceeded'])
    expect(stateOf(headers, 'minute')).toEqual({ r: 59, t: 1 })
    expect(stateOf(headers, 'month')).toEqual({ r: 0, t: Number(headers.get('retry-after')) })
    expect(body).toMatchObject({ plan: 'sandbox', limit: 150_000, next_plan: 'starter', policy: 'month' })
    expect(body.detail).toContain(`The starter plan allows 250,000: ${server.app.services.baseUrl}/plans.`)
    expect(Date.parse(body.resets_at)).toBeGreaterThan(Date.now())
  })

  it('add the limit that refused, if other responses do not have it', async () => {
    const key = await server.newKey('starter')
    const principal = await server.app.services.access.directory.authenticate(key)
    server.app.services.access.rates.takeParsedAddresses(principal, 12_000)
    const addresses = Array(1_000).fill('1 Nowhere')
    const { status, headers, body } = await server.send('POST', '/api/v1/addresses/parse', { addresses }, key)
    expect([status, body.code, body.policy, body.next_plan]).toEqual([429, 'rate_limited', 'addresses', 'pro'])
    expect(headers.get('ratelimit-policy')).toContain('"addresses";q=12000;w=60')
    expect(stateOf(headers, 'addresses')).toEqual({ r: 0, t: Number(headers.get('retry-after')) })
    expect(stateOf(headers, 'minute')!.r).toBe(119)
  })
})

describe('lines', () => {
  it('say which plan and limit refused them', async () => {
    const key = await server.newKey('sandbox')
    await use(key, 0, 5_000)
    const message =
      /^You have used all 5,000 lookups per month of the sandbox plan\. .* The pro plan allows 250,000: http/
    const queries = [{ address: '1480 Howe St, Vancouver' }]
    const batch = await server.send('POST', '/api/v1/building-links/batch', { queries }, key)
    expect([batch.status, batch.body.code, batch.body.detail]).toEqual([
      429,
      'quota_exceeded',
      expect.stringMatching(message),
    ])
    // The policy of listings does not ask for lookups first, so each line says it.
    const store = (address: string) =>
      server.send('POST', '/api/v1/listings/batch', { listings: [{ key: 'a', address, city: 'Vancouver' }] }, key)
    expect((await store('1480 Howe St')).body.data[0].result).toBe('created')
    expect((await store('1480 Howe Street #2')).body.data[0].error).toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringMatching(message),
    })
  })
})

describe('a key with a monthly limit of its own', () => {
  it('gets quota_exceeded at its limit, and other keys of the account go on', async () => {
    const main = await server.newKey('sandbox')
    const limited = await newKey({ name: 'Nightly', lookups_per_month: 2 }, main)
    expect(limited).toMatchObject({ lookups_per_month: 2, requests_per_month: null })
    const lookups = [await server.get(LOOKUP, limited.key), await server.get(LOOKUP, limited.key)]
    expect(lookups.map(({ headers }) => stateOf(headers, 'key-lookups')!.r)).toEqual([1, 0])
    expect(lookups[0]!.headers.get('ratelimit-policy')).toContain('"key-lookups";q=2;w=2592000')
    const refused = await server.get(LOOKUP, limited.key)
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exceeded'])
    expect(refused.body.detail).toMatch(
      /^This key has used all 2 lookups of its own monthly limit\. It resets on 1 \w+ \d{4}/,
    )
    expect(refused.body).toMatchObject({ limit_of: 'key', limit: 2, key_id: limited.id, policy: 'key-lookups' })
    expect(stateOf(refused.headers, 'lookups')!.r).toBeGreaterThan(0)
    expect((await server.get('/api/v1/me', limited.key)).status).toBe(200)
    expect((await server.get(LOOKUP, main)).status).toBe(200)
    const { data } = (await server.get('/api/v1/api-keys', main)).body
    expect(data.find(({ id }: { id: string }) => id === limited.id).used_this_month).toEqual({
      requests: 3,
      lookups: 2,
    })
  })

  it('goes on when the limit is raised or removed, and stops when requests are used up', async () => {
    const main = await server.newKey('sandbox')
    const { id, key } = await newKey({ requests_per_month: 1 }, main)
    const change = (body: object, by = main) => server.send('PATCH', `/api/v1/api-keys/${id}`, body, by)
    const status = async () => (await server.get('/api/v1/me', key)).status
    expect([await status(), await status()]).toEqual([200, 429])
    expect((await change({ requests_per_month: 2, name: 'Renamed' })).body.data).toMatchObject({
      requests_per_month: 2,
      name: 'Renamed',
    })
    expect([await status(), await status()]).toEqual([200, 429])
    expect((await change({ requests_per_month: null })).body.data.requests_per_month).toBeNull()
    expect(await status()).toBe(200)
    expect((await change({})).status).toBe(400)
  })

  it('keeps its limit and what was used when it is replaced', async () => {
    const main = await server.newKey('sandbox')
    const old = await newKey({ lookups_per_month: 2 }, main)
    await server.get(LOOKUP, old.key)
    const rotated = await server.send('POST', `/api/v1/api-keys/${old.id}/rotate`, {}, old.key)
    expect(rotated.body.data.lookups_per_month).toBe(2)
    const statuses = [await server.get(LOOKUP, rotated.body.data.key), await server.get(LOOKUP, old.key)]
    expect(statuses.map(({ status }) => status)).toEqual([200, 429])
  })

  it('cannot get around it with another credential', async () => {
    const main = await server.newKey('sandbox')
    const limited = await newKey({ lookups_per_month: 2 }, main)
    const other = await newKey({}, main)
    const refused = [
      await server.send('POST', '/api/v1/api-keys', { mode: 'test' }, limited.key),
      await server.send('PATCH', `/api/v1/api-keys/${limited.id}`, { lookups_per_month: null }, limited.key),
      await server.send('POST', `/api/v1/api-keys/${other.id}/rotate`, {}, limited.key),
      await server.send('POST', '/api/v1/oauth/applications', { name: 'x' }, limited.key),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('insufficient_scope'))
  })
})

describe('a long text of noise', () => {
  const cost = lookupCost(NOISE)

  it('counts as the lookups that it costs, found or not, and the response says so', async () => {
    const key = await server.newKey('pro')
    const real = server.app.services.catalog.snapshot('production').projects.toArray()[0]!.address
    const used = async () => (await server.get('/api/v1/usage', key)).body.data.used.lookups
    const single = await server.send('POST', '/api/v1/building-links', { address: NOISE }, key)
    expect([single.status, single.body.meta.lookups, single.headers.get('x-lookups')]).toEqual([200, cost, `${cost}`])
    expect(await used()).toBe(cost)
    const queries = [{ address: NOISE }, { address: real }]
    const batch = await server.send('POST', '/api/v1/building-links/batch', { queries }, key)
    expect([batch.body.meta.lookups, batch.body.data[0].meta.lookups]).toEqual([cost + 1, cost])
    expect(batch.body.data[1].meta).not.toHaveProperty('lookups')
    expect(await used()).toBe(2 * cost + 1)
  })

  it('is free in a first load of listings only as far as an ordinary address is', async () => {
    const key = await server.newKey('pro')
    const put = await server.send('PUT', '/api/v1/listings/noise', { address: NOISE }, key)
    expect([put.status, put.headers.get('x-lookups')]).toEqual([200, `${cost - 1}`])
    const listings = [{ key: 'noise', address: `${NOISE.slice(0, -2)}.` }]
    const batch = await server.send('POST', '/api/v1/listings/batch', { listings }, key)
    expect([batch.body.meta.lookups, batch.body.data[0].lookups]).toEqual([cost, cost])
  })

  it('counts as several addresses for the limit per minute', async () => {
    const take = vi.spyOn(server.app.services.access.rates, 'takeBatchAddresses')
    const queries = [{ address: NOISE }, { address: '1480 Howe St' }]
    await server.send('POST', '/api/v1/building-links/batch', { queries }, await server.newKey('pro'))
    expect(take).toHaveBeenLastCalledWith(expect.anything(), cost + 1)
    take.mockRestore()
  })
})
