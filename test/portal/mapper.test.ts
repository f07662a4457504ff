// The column mapper in every place that reads a table, at every width.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { oneLook } from '../support/looks.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'

const { server, browser } = await startPortal()

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
})
