// The language of pages: the order of signs, headers and the person's stored choice.
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { inFrench } from '../../src/http/pages/portal.ts'
import { newOwner, PASSWORD, signedInPage } from '../support/people.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ TRUST_PROXY: '1' })
afterAll(() => server.stop())

const languageOf = async (path: string, headers: Record<string, string> = {}) => {
  const { text, headers: received } = await server.get(path, undefined, headers)
  const lang = /<html lang="(\w+)">/.exec(text)?.[1]
  expect(received.get('content-language')).toBe(lang)
  return lang
}

let people = 0
async function newSession(headers: Record<string, string> = {}) {
  const email = `person${++people}@example.com`
  const { person } = await newOwner(server, email, PASSWORD, headers)
  const page = await signedInPage(server, email)
  return { cookie: page.cookie, page, person }
}

const chooseLanguage = (page: Record<string, string>, language: string) =>
  server.send('PATCH', '/api/v1/sessions/current', { language }, undefined, page)

describe('a portal page', () => {
  it('is English by default, and French where Accept-Language prefers it', async () => {
    expect(await languageOf('/plans')).toBe('en')
    expect(await languageOf('/plans', { 'accept-language': 'de, fr-CA;q=0.9, en;q=0.8' })).toBe('fr')
    expect(await languageOf('/plans', { 'accept-language': 'de' })).toBe('en')
  })

  it('follows ?lang= before the cookie, and the cookie before Accept-Language', async () => {
    const french = { cookie: 'plinth_language=fr', 'accept-language': 'en' }
    expect(await languageOf('/explore', french)).toBe('fr')
    expect(await languageOf('/explore?status=selling&lang=en', french)).toBe('en')
    expect(await languageOf('/explore?lang=de', french)).toBe('fr')
    expect(await languageOf('/explore', { cookie: 'plinth_language=de', 'accept-language': 'fr' })).toBe('fr')
  })

  it('remembers ?lang= in a cookie, and sets no cookie without it', async () => {
    const { headers } = await server.get('/?lang=fr')
    expect(headers.get('set-cookie')).toBe('plinth_language=fr; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax')
    expect((await server.get('/')).headers.get('set-cookie')).toBeNull()
    expect((await server.get('/?lang=de')).headers.get('set-cookie')).toBeNull()
  })

  it('has one ETag for each language, and tells caches what it depends on', async () => {
    const english = await server.get('/')
    const french = await server.get('/', undefined, { 'accept-language': 'fr' })
    expect(french.headers.get('etag')).not.toBe(english.headers.get('etag'))
    expect(french.headers.get('vary')).toMatch(/Accept-Language, Cookie/)
    const again = await server.get('/', undefined, { 'if-none-match': french.headers.get('etag')! })
    expect(again.status).toBe(200)
    const same = { 'accept-language': 'fr', 'if-none-match': french.headers.get('etag')! }
    expect((await server.get('/', undefined, same)).status).toBe(304)
  })

  it('names its alternates with absolute URLs', async () => {
    const { headers } = await server.get('/plans?lang=fr')
    const base = server.app.services.baseUrl
    expect(headers.get('link')).toBe(
      `<${base}/plans?lang=en>; rel="alternate"; hreflang="en", <${base}/plans?lang=fr>; rel="alternate"; hreflang="fr", ` +
        `<${base}/plans>; rel="alternate"; hreflang="x-default"`,
    )
  })

  it('has no English sentence left in its French frame', () => {
    const page = inFrench(readFileSync(new URL('../../portal/index.html', import.meta.url), 'utf8'))
    expect(page).not.toMatch(/needs JavaScript|finds the building/)
    expect(() => inFrench('<html lang="en">')).toThrow('no longer has')
  })
})

it('?lang= is accepted on a server-drawn page and refused by the API', async () => {
  expect((await server.get('/sign-in?lang=fr')).status).toBe(200)
  expect((await server.get('/api/v1/plans?lang=fr')).status).toBe(400)
})

