// The project editor in a real browser: corrections, addresses, conflicts, merge and undo.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { visitWith } from '../support/browser.ts'
import { peopleOf } from '../support/credentials.ts'
import { startPortal } from '../support/portal.ts'
import { openCases } from './desk-stage.ts'

const HOUSES = [
  { key: 'a', name: 'Marlow House', address: '12 Marlow St', sales_status: 'selling', storeys: 12 },
  { key: 'b', name: 'The Brindle', address: '14 Marlow St', sales_status: 'selling', storeys: 12 },
  // One address in two cities: without the city it is ambiguous.
  { key: 'c', name: 'Fennel Court', address: '77 Fennel St', city: 'Hamilton', sales_status: 'selling' },
  { key: 'd', name: 'Fennel Gate', address: '77 Fennel St', city: 'Ottawa', sales_status: 'selling' },
]

const { server, browser } = await startPortal()
let headers: Readonly<Record<string, string>>
let desk: Visit
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-houses-'))
  const file = join(folder, 'houses.ndjson')
  const defaults = { city: 'Toronto', province: 'ON', construction_status: 'under_construction' }
  writeFileSync(file, HOUSES.map((house) => `${JSON.stringify({ ...defaults, ...house })}\n`).join(''))
  await server.app.services.dataOperations.importFile({ file, source: 'houses', approve: true, actor: 'test' })
  rmSync(folder, { recursive: true })
  headers = (await peopleOf(server, 'sandbox', 'curator')).at(-1)!.headers
  desk = await visitWith(headers.cookie!, browser, server)
})

const idOf = (name: string) =>
  server.app.services.catalog
    .snapshot('production')
    .projects.toArray()
    .find((project) => project.name === name)!.id

