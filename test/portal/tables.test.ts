// Tables of the portal in a real browser: order, columns, the exported file and pages.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { visit } from '../support/browser.ts'
import { everyLook } from '../support/looks.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'

const { server, browser } = await startPortal()

const unitsOf = (page: Page) => page.getByRole('region', { name: 'Units', exact: true }).last()

/** The texts of a column, from the top. */
const column = (page: Page, name: string) =>
  unitsOf(page).evaluate((table, title) => {
    const heads = [...table.querySelectorAll('th')].map((head) => head.textContent)
    const cells = [...table.querySelectorAll(`tbody td:nth-child(${heads.indexOf(title) + 1})`)]
    return cells.map((cell) => cell.textContent)
  }, name)

async function exported(page: Page): Promise<string> {
  const started = page.waitForEvent('download')
  await page.locator('section:has(> #units)').getByRole('button', { name: 'Export CSV' }).click()
  return readFileSync(await (await started).path(), 'utf8')
}

describe('a table', () => {
  it('is sorted by a heading, keeps its columns, and exports what it shows, without formulas', async () => {
    const visited = await visit(browser, server)
    const { page, context, open } = visited
    await page.route('**/api/v1/projects/1/units?**', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      body.data[0].unit_number = '=1+1'
      await route.fulfill({ json: body })
    })
    await open('/explore/1')
    const price = unitsOf(page).getByRole('button', { name: 'Price' })
    await price.click()
    const amounts = async () =>
      (await column(page, 'Price')).filter((text) => text !== '–').map((text) => Number(text!.replace(/[^\d]/g, '')))
    const rising = await amounts()
    expect(rising).toEqual(rising.toSorted((a, b) => a - b))
    expect(new Set(rising).size).toBeGreaterThan(2)
    expect(await unitsOf(page).locator('th[aria-sort=ascending]').innerText()).toContain('Price')
    await price.press('Enter')
    expect(await amounts()).toEqual(rising.toReversed())
    expect(await unitsOf(page).locator('th[aria-sort=descending]').count()).toBe(1)

    const tools = page.locator('section:has(> #units)')
    await tools.getByText('Columns', { exact: true }).click()
    await tools.getByLabel('Exposure').uncheck()
    await page.keyboard.press('Escape')
    expect(await unitsOf(page).getByRole('columnheader').allInnerTexts()).not.toContain('Exposure')
    const [head, ...lines] = (await exported(page)).replace(/\r\n$/, '').split('\r\n')
    expect(head).toBe('\ufeffUnit,Plan,Floor,Size,Price,Status')
    expect(lines.map((line) => line.split(',')[0])).toEqual(
      (await column(page, 'Unit')).map((unit) => (unit === '=1+1' ? "'=1+1" : unit)),
    )
    expect(Math.max(...rising)).toBe(Number(lines[0]!.split(',')[4]))
    await page.reload()
    await unitsOf(page).waitFor()
    expect(await unitsOf(page).getByRole('columnheader').count()).toBe(6)
    await everyLook(visited, 'table')
    await context.close()
  })

  it('has as many rows per page as a person chooses, and loads more', async () => {
    const person = await newPerson(server, 'starter')
    for (let i = 0; i < 30; i++) await server.get('/api/v1/projects?limit=1', person.key)
    const { page, context, open } = await visitAs(browser, server, person)
    const rows = page.locator('.table-window tbody tr')
    await expect
      .poll(async () => {
        await open('/account/logs')
        await rows.first().waitFor()
        return rows.count()
      })
      .toBeGreaterThan(29)
    await page.getByLabel('Rows per page').selectOption('25')
    await expect.poll(() => rows.count()).toBe(25)
    await page.getByText('Sorting and the export use the 25 loaded rows.').waitFor()
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(29)
    await page.reload()
    await expect.poll(() => rows.count()).toBe(25)
    await context.close()
  })
})
