// People, sessions and what protects them, over real HTTP; the mail is read from the file it is written to.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PersonSchema, SessionSchema } from '../../src/contract/people-schemas.ts'
import { dumpOf } from '../support/dump.ts'
import type { Answer, TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
const PASSWORD = 'correct horse battery'
/** Everything secret that the tests below have seen. */
const secrets: string[] = []

beforeAll(async () => {
  server = await startServer({ PASSWORD_COST: '14', TRUST_PROXY: '1' })
})
afterAll(() => server.stop())

let callers = 0
/** Each from a network address of its own: attempts are limited by it. */
const from = () => ({ 'x-forwarded-for': `198.51.100.${(callers++ % 250) + 1}` })

interface Browser {
  readonly cookie: string
  readonly csrf: string
}

async function account(email: string): Promise<{ id: string; key: string }> {
  const { body } = await server.send('POST', '/api/v1/accounts', { email }, undefined, from())
  secrets.push(body.data.api_key.key)
  return { id: body.data.account.id, key: body.data.api_key.key }
}

async function person(email: string, password = PASSWORD) {
  const made = await account(email)
  const answer = await server.send('POST', '/api/v1/people', { password }, made.key, from())
  expect(answer.status).toBe(201)
  return { ...made, person: PersonSchema.parse(answer.body.data) }
}

const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = from()) =>
  server.send('POST', '/api/v1/sessions', { email, password }, undefined, headers)

