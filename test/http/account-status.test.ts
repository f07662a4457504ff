// What an account and its people may do follows their standing at once, whichever credential they show: plan, suspension, end.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeAccount, createKey } from '../../src/access/accounts/accounts.ts'
import { changePerson } from '../../src/access/people/people.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { application, authorize, authorizeUrl, redeem, somebody } from '../support/oauth-flow.ts'
import type { Answer, TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ PASSWORD_COST: '14', TRUST_PROXY: '1' })
})
afterAll(() => server.stop())

const SCOPE = 'projects:read media:read history:read building_links:read keys:manage'

let callers = 0

/** Headers under which the caller is known. */
type Ways = Record<'key' | 'token' | 'session', Record<string, string>>

/** Somebody on the pro plan with everything that opens a door. */
async function everyWayIn() {
  const { services } = server.app
  const person = await somebody(server)
  const app = await application(server, { accountId: person.accountId })
  const tokens = await redeem(app.config, await authorize(person.browser, app.config, { scope: SCOPE }))
  const account = services.access.directory.account(person.accountId)!
  const { text } = await server.app.foundation.db.tx((tx) =>
    createKey(tx, server.app.foundation.secrets, account, { mode: 'live' }),
  )
  const session = await services.access.sessions.find(person.browser.cookies.join('; '))
  const ways: Ways = {
    key: { authorization: `Bearer ${text}` },
    token: { authorization: `Bearer ${tokens.access_token}` },
    session: {
      cookie: person.browser.cookies.find((one) => one.startsWith('__Host-plinth_session='))!,
      'x-csrf-token': services.access.sessions.csrfToken(session!),
      origin: server.url,
    },
  }
  return { ...person, ...app, ways, tokens }
}

async function change(id: string, set: Parameters<typeof changeAccount>[2]): Promise<void> {
  const { db } = server.app.foundation
  const { access } = server.app.services
  await db.tx((tx) => changeAccount(tx, id, set))
  await access.directory.sync()
}

const WAYS = ['key', 'token', 'session'] as const

describe('an account that went back to the sandbox', () => {
  it('sees the sandbox only, by every credential it had before, and nothing of what was kept for it', async () => {
    const { ways, accountId } = await everyWayIn()
    const paths = ['/api/v1/projects?limit=200', '/api/v1/cities', '/api/v1/projects/facets', '/api/v1/media?limit=200']
    const ask = (path: string, way: keyof Ways) => server.get(path, undefined, ways[way])
    const before = new Map<string, Answer>()
    for (const way of WAYS) for (const path of paths) before.set(way + path, await ask(path, way))
    const project = before.get(`key${paths[0]}`)!.body.data[0]
    expect((await ask(`/api/v1/projects/${project.id}`, 'key')).status).toBe(200)
    await change(accountId, { plan: 'sandbox' })
    const sandboxKey = await server.newKey('sandbox')
    for (const way of WAYS) {
      expect((await ask('/api/v1/me', way)).body.data).toMatchObject({ plan: 'sandbox', dataset: 'sandbox' })
      for (const path of paths) {
        const { etag } = Object.fromEntries(before.get(way + path)!.headers)
        const after = await server.get(path, undefined, { ...ways[way], 'if-none-match': etag! })
        expect([way, path, after.status]).toEqual([way, path, 200])
        expect(after.body.data).toEqual((await server.get(path, sandboxKey)).body.data)
      }
      expect((await ask(`/api/v1/projects/${project.id}`, way)).body.code).toBe('project_not_found')
      const address = encodeURIComponent(project.address)
      const link = await ask(`/api/v1/building-links?address=${address}`, way)
      expect(link.body).toMatchObject({ data: [], meta: { outcome: 'no_match' } })
    }
  })
})

describe('a smaller plan', () => {
  it('ends what only the larger one gives, also where the answer was kept', async () => {
    const { ways, accountId } = await everyWayIn()
    await change(accountId, { plan: 'elite' })
    const list = await server.get('/api/v1/projects?limit=1', undefined, ways.key)
    const path = `/api/v1/projects/${list.body.data[0].id}?as_of=2999-01-01`
    const first = await server.get(path, undefined, ways.key)
    await change(accountId, { plan: 'pro' })
    for (const way of WAYS) {
      const answer = await server.get(path, undefined, { ...ways[way], 'if-none-match': first.headers.get('etag')! })
      expect([answer.status, answer.body?.code]).toEqual([403, 'plan_required'])
    }
  })
})

