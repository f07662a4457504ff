// OAuth 2.0 flows over real HTTP with an independent client library.
import * as client from 'openid-client'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { changeAccount, createKey } from '../../src/access/accounts/accounts.ts'
import { newToken } from '../../src/access/credentials/api-key.ts'
import { changePerson } from '../../src/access/people/people.ts'
import { SCOPES } from '../../src/access/rights/plans.ts'
import { rotateKeysCommand } from '../../src/cli/operate/oauth-command.ts'
import { databaseUnavailable } from '../../src/db/database-failure.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { readConfig } from '../../src/kernel/config.ts'
import type { Browser } from '../support/oauth-flow.ts'
import {
  application,
  authorize,
  authorizeUrl,
  discover,
  pageHeadersOf,
  REDIRECT,
  redeem,
  somebody,
} from '../support/oauth-flow.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ TRUST_PROXY: '1' }, { fetchDocument })
afterAll(() => server.stop())

const CLIENT_URL = 'https://program.example/client.json'

/** Replaces the servers that host client metadata documents. */
async function fetchDocument(url: string): Promise<unknown> {
  const metadata = { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none', client_name: 'Far program' }
  if (url === CLIENT_URL) return { ...metadata, client_id: CLIENT_URL }
  if (url === 'https://liar.example/client.json') return { ...metadata, client_id: CLIENT_URL }
  throw new Error('blocked_address')
}

const SOON = { timeout: 10_000, interval: 100 }

let callers = 0
/** A new network address for each request, because invalid tokens are rate limited by address. */
const me = (token: string) =>
  server.get('/api/v1/me', token, { 'x-forwarded-for': `10.9.${callers >> 8}.${callers++ & 255}` })
const errorOf = (grant: Promise<unknown>): Promise<string> => grant.then(() => 'granted').catch(({ error }) => error)
const codeOf = async (token: string) => (await me(token)).body.code

async function signedInApp(plan: 'pro' | 'sandbox' = 'pro') {
  const person = await somebody(server, plan)
  const app = await application(server, { accountId: person.accountId })
  return { ...person, ...app }
}

async function tokensOf(browser: Browser, config: client.Configuration, parameters: Record<string, string> = {}) {
  const authorized = await authorize(browser, config, parameters)
  return await redeem(config, authorized)
}

it('every OAuth path returns rate-limit headers', async () => {
  const at = { 'x-forwarded-for': '203.0.113.77' }
  const tokenResponse = await server.send('POST', '/oauth/token', {}, undefined, at)
  expect([tokenResponse.status, tokenResponse.headers.get('ratelimit-policy')]).toEqual([400, '"minute";q=240;w=60'])
  expect(tokenResponse.headers.get('ratelimit')).toMatch(/^"minute";r=239;t=\d+$/)
  const metadata = await server.get('/.well-known/oauth-authorization-server', undefined, at)
  expect(metadata.headers.get('ratelimit')).toMatch(/^"failures";r=\d+;t=\d+$/)
})

describe('an application with a secret', () => {
  it('gets a token for its own account, which works like a key', async () => {
    const { accountId } = await somebody(server)
    const { config } = await application(server, { accountId, scopes: ['projects:read', 'usage:read'] })
    const tokens = await client.clientCredentialsGrant(config, { scope: 'projects:read' })
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'projects:read' })
    expect(tokens.refresh_token).toBeUndefined()
    const { status, body } = await me(tokens.access_token)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      account: { id: accountId },
      credential: { kind: 'token', mode: 'live', scopes: ['projects:read'] },
      key: null,
      plan: 'pro',
      dataset: 'production',
    })
    const refused = await server.get('/api/v1/usage', tokens.access_token)
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope'])
    expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="usage:read"')
  })

  it('gets only registered scopes, and only sandbox data on the sandbox plan', async () => {
    const { accountId } = await somebody(server, 'sandbox')
    const { config } = await application(server, { accountId, scopes: ['projects:read'] })
    const tokens = await client.clientCredentialsGrant(config, { scope: 'projects:read keys:manage' })
    expect(tokens.scope).toBe('projects:read')
    expect((await me(tokens.access_token)).body.data).toMatchObject({ plan: 'sandbox', dataset: 'sandbox' })
    expect(await errorOf(client.clientCredentialsGrant(config, { scope: 'keys:manage' }))).toBe('invalid_scope')
  })

  it('loses tokens when its scopes change, its old secret on rotation, and everything on deletion', async () => {
    const { accountId } = await somebody(server)
    const { api_key } = await keyOf(accountId)
    const path = '/api/v1/oauth/applications'
    const created = await server.send('POST', path, { name: 'Robot', scopes: ['projects:read', 'media:read'] }, api_key)
    expect(created.status).toBe(201)
    const { id, client_secret } = created.body.data
    const grant = async (secret: string) => client.clientCredentialsGrant(await discover(server.url, id, secret))
    const first = await grant(client_secret)
    expect(first.scope).toBe('projects:read media:read')
    const changed = await server.send('PATCH', `${path}/${id}`, { scopes: ['projects:read'] }, api_key)
    expect([changed.status, changed.body.data.scopes]).toEqual([200, ['projects:read']])
    expect(await codeOf(first.access_token)).toBe('revoked_credentials')
    const rotated = await server.send('POST', `${path}/${id}/rotate-secret`, { overlap_seconds: 0 }, api_key)
    await expect(grant(client_secret)).rejects.toMatchObject({ status: 401 })
    const last = await grant(rotated.body.data.client_secret)
    expect(last.scope).toBe('projects:read')
    const stranger = await server.send('DELETE', `${path}/${id}`, {}, server.keys.elite)
    expect([stranger.status, stranger.body.code]).toEqual([404, 'application_not_found'])
    expect((await server.send('DELETE', `${path}/${id}`, {}, api_key)).status).toBe(204)
    expect(await codeOf(last.access_token)).toBe('revoked_credentials')
    expect((await server.get(path, api_key)).body).toMatchObject({ data: [], meta: { total: 0 } })
    const actions = await auditOf(accountId)
    for (const action of ['created', 'changed', 'secret_rotated', 'deleted'])
      expect(actions).toContain(`oauth_client.${action}`)
  })
})

