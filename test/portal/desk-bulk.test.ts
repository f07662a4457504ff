// One decision on many cases of the review queue, in a real browser.
import { describe, expect, it } from 'vitest'
import { everyLook } from '../support/looks.ts'
import { startPortal } from '../support/portal.ts'
import { openCases, shortened, visitAs } from './desk-stage.ts'

const { server, browser } = await startPortal()

describe('the review queue', () => {
  it('decides the selected cases at once, and returns the one that somebody else decided first', async () => {
    const all = server.app.services.catalog.snapshot('production').projects.toArray()
    const addresses = all
      .filter(({ buildings, address }) => buildings.length === 1 && shortened(address) !== address)
      .slice(0, 4)
      .map(({ address }) => shortened(address))
    const ids = await openCases(server, addresses)
    const visited = await visitAs(browser, server, 'curator')
    const { page, context, open } = visited
    await open('/desk')
    const boxes = page.getByRole('list', { name: 'Cases to review' }).getByRole('checkbox')
    await expect.poll(() => boxes.count()).toBe(4)
    await page.getByText('Current match').waitFor()
    const order = await page.locator('.queue .entry .one-line').allInnerTexts()
    await boxes.nth(0).click()
    await boxes.nth(2).click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    expect(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))).toEqual([
      true,
      true,
      true,
      false,
    ])
    await everyLook(visited, 'desk-bulk')

    const other = await visitAs(browser, server, 'curator')
    const taken = ids[addresses.indexOf(order[1]!)]!
    const path = `/api/v1/desk/cases/${taken}`
    const { body } = await server.get(path, undefined, other.headers)
    const headers = { ...other.headers, 'if-match': `"${body.data.version}"` }
    expect((await server.send('POST', `${path}/decide`, { verdict: 'skip' }, undefined, headers)).status).toBe(200)

    await page.getByRole('button', { name: 'Reject 3' }).waitFor()
    await page.locator('.case').focus()
    await page.keyboard.press('r')
    await page.getByText('2 decided').waitFor()
    await page.getByRole('alert').getByText(`Your decision on “${order[1]}” was not applied.`).waitFor()
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
    const rows = await server.app.foundation.db.query.selectFrom('link_cases').select(['id', 'status']).execute()
    const statuses = order.map((text) => rows.find(({ id }) => id === ids[addresses.indexOf(text)])?.status)
    expect(statuses).toEqual(['decided', 'skipped', 'decided', 'open'])

    await page.keyboard.press('*')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await other.context.close()
    await context.close()
  })
})