describe('a person’s language', () => {
  it('is stored with PATCH /sessions/current and shows on a device without a cookie', async () => {
    const { cookie, page, person } = await newSession()
    expect(person.language).toBeNull()
    expect(await languageOf('/account', { cookie })).toBe('en')
    const changed = await chooseLanguage(page, 'fr')
    expect([changed.status, changed.body.data.person.language]).toEqual([200, 'fr'])
    expect(await languageOf('/account', { cookie })).toBe('fr')
    expect(await languageOf('/account', { cookie: `${cookie}; plinth_language=en` })).toBe('en')
    const session = await server.get('/api/v1/sessions/current', undefined, { cookie })
    expect(session.body.data.person.language).toBe('fr')
  })

  it('cannot be stored for a person who was deleted during the request', async () => {
    const { page, person } = await newSession()
    // Keeps the session in memory.
    expect((await server.get('/api/v1/sessions/current', undefined, page)).status).toBe(200)
    const { query } = server.app.foundation.db
    await query.deleteFrom('account_members').where('person_id', '=', person.id).execute()
    await query.deleteFrom('sessions').where('person_id', '=', person.id).execute()
    await query.deleteFrom('mailed_links').where('person_id', '=', person.id).execute()
    await query.deleteFrom('people').where('id', '=', person.id).execute()
    const { status, body } = await chooseLanguage(page, 'fr')
    expect([status, body.code]).toEqual([401, 'expired_credentials'])
  })

  it('starts as the language of the page where they chose a password', async () => {
    expect((await newSession({ 'accept-language': 'fr-CA' })).person.language).toBe('fr')
    expect((await newSession({ 'accept-language': '*' })).person.language).toBeNull()
  })

  it('is stored by ?lang= from our own pages, not from a link elsewhere', async () => {
    const { cookie } = await newSession()
    const stored = async () =>
      (await server.get('/api/v1/sessions/current', undefined, { cookie })).body.data.person.language
    for (const [path, from] of [
      ['/docs?lang=fr', { 'sec-fetch-site': 'cross-site' }],
      ['/docs?lang=fr', { referer: 'https://elsewhere.example/' }],
      ['/docs?lang=fr', {}],
    ] as const) {
      expect(await languageOf(path, { cookie, ...from })).toBe('fr')
      expect(await stored()).toBeNull()
    }
    expect(await languageOf('/docs?lang=fr', { cookie, 'sec-fetch-site': 'same-origin' })).toBe('fr')
    expect(await stored()).toBe('fr')
    const referer = `${server.app.services.baseUrl}/status`
    expect(await languageOf('/status?lang=en', { cookie, referer })).toBe('en')
    expect(await stored()).toBe('en')
  })

  it('must be one of ours, and needs the CSRF token', async () => {
    const { cookie, page } = await newSession()
    expect((await chooseLanguage(page, 'de')).body.code).toBe('invalid_parameter')
    expect((await chooseLanguage({ cookie, origin: server.url }, 'fr')).body.code).toBe('csrf_token_invalid')
  })
})

describe('the header of a server-drawn page', () => {
  const PAGES = ['/status', '/docs', '/reset', '/sign-in', '/verify/pl_mail_x']

  it('has the links of the reader', async () => {
    const { cookie } = await newSession()
    const accept = 'text/html'
    for (const path of PAGES) {
      const visitor = await server.get(path, undefined, { accept })
      expect(visitor.text, path).toMatch(/class="right">.*href="\/sign-in[^"]*".*href="\/sign-up"/)
      const person = await server.get(path, undefined, { accept, cookie })
      expect(person.text, path).toMatch(/class="right">.*href="\/account".*href="\/sign-out"/)
    }
    const signOut = await server.get('/sign-out', undefined, { cookie })
    expect(signOut.text).toContain('href="/account"')
  })

  it('switches the language of the sign-in page without losing where it leads', async () => {
    const { text } = await server.get('/sign-in?return_to=/account/keys')
    expect(text).toContain('href="/sign-in?return_to=%2Faccount%2Fkeys&amp;lang=fr"')
  })
})
