// API keys, accounts, idempotency and limits over HTTP.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isWellFormedKey } from '../../src/access/credentials/api-key.ts'
import { MeSchema, UsageSchema } from '../../src/http/account/access-schemas.ts'
import { operatorKeyOf } from '../support/people.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
afterAll(() => server.stop())

const createKey = async (body: unknown = { name: 'CI' }, key = server.keys.pro) =>
  server.send('POST', '/api/v1/api-keys', body, key)

describe('signing up', () => {
  it('takes an email address and returns a sandbox key', async () => {
    const response = await server.send('POST', '/api/v1/accounts', { email: 'Ana@example.com' })
    expect(response.status).toBe(201)
    const { account, api_key } = response.body.data
    expect(account).toMatchObject({ email: 'ana@example.com', plan: 'sandbox', status: 'active' })
    expect(api_key.key).toMatch(/^pl_test_/)
    expect(isWellFormedKey(api_key.key)).toBe(true)
    const me = await server.get('/api/v1/me', api_key.key)
    expect(MeSchema.parse(me.body.data)).toMatchObject({ plan: 'sandbox', dataset: 'sandbox' })
  })

  it('with the same address again creates another account, because the address is unverified', async () => {
    const first = await server.send('POST', '/api/v1/accounts', { email: 'bo@example.com' })
    const second = await server.send('POST', '/api/v1/accounts', { email: 'bo@example.com' })
    expect(second.body.data.account.id).not.toBe(first.body.data.account.id)
  })

  it('is rate limited by network address, with Retry-After', async () => {
    const separate = await startServer()
    try {
      let last = await separate.send('POST', '/api/v1/accounts', { email: 'x@example.com' })
      for (let i = 0; i < 6; i++) last = await separate.send('POST', '/api/v1/accounts', { email: 'x@example.com' })
      expect([last.status, last.body.code]).toEqual([429, 'rate_limited'])
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await separate.stop()
    }
  })

  it('rejects an invalid email address', async () => {
    const response = await server.send('POST', '/api/v1/accounts', { email: 'nobody' })
    expect([response.status, response.body.errors[0].pointer]).toEqual([400, '/email'])
  })
})

describe('usage', () => {
  it('is available for earlier months, by day and in total', async () => {
    const key = await server.newKey('pro')
    const { db } = server.app.foundation
    const { access } = server.app.services
    const { account } = await access.directory.authenticate(key)
    const day = { account_id: account.id, mode: 'live' as const, operation: 'getMe' }
    await db.query
      .insertInto('usage_days')
      .values([
        { ...day, day: '2026-01-31', requests: 5, lookups: 0 },
        { ...day, day: '2026-02-28', requests: 2, lookups: 1 },
        { ...day, day: '2026-02-01', requests: 3, lookups: 4 },
      ])
      .execute()
    const { body } = await server.get('/api/v1/usage?month=2026-02', key)
    expect(UsageSchema.parse(body.data)).toMatchObject({ month: '2026-02', used: { requests: 5, lookups: 5 } })
    expect(body.data.days.map((row: { day: string }) => row.day)).toEqual(['2026-02-01', '2026-02-28'])
    for (const month of ['2026-13', '0000-01', '26-01', '2026-02-01'])
      expect((await server.get(`/api/v1/usage?month=${month}`, key)).body.code, month).toBe('invalid_parameter')
  })
})

