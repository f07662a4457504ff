// The page of a building in a real browser.
import { describe, expect, it } from 'vitest'
import { visit } from '../support/browser.ts'
import { everyLook } from '../support/looks.ts'
import { startPortal } from '../support/portal.ts'

const { server, browser } = await startPortal()

describe('the page of a building', () => {
  it('is reached from a project, and shows its facts, place, addresses, sources and history', async () => {
    const { body } = await server.get('/api/v1/buildings/1', server.keys.sandbox)
    const { address, addresses, latitude, storeys } = body.data
    const visited = await visit(browser, server)
    const { page, context, open } = visited
    await open('/explore/1')
    await page.locator('.towers a').first().click()
    await page.waitForURL(/\/buildings\/1$/)
    // The page of the project stays until this one has loaded.
    await page.getByRole('link', { name: 'Project: The Howe Residences' }).waitFor()
    await page.locator('.lead').getByText(address).waitFor()
    expect(await page.locator('.facts').innerText()).toMatch(new RegExp(`Storeys\\s+${storeys}[^]*${latitude}`))
    await page.locator('.map[aria-busy=false]').waitFor()
    expect(await page.getByRole('region', { name: 'Addresses' }).locator('tbody tr').count()).toBe(addresses.length)
    await page.locator('.timeline').getByText('Under construction').waitFor()
    await page.getByText('last seen').waitFor()
    await page.getByText('Invented', { exact: true }).waitFor()
    await everyLook(visited, 'building')
    await page.getByRole('link', { name: 'Project: The Howe Residences' }).click()
    await page.waitForURL(/\/explore\/1$/)
    await context.close()
  })

  it('is in French, names the facts that no source states once, and has no dashes', async () => {
    const { page, context, open, check } = await visit(browser, server, { locale: 'fr-CA' })
    await page.route('**/api/v1/buildings/1', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const nothing = { storeys: null, units: null, year_built: null, tenure: 'unknown', building_type: 'unknown' }
      await route.fulfill({ json: { ...body, data: { ...body.data, ...nothing, latitude: null, longitude: null } } })
    })
    await open('/buildings/1?lang=fr')
    await page.getByText('Aucune source ne précise').waitFor()
    const text = await page.locator('main').innerText()
    expect(text).toContain('étages, logements, construction, type')
    expect(text).toContain('Aucune source n’indique l’emplacement de cet immeuble.')
    expect(text).not.toMatch(/(^|\t)–($|\t)|Inconnu/m)
    await check()
    await context.close()
  })

  it('does not exist for an unknown id', async () => {
    const { page, context } = await visit(browser, server)
    const response = await page.goto(`${server.url}/buildings/99999999`)
    expect(response?.status()).toBe(404)
    await page.getByText('There is no building 99999999.').waitFor()
    await context.close()
  })
})
