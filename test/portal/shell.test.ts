// The shell of signed-in people in a real browser, by keyboard only.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { visit } from '../support/browser.ts'
import { everyLook, oneLook } from '../support/looks.ts'
import type { TestPerson } from '../support/person.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'

const { server, browser } = await startPortal()
const PHONE = { width: 390, height: 844 }

let owner: TestPerson
let signedIn: Visit
let phone: Visit
beforeAll(async () => {
  owner = await newPerson(server, 'pro')
  signedIn = await visitAs(browser, server, owner)
  phone = await visitAs(browser, server, owner, { viewport: PHONE })
})

const focusName = (page: Page) => page.evaluate('document.activeElement.textContent')
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Tabs forward until the element with this text has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab')
    if ((await focusName(page)) === name) return
  }
  throw new Error(`Tab never reaches ${name}`)
}

describe('the rail', () => {
  it('lists the pages of each section, marks the current one, and passes axe in every look', async () => {
    const { page, open } = signedIn
    await open('/account/webhooks')
    const nav = page.getByRole('navigation', { name: 'Main navigation' })
    expect(await nav.locator('p').allInnerTexts()).toEqual(['Match', 'Listings', 'Catalogue', 'Developers', 'Settings'])
    expect(await nav.getByRole('list', { name: 'Catalogue' }).getByRole('link').allInnerTexts()).toEqual([
      'Explore',
      'Coverage',
    ])
    expect(await nav.locator('[aria-current=page]').allInnerTexts()).toEqual(['Webhooks'])
    await everyLook(signedIn, 'rail')
  })

  it('opens every page that it lists', async () => {
    const { page, open } = signedIn
    await open('/account')
    const links = page.locator('.pages a')
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
    const names = await links.allInnerTexts()
    expect(paths.length).toBeGreaterThan(18)
    for (const [i, path] of paths.entries()) {
      await open(path)
      if (path !== '/docs') expect(await page.locator('.pages [aria-current=page]').allInnerTexts()).toEqual([names[i]])
      expect(await page.getByRole('heading', { name: 'Page not found' }).count()).toBe(0)
    }
  })

  it('comes after the skip link and before the page, and Enter opens a page and moves the focus there', async () => {
    const { page, open } = signedIn
    await open('/account')
    await page.keyboard.press('Tab')
    expect(await focusName(page)).toBe('Skip to main content')
    await page.keyboard.press('Tab')
    expect(await focusName(page)).toBe('Plinth')
    await tabTo(page, 'API keys')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    await expect.poll(() => focusName(page)).toBe('API keys')
  })

  it('is not shown to visitors, who have the header', async () => {
    const visitor = await visit(browser, server)
    await visitor.open('/plans')
    await visitor.page.getByRole('link', { name: 'Get a key' }).waitFor()
    expect(await visitor.page.locator('.rail').count()).toBe(0)
    await visitor.context.close()
  })
})

describe('the switch between live and test data', () => {
  const total = (page: Page) => page.getByText(/^[\d,]+ projects$/)

  it('changes the data of every page, says so, and keeps the focus', async () => {
    const { page, open, check } = signedIn
    await open('/explore')
    await total(page).waitFor()
    const live = await total(page).innerText()
    await tabTo(page, 'Test data')
    const button = page.getByRole('switch', { name: 'Test data' })
    expect(await button.getAttribute('aria-checked')).toBe('false')
    await page.keyboard.press('Space')
    await page.getByText('15 projects').waitFor()
    expect(live).not.toBe('15 projects')
    expect(await button.getAttribute('aria-checked')).toBe('true')
    expect(await focusName(page)).toBe('Test data')
    await page.getByText('You’re viewing test data.').waitFor()
    await check('all')
    await open('/account')
    await page.getByText('Sandbox data').waitFor()
    await tabTo(page, 'Test data')
    await page.keyboard.press('Enter')
    await page.getByText('You’re viewing test data.').waitFor({ state: 'detached' })
    await page.getByText('Live data', { exact: true }).waitFor()
  })

  it('is on and locked on the sandbox plan', async () => {
    const { page, context, open } = await visitAs(browser, server, await newPerson(server, 'sandbox'))
    await open('/account')
    const button = page.getByRole('switch', { name: 'Test data' })
    await button.waitFor()
    expect([await button.getAttribute('aria-checked'), await button.isDisabled()]).toEqual(['true', true])
    await context.close()
  })
})