describe('a key', () => {
  it('is returned in full once, then listed by prefix and last four characters', async () => {
    const { status, body } = await createKey({ name: 'Nightly', scopes: ['projects:read'] })
    expect(status).toBe(201)
    const listed = await server.get('/api/v1/api-keys', server.keys.pro)
    const row = listed.body.data.find((item: { id: string }) => item.id === body.data.id)
    expect(row).toMatchObject({ name: 'Nightly', scopes: ['projects:read'], revoked_at: null })
    expect(body.data.key.startsWith(row.prefix)).toBe(true)
    expect(body.data.key.endsWith(row.last4)).toBe(true)
    expect(listed.text).not.toContain(body.data.key)
  })

  it('cannot create a key with scopes it lacks', async () => {
    const narrowKey = await createKey({ scopes: ['keys:manage'] })
    const response = await createKey({ scopes: ['projects:read'] }, narrowKey.body.data.key)
    expect([response.status, response.body.code]).toEqual([403, 'insufficient_scope'])
  })

  it('cannot gain scopes by rotation, and a test key cannot create a live one', async () => {
    const { key } = (await createKey({ scopes: ['keys:manage'] })).body.data
    const wideKey = (await createKey()).body.data
    const rotated = await server.send('POST', `/api/v1/api-keys/${wideKey.id}/rotate`, {}, key)
    expect([rotated.status, rotated.body.code]).toEqual([403, 'insufficient_scope'])
    const created = await server.send('POST', '/api/v1/oauth/applications', { name: 'Wide' }, server.keys.pro)
    const path = `/api/v1/oauth/applications/${created.body.data.id}/rotate-secret`
    expect((await server.send('POST', path, {}, key)).body.code).toBe('insufficient_scope')
    expect((await server.send('POST', path, {}, server.keys.pro)).status).toBe(200)
    const test = (await createKey({ mode: 'test' })).body.data.key
    expect((await createKey({ mode: 'live' }, test)).body.code).toBe('insufficient_scope')
    expect((await server.send('POST', `/api/v1/api-keys/${wideKey.id}/rotate`, {}, test)).status).toBe(403)
    expect((await server.send('POST', '/api/v1/oauth/applications', { name: 'x' }, test)).status).toBe(403)
    const person = { email: 'escalate@example.com', password: 'correct horse battery' }
    for (const weakKey of [key, test])
      expect((await server.send('POST', '/api/v1/people', person, weakKey)).body.code).toBe('insufficient_scope')
    expect((await createKey({ mode: 'test' }, test)).status).toBe(201)
  })

  it('returns 401 as soon as it is revoked', async () => {
    const { body } = await createKey()
    expect((await server.get('/api/v1/me', body.data.key)).status).toBe(200)
    expect((await server.send('DELETE', `/api/v1/api-keys/${body.data.id}`, {}, server.keys.pro)).status).toBe(200)
    const after = await server.get('/api/v1/me', body.data.key)
    expect([after.status, after.body.code]).toEqual([401, 'revoked_credentials'])
  })

  it('works with its replacement during the overlap, then expires', async () => {
    const { body } = await createKey({ name: 'Old' })
    const path = `/api/v1/api-keys/${body.data.id}/rotate`
    const rotated = await server.send('POST', path, { overlap_seconds: 3600 }, server.keys.pro)
    expect(rotated.status).toBe(201)
    expect(rotated.body.data.name).toBe('Old')
    expect((await server.get('/api/v1/me', body.data.key)).status).toBe(200)
    expect((await server.get('/api/v1/me', rotated.body.data.key)).status).toBe(200)
    await server.send('POST', path, { overlap_seconds: 0 }, server.keys.pro)
    const after = await server.get('/api/v1/me', body.data.key)
    expect([after.status, after.body.code]).toEqual([401, 'expired_credentials'])
  })

  it('for live data cannot be created on a sandbox account', async () => {
    const response = await createKey({ mode: 'live' }, server.keys.sandbox)
    expect([response.status, response.body.code]).toEqual([403, 'plan_required'])
  })
})