async function keyOf(accountId: string): Promise<{ api_key: string }> {
  const { db, secrets } = server.app.foundation
  const { access } = server.app.services
  await access.directory.sync()
  const { text } = await db.tx((tx) => createKey(tx, secrets, access.directory.account(accountId)!, { mode: 'live' }))
  await access.directory.sync()
  return { api_key: text }
}

async function auditOf(accountId: string): Promise<string[]> {
  const rows = await server.app.foundation.db.query
    .selectFrom('audit_log')
    .select('action')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(({ action }) => action)
}

describe('a person', () => {
  it('allows an application access, and must consent again only to new scopes', async () => {
    const { accountId, browser, config } = await signedInApp()
    const { url } = await authorizeUrl(config)
    const page = await browser.follow(url.href)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example;")
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const html = await page.text()
    for (const text of ['Allow Test program', 'app.example', 'Look up which building', `${accountId.toLowerCase()}@`])
      expect(html).toContain(text)
    const authorized = await authorize(browser, config)
    expect(authorized.callback.origin + authorized.callback.pathname).toBe(REDIRECT)
    expect(authorized.callback.searchParams.get('iss')).toBe(server.url)
    const tokens = await redeem(config, authorized)
    expect(tokens).toMatchObject({ expires_in: 3600, scope: 'projects:read building_links:read' })
    expect((await me(tokens.access_token)).body.data.account.id).toBe(accountId)
    const again = await browser.follow((await authorizeUrl(config)).url.href)
    expect(again.headers.get('location')).toContain(`${REDIRECT}?code=`)
    const more = await browser.follow((await authorizeUrl(config, { scope: 'projects:read usage:read' })).url.href)
    expect(more.status).toBe(200)
    expect(await more.text()).toContain('See your usage')
    expect(await auditOf(accountId)).toContain('oauth_consent.given')
  })

  it('who declines is redirected with access_denied and no code', async () => {
    const { browser, config } = await signedInApp()
    const page = await browser.follow((await authorizeUrl(config)).url.href)
    const { searchParams } = new URL((await browser.decide(page, 'deny')).headers.get('location')!)
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['access_denied', null])
  })

  it('who is signed out must sign in first', async () => {
    const { browser, config, personId } = await signedInApp()
    await tokensOf(browser, config)
    const { db } = server.app.foundation
    const { access } = server.app.services
    await db.tx((tx) => access.sessions.closeAll(tx, personId))
    const page = await browser.follow((await authorizeUrl(config)).url.href)
    expect(page.headers.get('location')).toMatch(/^\/sign-in\?return_to=%2Foauth%2Fconsent%2F/)
  })

  it('revokes a consent, which ends all of its tokens', async () => {
    const { browser, config, accountId } = await signedInApp()
    const tokens = await tokensOf(browser, config)
    const headers = await pageHeadersOf(server, browser)
    const { body } = await server.get('/api/v1/oauth/grants', undefined, headers)
    expect(body.data).toMatchObject([{ client_name: 'Test program', scopes: ['projects:read', 'building_links:read'] }])
    const path = `/api/v1/oauth/grants/${body.data[0].id}`
    expect((await server.send('DELETE', path, {}, undefined, headers)).status).toBe(204)
    expect(await codeOf(tokens.access_token)).toBe('revoked_credentials')
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token!))).toBe('invalid_grant')
    expect(await auditOf(accountId)).toContain('oauth_consent.revoked')
  })

  it('loses all tokens when they or their account are suspended', async () => {
    const { db } = server.app.foundation
    const { access } = server.app.services
    const one = await signedInApp()
    const first = await tokensOf(one.browser, one.config)
    await db.tx((tx) => changePerson(tx, one.personId, { status: 'suspended' }, SYSTEM, new Date()))
    await vi.waitFor(async () => expect(await codeOf(first.access_token)).toBe('revoked_credentials'), SOON)
    const two = await signedInApp()
    const second = await tokensOf(two.browser, two.config)
    await db.tx((tx) => changeAccount(tx, two.accountId, { status: 'suspended' }))
    await vi.waitFor(async () => expect(await codeOf(second.access_token)).toBe('account_suspended'), SOON)
    expect(await errorOf(client.refreshTokenGrant(two.config, second.refresh_token!))).toBe('invalid_grant')
    expect(await errorOf(client.clientCredentialsGrant(two.config))).toBe('invalid_grant')
    await access.directory.sync()
  })
})

