// Changes of plan and suspensions take effect at once, for every kind of credential.
import { Readable } from 'node:stream'
import * as client from 'openid-client'
import { afterAll, describe, expect, it } from 'vitest'
import { changeAccount, createKey } from '../../src/access/accounts/accounts.ts'
import { changePerson } from '../../src/access/people/people.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { application, authorize, authorizeUrl, pageHeadersOf, redeem, somebody } from '../support/oauth-flow.ts'
import { emailedToken, newNetwork, PASSWORD, verifiedOwner } from '../support/people.ts'
import type { Answer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ TRUST_PROXY: '1' })
afterAll(() => server.stop())

const SCOPE = 'projects:read media:read history:read building_links:read keys:manage'

type CredentialHeaders = Record<'key' | 'token' | 'session', Record<string, string>>

/** A person on the pro plan with an API key, an OAuth token and a session. */
async function everyCredential() {
  const { services } = server.app
  const person = await somebody(server)
  const app = await application(server, { accountId: person.accountId })
  const tokens = await redeem(app.config, await authorize(person.browser, app.config, { scope: SCOPE }))
  const account = services.access.directory.account(person.accountId)!
  const { text } = await server.app.foundation.db.tx((tx) =>
    createKey(tx, server.app.foundation.secrets, account, { mode: 'live' }),
  )
  const headersOf: CredentialHeaders = {
    key: { authorization: `Bearer ${text}` },
    token: { authorization: `Bearer ${tokens.access_token}` },
    session: await pageHeadersOf(server, person.browser),
  }
  return { ...person, ...app, headersOf, tokens }
}

async function change(id: string, set: Parameters<typeof changeAccount>[2]): Promise<void> {
  const { db } = server.app.foundation
  const { access } = server.app.services
  await db.tx((tx) => changeAccount(tx, id, set))
  await access.directory.sync()
}

const KINDS = ['key', 'token', 'session'] as const

describe('an account that goes back to the sandbox plan', () => {
  it('sees only sandbox data with every earlier credential, and no cached production data', async () => {
    const { headersOf, accountId } = await everyCredential()
    const paths = ['/api/v1/projects?limit=200', '/api/v1/cities', '/api/v1/projects/facets', '/api/v1/media?limit=200']
    const get = (path: string, kind: keyof CredentialHeaders) => server.get(path, undefined, headersOf[kind])
    const before = new Map<string, Answer>()
    for (const kind of KINDS) for (const path of paths) before.set(kind + path, await get(path, kind))
    const project = before.get(`key${paths[0]}`)!.body.data[0]
    expect((await get(`/api/v1/projects/${project.id}`, 'key')).status).toBe(200)
    await change(accountId, { plan: 'sandbox' })
    const sandboxKey = await server.newKey('sandbox')
    for (const kind of KINDS) {
      expect((await get('/api/v1/me', kind)).body.data).toMatchObject({ plan: 'sandbox', dataset: 'sandbox' })
      for (const path of paths) {
        const { etag } = Object.fromEntries(before.get(kind + path)!.headers)
        const after = await server.get(path, undefined, { ...headersOf[kind], 'if-none-match': etag! })
        expect([kind, path, after.status]).toEqual([kind, path, 200])
        expect(after.body.data).toEqual((await server.get(path, sandboxKey)).body.data)
      }
      expect((await get(`/api/v1/projects/${project.id}`, kind)).body.code).toBe('project_not_found')
      const address = encodeURIComponent(project.address)
      const link = await get(`/api/v1/building-links?address=${address}`, kind)
      expect(link.body).toMatchObject({ data: [], meta: { outcome: 'no_match' } })
    }
  })
})

describe('a downgrade', () => {
  it('removes the features of the larger plan, even for cached responses', async () => {
    const { headersOf, accountId } = await everyCredential()
    await change(accountId, { plan: 'elite' })
    const list = await server.get('/api/v1/projects?limit=1', undefined, headersOf.key)
    const path = `/api/v1/projects/${list.body.data[0].id}?as_of=${new Date().toISOString().slice(0, 10)}`
    const first = await server.get(path, undefined, headersOf.key)
    await change(accountId, { plan: 'pro' })
    for (const kind of KINDS) {
      const response = await server.get(path, undefined, {
        ...headersOf[kind],
        'if-none-match': first.headers.get('etag')!,
      })
      expect([response.status, response.body?.code]).toEqual([403, 'plan_required'])
    }
  })
})

