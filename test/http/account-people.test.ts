// Invitations and account roles over real HTTP: pages, sessions, keys and tools.
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { SCOPES } from '../../src/access/rights/plans.ts'
import { InvitationSchema, MemberSchema, SessionSchema } from '../../src/http/account/people-schemas.ts'
import { peopleOf } from '../support/credentials.ts'
import { Browser } from '../support/oauth-flow.ts'
import { emailedToken, PASSWORD } from '../support/people.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
afterAll(() => server.stop())

interface Person {
  readonly id: string
  readonly headers: Record<string, string>
}

function personOf(setCookie: string | null, session: { person: { id: string }; csrf_token: string }): Person {
  const cookie = setCookie!.split(';')[0]!
  return { id: session.person.id, headers: { cookie, origin: server.url, 'x-csrf-token': session.csrf_token } }
}

/** A verified owner of a new account, signed in. */
async function owner(): Promise<Person> {
  const [credential] = (await peopleOf(server, 'sandbox', null)).slice(-1)
  const headers = { ...credential!.headers }
  const { body } = await server.get('/api/v1/sessions/current', undefined, headers)
  return { id: SessionSchema.parse(body.data).person.id, headers }
}

const as = (person: Person, method: string, path: string, body: unknown = method === 'GET' ? undefined : {}) =>
  server.send(method, path, body, undefined, person.headers)

async function invited(by: Person, email: string, account_role: string): Promise<Person> {
  const created = await as(by, 'POST', '/api/v1/invitations', { email, account_role })
  expect(created.status, created.text).toBe(201)
  InvitationSchema.strict().parse(created.body.data)
  const token = await emailedToken(server, email, 'invitations')
  const accepted = await server.send('POST', '/api/v1/invitations/accept', { token, password: PASSWORD })
  expect(accepted.status, accepted.text).toBe(201)
  return personOf(accepted.headers.get('set-cookie'), accepted.body.data)
}

it('a viewer reads, a developer changes, an owner manages people, and a new role applies at once', async () => {
  const ann = await owner()
  const bob = await invited(ann, 'bob@roles.example', 'viewer')
  const members = (await as(bob, 'GET', '/api/v1/people')).body.data
  expect(members.map((member: unknown) => MemberSchema.strict().parse(member).account_role)).toEqual([
    'owner',
    'viewer',
  ])
  for (const path of ['/api/v1/api-keys', '/api/v1/usage', '/api/v1/listings', '/api/v1/webhooks/deliveries'])
    expect((await as(bob, 'GET', path)).status, path).toBe(200)
  expect((await as(bob, 'POST', '/api/v1/building-links', { address: '1480 howe' })).status).toBe(200)
  const scopesOf = async (person: Person): Promise<string[]> =>
    SessionSchema.parse((await as(person, 'GET', '/api/v1/sessions/current')).body.data).scopes
  expect(await scopesOf(bob)).toEqual(SCOPES.filter((scope) => !/:(manage|write)$/.test(scope)))
  expect(await scopesOf(ann)).toEqual(expect.arrayContaining([...SCOPES]))
  const refused = await as(bob, 'POST', '/api/v1/api-keys', { mode: 'test' })
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({
    code: 'account_role_required',
    account_role: 'viewer',
    required_role: 'developer',
  })
  await as(ann, 'PATCH', `/api/v1/people/${bob.id}`, { account_role: 'developer' })
  expect(await scopesOf(bob)).toContain('keys:manage')
  const created = await as(bob, 'POST', '/api/v1/api-keys', { mode: 'test', name: 'Bob’s' })
  expect(created.body.data).toMatchObject({ created_by: bob.id, created_by_email: 'bob@roles.example' })
  expect((await as(bob, 'DELETE', `/api/v1/people/${ann.id}`)).body.code).toBe('account_role_required')
  expect((await as(ann, 'DELETE', `/api/v1/people/${ann.id}`)).body.code).toBe('state_conflict')
  expect((await as(ann, 'DELETE', `/api/v1/people/${bob.id}`)).status).toBe(204)
  expect((await as(bob, 'GET', '/api/v1/people')).body.code).toBe('expired_credentials')
  expect((await server.get('/api/v1/me', created.body.data.key)).status).toBe(200)
})

it('the emailed page accepts an invitation', async () => {
  const ann = await owner()
  const browser = new Browser(server.url)
  await as(ann, 'POST', '/api/v1/invitations', { email: 'bob@pages.example', account_role: 'developer' })
  const path = `/invitations/${await emailedToken(server, 'bob@pages.example', 'invitations')}`
  const page = await (await browser.open(path)).text()
  expect(page).toContain('bob@pages.example')
  const csrf_token = /name="csrf_token" value="([^"]+)"/.exec(page)![1]!
  const post = (password: string) =>
    browser.open(path, {
      method: 'POST',
      body: new URLSearchParams({ csrf_token, password }),
      headers: { origin: server.url },
    })
  const short = await post('short')
  expect([short.status, await short.text()]).toEqual([400, expect.stringContaining('10 to 200 characters')])
  await browser.open(`${path}?lang=fr`)
  const accepted = await post(PASSWORD)
  expect([accepted.status, accepted.headers.get('location')]).toEqual([303, '/account'])
  expect((await browser.open(path)).status).toBe(410)
  const { data } = (await (await browser.open('/api/v1/sessions/current')).json()) as {
    data: { account_role: string; person: { email: string; language: string } }
  }
  expect(data).toMatchObject({ account_role: 'developer', person: { email: 'bob@pages.example', language: 'fr' } })
})

it('names the file of emails to callers on this machine, and to nobody behind a proxy', async () => {
  const ann = await owner()
  const fileFor = async (headers: Record<string, string>) => {
    const person = { ...ann, headers: { ...ann.headers, ...headers } }
    return (await as(person, 'GET', '/api/v1/sessions/current')).body.data.mail_file
  }
  expect(await fileFor({})).toBe(join(server.dataDir, 'mail.txt'))
  expect(await fileFor({ 'x-forwarded-for': '203.0.113.7' })).toBeNull()
  expect(await fileFor({ via: '1.1 proxy' })).toBeNull()
})
