// The documentation pages over HTTP: complete, linked, readable without a script.
import { afterAll, describe, expect, it } from 'vitest'
import { sectionsOf } from '../../src/http/reference/docs-sections.ts'
import { openApiDocument } from '../../src/http/reference/openapi.ts'
import { withSampleAddress } from '../../src/http/reference/reader-sample.ts'
import { routes } from '../../src/http/routes.ts'
import { eventTypeCatalogue } from '../../src/http/webhooks/event-schemas.ts'
import { FAULTS } from '../../src/kernel/fault.ts'
import { newPerson } from '../support/person.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
afterAll(() => server.stop())

const sections = sectionsOf(routes, openApiDocument(routes))
const documented = routes.filter(({ operation }) => !operation.hidden)
const linksIn = (html: string) =>
  [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))

describe('the API reference', () => {
  it('has every operation once, with its path, and the operators’ ones apart', async () => {
    const found = new Map<string, string>()
    for (const { slug, forOperators, operations } of sections) {
      const { text, status } = await server.get(`/docs/api/${slug}`)
      expect(status).toBe(200)
      for (const { route } of operations) {
        const { id, policy } = route.operation
        expect(found.get(id), id).toBeUndefined()
        found.set(id, slug)
        expect(text).toContain(`<article class="operation" id="${id}">`)
        expect(text).toContain(`<code>${route.path}</code>`)
        expect(policy.who === 'role').toBe(forOperators)
        if (policy.who === 'credential' && policy.scope) expect(text).toContain(`<code>${policy.scope}</code>`)
      }
    }
    expect([...found.keys()].sort()).toEqual(documented.map(({ operation }) => operation.id).sort())
  })

  it('shows samples in three languages that name this server, and no limits of integers', async () => {
    const { text } = await server.get('/docs/api/building-links')
    expect(text).toContain(`curl -sS &quot;${server.url}/api/v1/building-links`)
    for (const language of ['curl', 'TypeScript', 'Python']) expect(text).toContain(`value="${language}"`)
    expect(text).not.toMatch(/9007199254740991|\$PLINTH_SERVER|PLINTH_SERVER/)
    expect(JSON.stringify((await server.get('/openapi.json')).body)).not.toContain('9007199254740991')
  })

  it('shows samples with an address that the reader’s key finds', async () => {
    const { key, ...credentials } = await newPerson(server, 'pro')
    const { headers } = await server.send('POST', '/api/v1/sessions', credentials)
    const cookie = headers.getSetCookie()[0]!.split(';')[0]!
    const address: string = (await server.get('/api/v1/dataset', key)).body.data.sample_address
    const read = async (path: string, headers = {}) => (await server.get(path, undefined, headers)).text
    for (const path of ['/docs/api/building-links', '/docs/guides/link-one-listing']) {
      expect(await read(path)).toContain('#1203 -77 huntley')
      expect(await read(path, { cookie })).toContain(`${address}&quot;`)
    }
    expect(await read('/docs/api/building-links', { cookie })).toContain(encodeURIComponent(address))
    const { data } = (await server.get(`/api/v1/building-links?address=${encodeURIComponent(address)}`, key)).body
    const own = `&quot;project_name&quot;: &quot;${data[0].project_name}&quot;`
    for (const path of ['/docs/api/building-links', '/docs/guides/link-one-listing']) {
      expect(await read(path)).not.toMatch(/sandbox example/i)
      const html = await read(path, { cookie })
      expect(html).toContain(own)
      expect(html).toMatch(/<p class="caption">(Response 200: sandbox|Sandbox) example<\/p>/)
    }
    expect(await read('/docs/guides/link-one-listing', { cookie })).not.toContain('77 Huntley St')
    // A hint of another city would contradict the address.
    expect(withSampleAddress('{"address":"#1203 -77 huntley","city":"Toronto"}', address)).toBe(
      `{"address":"${address}"}`,
    )
    expect(withSampleAddress("{ address: '#1203 -77 huntley', city: 'Toronto' }", address)).toBe(
      `{ address: '${address}' }`,
    )
  })

  it('links only to pages and anchors that exist', async () => {
    const pages = new Map<string, string>()
    const read = async (path: string) => {
      const known = pages.get(path)
      if (known !== undefined) return known
      const { status, text } = await server.get(path)
      expect(status, path).toBe(200)
      pages.set(path, text)
      return text
    }
    const starts = ['/docs', '/docs/guides', '/docs/operator', '/docs/events', '/docs/errors', '/docs/search']
    const links = new Set((await Promise.all(starts.map(read))).flatMap(linksIn))
    for (const path of [...links]) {
      if (!/^\/docs\/(api|guides|[a-z]+$)/.test(path)) continue
      for (const link of linksIn(await read(path.split('#')[0]!))) links.add(link)
    }
    for (const link of links) {
      const [path, anchor] = link.split('#') as [string, string | undefined]
      const text = await read(path)
      if (anchor) expect(text.includes(`id="${decodeURIComponent(anchor)}"`), link).toBe(true)
    }
    for (const [path, text] of pages)
      for (const [, anchor] of text.matchAll(/href="#([^"]+)"/g))
        expect(text.includes(`id="${decodeURIComponent(anchor!)}"`), `${path}#${anchor}`).toBe(true)
  })

  it('loads nothing from elsewhere, has no inline script or style, and supports ETag and compression', async () => {
    const { text, headers } = await server.get('/docs/api/operator')
    expect(text).not.toMatch(/(?:src|href)="https?:|<script>|<style|style="| on\w+="/)
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('content-encoding')).toBe('gzip')
    const again = await server.get('/docs/api/operator', undefined, { 'if-none-match': headers.get('etag')! })
    expect(again.status).toBe(304)
    for (const [, src] of text.matchAll(/(?:src|href)="(\/(?:portal\/|pages)[^"]+)"/g))
      expect((await server.get(src!)).status, src).toBe(200)
  })

  it.each(sections.map(({ slug }) => slug))('%s: the page is at most 300 kB', async (slug) => {
    expect((await server.get(`/docs/api/${slug}`)).text.length).toBeLessThan(300_000)
  })

  it.each(['/docs/api/nothing', '/docs/nothing', '/docs/errors/nothing', '/docs/guides/nothing'])(
    'returns a page with 404 for %s',
    async (path) => {
      const { status, headers } = await server.get(path)
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    },
  )
})

