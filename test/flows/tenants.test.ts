// Another tenant, or a thief with a database dump, gets nothing of the first tenant.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { createKey } from '../../src/access/accounts/accounts.ts'
import type { Route } from '../../src/http/door/route.ts'
import { routes } from '../../src/http/routes.ts'
import { SAMPLES } from '../support/access-samples.ts'
import { cleanUp, kinds, runCleanups } from '../support/databases.ts'
import { dumpOf } from '../support/dump.ts'
import { application, authorize, redeem, somebody } from '../support/oauth-flow.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

afterEach(runCleanups)

const PASSWORD = 'correct horse battery'

async function start(kind: (typeof kinds)[number]): Promise<TestServer> {
  const env: Record<string, string> = { PASSWORD_COST: '14', ALLOW_PRIVATE_WEBHOOKS: '1' }
  if (kind === 'postgres') {
    const url = await createDatabase(inject('postgresUrl'), 'migrated')
    cleanUp(() => dropDatabase(inject('postgresUrl'), url))
    env.DATABASE_URL = url
  }
  const server = await startServer(env)
  cleanUp(() => server.stop())
  return server
}

/** A webhook receiver. */
async function receiver(): Promise<string> {
  const http = createServer((request, response) => request.resume().on('end', () => response.end()))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  cleanUp(() => new Promise((resolve) => http.close(() => resolve())))
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/`
}

/** An account with a key and a signed-in person, with the headers of each. */
async function tenant(server: TestServer) {
  const { db, secrets } = server.app.foundation
  const { access } = server.app.services
  const person = await somebody(server, 'elite')
  const account = access.directory.account(person.accountId)!
  const { key, text } = await db.tx((tx) => createKey(tx, secrets, account, { mode: 'live' }))
  await access.directory.sync()
  const cookie = person.browser.cookies.join('; ')
  const csrf = access.sessions.csrfToken((await access.sessions.find(cookie))!)
  return { ...person, keyId: key.id, key: text, csrf, session: { cookie, 'x-csrf-token': csrf, origin: server.url } }
}

/** One resource of every kind by its path prefix, and every secret returned on the way. */
async function createResources(server: TestServer, owner: Awaited<ReturnType<typeof tenant>>) {
  const { key, browser, accountId } = owner
  const post = async (path: string, body: object, headers = {}) => {
    const response = await server.send('POST', path, body, key, headers)
    expect([path, response.status < 300]).toEqual([path, true])
    return response.body.data
  }
  const app = await application(server, { accountId })
  const tokens = await redeem(app.config, await authorize(browser, app.config))
  const unused = await authorize(browser, app.config)
  const made = await post('/api/v1/api-keys', { name: 'Made' }, { 'idempotency-key': 'once' })
  const rotated = await post(`/api/v1/api-keys/${made.id}/rotate`, {})
  const robot = await post('/api/v1/oauth/applications', { name: 'Robot' }, { 'idempotency-key': 'twice' })
  const robotAgain = await post(`/api/v1/oauth/applications/${robot.id}/rotate-secret`, {})
  const endpoint = await post('/api/v1/webhooks/endpoints', { url: await receiver(), event_types: ['project.updated'] })
  const endpointAgain = await post(`/api/v1/webhooks/endpoints/${endpoint.id}/rotate-secret`, {})
  const { delivery } = await post(`/api/v1/webhooks/endpoints/${endpoint.id}/test`, {})
  const grants = await server.get('/api/v1/oauth/grants', undefined, owner.session)
  const ids = {
    '/api/v1/api-keys/': rotated.id,
    '/api/v1/oauth/applications/': robot.id,
    '/api/v1/oauth/grants/': grants.body.data[0].id,
    '/api/v1/webhooks/endpoints/': endpoint.id,
    '/api/v1/webhooks/deliveries/': delivery.id,
  }
  const secrets = {
    key,
    made: made.key,
    rotated: rotated.key,
    clientSecret: app.secret!,
    robot: robot.client_secret,
    robotAgain: robotAgain.client_secret,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token!,
    code: unused.callback.searchParams.get('code')!,
    csrf: owner.csrf,
    webhook: endpoint.secret,
    webhookAgain: endpointAgain.secret,
    ...Object.fromEntries(browser.cookies.map((one) => [one.split('=')[0]!, one.slice(one.indexOf('=') + 1)])),
  }
  return { ids, secrets }
}

/** Paths with ids that do not belong to a tenant. */
const SHARED = /^\/api\/v1\/(projects|floor-plans|media|desk|operator)\//

/** Open pages are the same for everyone; their data comes from the API. */
const tenantRoutes = routes.filter(
  ({ path, operation: { policy } }) => path.includes('{id}') && policy.who !== 'anyone' && !SHARED.test(path),
)

function bodyOf({ operation }: Route): unknown {
  return operation.id === 'replayWebhookEvents' ? { since_sequence: 0 } : (SAMPLES[operation.id]!.body ?? undefined)
}

async function emailedLinks(server: TestServer): Promise<{ verify: string; reset: string }> {
  const { db } = server.app.foundation
  const { access } = server.app.services
  const link = async (kind: string) => {
    await access.signIn.emailsSent()
    return new RegExp(`/${kind}/(\\S+)`).exec(readFileSync(join(server.dataDir, 'mail.txt'), 'utf8'))![1]!
  }
  const email = 'owner@example.com'
  const made = await server.send('POST', '/api/v1/accounts', { email })
  const { key } = made.body.data.api_key
  expect((await server.send('POST', '/api/v1/people', { password: PASSWORD }, key)).status).toBe(201)
  const verify = await link('verify')
  const proved = { email_verified_at: new Date().toISOString() }
  await db.query.updateTable('people').set(proved).where('email', '=', email).execute()
  await server.send('POST', '/api/v1/people/reset', { email })
  return { verify, reset: await link('reset') }
}

describe.each(kinds)('on %s', (kind) => {
  it('returns the same 404 for another tenant’s resource as for a missing one, and a dump holds no usable secret', async () => {
    const server = await start(kind)
    const [owner, stranger] = [await tenant(server), await tenant(server)]
    const { ids, secrets } = await createResources(server, owner)

    expect(tenantRoutes.length).toBeGreaterThanOrEqual(15)
    for (const route of tenantRoutes) {
      const under = Object.keys(ids).find((prefix) => route.path.startsWith(prefix)) as keyof typeof ids | undefined
      expect([route.path, under]).not.toContain(undefined)
      const request = async (id: string) => {
        const headers =
          route.operation.policy.who === 'person' ? stranger.session : { authorization: `Bearer ${stranger.key}` }
        const path = route.path.replace('{id}', id)
        const response =
          route.method === 'GET'
            ? await server.get(path, undefined, headers)
            : await server.send(route.method, path, bodyOf(route), undefined, headers)
        const text = response.text.replaceAll(id, 'ID').replace(response.headers.get('x-request-id')!, 'REQUEST')
        return { status: response.status, names: [...response.headers.keys()].sort(), text }
      }
      const foreign = await request(ids[under!])
      expect([route.method, route.path, foreign.status]).toEqual([route.method, route.path, 404])
      const last = ids[under!].at(-1) === 'x' ? 'y' : 'x'
      expect(await request(ids[under!].slice(0, -1) + last)).toEqual(foreign)
    }
    for (const path of ['/api/v1/webhooks/endpoints', '/api/v1/webhooks/deliveries'] as const)
      expect((await server.get(`${path}/${ids[`${path}/`]}`, owner.key)).status).toBe(200)
    for (const secret of [secrets.rotated, secrets.accessToken])
      expect((await server.get('/api/v1/me', secret)).status).toBe(200)

    const everything: Record<string, string> = { ...secrets, ...(await emailedLinks(server)), password: PASSWORD }
    const dump = await dumpOf(server.app.foundation.db)
    for (const seen of ['Test program', 'owner@example.com', ...Object.values(ids)]) expect(dump).toContain(seen)
    for (const [name, secret] of Object.entries(everything)) {
      expect([name, secret.length >= 20]).toEqual([name, true])
      // Without its prefix, and in other encodings.
      const bare = secret.replace(/^(pl_[a-z]+_|whsec_)/, '').split('.')[0]!
      for (const found of [
        bare,
        Buffer.from(secret).toString('base64').slice(0, 24),
        Buffer.from(secret).toString('hex'),
      ])
        expect([name, dump.includes(found)]).toEqual([name, false])
      if (name.startsWith('webhook')) expect(dump.includes(Buffer.from(bare, 'base64').toString('hex'))).toBe(false)
    }
  })
})
