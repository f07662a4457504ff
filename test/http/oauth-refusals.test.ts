// What OAuth refuses: addresses that are nearly right, protocols that are nearly safe, and forms that are not ours.
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApplication } from '../../src/access/oauth/clients.ts'
import { SCOPES } from '../../src/access/plans.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import type { Somebody } from '../support/oauth-flow.ts'
import { application, authorize, authorizeUrl, discover, REDIRECT, somebody } from '../support/oauth-flow.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
let person: Somebody
let id: string
let secret: string
let config: client.Configuration
beforeAll(async () => {
  server = await startServer()
  person = await somebody(server)
  const app = await application(server, {
    accountId: person.accountId,
    redirectUris: [REDIRECT, 'https://app.example/q?a=1', 'http://127.0.0.1:7777/cb'],
  })
  id = app.id
  secret = app.secret!
  config = app.config
})
afterAll(() => server.stop())

describe('a redirect URI', () => {
  it.each([
    'https://app.example/callback/',
    'https://app.example/Callback',
    'https://APP.example/callback',
    'https://app.example/callback?x=1',
    'https://app.example/q?a=1&b=2',
    'https://app.example/q?a=2',
    'https://app.example/q',
    'https://app.example:443/callback',
    'https://app.example:8443/callback',
    'https://user@app.example/callback',
    'https://app.example@evil.example/callback',
    'https://evil.example/callback',
    'https://app.example.evil.example/callback',
    'https://app.example/x/../callback',
    'https://app.example/callback/../../evil',
    'https://app.example/callback%2f..',
    'https://app.example/callback#fragment',
    'https://app.example\\@evil.example/callback',
    'http://app.example/callback',
    'http://127.0.0.2:7777/cb',
    'http://127.0.0.1.evil.example:7777/cb',
    'http://127.0.0.1:7777/cb/x',
    '//app.example/callback',
    'javascript:alert(1)',
    '',
  ])('that is nearly right is never gone to: %s', async (redirect_uri) => {
    const { url } = await authorizeUrl(config, { redirect_uri })
    const answer = await person.browser.open(url.href)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    const html = await answer.text()
    expect(html).toContain('Can’t complete this request')
    expect(html).not.toContain('<script')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('of an unknown client is never gone to', async () => {
    const { url } = await authorizeUrl(config, { client_id: 'app_00000000000000000000' })
    const answer = await person.browser.open(url.href)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })
})

describe('the authorization endpoint', () => {
  it.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a token in the answer', { response_type: 'token' }, 'invalid_request'],
    ['an id_token in the answer', { response_type: 'code id_token' }, 'invalid_request'],
    ['another resource', { resource: 'https://elsewhere.example' }, 'invalid_target'],
    ['no scope that we know', { scope: 'openid email' }, 'invalid_scope'],
    ['no question while one is needed', { prompt: 'none' }, 'login_required'],
    ['a request object', { request: 'x.y.z' }, 'request_not_supported'],
  ])('refuses %s, and says so at the registered address', async (_, parameters, error) => {
    const { url } = await authorizeUrl(config)
    for (const [name, value] of Object.entries(parameters)) {
      url.searchParams.delete(name)
      if (value !== undefined) url.searchParams.set(name, value)
    }
    const answer = await somebody(server).then(({ browser }) => browser.open(url.href))
    const to = new URL(answer.headers.get('location')!)
    expect(to.origin + to.pathname).toBe(REDIRECT)
    const said = new URLSearchParams(to.search || to.hash.slice(1))
    expect([said.get('error'), said.get('iss'), said.get('code')]).toEqual([error, server.url, null])
  })
})

describe('the token endpoint', () => {
  const post = (body: Record<string, string>, shown = secret) =>
    fetch(`${server.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(body),
      headers: { authorization: `Basic ${Buffer.from(`${id}:${shown}`).toString('base64')}` },
    })

  it.each([
    ['a password', { grant_type: 'password', username: 'a', password: 'b' }, 'unsupported_grant_type'],
    ['the implicit grant', { grant_type: 'implicit' }, 'unsupported_grant_type'],
    ['nothing', {}, 'invalid_request'],
    ['a code that never was', { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT }, 'invalid_grant'],
  ])('refuses %s', async (_, body, error) => {
    const answer = await post(body)
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, error])
  })

  it('refuses a code with another verifier, another address or another client', async () => {
    const { callback, verifier } = await authorize(person.browser, config)
    const code = callback.searchParams.get('code')!
    const right = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier }
    const other = await application(server, { accountId: person.accountId })
    const wrong = [
      await post({ ...right, code_verifier: client.randomPKCECodeVerifier() }),
      await post({ ...right, redirect_uri: 'https://app.example/q?a=1' }),
      await fetch(`${server.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ ...right, client_id: other.id, client_secret: other.secret! }),
      }),
    ]
    expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400])
    expect((await post(right)).status).toBe(200)
  })

  it('lets nobody guess: ten wrong secrets a minute, then 429, and the right one still works', async () => {
    const guesses = []
    for (let i = 0; i < 12; i++) guesses.push((await post({ grant_type: 'client_credentials' }, `pl_cs_${i}`)).status)
    expect(new Set(guesses.slice(0, 8))).toEqual(new Set([401]))
    expect(guesses.at(-1)).toBe(429)
    expect((await post({ grant_type: 'client_credentials' })).status).toBe(200)
  })
})

