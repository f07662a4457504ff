// Every portal page in a real browser: it loads, stays on this host and can't be framed.
import { describe, expect, it } from 'vitest'
import { DESK_PATHS, PORTAL_PATHS } from '../../src/http/pages/portal.ts'
import { visit } from '../support/browser.ts'
import { faintTexts } from '../support/contrast.ts'
import { startPortal } from '../support/portal.ts'

const { server, browser } = await startPortal()

it('the check of contrast finds text on a colour behind it, half transparent or of another element', async () => {
  const { page, context } = await visit(browser, server)
  await page.setContent(`<body style="background: #fff; color: #000"><p>clear</p>
    <p style="color: #888">faint</p> <p style="opacity: 0.4">pale</p> <p style="color: #888; font-size: 24px">large</p>
    <div style="background: #333"><b>dark</b> <b style="color: #fff">light</b></div>
    <p style="color: #888; display: none">hidden</p> <button disabled style="color: #888">disabled</button></body>`)
  const words = (await faintTexts(page)).map((text) => />(\w+)</.exec(text)![1])
  expect(words).toEqual(['faint', 'pale', 'dark'])
  await context.close()
})

const fillPath = (path: string) =>
  path
    .replace('{tab}', path.startsWith('/desk') ? 'projects' : 'listings')
    .replace('{id}', '1')
    .replace('{part}', 'merge')

describe('portal pages', () => {
  const visitor = visit(browser, server)

  it.each(PORTAL_PATHS.map((path) => [path, fillPath(path)]))(
    '%s loads without requests to other hosts',
    async (_, path) => {
      const { page, open, faults } = await visitor
      await open(path)
      await page.waitForLoadState('networkidle')
      expect(faults).toEqual([])
      expect(await page.title()).toMatch(/ – Plinth$/)
    },
  )

  it('start with at most 60 KB before fonts, without failed requests, in a self-hosted font', async () => {
    const { page, context, open } = await visit(browser, server)
    const failed: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
    })
    await open('/')
    await page.locator('.result h3').waitFor()
    await page.waitForLoadState('networkidle')
    const loaded = await page.evaluate(() =>
      (performance.getEntries() as PerformanceResourceTiming[])
        .filter(({ entryType }) => entryType === 'navigation' || entryType === 'resource')
        .map(({ name, transferSize }) => ({ name, transferSize })),
    )
    const isFont = ({ name }: { name: string }) => name.endsWith('.woff2')
    expect(loaded.filter(isFont)).toHaveLength(1)
    const before = loaded.filter((file) => !isFont(file))
    expect(before.reduce((sum, { transferSize }) => sum + transferSize, 0)).toBeLessThanOrEqual(60_000)
    expect(failed).toEqual([])
    await context.close()
  })

  it('have their footer below the screen, however short they are, so that it does not move', async () => {
    const { page, context, open } = await visit(browser, server, { viewport: { width: 1280, height: 1600 } })
    for (const path of ['/sign-up', '/account']) {
      await open(path)
      await expect
        .poll(() => page.locator('footer').evaluate((it) => it.getBoundingClientRect().top))
        .toBeGreaterThanOrEqual(1600)
    }
    await context.close()
  })

  it('have a content security policy without unsafe sources or framing', async () => {
    const { headers } = await server.get('/playground')
    const policy = headers.get('content-security-policy')!
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it('have compressed scripts that browsers cache for good', async () => {
    const html = (await server.get('/')).text
    const script = /\/portal\/[\w-]+\.js/.exec(html)![0]
    const { headers } = await server.get(script)
    expect(headers.get('cache-control')).toContain('immutable')
    expect(headers.get('content-encoding')).toBe('gzip')
    const smaller = await server.get(script, undefined, { 'accept-encoding': 'gzip, br' })
    expect(smaller.headers.get('content-encoding')).toBe('br')
    expect((await server.get(`${script}.br`)).status).toBe(404)
    expect((await server.get('/portal/index.html')).status).toBe(404)
    expect((await server.get('/portal/..%2f..%2fpackage.json')).status).toBe(404)
  })

  it.each(DESK_PATHS.map(fillPath))('%s returns 404 without a role', async (path) => {
    expect((await server.get(path)).status).toBe(404)
  })
})

describe('a visitor', () => {
  it('can look up sandbox addresses and projects without a key, and nothing else', async () => {
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