function browserOf(answer: Answer): Browser {
  const cookie = /^(__Host-plinth_session=[^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
  secrets.push(cookie.slice(cookie.indexOf('=') + 1))
  return { cookie, csrf: answer.body.data.csrf_token }
}

/** As a page of ours would ask. */
const asPage = ({ cookie, csrf }: Browser) => ({ cookie, 'x-csrf-token': csrf, origin: server.url, ...from() })

async function letters(to: string): Promise<string[]> {
  await server.app.services.access.signIn.emailsSent()
  const file = readFileSync(join(server.dataDir, 'mail.txt'), 'utf8')
  return file.split('\n----\n').filter((letter) => letter.startsWith(`To: ${to}\n`))
}

async function tokenFor(to: string, kind: 'verify' | 'reset'): Promise<string> {
  const found = (await letters(to)).flatMap((letter) => new RegExp(`/${kind}/(\\S+)`).exec(letter)?.[1] ?? [])
  secrets.push(...found)
  return found.at(-1)!
}

async function verified(email: string) {
  const made = await person(email)
  const token = await tokenFor(email, 'verify')
  const answer = await server.send('POST', '/api/v1/people/verify', { token, password: PASSWORD }, undefined, from())
  expect(answer.status).toBe(200)
  return made
}

describe('the link that proves an address', () => {
  it('is sent again to whoever is signed in, without a password; the one before is worth nothing then', async () => {
    await person('again@example.com')
    const first = await tokenFor('again@example.com', 'verify')
    const page = browserOf(await signIn('again@example.com'))
    const path = '/api/v1/people/verify'
    const sent = await server.send('POST', `${path}/resend`, {}, undefined, asPage(page))
    expect([sent.status, sent.body]).toEqual([202, { data: { accepted: true } }])
    const second = await tokenFor('again@example.com', 'verify')
    const prove = (token: string) => server.send('POST', path, { token }, undefined, asPage(page))
    expect((await prove(first)).body.code).toBe('link_expired')
    expect((await prove(second)).status).toBe(200)
    const before = (await letters('again@example.com')).length
    const once = await server.send('POST', `${path}/resend`, {}, undefined, asPage(page))
    expect([once.status, once.text]).toEqual([202, sent.text])
    expect((await letters('again@example.com')).length).toBe(before)
  })

  it('to an address that is somebody’s already is answered alike, and told to its owner', async () => {
    await verified('owner@example.com')
    const other = await account('other@example.com')
    const claim = { email: 'owner@example.com', password: 'another horse battery', sign_in: true }
    const made = await server.send('POST', '/api/v1/people', claim, other.key, from())
    const cookie = /^(__Host-plinth_session=[^;]+)/.exec(made.headers.get('set-cookie') ?? '')![1]!
    const session = await server.get('/api/v1/sessions/current', undefined, { cookie })
    const page = { cookie, csrf: session.body.data.csrf_token }
    const sent = await server.send('POST', '/api/v1/people/verify/resend', {}, undefined, asPage(page))
    expect([sent.status, sent.body]).toEqual([202, { data: { accepted: true } }])
    expect((await letters('owner@example.com')).at(-1)).toContain('You can already sign in')
  })
})

describe('signing in', () => {
  it('gives a host-bound cookie and a token, and the session calls as the account', async () => {
    const { id } = await person('ann@example.com')
    const answer = await signIn('Ann@Example.com')
    expect(answer.status).toBe(201)
    const data = SessionSchema.parse(answer.body.data)
    expect([data.account.id, data.person.email, data.person.email_verified_at]).toEqual([id, 'ann@example.com', null])
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-plinth_session=pl_sess_\w{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/,
    )
    const browser = browserOf(answer)
    const me = await server.get('/api/v1/me', undefined, { cookie: browser.cookie })
    expect(me.body.data).toMatchObject({
      account: { id },
      credential: { kind: 'session', mode: 'test' },
      plan: 'sandbox',
    })
    expect(me.headers.get('ratelimit-policy')).toContain('q=60')
    const now = await server.get('/api/v1/sessions/current', undefined, { cookie: browser.cookie })
    expect(now.body.data).toEqual(answer.body.data)
  })

  it('is metered like a key: its requests are in the account’s usage', async () => {
    const { key } = await person('meter@example.com')
    const browser = browserOf(await signIn('meter@example.com'))
    const read = async () => (await server.get('/api/v1/usage', key)).body.data.used.requests
    const before = await read()
    await server.get('/api/v1/me', undefined, { cookie: browser.cookie })
    expect((await read()) - before).toBe(2)
  })

  it('on a paid plan acts on live data', async () => {
    const { id } = await person('paid@example.com')
    await server.send('PATCH', `/api/v1/operator/accounts/${id}`, { plan: 'pro' }, operatorKey())
    const browser = browserOf(await signIn('paid@example.com'))
    const me = await server.get('/api/v1/me', undefined, { cookie: browser.cookie })
    expect([me.body.data.plan, me.body.data.dataset]).toEqual(['pro', 'production'])
  })

  it('says the same about a wrong password and an unknown address', async () => {
    await person('known@example.com')
    const wrong = await signIn('known@example.com', 'not this one')
    const unknown = await signIn('unknown@example.com', 'not this one')
    const { request_id: _, ...said } = wrong.body
    const { request_id: __, ...saidToo } = unknown.body
    expect([wrong.status, said.code]).toEqual([401, 'invalid_credentials'])
    expect(saidToo).toEqual(said)
  })

  it('does not believe an address that the caller wrote himself', async () => {
    const tries = (spoofed: number) => ({ 'x-forwarded-for': `10.1.1.${spoofed}, 192.0.2.77` })
    for (let i = 0; i < 10; i++) expect((await signIn('nobody@example.com', PASSWORD, tries(i))).status).toBe(401)
    const refused = await signIn('nobody@example.com', PASSWORD, tries(11))
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.headers.get('ratelimit')).toBe(`"failures";r=0;t=${refused.headers.get('retry-after')}`)
  })

  it('is limited by the caller’s address', async () => {
    const here = { 'x-forwarded-for': '203.0.113.9' }
    const answers = []
    for (let i = 0; i < 11; i++) answers.push(await signIn(`nobody${i}@example.com`, 'not this one', here))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429])
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('opens a new session each time, and ends the one that came with it', async () => {
    await person('twice@example.com')
    const first = browserOf(await signIn('twice@example.com'))
    const second = browserOf(await signIn('twice@example.com', PASSWORD, { ...from(), cookie: first.cookie }))
    expect(second.cookie).not.toBe(first.cookie)
    expect((await server.get('/api/v1/me', undefined, { cookie: first.cookie })).status).toBe(401)
    expect((await server.get('/api/v1/me', undefined, { cookie: second.cookie })).status).toBe(200)
  })
})

describe('a request with a session that changes something', () => {
  const create = (headers: Record<string, string>) =>
    server.send('POST', '/api/v1/api-keys', { mode: 'test' }, undefined, headers)

  it('needs the token and our own origin', async () => {
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
      const answer = await create(headers)
      expect([headers, answer.status, answer.body.code]).toEqual([headers, 403, 'csrf_token_invalid'])
    }
    expect((await create({ cookie, 'x-csrf-token': csrf, origin: server.url })).status).toBe(201)
    expect((await create({ cookie, 'x-csrf-token': csrf, 'sec-fetch-site': 'same-origin' })).status).toBe(201)
  })

  it('never overrides an Authorization header', async () => {
    await person('both@example.com')
    const { cookie } = browserOf(await signIn('both@example.com'))
    const other = await account('other@example.com')
    const answer = await server.get('/api/v1/me', other.key, { cookie })
    expect(answer.body.data.account.id).toBe(other.id)
    expect((await server.get('/api/v1/me', 'pl_test_wrong', { cookie })).status).toBe(401)
  })

  it('a cookie that comes twice, or is not one of ours, is none', async () => {
    await person('cookies@example.com')
    const { cookie } = browserOf(await signIn('cookies@example.com'))
    const name = '__Host-plinth_session'
    for (const bad of [
      `${cookie}; ${cookie}`,
      `${cookie}x`,
      `x${cookie}`,
      `${name}=`,
      `${name}=pl_sess_${'0'.repeat(43)}`,
    ]) {
      const answer = await server.get('/api/v1/me', undefined, { cookie: bad, ...from() })
      expect([bad, answer.status]).toEqual([bad, 401])
    }
    expect((await server.get('/api/v1/me', undefined, { cookie: `a=b; ${cookie}; c=d` })).status).toBe(200)
  })
})

