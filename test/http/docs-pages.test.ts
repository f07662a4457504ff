// The documentation as a whole: every page is there, no link is dead, and searches find the right page first.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromCases } from '../support/cases.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const HTML = { accept: 'text/html' }

async function pageAt(path: string, language: string) {
  const { status, text } = await server.get(path, undefined, { ...HTML, 'accept-language': language })
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&'))
  return { status, links: all(/<a[^>]* href="([^"]+)"/g), ids: new Set(all(/ id="([^"]+)"/g)) }
}

it.each(['en', 'fr'])('no link of a page in %s is dead, and none to a place on a page', async (language) => {
  const pages = new Map<string, Awaited<ReturnType<typeof pageAt>>>()
  const open = async (path: string) => {
    const page = pages.get(path) ?? (await pageAt(path, language))
    pages.set(path, page)
    return page
  }
  const dead: string[] = []
  const queue = ['/docs']
  for (const path of queue) {
    for (const link of (await open(path)).links) {
      const { origin, pathname, search, hash } = new URL(link, server.url + path)
      // Other sites, other languages of a page, and files.
      if (origin !== server.url || search !== '' || !/^\/(?:docs|plans|status|account)\b/.test(pathname)) continue
      const target = await open(pathname)
      const isDead = target.status >= 400 || (hash !== '' && !target.ids.has(decodeURIComponent(hash.slice(1))))
      // Pages of the portal make their places in the browser.
      if (isDead && (target.status >= 400 || pathname.startsWith('/docs'))) dead.push(`${path} → ${pathname}${hash}`)
      if (pathname.startsWith('/docs') && !queue.includes(pathname)) queue.push(pathname)
    }
  }
  expect([...new Set(dead)]).toEqual([])
  expect(queue.length).toBeGreaterThan(60)
})

it.each(fromCases<[query: string, href: string]>('http/docs-pages', 'searches'))(
  '%s finds %s first',
  async (q, href) => {
    const { body } = await server.get(`/docs/search.json?q=${encodeURIComponent(q)}`)
    expect(body.results[0]?.href).toBe(href)
  },
)

it('has a Postman collection with a request for each public operation', async () => {
  const { body } = await server.get('/postman.json')
  const requests = body.item.flatMap(({ item }: { item: object[] }) => item)
  const documented = (await server.get('/openapi.json')).body.paths
  const { summary } = documented['/api/v1/building-links'].get
  const link = requests.find(({ name }: { name: string }) => name === summary)
  expect(requests.length).toBeGreaterThan(80)
  expect(Object.keys(documented).length).toBeGreaterThan(80)
  expect(link.request.url).toMatchObject({ path: ['api', 'v1', 'building-links'] })
  expect(link.request.url.query).toContainEqual(expect.objectContaining({ key: 'address', disabled: false }))
})

it.each(['/', '/docs', '/docs/guides', '/docs/errors'])(
  '%s has the title and the whole URL of a picture to share',
  async (path) => {
    const { text } = await server.get(path, undefined, HTML)
    const [, title] = /<title>(.*)<\/title>/.exec(text)!
    const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(text)!
    expect(text).toContain(`<meta property="og:title" content="${title}"`)
    expect(new URL(image).origin).toBe(server.url)
    const picture = await fetch(image)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  },
)