describe('the palette', () => {
  const list = (page: Page) => page.getByRole('listbox', { name: 'Search' })
  const current = (page: Page) => page.locator('[role=option][aria-selected=true] > span').innerText()
  const openBy = async (page: Page, keys: string) => {
    await page.keyboard.press(keys)
    await page.getByRole('combobox', { name: /^Search pages/ }).waitFor()
  }

  it('finds a page, moves with the arrows, opens with Enter, and lists it first the next time', async () => {
    const { page, open } = signedIn
    await open('/account')
    await openBy(page, 'Control+k')
    await page.keyboard.type('web')
    await expect.poll(() => current(page)).toBe('Webhooks')
    await oneLook(signedIn, 'palette')
    await press(page, 'Enter')
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    await list(page).waitFor({ state: 'detached' })
    await openBy(page, 'Meta+k')
    expect(await current(page)).toBe('Webhooks')
    await press(page, 'ArrowDown')
    expect(await current(page)).toBe('Overview')
    await press(page, 'ArrowUp', 'ArrowUp')
    expect(await current(page)).toBe('Security')
    await press(page, 'Escape')
    await list(page).waitFor({ state: 'detached' })
  })

  it('finds listings by key', async () => {
    const { page, open } = await visitAs(browser, server, owner)
    const listing = { address: '1480 Howe St, Vancouver, BC' }
    expect((await server.send('PUT', '/api/v1/listings/PAL-1', listing, owner.key)).status).toBe(200)
    await open('/account')
    await openBy(page, 'Control+k')
    await page.keyboard.type('PAL-1')
    await expect
      .poll(() => list(page).getByRole('option').allInnerTexts())
      .toContainEqual(expect.stringContaining('Listing'))
    await press(page, 'Enter')
    await page.waitForURL('**/account/listings/PAL-1')
    await page.context().close()
  })

  it('finds projects and documentation for visitors, and only their pages', async () => {
    const { page, context, open, check } = await visit(browser, server)
    await open('/plans')
    await openBy(page, 'Control+k')
    expect(await list(page).getByRole('option').count()).toBe(4)
    await page.keyboard.type('howe')
    await list(page).getByText('The Howe Residences').waitFor()
    await check('all')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('webhook signature')
    await list(page).getByText(/^Docs/).first().waitFor()
    await press(page, 'Enter')
    await page.waitForURL('**/docs/**')
    await context.close()
  })
})

describe('a form that the server refuses', () => {
  it('shows each problem at its field, focuses the first, and the others above', async () => {
    const { page, open } = signedIn
    await open('/account/applications')
    await page.getByRole('button', { name: 'New application' }).focus()
    await press(page, 'Enter')
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await page.keyboard.type('Reader')
    const redirects = page.getByLabel('Redirect URIs')
    await redirects.focus()
    await page.keyboard.type('http://example.com/back')
    await page.getByRole('button', { name: 'Create application' }).focus()
    await press(page, 'Enter')
    await page.locator('.wrong').waitFor()
    expect(await redirects.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await redirects.getAttribute('aria-invalid')).toBe('true')
    const described = await redirects.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).innerText()).toContain(await page.locator('.wrong').innerText())
    expect(await page.getByRole('alert').count()).toBe(0)
    await oneLook(signedIn, 'field-problem')
  })

  it('says above the fields what is about none of them', async () => {
    const { page, open } = signedIn
    await page.route('**/api/v1/**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 400,
            contentType: 'application/problem+json',
            body: JSON.stringify({
              code: 'invalid_parameter',
              detail: 'Two problems.',
              errors: [
                { pointer: '/name', code: 'invalid', message: 'Too plain.' },
                { pointer: '/moon', code: 'invalid', message: 'The moon is wrong.' },
              ],
            }),
          })
        : route.continue(),
    )
    await open('/account/applications')
    await page.getByRole('button', { name: 'New application' }).click()
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Reader')
    await press(page, 'Enter')
    await page.getByRole('alert').getByText('The moon is wrong.').waitFor()
    expect(await page.locator('.wrong').allInnerTexts()).toEqual(['Too plain.'])
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.unroute('**/api/v1/**')
  })
})

