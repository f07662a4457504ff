// People, sessions, email verification and password reset over real HTTP.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { PersonSchema, SessionSchema } from '../../src/http/account/people-schemas.ts'
import {
  emailedToken,
  emailsTo,
  newNetwork,
  newOwner,
  operatorKeyOf,
  PASSWORD,
  signUp,
  verifiedOwner,
} from '../support/people.ts'
import type { Answer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ TRUST_PROXY: '1', CONTACT_EMAIL: 'sales@plinth.example' })
afterAll(() => server.stop())

interface Browser {
  readonly cookie: string
  readonly csrf: string
}

const post = (path: string, body: unknown, headers: Record<string, string> = newNetwork()) =>
  server.send('POST', `/api/v1/${path}`, body, undefined, headers)

const account = (email: string) => signUp(server, email)
const verified = (email: string) => verifiedOwner(server, email)
const mailTo = (to: string) => emailsTo(server, to)
const tokenFor = (to: string, kind: 'verify' | 'reset') => emailedToken(server, to, kind)

async function person(email: string, password = PASSWORD) {
  const owner = await newOwner(server, email, password)
  return { ...owner, person: PersonSchema.parse(owner.person) }
}

const signIn = (email: string, password = PASSWORD, headers?: Record<string, string>) =>
  post('sessions', { email, password }, headers)

