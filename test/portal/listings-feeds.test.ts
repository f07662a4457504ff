// The feeds pages in a real browser, with a stand-in RESO server on loopback.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { everyLook, oneLook } from '../support/looks.ts'
import type { TestPerson } from '../support/person.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'
import { ResoServer } from '../support/reso-server.ts'

const SECRET = 'a secret that no page shows'
const { server, browser } = await startPortal({
  ALLOW_PRIVATE_WEBHOOKS: '1',
  TRUST_PROXY: '1',
})
let reso: ResoServer
let person: TestPerson
let signedIn: Visit
let feedPath: string
/** A project of the demonstration; the first listing is in it. */
let project: { name: string; address: string; city_name: string }
beforeAll(async () => {
  project = (await server.get('/api/v1/projects?limit=1', server.keys.pro)).body.data[0]
  const [street] = project.address.split(',')
  const fieldsOf = (index: number) => ({
    UnparsedAddress: index === 0 ? `#1203 - ${street}` : `${100 + index} Nowhere Street`,
    City: index === 0 ? project.city_name : 'Toronto',
    Building: 'A name in a field of its own',
    StandardStatus: 'Active',
  })
  reso = await ResoServer.start({ rows: 20, client: { id: 'me', secret: SECRET }, fieldsOf })
  reso.missingFields = ['AssociationName']
  // The sandbox's 60 requests a minute are too few for so many pages.
  person = await newPerson(server, 'pro')
  signedIn = await visitAs(browser, server, person)
})
afterAll(() => reso?.stop())

const feeds = async () => (await server.get('/api/v1/feeds', person.key)).body.data
const fillSource = async ({ page, open }: Visit, secret: string) => {
  await open('/account/new-feed')
  await page.getByLabel('URL', { exact: true }).fill(reso.url)
  await page.getByLabel('Token URL').fill(reso.tokenUrl)
  await page.getByLabel('Client ID').fill('me')
  await page.getByLabel('Client secret').fill(secret)
}

describe('the wizard', () => {
  it('says in plain words why a feed cannot be read, and stores nothing', async () => {
    const { page } = signedIn
    await fillSource(signedIn, 'wrong')
    await everyLook(signedIn, 'feed-source')
    await page.getByRole('button', { name: 'Read the first page' }).click()
    const problem = page.getByText('We couldn’t read this feed.')
    await problem.waitFor()
    expect(await problem.locator('..').textContent()).toMatch(/Check the client id, the client secret/)
    await signedIn.check()
    expect(await feeds()).toEqual([])
  })

  it('refuses a URL that is not allowed', async () => {
    const { page } = signedIn
    await fillSource(signedIn, SECRET)
    await page.getByLabel('URL', { exact: true }).fill('ftp://example.com/listings')
    await page.getByRole('button', { name: 'Read the first page' }).click()
    await page.locator('.wrong').getByText('The URL must use https').waitFor()
  })

  it('shows the mapping and the first listings, and stores nothing before the end', async () => {
    const { page } = signedIn
    await fillSource(signedIn, SECRET)
    await page.getByRole('button', { name: 'Read the first page' }).click()
    await page.getByRole('heading', { name: '2. Mapping' }).waitFor()
    expect(await page.getByRole('region', { name: 'First listings' }).textContent()).toContain('#1203 - ')
    await page.getByText('The server has no field named AssociationName').waitFor()
    expect(await page.getByLabel('Use “ListingKey” as').inputValue()).toBe('key')
    await oneLook(signedIn, 'feed-mapping')
    await page.getByLabel('Use “Building” as').selectOption('Building name')
    await page.getByRole('button', { name: 'Apply the mapping' }).click()
    await page.getByRole('cell', { name: 'A name in a field of its own' }).waitFor()
    expect(await feeds()).toEqual([])
    expect((await server.get('/api/v1/listings', person.key)).body.data).toEqual([])
  })

  it('creates the feed, whose listings are linked', async () => {
    const { page } = signedIn
    await page.getByLabel('Name', { exact: true }).fill('My board')
    await page.getByLabel('Key prefix').fill('board: ')
    expect(await page.getByLabel('Key prefix').inputValue()).toBe('board:')
    await page.getByRole('button', { name: 'Create feed' }).click()
    await page.getByRole('heading', { name: 'My board' }).waitFor()
    feedPath = new URL(page.url()).pathname
    await expect.poll(async () => (await feeds())[0].last_success_at, { timeout: 60_000 }).not.toBeNull()
    await page.reload()
    await page.getByText('The last run succeeded.').waitFor()
    expect(await page.getByRole('region', { name: 'Runs' }).textContent()).toContain('Succeeded')
    expect((await feeds())[0].fields).toEqual({ building_name: ['Building'] })
    expect(await page.content()).not.toContain(SECRET)
    await everyLook(signedIn, 'feed')
    await page.getByRole('link', { name: 'View its listings' }).click()
    await page.getByRole('table').getByText(project.name).waitFor()
    expect(await page.locator('tbody tr').count()).toBe(20)
  })
})

