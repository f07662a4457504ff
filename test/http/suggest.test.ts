// GET /api/v1/suggest: limits of its own, plans, and invalid texts.
import { afterAll, expect, it } from 'vitest'
import type { LiveNodes } from '../../src/access/limits/live-nodes.ts'
import { RateLimiter } from '../../src/access/limits/rate-limit.ts'
import { RateLimits } from '../../src/access/limits/rate-limits.ts'
import type { Principal } from '../../src/access/rights/principal.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
afterAll(() => server.stop())

const suggest = (query: string, key?: string, headers?: Record<string, string>) =>
  server.get(`/api/v1/suggest?${query}`, key, headers)
const visitor = (query: string) => suggest(query, undefined, { authorization: 'Visitor' })

it('suggests the address in the sandbox, without a lookup', async () => {
  const { status, body } = await visitor('q=1480%20ho')
  expect(status).toBe(200)
  expect(body.data[0]).toMatchObject({
    kind: 'address',
    label: '1480 Howe St',
    detail: 'Vancouver, BC',
    building_id: 1,
  })
  expect(body.meta).toMatchObject({ count: 1, reason: null })
})

it('has a limit of its own, which the headers report', async () => {
  const key = await server.newKey('pro')
  const one = await suggest('q=king', key)
  expect(one.headers.get('ratelimit-policy')).toBe('"suggest";q=3000;w=60, "month";q=1000000;w=2592000')
  expect(one.headers.get('ratelimit')).toMatch(/^"suggest";r=2999;/)
  const other = await server.get('/api/v1/dataset', key)
  expect(other.headers.get('ratelimit')).toMatch(/^"minute";r=599;/)
})

it('refuses more than the limit, and other requests go on', () => {
  const limits = new RateLimits(new RateLimiter({ now: () => 0 }), { machines: 2 } as LiveNodes)
  const principal = { account: { id: 'acc_1' }, plan: 'sandbox', credential: { kind: 'key' } } as unknown as Principal
  // two machines have half of the limit each
  for (let i = 0; i < 150; i++) expect(limits.takeSuggestion(principal, '192.0.2.1').allowed).toBe(true)
  expect(limits.takeSuggestion(principal, '192.0.2.1')).toMatchObject({ allowed: false, limit: 300, name: 'suggest' })
  expect(limits.takeRequest(principal, '192.0.2.1').allowed).toBe(true)
})

it.each([
  ['', 400, 'missing_parameter'],
  [`q=${'x'.repeat(500)}`, 400, 'invalid_parameter'],
  ['q=ab&limit=11', 400, 'invalid_parameter'],
  ['q=ab&kinds=street', 400, 'invalid_parameter'],
  ['q=ab&near=100,200', 400, 'invalid_parameter'],
  ['q=ab&page=2', 400, 'unknown_parameter'],
])('answers "%.20s" with %i %s', async (query, status, code) => {
  const answer = await visitor(query)
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

it('says why there are no suggestions', async () => {
  expect((await visitor('q=a')).body).toMatchObject({ data: [], meta: { count: 0, reason: 'too_short' } })
  expect((await visitor('q=')).body.meta.reason).toBe('too_short')
  expect((await visitor('q=qqqqqqq')).body.meta.reason).toBe('no_match')
})

it('never returns more than ten', async () => {
  const { body } = await visitor('q=st')
  expect(body.data.length).toBeLessThanOrEqual(10)
})
