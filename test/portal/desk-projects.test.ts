// The project editor in a real browser: a curator corrects a status, edits addresses, meets somebody else, merges and undoes.
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
  // One address in two cities: who leaves the city out may mean either.
  { key: 'c', name: 'Fennel Court', address: '77 Fennel St', city: 'Hamilton', sales_status: 'selling' },
  { key: 'd', name: 'Fennel Gate', address: '77 Fennel St', city: 'Ottawa', sales_status: 'selling' },
]

const { server, browser } = await startPortal()
let headers: Readonly<Record<string, string>>
let desk: Visit
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-houses-'))
  const file = join(folder, 'houses.ndjson')
  const place = { city: 'Toronto', province: 'ON', construction_status: 'under_construction' }
  writeFileSync(file, HOUSES.map((house) => `${JSON.stringify({ ...place, ...house })}\n`).join(''))
  await server.app.services.dataOperations.importFile({ file, source: 'houses', approve: true, actor: 'test' })
  rmSync(folder, { recursive: true })
  headers = (await peopleOf(server, 'sandbox', 'curator')).at(-1)!.headers
  desk = await visitWith(headers.cookie!, browser, server)
})

const idOf = (name: string) =>
  server.app.services.catalog.snapshot('production').projects.records.find((project) => project.name === name)!.id

describe('the project editor', () => {
  it('finds a project, corrects its status with a reason, and the history says correction', async () => {
    const { page, open, check, picture } = desk
    await open('/desk/projects')
    await page.getByLabel('Find a project').fill('marlow house')
    await page.getByText('1 of 1 projects').waitFor()
    await check()
    await picture('desk-projects')
    await page.getByRole('link', { name: 'Marlow House' }).click()
    await page.getByRole('heading', { name: /Marlow House/ }).waitFor()
    await page.getByLabel('Sales').selectOption('planning')
    await page.getByText('This move is not in the table').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    expect(await page.locator('form textarea:invalid').count()).toBe(1)
    await page.getByLabel('Reason').fill('The launch was taken back')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/Published in version/).waitFor()
    const entry = page.getByRole('region', { name: 'History' }).locator('li').first()
    await entry.getByText('correction').waitFor()
    expect(await entry.innerText()).toMatch(/Selling → Planning[\s\S]*The launch was taken back[\s\S]*by desk/)
    const inForce = page.getByRole('region', { name: 'Corrections in force' })
    await inForce.getByText('The source said: Selling').waitFor()
    const session = await server.get('/api/v1/sessions/current', undefined, headers)
    await inForce.getByText(session.body.data.person.email).waitFor()
    await check()
    await picture('desk-project')
  })

  it('edits the addresses of a tower', async () => {
    const { page, open, check } = desk
    await open(`/desk/projects/${idOf('Marlow House')}`)
    await page.getByRole('button', { name: 'Add an address' }).click()
    const row = page.locator('.address').last()
    await row.getByLabel('Address', { exact: true }).fill('3 Tallow Rd')
    await row.getByLabel('Kind').selectOption('historic')
    await row.getByLabel('Until').fill('2019-12-31')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page
      .getByRole('region', { name: 'Corrections in force' })
      .getByText(/3 Tallow Rd \(Historic, … – 2019-12-31\)/)
      .waitFor()
    await check()
  })

  it('publishes nothing over somebody else’s change, and says so', async () => {
    const { page, open } = desk
    const id = idOf('Marlow House')
    await open(`/desk/projects/${id}`)
    await page.getByLabel('Storeys').fill('14')
    const read = await server.get(`/api/v1/desk/projects/${id}`, undefined, headers)
    const body = { year_built: 2027 }
    const etag = { 'if-match': read.headers.get('etag')! }
    await server.send('POST', `/api/v1/desk/projects/${id}/corrections`, body, undefined, { ...headers, ...etag })
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Somebody else changed this project').waitFor()
    await page.getByRole('button', { name: 'Read it again' }).click()
    await expect.poll(() => page.getByLabel('Year built').inputValue()).toBe('2027')
    expect(await page.getByLabel('Storeys').inputValue()).toBe('12')
  })

  it('takes a correction back with a reason', async () => {
    const { page, open } = desk
    await open(`/desk/projects/${idOf('Marlow House')}`)
    const entry = page.getByRole('region', { name: 'Corrections in force' }).locator('li', { hasText: 'Sales' })
    await entry.getByRole('button', { name: 'Revoke' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The source was right')
    await dialog.getByRole('button', { name: 'Revoke the correction' }).click()
    await entry.getByRole('button').waitFor({ state: 'detached' })
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Sales').inputValue()).toBe('selling')
  })
})

describe('a case with several candidates', () => {
  it('shows them side by side and on the map, each with its evidence, and takes the one whose heading is pressed', async () => {
    const { page, open, check, picture } = desk
    const text = '77 Fennel St'
    const [id] = await openCases(server, [text])
    await open(`/desk#case=${id}`)
    await page.getByText('Callers get now').waitFor()
    const table = page.getByRole('table')
    const heads = await table.getByRole('columnheader').allInnerTexts()
    expect(
      heads
        .map((head) => /Fennel \w+/.exec(head)?.[0])
        .filter(Boolean)
        .sort(),
    ).toEqual(['Fennel Court', 'Fennel Gate'])
    const sure = table.getByRole('row', { name: /Confidence/ }).getByRole('cell')
    expect((await sure.allInnerTexts()).every((cell) => /\d/.test(cell))).toBe(true)
    await check()
    await picture('desk-candidates')
    await table.getByRole('button', { name: /Fennel Gate/ }).click()
    await page.locator('.tally').getByText('1 decided').waitFor()
    // The decision is about the address of that building: who names its city gets it, as said by a person.
    const address = `${text}, Ottawa, ON`
    const answer = await server.send('POST', '/api/v1/building-links', { address }, server.keys.elite)
    expect(answer.body.data[0]).toMatchObject({ project_id: idOf('Fennel Gate'), match_method: 'verified' })
  })
})

describe('merging', () => {
  it('shows what will happen, asks twice, and is undone from the survivor', async () => {
    const { page, open, check, picture } = desk
    const [from, into] = [idOf('The Brindle'), idOf('Marlow House')]
    await open(`/desk/projects/${from}/merge`)
    await page.getByLabel('Project that stays').fill('marlow house')
    await page.getByRole('button', { name: 'Choose Marlow House' }).click()
    await page.getByText('The one that stays will also be known as The Brindle.').waitFor()
    await check()
    await picture('desk-merge')
    await page.getByLabel('Reason').fill('One house under two names')
    await page.getByRole('button', { name: 'Merge…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge The Brindle into Marlow House?' })
    await dialog.waitFor()
    await picture('desk-merge-sure')
    expect((await server.get(`/api/v1/projects/${from}`, server.keys.elite)).status).toBe(200)
    await dialog.getByRole('button', { name: 'Yes, merge them' }).click()
    const merged = page.getByRole('region', { name: 'Merged into it' })
    await merged.getByText('One house under two names').waitFor()
    const gone = await server.get(`/api/v1/projects/${from}`, server.keys.elite)
    expect([gone.status, gone.body.merged_into]).toEqual([410, into])
    await merged.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('They are two')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the merge' }).click()
    await merged.getByText('undone').waitFor()
    expect((await server.get(`/api/v1/projects/${from}`, server.keys.elite)).status).toBe(200)
    await check()
  })

  it('and editing fit a narrow screen', async () => {
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