describe('an Idempotency-Key', () => {
  it('creates one key for two requests, and replays the first response', async () => {
    const headers = { 'idempotency-key': 'first-1' }
    const [a, b] = await Promise.all([
      server.send('POST', '/api/v1/api-keys', { name: 'Once' }, server.keys.elite, headers),
      server.send('POST', '/api/v1/api-keys', { name: 'Once' }, server.keys.elite, headers),
    ])
    expect([a.status, b.status]).toEqual([201, 201])
    expect(a.body).toEqual(b.body)
    expect([a, b].filter((response) => response.headers.get('idempotency-replayed') === 'true')).toHaveLength(1)
    const listed = await server.get('/api/v1/api-keys', server.keys.elite)
    expect(listed.body.data.filter((key: { name: string }) => key.name === 'Once')).toHaveLength(1)
  })

  it('reused for a different request returns 422', async () => {
    const headers = { 'idempotency-key': 'second-1' }
    await server.send('POST', '/api/v1/api-keys', { name: 'A' }, server.keys.elite, headers)
    const response = await server.send('POST', '/api/v1/api-keys', { name: 'B' }, server.keys.elite, headers)
    expect([response.status, response.body.code]).toEqual([422, 'idempotency_key_reused'])
  })
})

describe('limits', () => {
  it('allow a sandbox key 60 requests a minute, and the headers match', async () => {
    let remaining = Number.POSITIVE_INFINITY
    let refused = 0
    for (let i = 0; i < 64; i++) {
      const response = await server.get('/api/v1/me', server.keys.sandbox)
      if (response.status === 429) {
        expect(response.body.code).toBe('rate_limited')
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(remaining).toBe(0)
        refused += 1
      } else remaining = Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1])
    }
    expect(refused).toBeGreaterThan(0)
  })

  it('count responses and lookups, but not 304, errors or lookups without a match', async () => {
    const read = async () => UsageSchema.parse((await server.get('/api/v1/usage', server.keys.elite)).body.data).used
    const before = await read()
    const hit = '/api/v1/building-links?address=1480+Howe+St,+Vancouver'
    const first = await server.get(hit, server.keys.elite)
    await server.get(hit, server.keys.elite, { 'if-none-match': first.headers.get('etag') ?? '' })
    await server.get('/api/v1/building-links?addres=x', server.keys.elite)
    await server.get('/api/v1/building-links?address=99999+Nowhere+Blvd', server.keys.elite)
    const after = await read()
    // Two building-links responses and the first call to /usage.
    expect(after.requests - before.requests).toBe(3)
    expect(after.lookups - before.lookups).toBe(first.body.data.length > 0 ? 1 : 0)
  })

  it('return quota_exceeded, not rate_limited, when the quota is used up', async () => {
    const { services } = server.app
    const { body } = await server.send('POST', '/api/v1/accounts', { email: 'quota@example.com' })
    const { account, api_key } = body.data
    const principal = await services.access.directory.authenticate(api_key.key)
    services.access.usage.count(principal, 'test', 150_000, 0)
    const response = await server.get('/api/v1/me', api_key.key)
    expect([response.status, response.body.code]).toEqual([429, 'quota_exceeded'])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(account.plan).toBe('sandbox')
  })
})

describe('the operator', () => {
  const operator = () => operatorKeyOf(server)

  it('suspends and reactivates an account', async () => {
    const created = await server.send(
      'POST',
      '/api/v1/operator/keys',
      { plan: 'pro', email: 'p@example.com' },
      operator(),
    )
    const { account, api_key } = created.body.data
    const path = `/api/v1/operator/accounts/${account.id}`
    await server.send('PATCH', path, { status: 'suspended' }, operator())
    const refused = await server.get('/api/v1/me', api_key.key)
    expect([refused.status, refused.body.code]).toEqual([403, 'account_suspended'])
    await server.send('PATCH', path, { status: 'active', plan: 'elite' }, operator())
    expect((await server.get('/api/v1/me', api_key.key)).body.data.plan).toBe('elite')
  })

  it('reads the metrics', async () => {
    const response = await server.get('/metrics', operator())
    expect(response.status).toBe(200)
    expect(response.text).toContain('plinth_http_requests_total{route="GET /api/v1/me",status="200"}')
  })

  it('has secret files that only their owner can read', () => {
    for (const file of ['operator-key', 'sandbox-key', 'server.json'])
      expect(statSync(join(server.dataDir, file)).mode & 0o777).toBe(0o600)
    expect(statSync(server.dataDir).mode & 0o777).toBe(0o700)
  })
})
