// The listings pages in a real browser: load a file, filter, decide, review and find duplicates.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { everyLook, oneLook } from '../support/looks.ts'
import type { TestPerson } from '../support/person.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'

const SCRIPT = '<script>document.title = "taken"</script>'

const { server, browser } = await startPortal({ TRUST_PROXY: '1' })
let person: TestPerson
let signedIn: Visit
beforeAll(async () => {
  person = await newPerson(server, 'sandbox')
  signedIn = await visitAs(browser, server, person)
})

const api = async (method: string, path: string, body?: unknown, key = person.key) => {
  const answer = await server.send(method, `/api/v1${path}`, body, key)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.body?.data
}
const put = (key: string, address: string, more: object = {}, as = person) =>
  api('PUT', `/listings/${key}`, { address, ...more }, as.key)
/** Waits until nothing is loading. */
const settled = ({ page }: Visit) => page.locator('main .loading').first().waitFor({ state: 'detached' })
/** A new account of its own with these listings, signed in. */
const visitWithListings = async (listings: Readonly<Record<string, string>>): Promise<[TestPerson, Visit]> => {
  const owner = await newPerson(server, 'sandbox')
  for (const [key, address] of Object.entries(listings)) await put(key, address, {}, owner)
  return [owner, await visitAs(browser, server, owner)]
}
const upload = ({ page }: Visit, name: string, content: string) =>
  page.getByLabel(/^Drop a CSV/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const FILE = [
  'MLS,Address,City,Unit,Status',
  'C1,#1203 -1480 howe,Vancouver,,active',
  'C2,1480 Howe St,Vancouver,1203,active',
  'C3,225 King St W,,,active',
  'C4,77 Forgotten Lane,Toronto,,sold',
  'not a key!,1480 Howe St,Vancouver,5,active',
  `C5,"${SCRIPT.replaceAll('"', '""')}",,,active`,
].join('\n')

describe('an account without listings', () => {
  it('sees three ways to begin, and loads a file with progress', async () => {
    const { page, open } = signedIn
    await open('/account/listings')
    await page.getByRole('heading', { name: 'Link your first listings' }).waitFor()
    expect(await page.locator('pre').textContent()).toContain('/api/v1/listings/my-first-listing')
    expect(await page.getByRole('link', { name: 'Add a feed' }).getAttribute('href')).toBe('/account/new-feed')
    await everyLook(signedIn, 'listings-start')
    await upload(signedIn, 'listings.csv', FILE)
    expect(await page.getByLabel('Use “MLS” as').inputValue()).toBe('key')
    await page.getByText('listings.csv').waitFor()
    await page.getByLabel('Label (optional)').fill('may file')
    expect(await page.getByLabel('Label (optional)').inputValue()).toBe('may-file')
    await oneLook(signedIn, 'listings-columns')
    await page.getByRole('button', { name: 'Store 6 listings' }).click()
    await page.getByText('6 of 6').waitFor()
    const result = page.getByRole('list', { name: 'Result' })
    expect(await result.textContent()).toMatch(/5 New.*0 Changed.*0 Unchanged.*1 Not stored/)
    expect(await page.getByRole('region', { name: 'Rows that were not stored' }).textContent()).toContain('not a key!')
    await oneLook(signedIn, 'listings-loaded')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download these rows as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('plinth-not-stored.csv')
    await page.getByRole('button', { name: 'View listings' }).click()
    await page.getByRole('table').getByRole('link', { name: 'C1' }).waitFor()
    expect((await api('GET', '/listings/C1')).feed).toBe('may-file')
  })

  it('loads a file again without changes, and needs a column with keys', async () => {
    const { page, open } = signedIn
    await open('/account/load-listings')
    await upload(signedIn, 'again.csv', FILE.replaceAll('not a key!', 'C6'))
    await page.getByLabel('Label (optional)').fill('may-file')
    await page.getByRole('button', { name: 'Store 6 listings' }).click()
    await page.getByText('6 of 6').waitFor()
    expect(await page.getByRole('list', { name: 'Result' }).textContent()).toMatch(/1 New.*0 Changed.*5 Unchanged/)
    await page.getByRole('button', { name: 'Load another file' }).click()
    await upload(signedIn, 'keyless.csv', 'Address\n1480 Howe St\n')
    await page.getByText('Choose the column with the key').waitFor()
    expect(await page.getByRole('button', { name: 'Store 1 listing' }).isDisabled()).toBe(true)
  })
})

describe('the list', () => {
  it('counts by outcome, filters by a count, and opens a listing by its key', async () => {
    const { page, open } = signedIn
    await open('/account/listings')
    const tiles = page.getByRole('list', { name: 'Listings by outcome' })
    await tiles.waitFor()
    expect((await tiles.getByRole('link').allTextContents()).slice(0, 2)).toEqual(['6All', '3Linked'])
    await everyLook(signedIn, 'listings')
    await tiles.getByRole('link', { name: 'No match' }).click()
    await page.getByRole('table').getByRole('link', { name: 'C1' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('table').textContent()).toContain('77 Forgotten Lane')
    expect(page.url()).toContain('#outcome=no_match')
    await page.getByLabel('Status').fill('sold')
    await page.getByRole('table').getByRole('link', { name: 'C5' }).waitFor({ state: 'detached' })
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('table').getByRole('link', { name: 'C1' }).waitFor()
    expect(await page.getByLabel('Status').inputValue()).toBe('')
    expect(await page.title()).not.toBe('taken')
    await page.getByLabel('Open by key').fill('C3')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '225 King St W' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/account/listings/C3')
  })

  it('stays small in the page when it is long', async () => {
    const owner = await newPerson(server, 'sandbox')
    const listings = Array.from({ length: 450 }, (_, i) => ({ key: `L${i}`, address: `${i + 1} Nowhere Road` }))
    await api('POST', '/listings/batch', { listings }, owner.key)
    const visit = await visitAs(browser, server, owner)
    await visit.open('/account/listings')
    const more = visit.page.getByRole('button', { name: 'Load more' })
    for (const rows of [200, 300, 400, 450]) {
      await more.click()
      await visit.page.locator(`table[aria-rowcount="${rows + 1}"]`).waitFor()
    }
    await more.waitFor({ state: 'detached' })
    expect(await visit.page.locator('tbody tr').count()).toBeLessThan(150)
    await visit.context.close()
  })
})

describe('one listing', () => {
  it('shows why its building matches, and applies and removes a decision', async () => {
    const [owner, visit] = await visitWithListings({ K1: '225 King St W' })
    const { page, open } = visit
    await open('/account/listings/K1')
    await page.locator('.waterfall').waitFor()
    expect(await page.getByRole('list', { name: 'Candidates' }).textContent()).toContain('Hess Village Commons')
    await settled(visit)
    await everyLook(visit, 'listing')
    await page.getByRole('button', { name: /Hess Village Commons/ }).click()
    await page.getByRole('heading', { name: /^Why Hess Village Commons/ }).waitFor()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('You chose this building').waitFor()
    expect((await api('GET', '/listings/K1', undefined, owner.key)).link.match).toMatchObject({
      project_name: 'Hess Village Commons',
      match_method: 'account',
    })
    await page.getByText('You changed the listing or decided').waitFor()
    expect(await page.locator('.link-history').textContent()).toContain('From Civic & King to Hess Village Commons')
    await oneLook(visit, 'listing-decided')
    await page.getByRole('button', { name: 'Remove decision' }).click()
    await page.getByText('Decision removed.').waitFor()
    expect((await api('GET', '/listings/K1', undefined, owner.key)).decision).toBeNull()
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('You rejected all buildings').waitFor()
    await visit.check()
    await visit.context.close()
  })

  it('is corrected by finding a project, and deleted after a confirmation', async () => {
    const [owner, visit] = await visitWithListings({ K2: '77 Forgotten Lane, Toronto' })
    const { page, open } = visit
    await open('/account/listings/K2')
    await page.getByText('No candidate resembles this address.').waitFor()
    await page.getByRole('button', { name: 'Correct…' }).click()
    await page.getByLabel('Project name or address').fill('howe resid')
    await page
      .getByRole('option', { name: /The Howe Residences/ })
      .first()
      .waitFor()
    await visit.check()
    await page.keyboard.press('Enter')
    await page.getByText('You chose this building').waitFor()
    expect((await api('GET', '/listings/K2', undefined, owner.key)).link.match.project_name).toBe('The Howe Residences')
    await page.getByRole('button', { name: 'Delete listing' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete listing' }).click()
    await page.getByRole('heading', { name: 'Link your first listings' }).waitFor()
    expect((await server.get('/api/v1/listings/K2', owner.key)).status).toBe(404)
    await visit.context.close()
  })

  it('that does not exist says so', async () => {
    await signedIn.open('/account/listings/unknown-key')
    await signedIn.page.getByRole('alert').waitFor()
    expect(await signedIn.page.getByRole('alert').textContent()).toContain('unknown-key')
    await signedIn.check()
  })
})

describe('needs review', () => {
  it('is worked through with the keyboard and applies each decision at once', async () => {
    const [owner, visit] = await visitWithListings({
      R1: '225 King St W',
      R2: '225 King Street West',
      R3: '225 king w',
      R4: '1480 Howe St, Vancouver',
    })
    const { page, open } = visit
    const linkOf = async (key: string) => (await api('GET', `/listings/${key}`, undefined, owner.key)).link
    await open('/account/needs-review')
    await page.getByText('3 waiting').waitFor()
    await page.locator('.waterfall').waitFor()
    await everyLook(visit, 'review')
    const first = (await linkOf('R1')).match.project_name
    await page.keyboard.press('a')
    await page.getByText('Confirmed R1.').waitFor()
    await page.getByText('2 waiting').waitFor()
    await expect.poll(async () => (await linkOf('R1')).match.match_method).toBe('account')
    expect((await linkOf('R1')).match.project_name).toBe(first)
    await page.keyboard.press('u')
    await page.getByText('Undone: R1 is waiting again.').waitFor()
    expect((await linkOf('R1')).match.match_method).toBe('auto')
    await page.keyboard.press('2')
    await page.getByText('Corrected R1.').waitFor()
    await expect.poll(async () => (await linkOf('R1')).match.project_name).not.toBe(first)
    await page.keyboard.press('r')
    await page.getByText('Rejected R2.').waitFor()
    await expect.poll(async () => (await linkOf('R2')).recommended_action).toBe('reject')
    await page.keyboard.press('c')
    await page.getByLabel('Project name or address').fill('howe')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Corrected R3.').waitFor()
    await page.getByText('All done.').waitFor()
    await expect.poll(async () => (await linkOf('R3')).match.project_name).toBe('The Howe Residences')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await visit.check()
    await visit.context.close()
  })

  it('brings a listing back when its decision fails', async () => {
    const [, visit] = await visitWithListings({ R1: '225 King St W' })
    const { page, open } = visit
    await open('/account/needs-review')
    await page.getByText('1 waiting').waitFor()
    await page.route('**/decision', (route) => route.abort())
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByText('1 waiting').waitFor()
    await page.unroute('**/decision')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('All done.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await visit.context.close()
  })

  it('says when nothing is waiting', async () => {
    const [, visit] = await visitWithListings({ R1: '1480 Howe St, Vancouver' })
    await visit.open('/account/needs-review')
    await visit.page.getByText('Nothing to review.').waitFor()
    await visit.check()
    await visit.context.close()
  })
})

describe('duplicates', () => {
  it('are shown in groups with the confidence of each listing', async () => {
    const [, visit] = await visitWithListings({
      D1: '#1203 -1480 howe',
      D2: '1203-1480 Howe St, Vancouver',
      D3: '#5 1480 howe',
    })
    const { page, open } = visit
    await open('/account/duplicates')
    await page.getByRole('heading', { name: 'The Howe Residences, unit 1203' }).waitFor()
    await page.getByText('Same building and unit', { exact: true }).waitFor()
    expect(await page.locator('tbody tr').count()).toBe(2)
    await everyLook(visit, 'duplicates')
    await page.getByRole('link', { name: 'D2' }).click()
    await page.getByRole('heading', { name: '1203-1480 Howe St, Vancouver' }).waitFor()
    await visit.context.close()
  })

  it('says when there are none', async () => {
    const [, visit] = await visitWithListings({ D1: '#1203 -1480 howe' })
    await visit.open('/account/duplicates')
    await visit.page.getByText('No duplicates.').waitFor()
    await visit.context.close()
  })
})

describe('homes', () => {
  it('list a unit once with all its listings, filter, and show one with its campaigns', async () => {
    const owner = await newPerson(server, 'sandbox')
    const sale = { transaction: 'sale', off_market_on: '2026-02-10', legal_level: '11', legal_unit: '3' }
    const sold = { status: 'Sold', listed_on: '2026-01-10', attributes: { ...sale, assignment: true } }
    await put('H1', '#1203 -1480 howe', sold, owner)
    await put('H2', '1203-1480 Howe St, Vancouver', { attributes: { transaction: 'lease', office: SCRIPT } }, owner)
    await put('H3', '#5 1480 howe', {}, owner)
    await put('H4', 'Locker 5, 1480 Howe St, Vancouver', {}, owner)
    const visit = await visitAs(browser, server, owner)
    const { page, open } = visit
    await open('/account/homes')
    const rows = page.getByRole('table').getByRole('link')
    await rows.first().waitFor()
    expect(await rows.allTextContents()).toEqual([
      expect.stringMatching(/^1203 – .*1480 Howe/),
      expect.stringMatching(/^5 – .*1480 Howe/),
    ])
    await everyLook(visit, 'homes')
    await page.getByRole('combobox', { name: 'Listings', exact: true }).selectOption('Two or more')
    await page.getByRole('link', { name: /^5 – / }).waitFor({ state: 'detached' })
    expect(page.url()).toContain('#min_listings=2')
    await rows.first().click()
    await page.getByRole('heading', { name: /^1203 – / }).waitFor()
    const text = await page.locator('main').textContent()
    for (const words of ['On the market', 'Assignment', 'Legal level', 'skip floors 4, 13', 'Relistings', '31'])
      expect(text).toContain(words)
    expect(await page.getByRole('region', { name: 'Campaigns' }).locator('tbody tr').count()).toBe(2)
    await everyLook(visit, 'home')
    expect(await page.title()).not.toBe('taken')
    await page.getByRole('link', { name: 'H1', exact: true }).click()
    await page.getByRole('link', { name: 'View home' }).click()
    await page.getByRole('heading', { name: /^1203 – / }).waitFor()
    await open('/account/homes#status=sold')
    await page.getByText('No homes match.').waitFor()
    await open('/account/homes/hom_none')
    await page.getByText('Your account has no home "hom_none".').waitFor()
    await visit.context.close()
  })

  it('say how a home begins where there are none', async () => {
    const [, visit] = await visitWithListings({ H1: '1480 Howe St' })
    await visit.open('/account/homes')
    await visit.page.getByText('No homes yet.').waitFor()
    await visit.context.close()
  })
})

describe('a plan without listings', () => {
  it.each(['listings', 'needs-review', 'duplicates', 'homes', 'homes/hom_1', 'load-listings', 'listings/C1'])(
    'says which plans include /account/%s',
    async (path) => {
      const starter = await newPerson(server, 'starter')
      const visit = await visitAs(browser, server, starter)
      await visit.open(`/account/${path}`)
      await visit.page.getByText('Stored listings are included in these plans: Pro, Elite.').waitFor()
      await visit.check()
      await visit.context.close()
    },
  )
})

describe('errors', () => {
  it('of the list can be retried', async () => {
    const { page, open } = signedIn
    await page.route('**/api/v1/listings?*', (route) => route.abort())
    await open('/account/listings')
    await page.getByRole('alert').first().waitFor()
    await page.unroute('**/api/v1/listings?*')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByRole('table').getByRole('link', { name: 'C1' }).waitFor()
  })
})
