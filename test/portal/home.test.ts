// The home page and sign-up in a real browser.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { visit } from '../support/browser.ts'
import { everyLook, oneLook } from '../support/looks.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'

const sh = promisify(execFile)
const { server, browser } = await startPortal({ CONTACT_EMAIL: 'sales@plinth.example' })

/** Runs a command copied from the page. */
async function run(command: string): Promise<string> {
  return (await sh('bash', ['-c', command])).stdout
}

describe('while production loads', () => {
  it('the home page shows the progress until the dataset is ready', async () => {
    const { page, open, check } = await visit(browser, server)
    const { loading } = server.app.services
    loading.set('production', { state: 'loading', done: 120, total: 500, seconds_left: 3 })
    await open('/')
    await page.getByText('The production dataset is being created: 120 of 500 projects, about 3 s left.').waitFor()
    await check()
    loading.set('production', { state: 'ready', done: 1200, total: 6200, seconds_left: 31 })
    const notice = page.getByText('works, and more projects follow: 1,200 of 6,200, about 31 s left.')
    await notice.waitFor()
    loading.set('production', undefined)
    await notice.waitFor({ state: 'detached' })
  })
})

describe('a new user', () => {
  it('tries an address, creates a key, runs the curl command, sets a password, signs out and signs in', async () => {
    const { page, context, open, check, picture } = await visit(browser, server)
    await open('/')
    await page.locator('.result h3').waitFor()
    await check()
    await picture('home')
    expect(await run(await page.locator('.result pre').first().innerText())).toContain('77 Huntley St')

    await page.getByRole('button', { name: '225 king w' }).click()
    await page.getByText('Possible matches').waitFor()
    expect(await page.locator('.match').allInnerTexts()).toHaveLength(2)
    await picture('home-ambiguous')

    await page.getByRole('link', { name: 'Get a key' }).click()
    await page.getByLabel('Email address').fill('newcomer@example.com')
    await check()
    await picture('sign-up')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('heading', { name: 'Your sandbox key' }).waitFor()
    await page.getByRole('button', { name: 'Copy' }).first().click()
    const key = (await page.evaluate('navigator.clipboard.readText()')) as string
    expect(key).toMatch(/^pl_test_\w{38}$/)
    expect(await run(await page.locator('pre').innerText())).toContain('"project_name":"77 Huntley St"')

    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.locator('.wrong').waitFor()
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { name: 'You’re signed in' }).waitFor()
    await check()
    await picture('sign-up-done')

    await page.getByRole('link', { name: 'Open the playground' }).click()
    await page.getByRole('heading', { name: 'Playground' }).waitFor()
    const stored = await page.evaluate('JSON.stringify([document.body.innerHTML, { ...localStorage }])')
    expect(stored).not.toContain(key)
    // For the samples in the documentation, in this tab, until the person signs out.
    expect(await page.evaluate('({ ...sessionStorage })')).toEqual({ plinth_test_key: key })

    await page.getByRole('link', { name: 'Sign out' }).click()
    await check()
    await picture('sign-out')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    await picture('sign-in')
    await page.getByLabel('Email address').fill('newcomer@example.com')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/account')
    await page.getByRole('link', { name: 'Sign out' }).waitFor()
    await context.close()
  })

  it('sees at the field what is wrong with an email address', async () => {
    const { page, context, open } = await visit(browser, server)
    await open('/sign-up')
    await page.getByLabel('Email address').fill(`${'a'.repeat(65)}@b`)
    await page.getByRole('button', { name: 'Create key' }).click()
    expect(await page.locator('.wrong').innerText()).toContain('must be an email address')
    await context.close()
  })
})

