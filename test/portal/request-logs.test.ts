// The request log and usage by key in a real browser, in both languages.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { everyLook } from '../support/looks.ts'
import type { TestPerson } from '../support/person.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'

const { server, browser } = await startPortal({ TRUST_PROXY: '1' })
let person: TestPerson
let visit: Visit
let missing: string
beforeAll(async () => {
  person = await newPerson(server, 'starter')
  visit = await visitAs(browser, server, person)
  await visit.open('/account/logs')
  await visit.page.locator('.table-window').waitFor()
  const created = await server.send('POST', '/api/v1/api-keys', { name: 'Nightly sync' }, person.key)
  const { key } = created.body.data
  await server.get('/api/v1/projects?limit=1', key)
  await server.get('/api/v1/building-links?address=1480+howe', key)
  missing = (await server.get('/api/v1/projects/999999999', key)).headers.get('x-request-id')!
  await server.get('/api/v1/nothing', key)
})

const rows = () => visit.page.locator('.table-window tbody tr')

describe('the request log', () => {
  it('lists requests with key, route, status and error, and is accessible in every look', async () => {
    const { page } = visit
    // The person's own page views are not in it.
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText(missing).waitFor()
    const text = (await rows().allInnerTexts()).join('\n')
    expect(text).toMatch(/GET \/api\/v1\/projects\/\{id\}\s+project_not_found\s+Nightly sync/)
    expect(text).toContain('Unknown path')
    expect(text).not.toContain('/api/v1/request-logs')
    await everyLook(visit, 'logs')
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit.picture('logs-1440')
  })

  it('filters by status and request id, keeps filters in the URL, and explains an empty list', async () => {
    const { page } = visit
    await page.getByRole('combobox', { name: 'Status' }).selectOption('4xx')
    await rows().getByText('GET /api/v1/projects', { exact: true }).waitFor({ state: 'detached' })
    expect(await rows().count()).toBe(3)
    expect(new URL(page.url()).hash).toContain('status=4xx')
    await page.getByRole('textbox', { name: 'Request ID' }).fill(missing)
    await rows().getByText('Unknown path').waitFor({ state: 'detached' })
    expect(await rows().count()).toBe(1)
    await page.getByRole('button', { name: `Copy request ID ${missing}` }).click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(missing)
    expect(await rows().getByRole('link', { name: 'project_not_found' }).getAttribute('href')).toBe(
      '/docs/errors/project_not_found',
    )
    await page.getByLabel('Error code').selectOption('project_not_found')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('5xx')
    await page.getByText('No requests match.').waitFor()
  })

  it('is in French', async () => {
    await visit.open('/account/logs?lang=fr')
    const { page } = visit
    await page.getByRole('heading', { name: 'Journal des requêtes', level: 1 }).waitFor()
    await page.getByText(missing).waitFor()
    await page.getByText('Chemin inconnu').waitFor()
    await visit.check()
    await visit.picture('logs-fr')
    await visit.open('/account/usage?lang=en')
  })
})

describe('the usage page', () => {
  it('counts requests and errors by key, draws one key, and leads to its log', async () => {
    const { page } = visit
    await visit.open('/account/usage')
    const table = page.getByRole('region', { name: 'By key' })
    const row = table.getByRole('row', { name: /Nightly sync/ })
    await row.waitFor()
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      expect.stringContaining('Nightly sync'),
      '1',
      '0',
      '3',
      '0',
      'Show requests',
    ])
    await page.getByRole('button', { name: 'Errors', exact: true }).click()
    await page.getByLabel('Key', { exact: true }).selectOption({ index: 1 })
    await page.getByRole('img', { name: 'Errors by day' }).waitFor()
    await page.getByRole('heading', { name: /By day: / }).waitFor()
    await everyLook(visit, 'usage-key')
    await row.getByRole('link').click()
    await page.getByText(missing).waitFor()
    expect(new URL(page.url()).pathname).toBe('/account/logs')
  })
})
