// The request log and usage by key over HTTP: what an account sees of its requests, and what it never sees.
import { afterAll, describe, expect, it } from 'vitest'
import { UsageSchema } from '../../src/http/account/access-schemas.ts'
import { RequestLogPage } from '../../src/http/account/request-log-schemas.ts'
import { dumpOf } from '../support/dump.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
afterAll(() => server.stop())

const LOGS = '/api/v1/request-logs'
const CHECK = '77 Quixotic Way'

async function logOf(key: string, query = '') {
  const { status, body } = await server.get(`${LOGS}${query}`, key)
  expect(status).toBe(200)
  return RequestLogPage.parse(body)
}

/** Without the requests for the log itself. */
const entriesOf = async (key: string, query = '') =>
  (await logOf(key, query)).data.filter(({ route }) => route !== `GET ${LOGS}`)

describe('the request log', () => {
  it('has every request of the account’s keys with route, status, code and request id', async () => {
    const key = await server.newKey('starter')
    const ok = await server.get('/api/v1/projects?limit=1&q=quixotic', key)
    const missing = await server.get('/api/v1/projects/999999999', key)
    const refused = await server.get(`/api/v1/building-links?address=${encodeURIComponent(CHECK)}`, key)
    const unknown = await server.get('/api/v1/project', key)
    const sent = [ok, missing, refused, unknown].map(({ headers }) => headers.get('x-request-id'))
    const entries = (await entriesOf(key)).toReversed()
    expect(entries.map(({ request_id }) => request_id)).toEqual(sent)
    expect(entries.map(({ route, status, code }) => [route, status, code])).toEqual([
      ['GET /api/v1/projects', 200, null],
      ['GET /api/v1/projects/{id}', 404, 'project_not_found'],
      ['GET /api/v1/building-links', 403, 'plan_required'],
      [null, 404, 'route_not_found'],
    ])
    for (const entry of entries) {
      expect(key.startsWith(entry.key!.prefix)).toBe(true)
      expect(entry.application).toBeNull()
      expect(entry.duration_ms).toBeGreaterThan(0)
    }
  })

  it('filters and pages', async () => {
    const key = await server.newKey('starter')
    for (let i = 0; i < 3; i++) await server.get(`/api/v1/projects/99999999${i}`, key)
    await server.get('/api/v1/me', key)
    const errors = await entriesOf(key, '?status=4xx')
    expect(errors).toHaveLength(3)
    expect(await entriesOf(key, '?code=project_not_found&status=2xx')).toEqual([])
    expect(await entriesOf(key, `?route=${encodeURIComponent('GET /api/v1/me')}`)).toHaveLength(1)
    expect(await entriesOf(key, `?request_id=${errors[1]!.request_id}`)).toEqual([errors[1]])
    expect(await entriesOf(key, `?until=${errors[2]!.at}`)).toEqual([])
    const first = await logOf(key, '?limit=2&status=404')
    expect(first.meta).toMatchObject({ count: 2, has_more: true, retention_days: 7, omitted: 0 })
    const second = await logOf(key, `?limit=2&status=404&cursor=${first.meta.next_cursor}`)
    expect([...first.data, ...second.data]).toEqual(errors)
    expect(second.meta).toMatchObject({ has_more: false, next_cursor: null })
    for (const query of ['?status=9xx', '?code=nothing', '?since=yesterday', '?cursor=x', '?key=x'])
      expect([query, (await server.get(LOGS + query, key)).status]).toEqual([query, 400])
  })

  it('has 429 responses, and 401 responses to a key that was revoked', async () => {
    const manager = await server.newKey('sandbox')
    const made = await server.send('POST', '/api/v1/api-keys', { name: 'CI', mode: 'test' }, manager)
    const { id, key } = made.body.data
    await server.send('DELETE', `/api/v1/api-keys/${id}`, {}, manager)
    expect((await server.get('/api/v1/me', key)).status).toBe(401)
    const revoked = await entriesOf(manager, `?key_id=${id}`)
    expect(revoked.map(({ code, key: used }) => [code, used?.name])).toEqual([['revoked_credentials', 'CI']])
    let last = 200
    while (last !== 429) last = (await server.get('/api/v1/me', manager)).status
    const { access, requestLog } = server.app.services
    const { account } = await access.directory.authenticate(manager)
    const page = await requestLog.find(account.id, { since: '2020-01-01T00:00:00Z', status: '429', limit: 5 })
    expect(page.requests.map(({ code }) => code)).toEqual(['rate_limited'])
    await access.usage.flush()
    const today = new Date().toISOString().slice(0, 10)
    const days = await access.usage.credentialDays(account.id, 'test', '2020-01-01', today)
    expect(days.map(({ errors, rate_limited }) => [errors, rate_limited]).sort()).toEqual([
      [1, 0],
      [1, 1],
    ])
  })

  it('needs the scope usage:read, and stores nothing that callers send', async () => {
    const key = await server.newKey('pro')
    const narrow = await server.send('POST', '/api/v1/api-keys', { scopes: ['building_links:read'] }, key)
    const address = encodeURIComponent(CHECK)
    await server.get(`/api/v1/building-links?address=${address}`, narrow.body.data.key, { 'user-agent': 'quixotic/1' })
    await server.get(`/api/v1/${address}?${address}`, key)
    await server.send('PUT', '/api/v1/listings/quixotic-1', { address: CHECK }, key)
    expect((await server.get(LOGS, narrow.body.data.key)).body.code).toBe('insufficient_scope')
    expect(await entriesOf(key)).toHaveLength(4)
    await server.app.services.requestLog.flush()
    const lines = (await dumpOf(server.app.foundation.db)).split('\n')
    const blocks = lines.filter((line) => line.startsWith('request_log_blocks '))
    expect(blocks.length).toBeGreaterThan(0)
    const hex = (text: string) => Buffer.from(text).toString('hex')
    for (const secret of ['uixotic', '127.0.0.1', narrow.body.data.key.slice(8, 30)])
      expect(blocks.filter((line) => line.includes(secret) || line.includes(hex(secret)))).toEqual([])
  })

  it('names the tool of an MCP call, and why it failed', async () => {
    const key = await server.newKey('pro')
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
    const accept = { accept: 'application/json, text/event-stream' }
    const call = (params: object) => server.send('POST', '/mcp', { ...message, params }, key, accept)
    await call({ name: 'get_project', arguments: { nothing: 1 } })
    const [entry] = await entriesOf(key, `?route=${encodeURIComponent('POST /mcp')}`)
    expect(entry).toMatchObject({ route: 'POST /mcp', tool: 'get_project', status: 200, code: 'unknown_parameter' })
  })
})

describe('usage', () => {
  it('is counted by key and day, with errors and the names of the keys', async () => {
    const key = await server.newKey('pro')
    const made = await server.send('POST', '/api/v1/api-keys', { name: 'Feed' }, key)
    for (let i = 0; i < 3; i++) await server.get('/api/v1/projects?limit=1', made.body.data.key)
    await server.get('/api/v1/projects/999999999', made.body.data.key)
    const { body } = await server.get('/api/v1/usage', key)
    const { by_day, by_key, days } = UsageSchema.parse(body.data)
    expect(by_key[0]).toMatchObject({
      key: { name: 'Feed' },
      requests: 3,
      errors: 1,
      rate_limited: 0,
      application: null,
    })
    expect(by_key[0]!.by_day).toMatchObject([{ requests: 3, errors: 1 }])
    expect(by_day).toMatchObject([{ requests: days.reduce((sum, row) => sum + row.requests, 0), errors: 1 }])
  })
})
