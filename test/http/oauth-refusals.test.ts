// OAuth rejections: wrong redirect URIs, unsafe protocol options, forged consent forms.
import * as client from 'openid-client'
import { afterAll, describe, expect, it } from 'vitest'
import { createApplication } from '../../src/access/oauth/clients.ts'
import { SCOPES } from '../../src/access/rights/plans.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { fromCases } from '../support/cases.ts'
import { application, authorize, authorizeUrl, discover, REDIRECT, somebody } from '../support/oauth-flow.ts'
import { exchange, readAnswer } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

// Behind a proxy, as in production: the address of a request is then computed when it is needed.
const server = await startServer({ TRUST_PROXY: '1' })
const person = await somebody(server)
const { id, secret, config } = await application(server, {
  accountId: person.accountId,
  redirectUris: [REDIRECT, 'https://app.example/q?a=1', 'http://127.0.0.1:7777/cb'],
})
afterAll(() => server.stop())

describe('a redirect URI', () => {
  it.each(fromCases<string[]>('http/oauth-refusals', 'wrong redirect URIs'))(
    'that does not match exactly is never redirected to: %s',
    async (redirect_uri) => {
      const { url } = await authorizeUrl(config, { redirect_uri })
      const response = await person.browser.open(url.href)
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
      const html = await response.text()
      expect(html).toContain('Can’t complete this request')
      expect(html).not.toContain('<script')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    },
  )

  it('of an unknown client is never redirected to', async () => {
    const { url } = await authorizeUrl(config, { client_id: 'app_00000000000000000000' })
    const response = await person.browser.open(url.href)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  })
})

describe('the authorization endpoint', () => {
  it.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a token in the response', { response_type: 'token' }, 'invalid_request'],
    ['an id_token in the response', { response_type: 'code id_token' }, 'invalid_request'],
    ['another resource', { resource: 'https://elsewhere.example' }, 'invalid_target'],
    ['only unknown scopes', { scope: 'openid email' }, 'invalid_scope'],
    ['prompt=none without a session', { prompt: 'none' }, 'login_required'],
    ['a request object', { request: 'x.y.z' }, 'request_not_supported'],
  ])('rejects %s with an error at the registered redirect URI', async (_, parameters, error) => {
    const { url } = await authorizeUrl(config)
    for (const [name, value] of Object.entries(parameters)) {
      url.searchParams.delete(name)
      if (value !== undefined) url.searchParams.set(name, value)
    }
    const response = await somebody(server).then(({ browser }) => browser.open(url.href))
    const target = new URL(response.headers.get('location')!)
    expect(target.origin + target.pathname).toBe(REDIRECT)
    const redirectParameters = new URLSearchParams(target.search || target.hash.slice(1))
    expect([redirectParameters.get('error'), redirectParameters.get('iss'), redirectParameters.get('code')]).toEqual([
      error,
      server.url,
      null,
    ])
  })
})

describe('the token endpoint', () => {
  const post = (body: Record<string, string>, clientSecret = secret!) =>
    fetch(`${server.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(body),
      headers: { authorization: `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}` },
    })

  it.each([
    ['a password', { grant_type: 'password', username: 'a', password: 'b' }, 'unsupported_grant_type'],
    ['the implicit grant', { grant_type: 'implicit' }, 'unsupported_grant_type'],
    ['an empty body', {}, 'invalid_request'],
    ['an unknown code', { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT }, 'invalid_grant'],
  ])('rejects %s', async (_, body, error) => {
    const response = await post(body)
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([400, error])
  })

  it('rejects a code with another verifier, redirect URI or client', async () => {
    const { callback, verifier } = await authorize(person.browser, config)
    const code = callback.searchParams.get('code')!
    const valid = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier }
    const other = await application(server, { accountId: person.accountId })
    const wrong = [
      await post({ ...valid, code_verifier: client.randomPKCECodeVerifier() }),
      await post({ ...valid, redirect_uri: 'https://app.example/q?a=1' }),
      await fetch(`${server.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ ...valid, client_id: other.id, client_secret: other.secret! }),
      }),
    ]
    expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400])
    expect((await post(valid)).status).toBe(200)
  })

  it('returns 429 after ten wrong secrets a minute, and still accepts the valid one', async () => {
    const statuses = []
    for (let i = 0; i < 12; i++) statuses.push((await post({ grant_type: 'client_credentials' }, `pl_cs_${i}`)).status)
    expect(new Set(statuses.slice(0, 8))).toEqual(new Set([401]))
    expect(statuses.at(-1)).toBe(429)
    expect((await post({ grant_type: 'client_credentials' })).status).toBe(200)
  })
})

