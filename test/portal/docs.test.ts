// The documentation in a real browser: search by keyboard, tabs, copy, test key, phone, dark mode.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { visit } from '../support/browser.ts'
import { fromCases } from '../support/cases.ts'
import type { Running } from '../support/child.ts'
import { runProgram } from '../support/child.ts'
import { everyLook } from '../support/looks.ts'
import { startPortal } from '../support/portal.ts'
import { filesOf } from '../support/snippets.ts'

const { server, browser } = await startPortal()
const reader = visit(browser, server)

it.each(fromCases<string[]>('portal/docs', 'pages'))(
  '%s is accessible in light and dark and fits a phone',
  async (path) => {
    const visited = await reader
    await visited.open(path)
    await everyLook(visited, path.slice(1).replaceAll(/[/?=]/g, '-'))
  },
)

/** Each takes axe several seconds. */
const LONG_PAGES = inject('thorough') ? ['/docs/api/operator', '/docs/events'] : ['/docs/events']

it.each(LONG_PAGES)('%s, a long page, is accessible on a dark phone', async (path) => {
  const options = { colorScheme: 'dark', viewport: { width: 390, height: 844 } } as const
  const { context, open, check } = await visit(browser, server, options)
  await open(path)
  await check()
  await context.close()
})

it('finds an operation with the keyboard only', async () => {
  const { page, context, open, check } = await visit(browser, server)
  await open('/docs')
  await page.keyboard.press('/')
  await page.keyboard.type('price history')
  await page.getByRole('option').first().waitFor()
  await check()
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('option', { selected: true }).count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/api/history#getFloorPlanPriceHistory')
  await page.getByRole('link', { name: 'Documentation', exact: true }).click()
  await page.waitForURL('**/docs')
  await context.close()
})

it('switches all samples of the page, remembers the language, and copies the sample', async () => {
  const { page, context, open } = await visit(browser, server)
  await open('/docs/api/building-links')
  await page.getByText('Python', { exact: true }).first().click()
  await open('/docs/api/projects')
  const sample = page.locator('#getProject .samples')
  expect(await sample.getByText('import urllib.request').isVisible()).toBe(true)
  expect(await sample.getByText('curl -sS').isVisible()).toBe(false)
  await sample.getByRole('button', { name: 'Copy' }).locator('visible=true').click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('/api/v1/projects/1?')
  await context.close()
})

it('fills the test key into the samples until it is removed, and accepts no live key', async () => {
  const { page, context, open } = await visit(browser, server)
  await open('/docs/api/projects')
  const field = page.getByLabel('Your test key')
  await field.fill(server.keys.pro)
  await page.getByRole('button', { name: 'Use' }).click()
  expect(await page.locator('#listProjects pre').first().innerText()).toContain('$PLINTH_API_KEY')
  await field.fill(server.keys.sandbox)
  await page.getByRole('button', { name: 'Use' }).click()
  expect(await page.locator('#listProjects pre').first().innerText()).toContain(`Bearer ${server.keys.sandbox}`)
  await page.locator('#listProjects').getByRole('button', { name: 'Try it' }).click()
  await page.locator('#listProjects .try-it').getByText('200\n{').waitFor()
  await open('/docs/guides/link-one-listing')
  expect(await page.locator('.samples pre').first().innerText()).toContain(server.keys.sandbox)
  await page.getByRole('button', { name: 'Remove' }).click()
  expect(await page.locator('.samples pre').first().innerText()).toContain('$PLINTH_API_KEY')
  await context.close()
})

it('works without JavaScript: tabs, contents on a phone, search', async () => {
  const { page, context, open } = await visit(browser, server, {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  await open('/docs/api/projects')
  const sample = page.locator('#getProject .samples')
  await sample.getByText('TypeScript').click()
  expect(await sample.getByText('createClient({').isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Contents' }).click()
  await page.getByRole('link', { name: 'Keep a mirror' }).click()
  await page.waitForURL('**/docs/guides/keep-a-mirror')
  await page.getByRole('searchbox').fill('webhook')
  await page.keyboard.press('Enter')
  await page.getByText(/\d+ results for “webhook”/).waitFor()
  await context.close()
})

describe('the address box of the guide', () => {
  const files = filesOf(readFileSync('docs/guides/address-box.md', 'utf8'))
  const folder = mkdtempSync(join(tmpdir(), 'plinth-address-box-'))
  let program: Running
  let boxUrl: string
  beforeAll(async () => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    const env = { PLINTH_SERVER: server.url, PLINTH_API_KEY: server.keys.sandbox, PORT: '0' }
    program = runProgram(process.execPath, ['server.mjs'], env, folder)
    boxUrl = (await program.prints(/^http:\S+/m))[0]
  })
  afterAll(async () => {
    program.child.kill()
    await program.exited
    rmSync(folder, { recursive: true })
  })

  it('suggests while someone types, chooses with the keyboard, and keeps the key out of the browser', async () => {
    const { page, context, open, check, picture } = await visit(browser, { ...server, url: boxUrl })
    await open('/')
    const field = page.getByRole('combobox', { name: 'Address' })
    const result = page.getByRole('status')
    await field.pressSequentially('1480 ho')
    const option = page.getByRole('option', { name: '1480 Howe St, Vancouver, BC' })
    await option.waitFor()
    await field.press('ArrowDown')
    const chosen = await page.getByRole('option', { selected: true }).innerText()
    await check()
    await picture('address-box')
    await field.press('Enter')
    await result.getByText('Building 1', { exact: true }).waitFor()
    expect(await field.inputValue()).toBe(chosen)

    await field.fill('#1203 -1480 howe')
    await field.press('Enter')
    await result.getByText('Building 1: The Howe Residences').waitFor()
    expect(await page.getByRole('option').count()).toBe(0)

    await field.fill('howe res')
    await page
      .getByRole('option', { name: /The Howe Residences/ })
      .first()
      .click()
    await result.getByText('Building 1', { exact: true }).waitFor()
    await field.fill('99999 Nowhere Rd, Toronto')
    await field.press('Enter')
    await result.getByText('No building is on a street called').waitFor()
    expect(await page.content()).not.toContain(server.keys.sandbox)
    await context.close()
  })

  it('passes on two operations and nothing else', async () => {
    const statusOf = async (path: string) => (await fetch(boxUrl + path)).status
    expect(await Promise.all(['/suggest?q=ho', '/me', '/projects', '/building-links/../me'].map(statusOf))).toEqual([
      200, 404, 404, 404,
    ])
  })
})