describe('suspension', () => {
  const SESSION_ROUTES = [
    ['GET', '/api/v1/sessions/current'],
    ['GET', '/api/v1/oauth/grants'],
    ['DELETE', '/api/v1/oauth/grants/grt_none'],
    ['POST', '/api/v1/people/password'],
    ['GET', '/api/v1/desk/queue'],
    ['GET', '/api/v1/operator/accounts'],
  ] as const

  it('of an account blocks its keys, tokens and sessions on every route, page and token endpoint', async () => {
    const { db } = server.app.foundation
    const { access } = server.app.services
    const { headersOf, accountId, personId, browser, config, tokens } = await everyCredential()
    await db.tx(async (tx) => {
      await tx
        .updateTable('people')
        .set({ email_verified_at: new Date().toISOString(), role: 'operator' })
        .where('id', '=', personId)
        .execute()
    })
    access.sessions.clearCache()
    const own = await client.clientCredentialsGrant(config)
    expect((await server.get('/api/v1/operator/accounts', undefined, headersOf.session)).status).toBe(200)
    const page = await browser.follow((await authorizeUrl(config, { scope: 'usage:read' })).url.href)
    const form = /name="csrf_token" value="([^"]+)"/.exec(await page.text())![1]!
    await change(accountId, { status: 'suspended' })
    for (const kind of KINDS) {
      const response = await server.get('/api/v1/projects', undefined, headersOf[kind])
      expect([kind, response.status, response.body.code]).toEqual([kind, 403, 'account_suspended'])
    }
    for (const [method, path] of SESSION_ROUTES) {
      const body = { old: PASSWORD, new: `${PASSWORD} too` }
      const response =
        method === 'POST'
          ? await server.send(method, path, body, undefined, headersOf.session)
          : await server.send(method, path, undefined, undefined, headersOf.session)
      expect([path, response.status, response.body?.code]).toEqual([path, 403, 'account_suspended'])
    }
    const consent = await browser.open(page.url, {
      method: 'POST',
      body: new URLSearchParams({ csrf_token: form, decision: 'allow' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.url },
    })
    expect(consent.headers.get('location')).toMatch(/^\/sign-in/)
    await expect(client.clientCredentialsGrant(config)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(client.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    for (const token of [tokens.access_token, tokens.refresh_token!, own.access_token])
      expect(await client.tokenIntrospection(config, token)).toEqual({ active: false })
    await change(accountId, { status: 'active' })
    // A refresh attempt during the suspension is not token reuse: the refresh token still works.
    expect((await client.refreshTokenGrant(config, tokens.refresh_token!)).access_token).toMatch(/^pl_at_/)
    await db.tx((tx) => changePerson(tx, personId, { role: null }, SYSTEM, new Date()))
  })

  it('of an account or a person blocks signing in and resetting the password', async () => {
    for (const [email, suspend] of [
      ['sus-account@example.com', 'account'],
      ['sus-person@example.com', 'person'],
    ] as const) {
      const { id: accountId, person } = await verifiedOwner(server, email)
      await server.send('POST', '/api/v1/people/reset', { email }, undefined, newNetwork())
      const token = await emailedToken(server, email, 'reset')
      const at = new Date()
      if (suspend === 'account') await change(accountId, { status: 'suspended' })
      else await server.app.foundation.db.tx((tx) => changePerson(tx, person.id, { status: 'suspended' }, SYSTEM, at))
      const signIn = await server.send(
        'POST',
        '/api/v1/sessions',
        { email, password: PASSWORD },
        undefined,
        newNetwork(),
      )
      expect([signIn.status, signIn.body.code]).toEqual([403, 'account_suspended'])
      const body = { token, password: `${PASSWORD} too` }
      const reset = await server.send('POST', '/api/v1/people/reset/confirm', body, undefined, newNetwork())
      expect([suspend, reset.status >= 400 && reset.status < 500]).toEqual([suspend, true])
    }
  })
})

describe('a stream in progress', () => {
  it.each(KINDS)('ends when the %s that started it is revoked or suspended', async (kind) => {
    const { headersOf, personId, accountId, config, tokens } = await everyCredential()
    const end = {
      key: () => change(accountId, { status: 'suspended' }),
      token: () => client.tokenRevocation(config, tokens.access_token),
      session: async () => {
        await server.app.foundation.db.tx((tx) =>
          changePerson(tx, personId, { status: 'suspended' }, SYSTEM, new Date()),
        )
      },
    }[kind]
    let ended = false
    async function* lines() {
      for (let i = 0; !ended || i < 3; i++) {
        yield `${JSON.stringify({ query_id: i, address: '1480 howe' })}\n`
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const response = await fetch(`${server.url}/api/v1/building-links/batch`, {
      method: 'POST',
      body: Readable.toWeb(Readable.from(lines(), { objectMode: false })) as ReadableStream,
      headers: { ...headersOf[kind], 'content-type': 'application/x-ndjson' },
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(200)
    const text = response.text()
    await end()
    const last = JSON.parse((await text).trimEnd().split('\n').at(-1)!)
    ended = true
    expect(last.error.code).toMatch(/^(account_suspended|revoked_credentials|expired_credentials)$/)
  })
})