describe('a session ends', () => {
  const alive = async ({ cookie }: Browser) =>
    (await server.get('/api/v1/me', undefined, { cookie, ...from() })).status === 200

  it('by signing out, and the browser is told to forget it', async () => {
    await person('out@example.com')
    const browser = browserOf(await signIn('out@example.com'))
    const answer = await server.send('DELETE', '/api/v1/sessions/current', {}, undefined, asPage(browser))
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expect(await alive(browser)).toBe(false)
  })

  it('by a change of the password, everywhere but here, where its id changes', async () => {
    await person('change@example.com')
    const [here, there] = [browserOf(await signIn('change@example.com')), browserOf(await signIn('change@example.com'))]
    const path = '/api/v1/people/password'
    const wrong = await server.send(
      'POST',
      path,
      { old: 'not this one', new: 'a new password' },
      undefined,
      asPage(here),
    )
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
    const answer = await server.send('POST', path, { old: PASSWORD, new: 'a new password' }, undefined, asPage(here))
    expect(answer.status).toBe(200)
    expect([await alive(here), await alive(there), await alive(browserOf(answer))]).toEqual([false, false, true])
    expect((await signIn('change@example.com')).status).toBe(401)
    expect((await signIn('change@example.com', 'a new password')).status).toBe(201)
  })

  it('for a suspended person for good: a key of the account opens none either, and changes nothing', async () => {
    const { person: who, key } = await person('barred@example.com')
    await server.send('PATCH', `/api/v1/operator/people/${who.id}`, { status: 'suspended' }, operatorKey())
    const wish = { email: 'other@example.com', password: PASSWORD, sign_in: true }
    const answer = await server.send('POST', '/api/v1/people', wish, key, from())
    expect([answer.status, answer.body.code]).toEqual([403, 'account_suspended'])
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await signIn('barred@example.com')).body.code).toBe('account_suspended')
  })

  it('by the suspension of the person, or of the account', async () => {
    const one = await verified('suspended@example.com')
    const browser = browserOf(await signIn('suspended@example.com'))
    await server.send('PATCH', `/api/v1/operator/accounts/${one.id}`, { status: 'suspended' }, operatorKey())
    const answer = await server.get('/api/v1/me', undefined, { cookie: browser.cookie })
    expect([answer.status, answer.body.code]).toEqual([403, 'account_suspended'])
  })
})