function browserOf(response: Answer): Browser {
  const cookie = /^(__Host-plinth_session=[^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? ''
  return { cookie, csrf: response.body.data.csrf_token }
}

/** The headers a portal page sends. */
const pageHeaders = ({ cookie, csrf }: Browser) => ({
  cookie,
  'x-csrf-token': csrf,
  origin: server.url,
  ...newNetwork(),
})

describe('the email verification link', () => {
  it('is sent again to a signed-in person without a password, and expires the earlier link', async () => {
    await person('again@example.com')
    const first = await tokenFor('again@example.com', 'verify')
    const page = browserOf(await signIn('again@example.com'))
    const path = 'people/verify'
    const sent = await post(`${path}/resend`, {}, pageHeaders(page))
    expect([sent.status, sent.body]).toEqual([202, { data: { accepted: true } }])
    const second = await tokenFor('again@example.com', 'verify')
    const verify = (token: string) => post(path, { token }, pageHeaders(page))
    expect((await verify(first)).body.code).toBe('link_expired')
    expect((await verify(second)).status).toBe(200)
    const before = (await mailTo('again@example.com')).length
    const once = await post(`${path}/resend`, {}, pageHeaders(page))
    expect([once.status, once.text]).toEqual([202, sent.text])
    expect((await mailTo('again@example.com')).length).toBe(before)
  })

  it('for an address that already has an owner gets the same response, and the owner an email', async () => {
    await verified('owner@example.com')
    const other = await account('other@example.com')
    const claim = { email: 'owner@example.com', password: 'another horse battery', sign_in: true }
    const created = await server.send('POST', '/api/v1/people', claim, other.key, newNetwork())
    const cookie = /^(__Host-plinth_session=[^;]+)/.exec(created.headers.get('set-cookie') ?? '')![1]!
    const session = await server.get('/api/v1/sessions/current', undefined, { cookie })
    const page = { cookie, csrf: session.body.data.csrf_token }
    const sent = await post('people/verify/resend', {}, pageHeaders(page))
    expect([sent.status, sent.body]).toEqual([202, { data: { accepted: true } }])
    expect((await mailTo('owner@example.com')).at(-1)).toContain('You can already sign in')
  })
})

describe('signing in', () => {
  it('returns a host-bound cookie and a CSRF token, and the session acts for the account', async () => {
    const { id } = await person('ann@example.com')
    const response = await signIn('Ann@Example.com')
    expect(response.status).toBe(201)
    const data = SessionSchema.parse(response.body.data)
    expect([data.account.id, data.person.email, data.person.email_verified_at]).toEqual([id, 'ann@example.com', null])
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-plinth_session=pl_sess_\w{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/,
    )
    const browser = browserOf(response)
    const me = await server.get('/api/v1/me', undefined, { cookie: browser.cookie })
    expect(me.body.data).toMatchObject({
      account: { id },
      credential: { kind: 'session', mode: 'test' },
      plan: 'sandbox',
    })
    expect(me.headers.get('ratelimit-policy')).toContain('q=60')
    const now = await server.get('/api/v1/sessions/current', undefined, { cookie: browser.cookie })
    expect(now.body.data).toEqual(response.body.data)
  })

  it('counts the lookups of a session, but not its requests', async () => {
    const { key } = await person('meter@example.com')
    const { cookie } = browserOf(await signIn('meter@example.com'))
    const read = async () => (await server.get('/api/v1/usage', key)).body.data.used
    const before = await read()
    const browse = (path: string) => server.get(`/api/v1${path}`, undefined, { cookie })
    for (const path of ['/me', '/projects', '/building-links?address=1480+howe']) {
      const response = await browse(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('ratelimit')).toContain('"minute"')
    }
    const after = await read()
    // The request is the one that reads the usage.
    expect([after.requests - before.requests, after.lookups - before.lookups]).toEqual([1, 1])
  })

  it('on a paid plan gives access to live data', async () => {
    const { id } = await person('paid@example.com')
    await server.send('PATCH', `/api/v1/operator/accounts/${id}`, { plan: 'pro' }, operatorKeyOf(server))
    const browser = browserOf(await signIn('paid@example.com'))
    const me = await server.get('/api/v1/me', undefined, { cookie: browser.cookie })
    expect([me.body.data.plan, me.body.data.dataset]).toEqual(['pro', 'production'])
  })

  it('returns the same error for a wrong password and an unknown address', async () => {
    await person('known@example.com')
    const wrong = await signIn('known@example.com', 'not this one')
    const unknown = await signIn('unknown@example.com', 'not this one')
    const { request_id: _, ...wrongBody } = wrong.body
    const { request_id: __, ...unknownBody } = unknown.body
    expect([wrong.status, wrongBody.code]).toEqual([401, 'invalid_credentials'])
    expect(unknownBody).toEqual(wrongBody)
  })

  it('ignores a network address that the client adds to X-Forwarded-For', async () => {
    const spoofedHeaders = (spoofed: number) => ({ 'x-forwarded-for': `10.1.1.${spoofed}, 192.0.2.77` })
    for (let i = 0; i < 10; i++)
      expect((await signIn('nobody@example.com', PASSWORD, spoofedHeaders(i))).status).toBe(401)
    const refused = await signIn('nobody@example.com', PASSWORD, spoofedHeaders(11))
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.headers.get('ratelimit')).toBe(`"failures";r=0;t=${refused.headers.get('retry-after')}`)
  })

  it('opens a new session each time, and ends the session sent with the request', async () => {
    await person('twice@example.com')
    const first = browserOf(await signIn('twice@example.com'))
    const second = browserOf(await signIn('twice@example.com', PASSWORD, { ...newNetwork(), cookie: first.cookie }))
    expect(second.cookie).not.toBe(first.cookie)
    expect((await server.get('/api/v1/me', undefined, { cookie: first.cookie })).status).toBe(401)
    expect((await server.get('/api/v1/me', undefined, { cookie: second.cookie })).status).toBe(200)
  })
})

describe('a write request with a session', () => {
  const create = (headers: Record<string, string>) =>
    server.send('POST', '/api/v1/api-keys', { mode: 'test' }, undefined, headers)

  it('needs the CSRF token and the server’s own origin', async () => {
    await person('csrf@example.com')
    const browser = browserOf(await signIn('csrf@example.com'))
    const other = browserOf(await signIn('csrf@example.com'))
    const { cookie, csrf } = browser
    const refused = [
      { cookie, origin: server.url },
      { cookie, 'x-csrf-token': csrf },
      { cookie, 'x-csrf-token': other.csrf, origin: server.url },
      { cookie, 'x-csrf-token': csrf, origin: 'https://evil.example' },
      { cookie, 'x-csrf-token': csrf, origin: 'null' },
      { cookie, 'x-csrf-token': csrf, 'sec-fetch-site': 'cross-site' },
      { cookie, 'x-csrf-token': csrf, 'sec-fetch-site': 'same-site' },
      { cookie, 'x-csrf-token': csrf, origin: server.url, 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of refused) {
      const response = await create(headers)
      expect([headers, response.status, response.body.code]).toEqual([headers, 403, 'csrf_token_invalid'])
    }
    expect((await create({ cookie, 'x-csrf-token': csrf, origin: server.url })).status).toBe(201)
    expect((await create({ cookie, 'x-csrf-token': csrf, 'sec-fetch-site': 'same-origin' })).status).toBe(201)
  })

  it('never overrides an Authorization header', async () => {
    await person('both@example.com')
    const { cookie } = browserOf(await signIn('both@example.com'))
    const other = await account('other@example.com')
    const response = await server.get('/api/v1/me', other.key, { cookie })
    expect(response.body.data.account.id).toBe(other.id)
    expect((await server.get('/api/v1/me', 'pl_test_wrong', { cookie })).status).toBe(401)
  })

  it('acts on the sandbox in test mode, and on live data without it', async () => {
    const owner = { email: 'mode@example.com', password: PASSWORD }
    await server.send('POST', '/api/v1/people', owner, await server.newKey('pro'), newNetwork())
    const headers = pageHeaders(browserOf(await signIn(owner.email)))
    const test = { ...headers, 'x-plinth-mode': 'test' }
    const me = async (sent: Record<string, string>) => (await server.get('/api/v1/me', undefined, sent)).body.data
    expect(await me(test)).toMatchObject({ dataset: 'sandbox', plan: 'sandbox', credential: { mode: 'test' } })
    expect((await server.get('/api/v1/projects', undefined, test)).body.meta.total).toBe(15)
    expect(await me(headers)).toMatchObject({ dataset: 'production', plan: 'pro', credential: { mode: 'live' } })
    // As a test key, it cannot make a key that reads live data.
    const made = await server.send('POST', '/api/v1/api-keys', { mode: 'live' }, undefined, test)
    expect([made.status, made.body.code]).toEqual([403, 'insufficient_scope'])
  })

  it('is rejected when the cookie is duplicated or invalid', async () => {
    await person('cookies@example.com')
    const { cookie } = browserOf(await signIn('cookies@example.com'))
    const name = '__Host-plinth_session'
    for (const invalid of [
      `${cookie}; ${cookie}`,
      `${cookie}x`,
      `x${cookie}`,
      `${name}=`,
      `${name}=pl_sess_${'0'.repeat(43)}`,
    ]) {
      const response = await server.get('/api/v1/me', undefined, { cookie: invalid, ...newNetwork() })
      expect([invalid, response.status]).toEqual([invalid, 401])
    }
    expect((await server.get('/api/v1/me', undefined, { cookie: `a=b; ${cookie}; c=d` })).status).toBe(200)
  })
})

describe('a session ends', () => {
  const isActive = async ({ cookie }: Browser) =>
    (await server.get('/api/v1/me', undefined, { cookie, ...newNetwork() })).status === 200

  it('on signing out, which also clears the cookie', async () => {
    await person('out@example.com')
    const browser = browserOf(await signIn('out@example.com'))
    const response = await server.send('DELETE', '/api/v1/sessions/current', {}, undefined, pageHeaders(browser))
    expect([response.status, response.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expect(await isActive(browser)).toBe(false)
  })

  it('when the password changes, except the current one, which gets a new id', async () => {
    await person('change@example.com')
    const [current, other] = [
      browserOf(await signIn('change@example.com')),
      browserOf(await signIn('change@example.com')),
    ]
    const path = 'people/password'
    const wrong = await post(path, { old: 'not this one', new: 'a new password' }, pageHeaders(current))
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
    const response = await post(path, { old: PASSWORD, new: 'a new password' }, pageHeaders(current))
    expect(response.status).toBe(200)
    expect([await isActive(current), await isActive(other), await isActive(browserOf(response))]).toEqual([
      false,
      false,
      true,
    ])
    expect((await signIn('change@example.com')).status).toBe(401)
    expect((await signIn('change@example.com', 'a new password')).status).toBe(201)
  })

  it('for a suspended person, and a key of the account cannot open a new one', async () => {
    const { person: who, key } = await person('barred@example.com')
    await server.send('PATCH', `/api/v1/operator/people/${who.id}`, { status: 'suspended' }, operatorKeyOf(server))
    const body = { email: 'other@example.com', password: PASSWORD, sign_in: true }
    const response = await server.send('POST', '/api/v1/people', body, key, newNetwork())
    expect([response.status, response.body.code]).toEqual([403, 'account_suspended'])
    expect(response.headers.get('set-cookie')).toBeNull()
    expect((await signIn('barred@example.com')).body.code).toBe('account_suspended')
  })
})

describe('an email address', () => {
  it('is verified once, with the emailed link and the password', async () => {
    await person('prove@example.com')
    const token = await tokenFor('prove@example.com', 'verify')
    const path = 'people/verify'
    const withoutPassword = await post(path, { token })
    expect([withoutPassword.status, withoutPassword.body.code]).toEqual([400, 'missing_parameter'])
    const wrong = await post(path, { token, password: 'not this one' })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
    const response = await post(path, { token, password: PASSWORD })
    expect(response.body.data.email_verified_at).not.toBeNull()
    const again = await post(path, { token, password: PASSWORD })
    expect([again.status, again.body.code]).toEqual([410, 'link_expired'])
    expect(statSync(join(server.dataDir, 'mail.txt')).mode & 0o777).toBe(0o600)
  })

  it('is verified without the password when the person is signed in', async () => {
    await person('here@example.com')
    const browser = browserOf(await signIn('here@example.com'))
    const token = await tokenFor('here@example.com', 'verify')
    const response = await post('people/verify', { token }, pageHeaders(browser))
    expect(response.status).toBe(200)
  })

  it('goes to the owner who verifies it: an earlier claimant is signed out but keeps their API key', async () => {
    const stranger = await person('victim@example.com', 'the stranger’s own')
    const strangerBrowser = browserOf(await signIn('victim@example.com', 'the stranger’s own'))
    const owner = await verified('victim@example.com')
    expect(owner.person.id).not.toBe(stranger.person.id)
    expect((await server.get('/api/v1/me', undefined, { cookie: strangerBrowser.cookie })).status).toBe(401)
    expect((await signIn('victim@example.com', 'the stranger’s own')).status).toBe(401)
    expect((await server.get('/api/v1/me', stranger.key)).status).toBe(200)
    const signed = await signIn('victim@example.com')
    expect(signed.body.data.account.id).toBe(owner.id)
  })

  it('stays with its verified owner: a later claim gets the same response and no link', async () => {
    const owner = await verified('mine@example.com')
    const before = (await mailTo('mine@example.com')).length
    const late = await person('mine@example.com', 'a later password')
    expect(late.person).toMatchObject({ email: 'mine@example.com', email_verified_at: null })
    const sent = (await mailTo('mine@example.com')).slice(before)
    expect([sent.length, sent[0]?.includes('/verify/')]).toEqual([1, false])
    expect((await signIn('mine@example.com')).body.data.account.id).toBe(owner.id)
    const replace = await server.send('POST', '/api/v1/people', { password: 'taken over by key' }, owner.key)
    expect([replace.status, replace.body.code]).toEqual([409, 'state_conflict'])
  })
})

describe('a forgotten password', () => {
  const requestReset = (email: string) => post('people/reset', { email })
  const confirm = (token: string, password: string) => post('people/reset/confirm', { token, password })

  it('is reset once with the emailed link, which ends every session', async () => {
    await verified('forgot@example.com')
    const browser = browserOf(await signIn('forgot@example.com'))
    expect((await requestReset('forgot@example.com')).status).toBe(202)
    const token = await tokenFor('forgot@example.com', 'reset')
    expect((await confirm(token, 'short')).status).toBe(400)
    expect((await confirm(token, 'a fresh password')).status).toBe(204)
    expect((await confirm(token, 'another password')).body.code).toBe('link_expired')
    expect((await server.get('/api/v1/me', undefined, { cookie: browser.cookie })).status).toBe(401)
    expect((await signIn('forgot@example.com', 'a fresh password')).status).toBe(201)
  })

  it('gets the same response for any address, and an email only if the address is verified', async () => {
    await person('unproved@example.com')
    await tokenFor('unproved@example.com', 'verify')
    const [known, unknown] = [await requestReset('unproved@example.com'), await requestReset('nobody@example.com')]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    expect((await mailTo('unproved@example.com')).filter((email) => email.includes('/reset/'))).toEqual([])
    expect(await mailTo('nobody@example.com')).toEqual([])
  })

  it('is not reset with an email verification link', async () => {
    await person('purpose@example.com')
    const token = await tokenFor('purpose@example.com', 'verify')
    expect((await confirm(token, 'a fresh password')).body.code).toBe('link_expired')
  })
})

it.each([
  ['too short', 'nine char'],
  ['too long', 'ab'.repeat(101)],
  ['a common password', 'Password123'],
  ['one repeated character', 'aaaaaaaaaaaa'],
  ['the email address', 'weak@example.com'],
])('rejects a password that is %s', async (_, password) => {
  const { key } = await account('weak@example.com')
  const response = await server.send('POST', '/api/v1/people', { password }, key, newNetwork())
  expect([response.status, response.body.errors[0]?.pointer]).toEqual([400, '/password'])
})

describe('a plan request', () => {
  it('sends the operator an email, is in the audit log, and is limited to three per hour', async () => {
    await verified('buyer@example.com')
    const browser = browserOf(await signIn('buyer@example.com'))
    const request = (body: unknown) => post('plan-requests', body, pageHeaders(browser))
    const message = 'Hello\nBcc: someone@example.com'
    const sent = await request({ plan: 'pro', message })
    expect([sent.status, sent.body]).toEqual([202, { data: { accepted: true } }])
    const [email] = (await mailTo('sales@plinth.example')).slice(-1)
    expect(email).toContain('Plan request: sandbox to pro')
    expect(email).toContain('buyer@example.com')
    // The message is in the body, where it cannot become a header.
    expect(email!.slice(email!.search(/\r?\n\r?\n/))).toContain('Bcc: someone@example.com')
    const log = await server.get('/api/v1/audit-log', undefined, { cookie: browser.cookie })
    expect(log.body.data[0]).toMatchObject({
      action: 'account.plan_requested',
      details: { from: 'sandbox', to: 'pro' },
    })
    expect((await request({ plan: 'sandbox' })).body.detail).toBe('Your account already has the plan sandbox.')
    expect((await request({ plan: 'gold' })).body.code).toBe('invalid_parameter')
    expect([(await request({ plan: 'elite' })).status, (await request({ plan: 'starter' })).status]).toEqual([202, 202])
    const limited = await request({ plan: 'pro' })
    expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(60)
  })
})