describe('a refresh token', () => {
  it('is replaced on every use, and reuse revokes the whole family', async () => {
    const { browser, config, accountId } = await signedInApp()
    const first = await tokensOf(browser, config)
    const second = await client.refreshTokenGrant(config, first.refresh_token!)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect([(await me(first.access_token)).status, (await me(second.access_token)).status]).toEqual([200, 200])
    expect(await errorOf(client.refreshTokenGrant(config, first.refresh_token!))).toBe('invalid_grant')
    for (const { access_token } of [first, second])
      await vi.waitFor(async () => expect(await codeOf(access_token)).toBe('revoked_credentials'), SOON)
    expect(await errorOf(client.refreshTokenGrant(config, second.refresh_token!))).toBe('invalid_grant')
    expect(await auditOf(accountId)).toContain('oauth_refresh.reused')
  })
})

describe('revocation and introspection', () => {
  it('work only for the client that owns the token', async () => {
    const { browser, config, accountId, personId, id } = await signedInApp()
    const tokens = await tokensOf(browser, config, { resource: `${server.url}/api/v1` })
    const introspection = await client.tokenIntrospection(config, tokens.access_token)
    expect(introspection).toMatchObject({
      active: true,
      client_id: id,
      sub: personId,
      scope: 'projects:read building_links:read',
      aud: `${server.url}/api/v1`,
    })
    const other = await application(server, { accountId })
    expect(await client.tokenIntrospection(other.config, tokens.access_token)).toEqual({ active: false })
    await client.tokenRevocation(other.config, tokens.access_token).catch(() => undefined)
    expect((await me(tokens.access_token)).status).toBe(200)
    await client.tokenRevocation(config, tokens.refresh_token!)
    expect(await codeOf(tokens.access_token)).toBe('revoked_credentials')
    expect(await client.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
  })
})

describe('a self-registered application', () => {
  it('can use any loopback port, and asks for consent every time', async () => {
    const { browser, accountId } = await somebody(server)
    const config = await client.dynamicClientRegistration(
      new URL(server.url),
      { redirect_uris: ['http://127.0.0.1/callback'], client_name: 'Desk helper', token_endpoint_auth_method: 'none' },
      undefined,
      { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
    )
    expect(config.clientMetadata().client_secret).toBeUndefined()
    const redirect_uri = 'http://127.0.0.1:53177/callback'
    const { url } = await authorizeUrl(config, { redirect_uri })
    const page = await browser.follow(url.href)
    expect(await page.clone().text()).toContain('This application registered itself')
    const authorized = await authorize(browser, config, { redirect_uri })
    expect(authorized.callback.host).toBe('127.0.0.1:53177')
    const tokens = await redeem(config, authorized)
    expect((await me(tokens.access_token)).body.data.account.id).toBe(accountId)
    const again = await browser.follow((await authorizeUrl(config, { redirect_uri })).url.href)
    expect(await again.text()).toContain('Look up which building')
    await expect(client.clientCredentialsGrant(config)).rejects.toThrow()
  })

  it.each([
    [{ redirect_uris: ['http://app.example/cb'] }],
    [{ redirect_uris: ['https://app.example/cb#x'] }],
    [{ redirect_uris: ['javascript:alert(1)'] }],
    [{ redirect_uris: ['https://*.example/cb'] }],
    [{ redirect_uris: [REDIRECT], grant_types: ['client_credentials', 'authorization_code'] }],
    [{ redirect_uris: [REDIRECT], grant_types: ['implicit'], response_types: ['token'] }],
    [{ redirect_uris: [REDIRECT], client_name: 'a\u202ebad' }],
    [{ redirect_uris: [REDIRECT], scope: 'root:all' }],
    [{ redirect_uris: [REDIRECT], sector_identifier_uri: 'https://127.0.0.1/x' }],
  ])('is rejected with %j', async (metadata) => {
    const allowed = { allowed: true, limit: 5, remaining: 4, waitSeconds: 1 }
    vi.spyOn(server.app.services.access.rates, 'takeForNetwork').mockReturnValueOnce(allowed)
    const { status, body } = await server.send('POST', '/oauth/register', metadata)
    expect([status, String(body.error).startsWith('invalid_')]).toEqual([400, true])
  })

  it('is rate limited to five registrations a minute per network address', async () => {
    const register = () => server.send('POST', '/oauth/register', { redirect_uris: [REDIRECT] })
    const responses = await Promise.all(Array.from({ length: 6 }, register))
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('an application identified by a metadata URL', () => {
  it('works without registration', async () => {
    const { browser, accountId } = await somebody(server)
    const config = await discover(server.url, CLIENT_URL, null)
    expect(config.serverMetadata().client_id_metadata_document_supported).toBe(true)
    const page = await browser.follow((await authorizeUrl(config)).url.href)
    expect(await page.text()).toContain('Allow Far program')
    const tokens = await tokensOf(browser, config)
    expect((await me(tokens.access_token)).body.data.account.id).toBe(accountId)
  })

  it.each(['https://liar.example/client.json', 'https://127.0.0.1/client.json', 'http://program.example/client.json'])(
    'is rejected when its document is unavailable or belongs to another client: %s',
    async (id) => {
      const { browser } = await somebody(server)
      const { url } = await authorizeUrl(await discover(server.url, id, null))
      const response = await browser.open(url.href)
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
    },
  )
})

describe('a token', () => {
  it('for another resource is rejected', async () => {
    const { config } = await signedInApp()
    const tokens = await client.clientCredentialsGrant(config, { resource: `${server.url}/mcp` })
    const { status, body, headers } = await me(tokens.access_token)
    expect([status, body.code]).toEqual([401, 'invalid_token'])
    expect(headers.get('www-authenticate')).toBe(
      `Bearer realm="plinth", resource_metadata="${server.url}/.well-known/oauth-protected-resource", error="invalid_token"`,
    )
    expect(await errorOf(client.clientCredentialsGrant(config, { resource: 'https://elsewhere.example' }))).toBe(
      'invalid_target',
    )
  })

  it('is reported as invalid if unknown, and as expired after its lifetime', async () => {
    const { config } = await signedInApp()
    const { access_token } = await client.clientCredentialsGrant(config)
    expect(await codeOf(`${access_token.slice(0, -1)}_`)).toBe('invalid_token')
    expect(await codeOf(newToken('pl_at_'))).toBe('invalid_token')
    const now = vi.spyOn(server.app.services.clock, 'now').mockReturnValue(Date.now() + 3_601_000)
    expect(await codeOf(access_token)).toBe('expired_credentials')
    now.mockRestore()
    expect((await me(access_token)).status).toBe(200)
  })

  it('that cannot be checked while the database is down returns 503, not 401', async () => {
    const { config } = await signedInApp()
    const known = await client.clientCredentialsGrant(config)
    expect((await me(known.access_token)).status).toBe(200)
    const outage = vi
      .spyOn(server.app.foundation.db.forRequests, 'tx')
      .mockRejectedValue(databaseUnavailable(new Error('cut')))
    const { status, headers } = await me(newToken('pl_at_'))
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    expect((await me(known.access_token)).status).toBe(200)
    await expect(client.clientCredentialsGrant(config)).rejects.toMatchObject({ cause: { status: 503 } })
    outage.mockRestore()
    expect((await me((await client.clientCredentialsGrant(config)).access_token)).status).toBe(200)
  })

  it('comes from the authorization server in the resource metadata', async () => {
    for (const [path, resource] of [
      ['', ''],
      ['/mcp', '/mcp'],
      ['/api/v1', '/api/v1'],
    ]) {
      const { body } = await server.get(`/.well-known/oauth-protected-resource${path}`)
      expect(body).toMatchObject({ resource: server.url + resource, authorization_servers: [server.url] })
    }
    const { body } = await server.get('/.well-known/oauth-authorization-server', undefined, { host: 'evil.example' })
    expect(body).toMatchObject({ issuer: server.url, token_endpoint: `${server.url}/oauth/token` })
    expect(body.scopes_supported).toEqual(SCOPES)
    expect([body.response_types_supported, body.code_challenge_methods_supported]).toEqual([['code'], ['S256']])
    expect(JSON.stringify(body)).not.toContain('evil.example')
  })
})

describe('signing keys', () => {
  it('rotate: the new key comes first and the old one stays published', async () => {
    const jwks = async () => (await server.get('/oauth/jwks')).text
    const kids = async () => JSON.parse(await jwks()).keys.map(({ kid }: { kid: string }) => kid)
    const before = await kids()
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await rotateKeysCommand(readConfig({ DATA_DIR: server.dataDir }))
    const kid = /[0-9A-Za-z]{20}/.exec(String(log.mock.calls[0]![0]))![0]
    log.mockRestore()
    expect(await kids()).toEqual([kid, ...before])
    expect(await jwks()).not.toContain('"d":')
  })
})
