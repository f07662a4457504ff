// The coverage page in a real browser: provinces, their cities, the sources, in both languages.
import { expect, it } from 'vitest'
import { visit } from '../support/browser.ts'
import { everyLook } from '../support/looks.ts'
import { startPortal } from '../support/portal.ts'
import { visitAs } from './desk-stage.ts'

const { server, browser } = await startPortal()

it('shows a visitor the provinces, their cities and the sources', async () => {
  const visited = await visit(browser, server)
  const { page, context, open } = visited
  await open('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Coverage' }).click()
  const ontario = page.getByRole('region', { name: 'Ontario' })
  await ontario.getByRole('progressbar', { name: 'Year built, Ontario' }).waitFor()
  await ontario.getByText('Cities of Ontario').click()
  await ontario.getByRole('row', { name: /^Toronto \d+ / }).waitFor()
  await page.getByRole('row', { name: /None stated/ }).waitFor()
  await everyLook(visited, 'coverage')
  await ontario.getByRole('link', { name: 'Toronto', exact: true }).click()
  await page.waitForURL(/\/explore#city=Toronto$/)
  await context.close()
})

it('shows people how many of their listings are linked, and what is unknown', async () => {
  const { page, context, open, check, picture } = await visitAs(browser, server, null, { locale: 'fr-CA' })
  await page.route(/\/coverage\?include=listings/, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    Object.assign(json.data[0], { with_year: null, listings: { linked: 3, total: 4, share: 0.75 } })
    await route.fulfill({ response, json })
  })
  await open('/coverage')
  await page.getByText('75 % de vos 4 inscriptions sont liées').waitFor()
  expect(await page.getByText('Inconnu', { exact: true }).count()).toBeGreaterThan(0)
  await page.getByText(/^Villes\s:\sOntario$/).click()
  await page.getByRole('row', { name: /^Toronto/ }).waitFor()
  await check('all')
  await picture('coverage-fr')
  await context.close()
})