describe('OPTIONS', () => {
  it.each(fromCases<[string, string][]>('http/oauth-refusals', 'methods'))(
    'on %s lists the methods, with or without the headers of a browser',
    async (path, methods) => {
      const plain = await fetch(server.url + path, { method: 'OPTIONS' })
      expect([plain.status, plain.headers.get('allow')]).toEqual([204, methods])
      const headers = { origin: 'https://app.example', 'access-control-request-method': methods.split(',')[0]! }
      const preflight = await fetch(server.url + path, { method: 'OPTIONS', headers })
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
        204,
        'https://app.example',
      ])
    },
  )
})

describe('the consent form', () => {
  const form = (fields: Record<string, string>, origin?: string) => ({
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin ? { origin } : {}) },
  })

  it('is accepted only from the consent page and the session that opened it', async () => {
    const { browser } = await somebody(server)
    const page = await browser.follow((await authorizeUrl(config)).url.href)
    const token = /name="csrf_token" value="([^"]+)"/.exec(await page.text())![1]!
    const allow = { decision: 'allow', csrf_token: token }
    const statuses = [
      (await browser.open(page.url, form({ decision: 'allow' }, server.url))).status,
      (await browser.open(page.url, form(allow, 'https://evil.example'))).status,
      (await browser.open(page.url, form(allow))).status,
      (await browser.open(page.url, form({ ...allow, csrf_token: `${token.slice(0, -1)}x` }, server.url))).status,
      (
        await browser.open(page.url, {
          method: 'POST',
          body: JSON.stringify(allow),
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ]
    expect(statuses).toEqual([403, 403, 403, 403, 415])
    const stranger = await somebody(server)
    expect((await stranger.browser.open(page.url, form(allow, server.url))).status).toBe(400)
    const response = await browser.open(page.url, form(allow, server.url))
    expect([response.status, response.headers.get('location')?.startsWith(`${server.url}/oauth/authorize/`)]).toEqual([
      303,
      true,
    ])
  })

  it('is refused with 413 when it is too large, however it arrives', async () => {
    const body = `a=${'x'.repeat(60_000)}`
    const headers = 'Host: x\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n'
    const start = `POST /oauth/consent/none HTTP/1.1\r\n${headers}`
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    for (const text of [
      `${start}Content-Length: ${body.length}\r\n\r\n${body}`,
      `${start}Transfer-Encoding: chunked\r\n\r\n${chunks}`,
    ]) {
      const response = readAnswer(await exchange(server.url, text))
      expect([response.status, JSON.parse(response.body).code]).toEqual([413, 'payload_too_large'])
    }
  })

  it('escapes application names and has a strict content security policy', async () => {
    const { browser, accountId } = await somebody(server)
    const redirect = 'com.example.app://callback'
    const body = { name: '<img src=x onerror=alert(1)>', redirectUris: [redirect] }
    const { db, secrets } = server.app.foundation
    const created = await db.tx((tx) =>
      createApplication(tx, secrets, accountId, { ...body, confidential: false, scopes: SCOPES }, SYSTEM, new Date()),
    )
    const app = await discover(server.url, created.client.id, null)
    const page = await browser.follow((await authorizeUrl(app, { redirect_uri: redirect })).url.href)
    const html = await page.text()
    expect(html).toContain('&lt;img src=x onerror=alert(1)>')
    expect(html).not.toMatch(/<img|<script|<style|style=/)
    const policy = page.headers.get('content-security-policy')!
    expect(policy.split('; ').sort()).toEqual(fromCases<string[]>('http/oauth-refusals', 'content security policy'))
  })

  it('cannot be submitted twice', async () => {
    const { browser } = await somebody(server)
    const page = await browser.follow((await authorizeUrl(config)).url.href)
    await browser.decide(page, 'allow')
    const again = await browser.open(page.url)
    expect(again.status).toBe(400)
    expect(await again.text()).toContain('has already been answered')
  })
})

describe('a registered application', () => {
  it.each(fromCases<[object, number, string][]>('http/oauth-refusals', 'refused applications'))(
    'is rejected as %j',
    async (body, status, code) => {
      const response = await server.send('POST', '/api/v1/oauth/applications', body, server.keys.pro)
      expect([response.status, response.body.code]).toEqual([status, code])
    },
  )

  it('cannot have a scope that the key lacks', async () => {
    const created = await server.send('POST', '/api/v1/api-keys', { scopes: ['keys:manage'] }, server.keys.pro)
    const { key } = created.body.data
    const body = { name: 'x', scopes: ['projects:read'] }
    const response = await server.send('POST', '/api/v1/oauth/applications', body, key)
    expect([response.status, response.body.code]).toEqual([403, 'insufficient_scope'])
    const allowed = await server.send('POST', '/api/v1/oauth/applications', { name: 'x' }, key)
    expect(allowed.body.data.scopes).toEqual(['keys:manage'])
  })
})