describe('a feed', () => {
  it('is listed with its state, schedule and next run', async () => {
    await signedIn.open('/account/feeds')
    const item = signedIn.page.getByRole('listitem').filter({ hasText: 'My board' })
    await item.waitFor()
    expect(await item.textContent()).toMatch(/RESO Web API, every 30 seconds.*Last success.*Next run/)
    await everyLook(signedIn, 'feeds')
  })

  it('is paused, resumed and run, and shows why a run failed', async () => {
    const { page, open } = signedIn
    await open(feedPath)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('You paused this feed.').waitFor()
    // A fault that does not pass by itself, and then a bad row among those that are read again.
    reso.randomFault = () => '404'
    reso.rows.badTimes.add(3)
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect.poll(async () => (await feeds())[0].status, { timeout: 60_000 }).toBe('failing')
    await page.reload()
    await page.getByText('Every run has failed').waitFor()
    expect(await page.locator('.notice.bad').textContent()).toContain('404')
    expect(await page.getByRole('region', { name: 'Runs' }).textContent()).toContain('Failed')
    await oneLook(signedIn, 'feed-failing')
    reso.randomFault = () => undefined
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByText('Requested. The run starts in a moment.').waitFor()
    await expect.poll(async () => (await feeds())[0].status, { timeout: 60_000 }).toBe('active')
    await page.reload()
    await page.getByRole('heading', { name: '1 row is set aside' }).waitFor()
    await page.getByText('L0000003').first().waitFor()
  })

  it('is edited without showing its credentials, which can be replaced', async () => {
    const { page, open } = signedIn
    await open(feedPath)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Our board')
    await page.getByLabel('Read changes').selectOption('300')
    await page.getByRole('checkbox', { name: 'Replace the credentials' }).check()
    expect(await page.getByLabel('Client ID').inputValue()).toBe('me')
    expect(await page.getByLabel('Client secret').inputValue()).toBe('')
    await page.getByLabel('Client secret').fill(SECRET)
    await everyLook(signedIn, 'feed-edit')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Our board' }).waitFor()
    await page.getByText('every 5 minutes').waitFor()
    const before = (await feeds())[0].last_success_at
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect.poll(async () => (await feeds())[0].last_success_at, { timeout: 60_000 }).not.toBe(before)
    await page.getByRole('button', { name: 'Edit' }).click()
    const { id } = (await feeds())[0]
    await server.send('PATCH', `/api/v1/feeds/${id}`, { name: 'Theirs' }, person.key)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The feed changed while you were editing.').waitFor()
    await page.getByRole('button', { name: 'Load the current settings' }).click()
    await page.getByRole('heading', { name: 'Theirs' }).waitFor()
  })

  it('waits for approval when most of its listings are missing', async () => {
    const { page, open } = signedIn
    for (let index = 1; index <= 12; index++) reso.rows.delete(index)
    await open(feedPath)
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect.poll(async () => (await feeds())[0].held_sweep, { timeout: 60_000 }).not.toBeNull()
    await page.reload()
    await page.getByText('12 of 20 listings are no longer in the feed.').waitFor()
    await oneLook(signedIn, 'feed-held')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as gone' }).click()
    await page.getByText('12 of 20 listings are no longer in the feed.').waitFor({ state: 'detached' })
    await open('/account/listings')
    await page.getByText('12 of them left their feed.').waitFor()
    await page
      .getByRole('row', { name: /L0000001/ })
      .getByText('Gone')
      .waitFor()
  })

  it('is deleted with its listings after a confirmation', async () => {
    const { page, open } = signedIn
    await open(feedPath)
    await page.getByRole('button', { name: 'Delete feed' }).click()
    await page.getByRole('dialog').getByText('This also deletes all of its listings').waitFor()
    await signedIn.check()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await feeds()).toHaveLength(1)
    await page.getByRole('button', { name: 'Delete feed' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete feed' }).click()
    await page.getByText('No feeds yet.').waitFor()
    expect((await server.get('/api/v1/listings', person.key)).body.data).toEqual([])
  })
})

describe('a feed without a URL', () => {
  it('takes an uploaded file', async () => {
    // Another account: the tests above use up the sandbox's requests of a minute.
    const uploader = await newPerson(server, 'sandbox')
    const visit = await visitAs(browser, server, uploader)
    const { page, open } = visit
    const body = { kind: 'csv', name: 'Uploads' }
    const { id } = (await server.send('POST', '/api/v1/feeds', body, uploader.key)).body.data
    await open(`/account/feeds/${id}`)
    const file = 'key,address\nU1,1480 Howe St Vancouver\nU2,77 Forgotten Lane Toronto\n'
    await page
      .getByLabel('Drop the new file of this feed here, or choose it')
      .setInputFiles({ name: 'listings.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await page.getByText('Read 2 rows: 2 new, 0 changed.').waitFor()
    await everyLook(visit, 'feed-upload')
    expect((await server.get('/api/v1/listings/U1', uploader.key)).body.data.link.outcome).toBe('matched')
    await visit.context.close()
  })
})

describe('a plan without listings', () => {
  it.each(['feeds', 'new-feed'])('says which plans include /account/%s', async (path) => {
    const visit = await visitAs(browser, server, await newPerson(server, 'starter'))
    await visit.open(`/account/${path}`)
    await visit.page.getByText('Stored listings are included in these plans: Pro, Elite.').waitFor()
    await visit.check()
    await visit.context.close()
  })
})