describe('an address', () => {
  it('is proved by the mailed link and the password, once', async () => {
    await person('prove@example.com')
    const token = await tokenFor('prove@example.com', 'verify')
    const path = '/api/v1/people/verify'
    const bare = await server.send('POST', path, { token }, undefined, from())
    expect([bare.status, bare.body.code]).toEqual([400, 'missing_parameter'])
    const wrong = await server.send('POST', path, { token, password: 'not this one' }, undefined, from())
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
    const answer = await server.send('POST', path, { token, password: PASSWORD }, undefined, from())
    expect(answer.body.data.email_verified_at).not.toBeNull()
    const again = await server.send('POST', path, { token, password: PASSWORD }, undefined, from())
    expect([again.status, again.body.code]).toEqual([410, 'link_expired'])
    expect(statSync(join(server.dataDir, 'mail.txt')).mode & 0o777).toBe(0o600)
  })

  it('is proved from the page where its claimant is signed in, without the password', async () => {
    await person('here@example.com')
    const browser = browserOf(await signIn('here@example.com'))
    const token = await tokenFor('here@example.com', 'verify')
    const answer = await server.send('POST', '/api/v1/people/verify', { token }, undefined, asPage(browser))
    expect(answer.status).toBe(200)
  })

  it('claimed by a stranger first goes to its owner: the stranger is out, but for the key of his own account', async () => {
    const stranger = await person('victim@example.com', 'the stranger’s own')
    const inside = browserOf(await signIn('victim@example.com', 'the stranger’s own'))
    const owner = await verified('victim@example.com')
    expect(owner.person.id).not.toBe(stranger.person.id)
    expect((await server.get('/api/v1/me', undefined, { cookie: inside.cookie })).status).toBe(401)
    expect((await signIn('victim@example.com', 'the stranger’s own')).status).toBe(401)
    expect((await server.get('/api/v1/me', stranger.key)).status).toBe(200)
    const signed = await signIn('victim@example.com')
    expect(signed.body.data.account.id).toBe(owner.id)
  })

  it('that is proved stays with its owner: a later claim changes nothing, gets the same answer, and no link', async () => {
    const owner = await verified('mine@example.com')
    const before = (await letters('mine@example.com')).length
    const late = await person('mine@example.com', 'a later password')
    expect(late.person).toMatchObject({ email: 'mine@example.com', email_verified_at: null })
    const sent = (await letters('mine@example.com')).slice(before)
    expect([sent.length, sent[0]?.includes('/verify/')]).toEqual([1, false])
    expect((await signIn('mine@example.com')).body.data.account.id).toBe(owner.id)
    const replace = await server.send('POST', '/api/v1/people', { password: 'taken over by key' }, owner.key, from())
    expect([replace.status, replace.body.code]).toEqual([409, 'state_conflict'])
  })
})

describe('a forgotten password', () => {
  const ask = (email: string) => server.send('POST', '/api/v1/people/reset', { email }, undefined, from())
  const confirm = (token: string, password: string) =>
    server.send('POST', '/api/v1/people/reset/confirm', { token, password }, undefined, from())

  it('is replaced by the mailed link, once, and every session ends', async () => {
    await verified('forgot@example.com')
    const browser = browserOf(await signIn('forgot@example.com'))
    expect((await ask('forgot@example.com')).status).toBe(202)
    const token = await tokenFor('forgot@example.com', 'reset')
    expect((await confirm(token, 'short')).status).toBe(400)
    expect((await confirm(token, 'a fresh password')).status).toBe(204)
    expect((await confirm(token, 'another password')).body.code).toBe('link_expired')
    expect((await server.get('/api/v1/me', undefined, { cookie: browser.cookie })).status).toBe(401)
    expect((await signIn('forgot@example.com', 'a fresh password')).status).toBe(201)
  })

  it('gets the same answer for any address, and a letter only where it is proved', async () => {
    await person('unproved@example.com')
    await tokenFor('unproved@example.com', 'verify')
    const [known, unknown] = [await ask('unproved@example.com'), await ask('nobody@example.com')]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    expect((await letters('unproved@example.com')).filter((letter) => letter.includes('/reset/'))).toEqual([])
    expect(await letters('nobody@example.com')).toEqual([])
  })

  it('a link for one purpose is none for the other', async () => {
    await person('purpose@example.com')
    const token = await tokenFor('purpose@example.com', 'verify')
    expect((await confirm(token, 'a fresh password')).body.code).toBe('link_expired')
  })
})

it.each([
  ['too short', 'nine char'],
  ['too long', 'ab'.repeat(101)],
  ['among the first anybody would try', 'Password123'],
  ['one letter', 'aaaaaaaaaaaa'],
  ['the address itself', 'weak@example.com'],
])('a password is refused that is %s', async (_, password) => {
  const { key } = await account('weak@example.com')
  const answer = await server.send('POST', '/api/v1/people', { password }, key, from())
  expect([answer.status, answer.body.errors[0]?.pointer]).toEqual([400, '/password'])
})

describe('none of the passwords, sessions, links and keys of the tests above', () => {
  it('is in the database, in any table', async () => {
    const dump = await dumpOf(server.app.foundation.db)
    expect(dump).toContain('victim@example.com')
    expect(secrets.length).toBeGreaterThan(40)
    expect(secrets.filter((secret) => dump.includes(secret.slice(8)))).toEqual([])
    expect(dump).not.toContain(PASSWORD)
  })

  it('is in the log', () => {
    expect(server.log()).toContain('/api/v1/people/verify')
    expect(secrets.filter((secret) => server.log().includes(secret.slice(12)))).toEqual([])
    expect(server.log()).not.toContain(PASSWORD)
  })
})

function operatorKey(): string {
  return readFileSync(join(server.dataDir, 'operator-key'), 'utf8').trim()
}
