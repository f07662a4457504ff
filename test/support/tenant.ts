// A server with tenants that own one resource of every kind, for tests of tenancy and erasure.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, inject } from 'vitest'
import { createKey } from '../../src/access/accounts/accounts.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import type { kinds } from './databases.ts'
import { cleanUp } from './databases.ts'
import { application, authorize, pageHeadersOf, redeem, somebody } from './oauth-flow.ts'
import { createDatabase, dropDatabase } from './postgres.ts'
import type { TestServer } from './server.ts'
import { startServer } from './server.ts'

/** A server on a new database, which is deleted after the test. */
export async function serverOn(kind: (typeof kinds)[number]): Promise<TestServer> {
  const env: Record<string, string> = { ALLOW_PRIVATE_WEBHOOKS: '1' }
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
export async function receiver(): Promise<string> {
  const http = createServer((request, response) => request.resume().on('end', () => response.end()))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  cleanUp(() => new Promise((resolve) => http.close(() => resolve())))
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/`
}

/** An account with a key and a signed-in person, with the headers of each. */
export async function tenant(server: TestServer) {
  const { db, secrets } = server.app.foundation
  const { access } = server.app.services
  const person = await somebody(server, 'elite')
  const account = access.directory.account(person.accountId)!
  const { key, text } = await db.tx((tx) => createKey(tx, secrets, account, { mode: 'live' }))
  await access.directory.sync()
  const session = await pageHeadersOf(server, person.browser)
  return { ...person, keyId: key.id, key: text, csrf: session['x-csrf-token'], session }
}

export type Tenant = Awaited<ReturnType<typeof tenant>>

const FILE_OF_ADDRESSES = 'address\n1 Made St\n'

/** One resource of every kind by its path prefix, and every secret returned on the way. */
export async function createResources(server: TestServer, owner: Tenant) {
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
  const feed = await post('/api/v1/feeds', { name: 'Made', kind: 'csv' })
  const bytes = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' }
  const sent = await fetch(`${server.url}/api/v1/files`, { method: 'POST', headers: bytes, body: FILE_OF_ADDRESSES })
  const file = ((await sent.json()) as { data: { id: string } }).data
  // Without a catalogue no listing has one.
  const at = new Date().toISOString()
  const home = {
    id: `hom_${accountId}`,
    account_id: accountId,
    dataset: 'production',
    building_id: 1,
    unit: '1',
  } as const
  await server.app.foundation.db.query
    .insertInto('homes')
    .values({ ...home, status: 'active', listings: 1, first_seen: at, last_seen: null, updated_at: at })
    .execute()
  const grants = await server.get('/api/v1/oauth/grants', undefined, owner.session)
  const members = await server.get('/api/v1/people', undefined, owner.session)
  // Only people with a verified address can invite.
  const { accountPeople, sessions } = server.app.services.access
  const session = (await sessions.find(owner.session.cookie))!
  const invited = await accountPeople.invite(
    { ...session, person: { ...session.person, email_verified_at: new Date().toISOString() } },
    { email: `colleague-of-${accountId}@example.com`, account_role: 'viewer' },
    SYSTEM,
  )
  const ids = {
    '/api/v1/people/': members.body.data[0].id,
    '/api/v1/invitations/': invited.id,
    '/api/v1/api-keys/': rotated.id,
    '/api/v1/oauth/applications/': robot.id,
    '/api/v1/oauth/grants/': grants.body.data[0].id,
    '/api/v1/feeds/': feed.id,
    '/api/v1/files/': file.id,
    '/api/v1/homes/': home.id,
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