describe('the home page', () => {
  it('shows hostile text and error details as plain text', async () => {
    const { page, context, open, check } = await visit(browser, server)
    await open('/')
    await page.getByLabel('Address, as typed').fill('<img src=x onerror="document.title=1"> 1480 howe')
    await page.locator('.result').waitFor()
    await page.route('**/api/v1/building-links', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'rate_limited', detail: 'At most 60 requests a minute. <b>Wait</b>', errors: [] }),
      }),
    )
    await page.getByLabel('Address, as typed').fill('12 york street')
    await page.getByText('At most 60 requests a minute. <b>Wait</b>').waitFor()
    await check()
    await context.close()
  })

  it('asks with the account of a signed-in user, and shows the parts of the address', async () => {
    const person = await newPerson(server, 'pro')
    const { sample_address } = (await server.get('/api/v1/dataset', person.key)).body.data
    const { data } = (await server.send('POST', '/api/v1/building-links', { address: sample_address }, person.key)).body
    const { page, context, open } = await visitAs(browser, server, person)
    await open('/')
    await page.getByText('Results come from your account’s data.').waitFor()
    const found = page.locator('.result').getByRole('link', { name: data[0].project_name, exact: true })
    expect(await found.getAttribute('href')).toBe(`/explore/${data[0].project_id}`)
    const [civic] = sample_address.split(' ')
    expect(await page.locator('.typed-address [data-part=civic_number] > span').textContent()).toBe(civic)
    await context.close()
  })

  it('lists plans, and a signed-in user requests another one', async () => {
    const person = await newPerson(server, 'starter')
    const { page, context, open, check } = await visitAs(browser, server, person)
    await open('/plans')
    await page.getByRole('button', { name: 'Request this plan: Pro' }).click()
    expect(await page.getByRole('button', { name: 'Request this plan: Starter' }).count()).toBe(0)
    const dialog = page.getByRole('dialog', { name: 'Request the Pro plan' })
    await dialog.getByLabel('Message (optional)').fill('We link 20,000 listings a day.')
    await check()
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await page.getByText('Request sent: Pro.').waitFor()
    await server.app.services.access.signIn.emailsSent()
    const mail = readFileSync(join(server.dataDir, 'mail.txt'), 'utf8')
    expect(mail).toContain('To: sales@plinth.example')
    expect(mail).toContain(person.email)
    expect(mail).toContain('We link 20,000 listings a day.')
    await context.close()
  })

  it('is accessible in every theme and size, and so is the plan page', async () => {
    const visited = await visit(browser, server)
    const { page, context, open } = visited
    await open('/')
    await page.locator('.result h3').waitFor()
    await page.getByText('Can you trust the confidence?').click()
    await page.locator('.bands tbody tr').first().waitFor()
    // A row per confidence with the measured rate, its interval and the number of matches.
    const rows = await page.locator('.bands tbody tr').allInnerTexts()
    expect(rows.length).toBeGreaterThan(2)
    expect(rows[0]).toMatch(/^99\.9% or more\s[\s\S]*\d – \d[\s\S]*\d,\d{3}$/)
    await everyLook(visited, 'home')
    await open('/plans')
    await page.getByText('sales@plinth.example').waitFor()
    const request = page.getByRole('link', { name: 'Request this plan: Pro' })
    expect(await request.getAttribute('href')).toBe('/sign-up')
    await everyLook(visited, 'plans')
    await context.close()
  })
})

