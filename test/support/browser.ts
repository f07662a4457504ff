// Chromium for page tests, without internet access; records forbidden behaviour.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { expect, inject } from 'vitest'
import { faintTexts } from './contrast.ts'
import { newNetwork } from './people.ts'
import type { TestServer } from './server.ts'
import { CHROMIUM } from './tools.ts'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** WebGL in software. It makes every page a quarter slower. */
const WEBGL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']

export type VisitOptions = BrowserContextOptions & {
  /** The map with WebGL, in a browser that has it, or without it for most tests. */
  readonly map?: 'drawn' | 'plain'
}

/** Without a graphics card WebGL runs in software, which is very slow. */
const WITHOUT_WEBGL = `{
  const real = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return /webgl/.test(kind) ? null : real.call(this, kind, ...rest)
  }
}`

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Opens a path and waits until the page is rendered. */
  open(path: string): Promise<void>
  /** Script errors, CSP violations and requests to other hosts. */
  readonly faults: readonly string[]
  /** Requires no faint text, no horizontal scrolling and no faults, and with `all` no serious axe findings. */
  check(checked?: Checked): Promise<void>
  /** Saved to the folder in SCREENSHOTS, if set. */
  picture(name: string): Promise<void>
}

export async function startBrowser(extra: 'webgl' | 'none' = 'none'): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...ARGS, ...(extra === 'webgl' ? WEBGL : [])] })
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']
/** axe needs three quarters of its time for contrast; it measures that in a thorough run only. */
const RULES = { runOnly: TAGS, rules: { 'color-contrast': { enabled: inject('thorough') } } }

/** A dark page differs in its colours, a phone's page in its layout. */
export type Checked = 'all' | 'colours' | 'layout'

/** For states of a page between its looks: to load axe takes as long as the page. */
const BETWEEN = inject('thorough') ? 'all' : 'colours'

const require = createRequire(import.meta.url)
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

export async function visit(browser: Browser, server: TestServer, options: VisitOptions = {}): Promise<Visit> {
  const { map = 'plain', ...contextOptions } = options
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    // Animations would redraw the map for every frame.
    reducedMotion: 'reduce',
    // Visitors of one network share a limit of requests, which a fast machine reaches.
    extraHTTPHeaders: newNetwork(),
    ...contextOptions,
  })
  if (map === 'plain') await context.addInitScript(WITHOUT_WEBGL)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  page.on('console', (message) => {
    // The page handles API errors, but the browser logs them too.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (/^https?:$/.test(protocol) && origin !== server.url) faults.push(`elsewhere: ${request.url()}`)
  })
  return {
    page,
    context,
    faults,
    async open(path) {
      await page.goto(server.url + path)
      await page.locator('main h1').waitFor()
    },
    async check(checked = BETWEEN) {
      if (checked === 'all') expect(await seriousFindings(page)).toEqual([])
      if (checked !== 'layout') expect(await faintTexts(page)).toEqual([])
      // Charts redraw a moment after the width changes.
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(faults).toEqual([])
    },
    async picture(name) {
      const folder = process.env.SCREENSHOTS
      if (!folder) return
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
    },
  }
}

async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate('typeof axe !== "undefined"'))) await page.evaluate(AXE)
  // Without preloading: the style sheets are in the page already.
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...RULES })
  const found = (await page.evaluate(`axe.run(${options}).then((r) => r.violations)`)) as {
    id: string
    impact: string
    nodes: { html: string }[]
  }[]
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)
}

/** In a new context with a session cookie, as `name=value`. */
export async function visitWith(
  cookie: string,
  browser: Browser,
  server: TestServer,
  options: VisitOptions = {},
): Promise<Visit> {
  const visited = await visit(browser, server, options)
  const at = cookie.indexOf('=')
  // Browsers accept `__Host-` cookies only over https, but send them to localhost over http.
  const url = server.url.replace('http:', 'https:')
  const session = { name: cookie.slice(0, at), value: cookie.slice(at + 1), url }
  await visited.context.addCookies([{ ...session, secure: true, httpOnly: true, sameSite: 'Lax' }])
  return visited
}