describe('whoever is suspended', () => {
  const PASSWORD = 'correct horse battery'
  const PERSONAL = [
    ['GET', '/api/v1/sessions/current'],
    ['GET', '/api/v1/oauth/grants'],
    ['DELETE', '/api/v1/oauth/grants/grt_none'],
    ['POST', '/api/v1/people/password'],
    ['GET', '/api/v1/desk/queue'],
    ['GET', '/api/v1/operator/accounts'],
  ] as const

  it('as an account does nothing anywhere: not by key, token or session, at no desk, page or token endpoint', async () => {
    const { db } = server.app.foundation
    const { access } = server.app.services
    const { ways, accountId, personId, browser, config, tokens } = await everyWayIn()
    await db.tx(async (tx) => {
      await tx
        .updateTable('people')
        .set({ email_verified_at: new Date().toISOString(), role: 'operator' })
        .where('id', '=', personId)
        .execute()
    })
    access.sessions.clearCache()
    const own = await client.clientCredentialsGrant(config)
    expect((await server.get('/api/v1/operator/accounts', undefined, ways.session)).status).toBe(200)
    const page = await browser.follow((await authorizeUrl(config, { scope: 'usage:read' })).url.href)
    const form = /name="csrf_token" value="([^"]+)"/.exec(await page.text())![1]!
    await change(accountId, { status: 'suspended' })
    for (const way of WAYS) {
      const answer = await server.get('/api/v1/projects', undefined, ways[way])
      expect([way, answer.status, answer.body.code]).toEqual([way, 403, 'account_suspended'])
    }
    for (const [method, path] of PERSONAL) {
      const body = { old: PASSWORD, new: `${PASSWORD} too` }
      const answer =
        method === 'POST'
          ? await server.send(method, path, body, undefined, ways.session)
          : await server.send(method, path, undefined, undefined, ways.session)
      expect([path, answer.status, answer.body?.code]).toEqual([path, 403, 'account_suspended'])
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
    // What was asked for meanwhile is no misuse: the program goes on where it was.
    expect((await client.refreshTokenGrant(config, tokens.refresh_token!)).access_token).toMatch(/^pl_at_/)
    await db.tx((tx) => changePerson(tx, personId, { role: null }, SYSTEM, new Date()))
  })

  it('as an account or a person does not sign in, prove an address or choose a new password', async () => {
    const { services } = server.app
    const headers = () => ({ 'x-forwarded-for': `203.0.113.${++callers}` })
    for (const [email, suspend] of [
      ['sus-account@example.com', 'account'],
      ['sus-person@example.com', 'person'],
    ] as const) {
      const made = await server.send('POST', '/api/v1/accounts', { email }, undefined, headers())
      const { key } = made.body.data.api_key
      const person = await server.send('POST', '/api/v1/people', { password: PASSWORD }, key, headers())
      const { id } = person.body.data
      await services.access.signIn.emailsSent()
      await server.app.foundation.db.query
        .updateTable('people')
        .set({ email_verified_at: new Date().toISOString() })
        .where('id', '=', id)
        .execute()
      await server.send('POST', '/api/v1/people/reset', { email }, undefined, headers())
      await services.access.signIn.emailsSent()
      const link = /\/reset\/(\S+)/.exec(
        readFileSync(join(server.dataDir, 'mail.txt'), 'utf8').split(`To: ${email}`).at(-1)!,
      )![1]!
      const at = new Date()
      if (suspend === 'account') await change(made.body.data.account.id, { status: 'suspended' })
      else await server.app.foundation.db.tx((tx) => changePerson(tx, id, { status: 'suspended' }, SYSTEM, at))
      const signIn = await server.send('POST', '/api/v1/sessions', { email, password: PASSWORD }, undefined, headers())
      expect([signIn.status, signIn.body.code]).toEqual([403, 'account_suspended'])
      const body = { token: link, password: `${PASSWORD} too` }
      const reset = await server.send('POST', '/api/v1/people/reset/confirm', body, undefined, headers())
      expect([suspend, reset.status >= 400 && reset.status < 500]).toEqual([suspend, true])
    }
  })
})

describe('a stream that is under way', () => {
  it.each(WAYS)('ends when the %s that began it ends', async (way) => {
    const { ways, personId, accountId, config, tokens } = await everyWayIn()
    const end = {
      key: () => change(accountId, { status: 'suspended' }),
      token: () => client.tokenRevocation(config, tokens.access_token),
      session: async () => {
        await server.app.foundation.db.tx((tx) =>
          changePerson(tx, personId, { status: 'suspended' }, SYSTEM, new Date()),
        )
      },
    }[way]
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
      headers: { ...ways[way], 'content-type': 'application/x-ndjson' },
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
