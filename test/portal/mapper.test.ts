// The column mapper in every place that reads a table, at every width.
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { runCleanups } from '../support/databases.ts'
import { FileServer } from '../support/file-server.ts'
import { oneLook } from '../support/looks.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'
import { visitAs as visitDesk } from './desk-stage.ts'

const { server, browser } = await startPortal({ ALLOW_PRIVATE_WEBHOOKS: '1' })
const board = await FileServer.start()
afterAll(runCleanups)

const TABLE = 'No MLS,Adresse,Ville,Remarque\nC1,#1203 -1480 howe,Vancouver,vue\nC2,225 King St W,Hamilton,\n'
const NO_HEADER = 'C1;#1203 -1480 howe;Vancouver\nC2;225 King St W;Hamilton\n'
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex')
const file = (name: string, content: string | Buffer) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

/** What each column means, by its name. */
const meanings = (page: Page) =>
  page
    .locator('.column-mapper tbody tr')
    .evaluateAll((rows) =>
      Object.fromEntries(rows.map((row) => [row.querySelector('th')!.textContent, row.querySelector('select')!.value])),
    )

/** Every select is wholly inside the window, and nothing hides it. */
const hidden = (page: Page) =>
  page.locator('.column-mapper select').evaluateAll((selects) =>
    selects.flatMap((select) => {
      select.scrollIntoView({ block: 'center' })
      const { left, right, top, width, height } = select.getBoundingClientRect()
      const at = document.elementFromPoint(left + width / 2, top + height / 2)
      return left >= 0 && right <= innerWidth && width > 100 && at === select ? [] : [select.ariaLabel]
    }),
  )

describe.each([390, 768, 1280])('at a width of %i', (width) => {
  it.each([
    ['the playground', '/playground#many', { Adresse: 'address', Ville: 'city', 'No MLS': '', Remarque: '' }],
    ['load listings', '/account/load-listings', { Adresse: 'address', Ville: 'city', 'No MLS': 'key', Remarque: '' }],
  ])('%s shows what every column means, and asks about the first line', async (_, path, guessed) => {
    const person = await newPerson(server, 'pro')
    const visited = await visitAs(browser, server, person, { viewport: { width, height: 844 } })
    const { page, context, open, check } = visited
    await open(path)
    const drop = page.getByLabel(/^Drop a CSV/)
    await drop.setInputFiles(file('photo.csv', PNG))
    await page.getByText('photo.csv is a PNG image. Export the table as CSV and use that file.').waitFor()
    await drop.setInputFiles(file('table.csv', TABLE))
    await page.getByRole('radio', { name: 'Yes, it names the columns' }).waitFor()
    expect(await page.getByRole('radio', { name: 'Yes, it names the columns' }).isChecked()).toBe(true)
    expect(await meanings(page)).toEqual(guessed)
    expect(await page.getByRole('row', { name: 'Adresse' }).textContent()).toContain('#1203 -1480 howe225 King St W')
    expect(await hidden(page)).toEqual([])
    await check()
    await oneLook(visited, 'mapper')

    await drop.setInputFiles(file('rows.csv', NO_HEADER))
    await page.getByText('C1 · #1203 -1480 howe · Vancouver').waitFor()
    expect(await page.getByRole('radio', { name: 'No, it is data' }).isChecked()).toBe(true)
    expect(await meanings(page)).toEqual({ 'Column 1': '', 'Column 2': 'address', 'Column 3': '' })
    await page.getByText('2 rows').waitFor()
    await page.getByRole('radio', { name: 'Yes, it names the columns' }).check()
    await page.getByText('1 row', { exact: true }).waitFor()
    await context.close()
  })

  it('the feed wizard shows what every column means, and reads a file without a header', async () => {
    const person = await newPerson(server, 'pro')
    const { page, context, open, check } = await visitAs(browser, server, person, { viewport: { width, height: 844 } })
    const read = async (name: string, content: string | Buffer) => {
      board.files.set(`/${name}`, { body: Buffer.from(content) })
      await page.getByLabel('URL', { exact: true }).fill(`${board.url}/${name}`)
      await page.getByRole('button', { name: 'Read the first page' }).click()
    }
    await open('/account/new-feed')
    await page.getByRole('radio', { name: 'CSV file' }).check()
    await read('photo.csv', PNG)
    await page.getByText('The file is a PNG image. Export the table as CSV and use that file.').waitFor()
    await read('table.csv', TABLE)
    await page.getByRole('radio', { name: 'Yes, it names the columns' }).waitFor()
    expect(await meanings(page)).toEqual({ Adresse: 'address', Ville: 'city', 'No MLS': 'key', Remarque: '' })
    expect(await hidden(page)).toEqual([])
    await check()

    await read('rows.csv', NO_HEADER.replaceAll(';', ','))
    await page.getByText('C1 · #1203 -1480 howe · Vancouver').waitFor()
    expect(await page.getByRole('radio', { name: 'No, it is data' }).isChecked()).toBe(true)
    expect(await meanings(page)).toEqual({ '#1': '', '#2': 'address', '#3': '' })
    expect(await page.getByRole('button', { name: 'Create feed' }).count()).toBe(0)
    await page.getByLabel('Use “#1” as').selectOption('Key')
    await page.getByRole('button', { name: 'Apply the mapping' }).click()
    await page.getByRole('button', { name: 'Create feed' }).click()
    await page.getByRole('heading', { name: '127.0.0.1' }).waitFor()
    const stored = async () => (await server.get('/api/v1/listings', person.key)).body.data
    await expect.poll(async () => (await stored()).length, { timeout: 60_000 }).toBe(2)
    await context.close()
  })

  it('an import at the desk shows what every column means, and reads a file without a header', async () => {
    const { page, context, open, check } = await visitDesk(browser, server, 'operator', {
      viewport: { width, height: 844 },
    })
    const choose = (name: string, content: string | Buffer) =>
      page.getByLabel('File').setInputFiles(file(name, content))
    await open('/desk/imports')
    await choose('photo.csv', PNG)
    await page.getByText('photo.csv is a PNG image. Export the table as CSV and use that file.').waitFor()
    await choose('table.csv', TABLE.replace('Remarque', 'Promoteur'))
    await page.getByRole('radio', { name: 'Yes, it names the columns' }).waitFor()
    expect(await meanings(page)).toEqual({
      Adresse: 'address',
      Ville: 'city_name',
      'No MLS': 'key',
      Promoteur: 'developers',
    })
    expect(await hidden(page)).toEqual([])
    await check()

    await choose('rows.csv', 'B1,15 Marlow St,Toronto,ON\nB2,17 Marlow St,Toronto,ON\n')
    await page.getByText('B1 · 15 Marlow St · Toronto · ON').waitFor()
    for (const [column, field] of [
      ['1', 'Key'],
      ['3', 'City'],
      ['4', 'Province'],
    ] as const)
      await page.getByLabel(`Use “Column ${column}” as`).selectOption(field)
    await page.getByRole('combobox', { name: 'Source' }).fill(`builder-${width}`)
    await page.getByRole('button', { name: 'Start dry run' }).click()
    await page.getByRole('link', { name: 'New (2)' }).waitFor()
    await context.close()
  })
})