describe('the address field', () => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'Address, as typed' })
  const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

  it('suggests while you type, and the keyboard chooses, keeps the unit and looks it up', async () => {
    const visited = await visit(browser, server)
    const { page, context, open } = visited
    await open('/')
    await page.locator('.result h3').waitFor()
    expect(await options(page).count()).toBe(0)
    await field(page).fill('')
    await field(page).pressSequentially('#603 -1480 ho')
    // A slow page shows the suggestions for a shorter text first.
    const matched = () => options(page).first().locator('b').allInnerTexts()
    await expect.poll(matched, { timeout: 20_000 }).toEqual(['1480', 'Ho'])
    expect(await field(page).getAttribute('aria-expanded')).toBe('true')
    expect(await options(page).first().innerText()).toMatch(/^1480 Howe St\s+Vancouver, BC\s+Address$/)
    await page.getByText(/^\d suggestions?\. (Use|Press) the/).waitFor({ state: 'attached' })
    await field(page).press('ArrowDown')
    const active = await field(page).getAttribute('aria-activedescendant')
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true')
    await oneLook(visited, 'suggestions')
    await field(page).press('Enter')
    expect(await field(page).inputValue()).toBe('#603 -1480 Howe St, Vancouver, BC')
    expect(await options(page).count()).toBe(0)
    await page.locator('.result').getByText('603', { exact: true }).waitFor()
    await context.close()
  })

  it('sends the text as typed with Enter, and Escape and leaving the field close the list', async () => {
    const { page, context, open } = await visit(browser, server)
    await open('/')
    await field(page).fill('395 dundas st w')
    await options(page).first().waitFor()
    await field(page).press('Enter')
    await page.getByRole('link', { name: 'Grange Court' }).waitFor()
    expect([await field(page).inputValue(), await options(page).count()]).toEqual(['395 dundas st w', 0])
    await field(page).fill('1480 how')
    await options(page).first().waitFor()
    const count = await options(page).count()
    await field(page).press('Escape')
    expect([await field(page).inputValue(), await options(page).count()]).toEqual(['1480 how', 0])
    await field(page).press('ArrowDown')
    await field(page).press('ArrowUp')
    expect([await options(page).count(), await field(page).getAttribute('aria-activedescendant')]).toEqual([
      count,
      null,
    ])
    await field(page).press('Tab')
    expect(await options(page).count()).toBe(0)
    await context.close()
  })

  it('suggests in French on a phone, and a tap chooses', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'fr-CA' } as const
    const { page, context, open, check, picture } = await visit(browser, server, phone)
    await open('/')
    await page.getByRole('combobox').fill('howe res')
    await page.getByText(/^\d suggestions?\. (Utilisez|Appuyez)/).waitFor({ state: 'attached' })
    expect(await page.getByRole('option').first().innerText()).toMatch(/Projet|Immeuble/)
    await check()
    await picture('suggestions-french-phone')
    await page.getByRole('option', { name: /The Howe Residences/ }).tap()
    expect(await page.getByRole('combobox').inputValue()).toBe('The Howe Residences, 1480 Howe St, Vancouver, BC')
    await page.getByRole('link', { name: 'The Howe Residences' }).waitFor()
    await context.close()
  })

  it('aborts the request before, and works without suggestions', async () => {
    const { page, context, open, faults } = await visit(browser, server)
    const aborted: string[] = []
    page.on('requestfailed', (request) => aborted.push(String(new URL(request.url()).searchParams.get('q'))))
    let requests = 0
    await page.route('**/api/v1/suggest?*', async (route) => {
      requests++
      const q = new URL(route.request().url()).searchParams.get('q')
      if (q === '1480') return
      if (q === '1480 h') return route.continue()
      await route.fulfill({ status: 403, json: { code: 'plan_required', detail: 'Not in this plan.', errors: [] } })
    })
    await open('/')
    await field(page).fill('1480')
    await expect.poll(() => requests).toBe(1)
    await field(page).fill('1480 h')
    await options(page).first().waitFor()
    await expect.poll(() => aborted).toEqual(['1480'])
    await field(page).fill('225 king st w, hamilton')
    await page.getByRole('link', { name: 'Hess Village Commons' }).waitFor()
    expect([await options(page).count(), requests]).toEqual([0, 3])
    // A plan without suggestions is not asked again.
    await field(page).fill('395 dundas st w')
    await page.getByRole('link', { name: 'Grange Court' }).waitFor()
    expect([requests, faults]).toEqual([3, []])
    await context.close()
  })
})

describe('server-rendered pages', () => {
  it('are accessible, and unknown paths of the API are problems', async () => {
    const { page, context, check, picture } = await visit(browser, server)
    for (const path of ['/sign-in', '/reset', '/docs/guides', '/docs/guides/link-one-listing']) {
      await page.goto(server.url + path)
      await check()
      await picture(path.slice(1).replaceAll('/', '-'))
    }
    const program = await server.get('/api/v1/nowhere', undefined, { accept: 'text/html' })
    expect(program.body.code).toBe('route_not_found')
    await context.close()
  })
})
