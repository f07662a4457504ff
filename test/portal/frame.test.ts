// The frame of the portal in a real browser: every page loads, keeps to itself, and cannot be framed.
import { describe, expect, it } from 'vitest'
import { DESK_PATHS, PORTAL_PATHS } from '../../src/http/pages/portal.ts'
import { visit } from '../support/browser.ts'
import { startPortal } from '../support/portal.ts'

const { server, browser } = await startPortal()

const filled = (path: string) => path.replace('{tab}', 'keys').replace('{id}', '1').replace('{part}', 'merge')

describe('the pages of the portal', () => {
  it.each(PORTAL_PATHS.map((path) => [path, filled(path)]))(
    '%s loads, with nothing from elsewhere',
    async (_, path) => {
      const { page, context, open, check } = await visit(browser, server)
      await open(path)
      await check()
      expect(await page.title()).toMatch(/ – Plinth$/)
      await context.close()
    },
  )

  it('run our scripts and styles and no others, and cannot be framed', async () => {
    const { headers } = await server.get('/playground')
    const policy = headers.get('content-security-policy')!
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it('are kept by browsers for as long as their names last, compressed for those who take it', async () => {
    const html = (await server.get('/')).text
    const script = /\/portal\/[\w-]+\.js/.exec(html)![0]
    const { headers } = await server.get(script)
    expect(headers.get('cache-control')).toContain('immutable')
    expect(headers.get('content-encoding')).toBe('gzip')
    expect((await server.get('/portal/index.html')).status).toBe(404)
    expect((await server.get('/portal/..%2f..%2fpackage.json')).status).toBe(404)
  })

  it.each(DESK_PATHS.map(filled))('%s is not there for somebody without a role', async (path) => {
    expect((await server.get(path)).status).toBe(404)
  })
})

describe('a visitor', () => {
  it('looks up addresses and projects of the sandbox without a key, and does nothing else', async () => {
    const as = { authorization: 'Visitor' }
    const found = await server.get('/api/v1/building-links?address=%231203%20-1480%20howe', undefined, as)
    expect(found.body.data[0].project_name).toBe('The Howe Residences')
    expect((await server.get('/api/v1/projects', undefined, as)).body.meta.total).toBe(15)
    expect((await server.get('/api/v1/usage', undefined, as)).body.code).toBe('insufficient_scope')
    const line = '{"address":"1480 howe"}\n'
    const stream = await fetch(`${server.url}/api/v1/building-links/batch`, {
      method: 'POST',
      body: line,
      headers: { ...as, 'content-type': 'application/x-ndjson' },
    })
    expect(stream.status).toBe(403)
  })
})