describe('the project editor', () => {
  it('corrects a status with a reason and records it in the history', async () => {
    const { page, open, check, picture } = desk
    await open('/desk/projects')
    await page.getByLabel('Find a project').fill('marlow house')
    await page.getByText('1 of 1 projects').waitFor()
    await check()
    await picture('desk-projects')
    await page.getByRole('link', { name: 'Marlow House' }).click()
    await page.getByRole('heading', { name: /Marlow House/ }).waitFor()
    await page.getByLabel('Sales').selectOption('planning')
    await page.getByText('This status change is not a usual one').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    expect(await page.locator('form textarea:invalid').count()).toBe(1)
    await page.getByLabel('Reason').fill('The launch was cancelled')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/Published in version/).waitFor()
    const entry = page.getByRole('region', { name: 'History' }).locator('li').first()
    await entry.getByText('correction').waitFor()
    expect(await entry.innerText()).toMatch(/Selling → Planning[\s\S]*The launch was cancelled[\s\S]*by desk/)
    const corrections = page.getByRole('region', { name: 'Active corrections' })
    await corrections.getByText('Source value: Selling').waitFor()
    const session = await server.get('/api/v1/sessions/current', undefined, headers)
    await corrections.getByText(session.body.data.person.email).waitFor()
    await check()
    await picture('desk-project')
  })

  it('edits the addresses of a tower', async () => {
    const { page, open, check } = desk
    await open(`/desk/projects/${idOf('Marlow House')}`)
    await page.getByRole('button', { name: 'Add address' }).click()
    const row = page.locator('.address-row').last()
    await row.getByLabel('Address', { exact: true }).fill('3 Tallow Rd')
    await row.getByLabel('Kind').selectOption('historic')
    await row.getByLabel('Until').fill('2019-12-31')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page
      .getByRole('region', { name: 'Active corrections' })
      .getByText(/3 Tallow Rd \(Historic, … – 2019-12-31\)/)
      .waitFor()
    await check()
  })

  it('corrects the point and the prices', async () => {
    const { page, open, check } = desk
    await open(`/desk/projects/${idOf('The Brindle')}`)
    await page.getByLabel('Latitude').fill('43.6512')
    await page.getByLabel('Longitude').fill('-79.3801')
    await page.getByLabel('Accuracy of the point').selectOption('rooftop')
    await page.getByLabel('Price from').fill('650000')
    await page.getByRole('button', { name: 'Publish' }).click()
    const corrections = page.getByRole('region', { name: 'Active corrections' })
    await corrections.getByText('43.6512, -79.3801 (Rooftop)').waitFor()
    await corrections.getByText(/\$650,000/).waitFor()
    await check()
  })

  it('refuses to overwrite someone else’s change', async () => {
    const { page, open } = desk
    const id = idOf('Marlow House')
    await open(`/desk/projects/${id}`)
    await page.getByLabel('Storeys').fill('14')
    const read = await server.get(`/api/v1/desk/projects/${id}`, undefined, headers)
    const body = { year_built: 2027 }
    const etag = { 'if-match': read.headers.get('etag')! }
    await server.send('POST', `/api/v1/desk/projects/${id}/corrections`, body, undefined, { ...headers, ...etag })
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Someone else changed this project').waitFor()
    await page.getByRole('button', { name: 'Load current version' }).click()
    await expect.poll(() => page.getByLabel('Year built').inputValue()).toBe('2027')
    expect(await page.getByLabel('Storeys').inputValue()).toBe('12')
  })

  it('revokes a correction with a reason', async () => {
    const { page, open } = desk
    await open(`/desk/projects/${idOf('Marlow House')}`)
    const entry = page.getByRole('region', { name: 'Active corrections' }).locator('li', { hasText: 'Sales' })
    await entry.getByRole('button', { name: 'Revoke' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The source was right')
    await dialog.getByRole('button', { name: 'Revoke correction' }).click()
    await entry.getByRole('button').waitFor({ state: 'detached' })
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Sales').inputValue()).toBe('selling')
  })
})

describe('a case with several candidates', () => {
  it('shows each with its evidence and accepts the one whose heading is clicked', async () => {
    const { page, open, check, picture } = desk
    const address = '77 Fennel St'
    const [id] = await openCases(server, [address])
    await open(`/desk#case=${id}`)
    await page.getByText('Current match').waitFor()
    const table = page.getByRole('table')
    const heads = await table.getByRole('columnheader').allInnerTexts()
    expect(
      heads
        .map((head) => /Fennel \w+/.exec(head)?.[0])
        .filter(Boolean)
        .sort(),
    ).toEqual(['Fennel Court', 'Fennel Gate'])
    const probabilities = table.getByRole('row', { name: /Probability/ }).getByRole('cell')
    expect((await probabilities.allInnerTexts()).every((cell) => /\d/.test(cell))).toBe(true)
    await check()
    await picture('desk-candidates')
    await table.getByRole('button', { name: /Fennel Gate/ }).click()
    await page.locator('.tally').getByText('1 decided').waitFor()
    // The decision covers the address of that building, so a query with its city gets the verified match.
    const query = { address: `${address}, Ottawa, ON` }
    const response = await server.send('POST', '/api/v1/building-links', query, server.keys.elite)
    expect(response.body.data[0]).toMatchObject({ project_id: idOf('Fennel Gate'), match_method: 'verified' })
  })
})

describe('merging', () => {
  it('shows a preview, asks for confirmation, and can be undone from the survivor', async () => {
    const { page, open, check, picture } = desk
    const [from, into] = [idOf('The Brindle'), idOf('Marlow House')]
    await open(`/desk/projects/${from}/merge`)
    await page.getByLabel('Project to keep').fill('marlow house')
    await page.getByRole('button', { name: 'Choose Marlow House' }).click()
    await page.getByText('The remaining project gets these other names: The Brindle.').waitFor()
    await check()
    await picture('desk-merge')
    await page.getByLabel('Reason').fill('One building under two names')
    await page.getByRole('button', { name: 'Merge…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge The Brindle into Marlow House?' })
    await dialog.waitFor()
    await picture('desk-merge-sure')
    expect((await server.get(`/api/v1/projects/${from}`, server.keys.elite)).status).toBe(200)
    await dialog.getByRole('button', { name: 'Merge projects' }).click()
    const merged = page.getByRole('region', { name: 'Merged projects' })
    await merged.getByText('One building under two names').waitFor()
    const gone = await server.get(`/api/v1/projects/${from}`, server.keys.elite)
    expect([gone.status, gone.body.merged_into]).toEqual([410, into])
    await merged.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('They are two buildings')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click()
    await merged.getByText('undone').waitFor()
    expect((await server.get(`/api/v1/projects/${from}`, server.keys.elite)).status).toBe(200)
    await check()
  })

  it('fits a narrow screen, as does editing', async () => {
    const { page, open, check, picture } = desk
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['', `/${idOf('Marlow House')}`, `/${idOf('The Brindle')}/merge`]) {
      await open(`/desk/projects${path}`)
      await page.locator('main h2, main table').first().waitFor()
      await check()
    }
    await open(`/desk/projects/${idOf('Marlow House')}`)
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await picture('desk-project-narrow')
  })
})
