// Signs up during the first load, presses every Copy button, and runs what it copied with a test and a live key.
import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endAll, liveKey, newFolder, serve } from '../app/first-start-server.ts'
import { startBrowser, visit } from '../support/browser.ts'
import type { TestServer } from '../support/server.ts'
import type { Language } from '../support/snippets.ts'
import { newProject, runSnippet } from '../support/snippets.ts'

const dataDir = newFolder()
const server = await serve(dataDir, { DEMONSTRATION: 'all', DEMO_PROJECTS: '400' })
const operatorKey = await import('node:fs').then(({ readFileSync }) =>
  readFileSync(`${dataDir}/operator-key`, 'utf8').trim(),
)
const browser = await startBrowser()
const { page, open, faults } = await visit(browser, { url: server.url } as TestServer)
const folder = newProject()

afterAll(async () => {
  await browser.close()
  await endAll()
  rmSync(folder, { recursive: true })
})

const EMAIL = 'ann@example.com'

async function accountsOf(email: string): Promise<number> {
  const { data } = (await server.get('/api/v1/operator/accounts?limit=200', operatorKey)).body
  return data.filter((account: { email: string | null }) => account.email === email).length
}

/** Presses every visible button of the page that copies code, and returns what was copied. */
async function copiedFrom(page: Page): Promise<string[]> {
  const copied: string[] = []
  const buttons = page.locator('.code button')
  await buttons.first().waitFor()
  for (const button of await buttons.all()) {
    if (!(await button.isVisible())) continue
    await button.click()
    copied.push((await page.evaluate('navigator.clipboard.readText()')) as string)
  }
  return copied
}

describe('while the first data is made', () => {
  it('signs up once, though the first response is lost, and never answers 503', async () => {
    const statuses: number[] = []
    let isLoading = true
    const asking = (async () => {
      while (isLoading) statuses.push((await fetch(`${server.url}/plans`)).status)
    })()
    await page.route(
      '**/api/v1/accounts',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 3 },
    )
    await open('/sign-up')
    await page.getByLabel('Email address').fill(EMAIL)
    const button = page.getByRole('button', { name: 'Create key' })
    await button.click()
    await page.getByRole('alert').first().waitFor()
    await page.unrouteAll()
    await button.click()
    await page.locator('.code').first().waitFor()
    expect(await accountsOf(EMAIL)).toBe(1)
    await server.until(({ state, total }) => state === 'ready' && total === undefined)
    isLoading = false
    await asking
    expect([...new Set(statuses)]).toEqual([200])
  })
})

describe('samples', () => {
  const PAGES = [
    '/',
    '/account',
    '/account/listings',
    '/playground#address=%231203%20-77%20huntley',
    '/docs/api/building-links',
    '/docs/api/addresses',
  ]
  const GUIDES = [
    'link-one-listing',
    'address-box',
    'connect-an-ai-tool',
    'one-home-many-listings',
    'show-a-project-page',
  ]
  const copied = new Map<string, string[]>()
  const keys: Record<string, string> = {}

  beforeAll(async () => {
    copied.set('/sign-up', await copiedFrom(page))
    keys.test = /PLINTH_API_KEY='(pl_test_\w+)'/.exec(copied.get('/sign-up')!.join())![1]!
    keys.live = await liveKey(dataDir)
    await page.getByLabel('Password').fill('correct horse battery staple 7')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('status').getByRole('link').first().waitFor()
    for (const path of [...PAGES, ...GUIDES.map((name) => `/docs/guides/${name}`)]) {
      await open(path)
      copied.set(path, await copiedFrom(page))
    }
  })

  it('hold a whole key or none, and break no page', () => {
    expect([...copied].filter(([, texts]) => texts.length === 0)).toEqual([])
    for (const text of [...copied.values()].flat()) expect(text).not.toMatch(/pl_(test|live)_\w*…/)
    expect(faults).toEqual([])
  })

  const languageOf = (text: string): Language | null =>
    /^(export .*\n)?curl /.test(text) ? 'sh' : /^import \{ createClient/.test(text) ? 'ts' : null

  it.each(['test', 'live'])('all run with a %s key and find what they ask for', async (mode) => {
    const env = { PLINTH_SERVER: server.url, PLINTH_API_KEY: keys[mode]! }
    let run = 0
    for (const [path, texts] of copied)
      for (const text of texts) {
        // It says that it needs a test key: only invented projects have floor plans.
        if (mode === 'live' && path.endsWith('/show-a-project-page')) continue
        const language = languageOf(text)
        if (language === null || text.includes('Nowhere')) continue
        // The samples hold the key of the person who signed up.
        const code = text.replaceAll(keys.test!, keys[mode]!).replaceAll('curl -s', 'curl --fail-with-body -s')
        const output = await runSnippet({ language, code }, folder, env).catch(
          (error) => `failed: ${error.stdout}${error}`,
        )
        expect(output, `${path}\n${text}`).not.toMatch(/failed: |no_match/)
        run += 1
      }
    expect(run).toBeGreaterThan(15)
  })
})