it('the event catalogue has every event type with its schema and example', async () => {
  const { text } = await server.get('/docs/events')
  for (const { type, example } of eventTypeCatalogue()) {
    const article = text.slice(text.indexOf(`id="event-${type}"`))
    const [own] = article.split('</article>')
    expect(own).toContain('<code class="name">timestamp</code>')
    expect(own).toContain(`&quot;id&quot;: &quot;${(example as { id: string }).id}&quot;`)
  }
})

it('every error code has a page with its cause and fix, and is in the list', async () => {
  const list = (await server.get('/docs/errors')).text
  for (const code of Object.keys(FAULTS)) {
    expect(list).toContain(`href="/docs/errors/${code}"`)
    const page = await server.get(`/docs/errors/${code}`)
    expect(page.status).toBe(200)
    expect(page.text).toMatch(
      new RegExp(
        `<h1>${code}</h1>[\\s\\S]+<h2 id="cause">Cause</h2>\\n<p>.{20,}</p>\\n<h2 id="what-to-do">What to do</h2>\\n<p>.{20,}`,
      ),
    )
  }
})

describe('search', () => {
  const titles = async (q: string) =>
    (await server.get(`/docs/search.json?q=${encodeURIComponent(q)}`)).body.results.map(
      ({ title }: { title: string }) => title,
    )

  it('finds operations, events, errors, guides and pages', async () => {
    expect((await titles('list projects'))[0]).toBe('List projects, with filters, sorting and paging')
    expect((await titles('project.price_changed'))[0]).toBe('project.price_changed')
    expect((await titles('rate_limited'))[0]).toBe('rate_limited')
    expect(await titles('mirror')).toContain('Keep a mirror')
    expect(await titles('idempotency')).toContain('Idempotency')
    expect(await titles('POST /api/v1/feeds/try')).toHaveLength(1)
    expect(await titles('zzzz')).toEqual([])
  })

  it('works without a script, and lists everything without words', async () => {
    const found = await server.get('/docs/search?q=%3Cb%3Eprice')
    expect(found.text).toContain('No results')
    expect(found.text).toContain('value="&lt;b>price"')
    expect((await server.get('/docs/search?q=price')).text).toMatch(/\d+ results for “price”/)
    const all = (await server.get('/docs/search')).text
    for (const { operation } of documented) expect(all).toContain(`#${operation.id}"`)
  })
})

describe('the frame', () => {
  it('shows visitors the way in and signed-in people their account', async () => {
    expect((await server.get('/docs')).text).toContain('href="/sign-in?return_to=%2Fdocs"')
    const created = await server.send('POST', '/api/v1/accounts', { email: 'reader@example.com' })
    const { key } = created.body.data.api_key
    await server.send('POST', '/api/v1/people', { password: 'correct horse battery' }, key)
    const credentials = { email: 'reader@example.com', password: 'correct horse battery' }
    const { headers } = await server.send('POST', '/api/v1/sessions', credentials)
    const cookie = headers.getSetCookie()[0]!.split(';')[0]!
    const { text } = await server.get('/docs', undefined, { cookie })
    expect(text).toContain('href="/account"')
    expect(text).not.toContain('class="button" href="/sign-up"')
  })

  it('has a status page for people that says what works and how current the data is', async () => {
    const { status, text, headers } = await server.get('/status')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(text).toContain('All systems are working.')
    expect(text).toMatch(/<dt>Live data<\/dt><dd>Version \d{4}-\d\d-\d\d\.\d+, published /)
    expect((await server.get('/docs')).text).toContain('href="/status"')
  })
})

describe('in French', () => {
  it('the frame is French, and English descriptions are marked', async () => {
    const { text, headers } = await server.get('/docs/api/projects?lang=fr')
    expect(text).toContain('<html lang="fr">')
    expect(text).toContain('Paramètres de requête')
    expect(text).toContain('<div lang="en">')
    expect(headers.get('content-language')).toBe('fr')
    expect(text).toContain('href="/docs/api/projects?lang=en"')
    expect((await server.get('/docs', undefined, { 'accept-language': 'fr-CA' })).text).toContain('Premiers pas')
    expect((await server.get('/status?lang=fr')).text).toContain('Tous les systèmes fonctionnent.')
  })
})