describe('the consent form', () => {
  const form = (fields: Record<string, string>, origin?: string) => ({
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin ? { origin } : {}) },
  })

  it('counts only from our page, in the session it was shown in', async () => {
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
    const answer = await browser.open(page.url, form(allow, server.url))
    expect([answer.status, answer.headers.get('location')?.startsWith(`${server.url}/oauth/authorize/`)]).toEqual([
      303,
      true,
    ])
  })

  it('shows names as text, and its policy holds whatever the program is called and wherever it lives', async () => {
    const { browser, accountId } = await somebody(server)
    const redirect = 'com.example.app://callback'
    const wish = { name: '<img src=x onerror=alert(1)>', redirectUris: [redirect] }
    const { db, secrets } = server.app.foundation
    const made = await db.tx((tx) =>
      createApplication(tx, secrets, accountId, { ...wish, confidential: false, scopes: SCOPES }, SYSTEM, new Date()),
    )
    const app = await discover(server.url, made.client.id, null)
    const page = await browser.follow((await authorizeUrl(app, { redirect_uri: redirect })).url.href)
    const html = await page.text()
    expect(html).toContain('&lt;img src=x onerror=alert(1)>')
    expect(html).not.toMatch(/<img|<script|<style|style=/)
    const policy = page.headers.get('content-security-policy')!
    expect(policy.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'self' com.example.app:",
      "frame-ancestors 'none'",
      "img-src 'self'",
      "style-src 'self'",
    ])
  })

  it('is over once it is answered', async () => {
    const { browser } = await somebody(server)
    const page = await browser.follow((await authorizeUrl(config)).url.href)
    await browser.decide(page, 'allow')
    const again = await browser.open(page.url)
    expect(again.status).toBe(400)
    expect(await again.text()).toContain('has already been answered')
  })
})

describe('an application of an account', () => {
  it.each([
    [{ name: 'x', redirect_uris: ['http://app.example/'] }, 400, 'invalid_parameter'],
    [{ name: 'x', redirect_uris: ['https://app.example/#a'] }, 400, 'invalid_parameter'],
    [{ name: 'x', redirect_uris: ['https://a:b@app.example/'] }, 400, 'invalid_parameter'],
    [{ name: 'x', redirect_uris: ['https://app.example/a/../b'] }, 400, 'invalid_parameter'],
    [{ name: 'x', redirect_uris: ['https://a;sandbox/'] }, 400, 'invalid_parameter'],
    [{ name: 'x', redirect_uris: ["https://a,'x'/"] }, 400, 'invalid_parameter'],
    [{ name: 'x', redirect_uris: ['intent://app/#Intent;end'] }, 400, 'invalid_parameter'],
    [{ name: 'x\u202e' }, 400, 'invalid_parameter'],
    [{ name: 'x', kind: 'public' }, 400, 'invalid_parameter'],
    [{ name: 'x', scopes: ['everything'] }, 400, 'invalid_parameter'],
    [{ name: 'x', owner: 'me' }, 400, 'unknown_parameter'],
  ])('is refused as %j', async (body, status, code) => {
    const answer = await server.send('POST', '/api/v1/oauth/applications', body, server.keys.pro)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('cannot have a scope that the key does not have', async () => {
    const made = await server.send('POST', '/api/v1/api-keys', { scopes: ['keys:manage'] }, server.keys.pro)
    const { key } = made.body.data
    const wish = { name: 'x', scopes: ['projects:read'] }
    const answer = await server.send('POST', '/api/v1/oauth/applications', wish, key)
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope'])
    const own = await server.send('POST', '/api/v1/oauth/applications', { name: 'x' }, key)
    expect(own.body.data.scopes).toEqual(['keys:manage'])
  })
})