describe('an unknown page', () => {
  const NOT_FOUND = [
    '/nowhere',
    '/account/nothing',
    '/account/keys/1',
    '/account/listings/1/2',
    '/explore/999999',
    '/explore/no-such-project',
    '/docs/nothing',
    '/desk/nothing',
  ]
  const asBrowser = { accept: 'text/html' }

  it.each(NOT_FOUND)('%s is a 404, with the same page', async (path) => {
    const { page, open } = signedIn
    expect((await server.get(path, undefined, asBrowser)).status).toBe(404)
    await open(path)
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
  })

  it.each(['/', '/explore/1', '/account', '/account/listings/any', '/account/deliveries/any', '/plans', '/sign-up'])(
    '%s is a 200',
    async (path) => {
      expect((await server.get(path, undefined, asBrowser)).status).toBe(200)
    },
  )

  it('shows live projects to the people who have them, and 404 to visitors', async () => {
    const [live] = server.app.services.catalog.snapshot('production').projects.toArray().slice(-1)
    const path = `/explore/${live!.id}`
    const [cookie] = await signedIn.context.cookies(server.url.replace('http:', 'https:'))
    const headers = { ...asBrowser, cookie: `${cookie!.name}=${cookie!.value}` }
    expect((await server.get(path, undefined, headers)).status).toBe(200)
    expect((await server.get(path, undefined, asBrowser)).status).toBe(404)
  })

  it('has search and ways out, in both languages, and passes axe', async () => {
    const { page, open } = signedIn
    await open('/nowhere')
    await everyLook(signedIn, 'not-found')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).focus()
    await press(page, 'Enter')
    await page.getByRole('combobox').waitFor()
    await press(page, 'Escape')
    const visitor = await visit(browser, server, { locale: 'fr-CA' })
    await visitor.open('/nulle-part')
    await visitor.page.getByRole('heading', { name: 'Page introuvable', level: 1 }).waitFor()
    await visitor.check('all')
    await visitor.context.close()
  })
})

describe('on a phone', () => {
  it.each([
    '/account',
    '/account/listings',
    '/account/keys',
    '/account/webhooks',
    '/account/people',
    '/playground',
    '/explore',
    '/explore/1',
    '/coverage',
  ])('the content of %s starts within 160 pixels', async (path) => {
    const { page, open } = phone
    await open(path)
    const content = page.locator('main > h1 + *').first()
    // The first look of a page is replaced when its data comes.
    await expect.poll(async () => (await content.boundingBox())?.y).toBeLessThanOrEqual(160)
  })

  it('the drawer keeps the focus inside, Escape closes it and gives the focus back', async () => {
    const { page, open } = phone
    await open('/account')
    await tabTo(page, 'Menu')
    const button = page.getByRole('button', { name: 'Menu' })
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.waitFor()
    await oneLook(phone, 'drawer')
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab')
      // Between the last and the first control, the browser's own controls have the focus.
      expect(await page.evaluate('document.activeElement.closest("dialog, body").tagName')).toMatch(/DIALOG|BODY/)
      expect(await page.evaluate('document.activeElement.closest("main") === null')).toBe(true)
    }
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(await focusName(page)).toBe('Menu')
    await press(page, 'Enter')
    await drawer.getByRole('button', { name: 'Close' }).click()
    await drawer.waitFor({ state: 'detached' })
  })

  it('a link of the drawer opens its page and closes the drawer', async () => {
    const { page, open } = phone
    await open('/account')
    await tabTo(page, 'Menu')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Request log')
    await press(page, 'Enter')
    await page.getByRole('heading', { name: 'Request log', level: 1 }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})
