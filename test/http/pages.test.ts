// Sign-in pages, driven like a browser without JavaScript.
import { afterAll, describe, expect, it } from 'vitest'
import { localPath, renderPage } from '../../src/http/pages/page-layout.tsx'
import { Browser } from '../support/oauth-flow.ts'
import { emailedToken, newNetwork, newOwner, PASSWORD } from '../support/people.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ TRUST_PROXY: '1' })
afterAll(() => server.stop())

/** Stores cookies and submits the hidden fields of the current form. */
class Visitor {
  readonly #browser = new Browser(server.url)
  readonly #network = newNetwork()
  text = ''
  status = 0
  headers = new Headers()

  async #fetch(path: string, init: RequestInit): Promise<void> {
    const headers = { ...this.#network, ...(init.headers as Record<string, string>) }
    const response = await this.#browser.open(path, { ...init, headers })
    this.status = response.status
    this.headers = response.headers
    this.text = await response.text()
  }

  async open(path: string): Promise<this> {
    await this.#fetch(path, {})
    return this
  }

  /** Submits the form on the current page. */
  async send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<this> {
    const hidden = [...this.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
    const body = new URLSearchParams({
      ...Object.fromEntries(hidden.map(([, name, value]) => [name!, value!])),
      ...fields,
    })
    await this.#fetch(path, { method: 'POST', body, headers: { origin: server.url, ...headers } })
    return this
  }

  has(cookie: string): boolean {
    return this.#browser.cookies.some((one) => one.startsWith(`${cookie}=`))
  }
}

const emailedPath = async (to: string, kind: 'verify' | 'reset') => `/${kind}/${await emailedToken(server, to, kind)}`

const SESSION = '__Host-plinth_session'

describe('pages', () => {
  it('let a new person confirm their email, sign out, sign in and reset the password', async () => {
    await newOwner(server, 'Newcomer@Example.com')
    const visitor = await new Visitor().open('/sign-in')
    await visitor.send('/sign-in', { email: 'Newcomer@Example.com', password: PASSWORD })
    expect([visitor.status, visitor.has(SESSION)]).toEqual([303, true])

    const link = await emailedPath('newcomer@example.com', 'verify')
    await visitor.open(link)
    expect([visitor.status, visitor.text.includes('type="password"')]).toEqual([200, false])
    await visitor.send(link, {})
    expect([visitor.status, visitor.text]).toEqual([200, expect.stringContaining('is confirmed')])
    await visitor.open(link)
    expect([visitor.status, visitor.text]).toEqual([200, expect.stringContaining('already confirmed')])

    await visitor.open('/sign-out')
    expect(visitor.text).toContain('newcomer@example.com')
    await visitor.send('/sign-out', {})
    expect(visitor.has(SESSION)).toBe(false)

    await visitor.open('/sign-in?return_to=/docs/errors/rate_limited')
    await visitor.send('/sign-in', { email: 'newcomer@example.com', password: 'not this one' })
    expect([visitor.status, visitor.text]).toEqual([401, expect.stringContaining('role="alert"')])
    await visitor.send('/sign-in', { email: 'newcomer@example.com', password: PASSWORD })
    expect([visitor.status, visitor.headers.get('location')]).toEqual([303, '/docs/errors/rate_limited'])
    expect(visitor.has(SESSION)).toBe(true)

    await visitor.open('/reset')
    await visitor.send('/reset', { email: 'newcomer@example.com' })
    expect(visitor.status).toBe(202)
    const resetLink = await emailedPath('newcomer@example.com', 'reset')
    await visitor.open(resetLink)
    await visitor.send(resetLink, { password: 'another fine one' })
    expect(visitor.status).toBe(200)
    await visitor.open('/sign-in')
    await visitor.send('/sign-in', {
      email: 'newcomer@example.com',
      password: 'another fine one',
      return_to: '/oauth/x?y=1',
    })
    expect([visitor.status, visitor.text]).toEqual([200, expect.stringContaining('content="0; url=/oauth/x?y=1"')])
    await visitor.open(resetLink.replace('pl_mail_', 'pl%5Fmail%5F'))
    expect(visitor.status).toBe(200)
    expect(server.log()).toContain('"/reset/{token}"')
    expect(server.log()).not.toContain(resetLink.slice(-30))
  })

  it('run only our own script, load no external resources and cannot be framed', async () => {
    for (const path of ['/sign-in', '/reset', '/reset/x', '/verify/x', '/sign-out']) {
      const page = await new Visitor().open(path)
      const policy = page.headers.get('content-security-policy') ?? ''
      expect([path, page.status]).toEqual([path, 200])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(page.text).not.toMatch(/<script(?! type="module" src="\/portal\/sign-in-pages-)|style=|https?:/)
      if (page.text.includes('<script')) expect(policy).toContain("script-src 'self'")
      expect(page.headers.get('cache-control')).toBe('no-store')
    }
    const style = await new Visitor().open('/pages.css')
    expect(style.headers.get('content-type')).toContain('text/css')
  })

  it('reject a form with a missing or foreign CSRF token, another origin or a JSON body', async () => {
    const fields = { email: 'a@example.com', password: PASSWORD }
    const [one, other] = [await new Visitor().open('/sign-in'), await new Visitor().open('/sign-in')]
    const foreign = /name="csrf_token" value="([^"]+)"/.exec(other.text)![1]!
    await one.send('/sign-in', { ...fields, csrf_token: foreign })
    expect([one.status, one.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      await one.open('/sign-in')
      expect((await one.send('/sign-in', fields, headers)).status).toBe(403)
    }
    expect((await new Visitor().send('/sign-in', fields)).status).toBe(403)
    expect((await server.send('POST', '/sign-in', fields)).status).toBe(415)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await server.send('POST', '/api/v1/sessions', fields, undefined, form)).status).toBe(415)
  })

  it('escape user input', async () => {
    const visitor = await new Visitor().open('/sign-in')
    await visitor.send('/sign-in', { email: '"><script>alert(1)</script>', password: 'whatever it is' })
    expect([visitor.status, visitor.text.includes('<script>')]).toEqual([401, false])
    expect(visitor.text).toContain('&quot;>&lt;script>')
    expect(renderPage({ title: '<b>"', body: '<i>&', language: 'en' })).toContain(
      '<h1>&lt;b>&quot;</h1>&lt;i>&amp;</main>',
    )
  })
})

it.each([
  ['/docs', '/docs'],
  ['/oauth/authorize?a=b&c=%2F', '/oauth/authorize?a=b&c=%2F'],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['/a/..//evil.example', undefined],
  ['https://evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['/\tevil', undefined],
  ['', undefined],
])('redirects only to a local path after sign-in: %j', (path, expected) => {
  expect(localPath(path)).toBe(expected)
})
