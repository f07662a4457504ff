// Imports at the desk in a real browser: dry run, publish, approval, rollback.
import { afterAll, describe, expect, it } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { runCleanups } from '../support/databases.ts'
import { FileServer } from '../support/file-server.ts'
import { ndjsonFile, torontoFile } from '../support/import-files.ts'
import { everyLook } from '../support/looks.ts'
import { startPortal } from '../support/portal.ts'
import { visitAs } from './desk-stage.ts'

const publisher = await FileServer.start()
afterAll(runCleanups)
const { server, browser } = await startPortal({ OPEN_DATA_MIRROR: publisher.url, ALLOW_PRIVATE_WEBHOOKS: '1' })

const openDesk = () => visitAs(browser, server, 'operator')

const plan = (price: number) => ({
  ...{ key: 'p', name: 'The Larch', bedrooms: 1, bathrooms_full: 1, interior_sqft: 500, availability: 'available' },
  price,
})
const FIRST = ndjsonFile(60, (n) => (n === 1 ? { floor_plans: [plan(500_000)] } : {}))
/** Eleven removed, one with more storeys and a more expensive plan, one with impossible storeys. */
const SECOND = ndjsonFile(49, (n) =>
  n === 1 ? { storeys: 12, floor_plans: [plan(560_000)] } : n === 2 ? { storeys: 5000 } : {},
)

async function tryFile({ page, open }: Visit, content: string): Promise<void> {
  await open('/desk/imports')
  const file = { name: 'projects.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(content) }
  await page.getByLabel('File').setInputFiles(file)
  await page.getByRole('combobox', { name: 'Source' }).fill('builder')
  await page.getByRole('button', { name: 'Start dry run' }).click()
  await page.waitForURL(/\/desk\/imports\/imp_/)
}

const versions = () =>
  server.app.foundation.db.query
    .selectFrom('dataset_versions')
    .select(['version', 'kind', 'note'])
    .where('dataset', '=', 'production')
    .orderBy('number', 'desc')
    .execute()

describe('an operator', () => {
  it('publishes a dry run and approves a stopped import, each as a new version', async () => {
    const desk = await openDesk()
    const { page, context, check, picture } = desk
    await tryFile(desk, FIRST)
    await page.getByText('Dry run: nothing was changed.').waitFor()
    await page.getByRole('link', { name: 'New (60)' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: '120 Marlow St' })
      .or(page.getByText('2 Marlow St').first())
      .first()
      .waitFor()
    await check()
    await picture('dry-run')
    const before = await versions()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published as').waitFor()
    expect(await versions()).toHaveLength(before.length + 1)

    await tryFile(desk, SECOND)
    await page.getByText('Gates stopped this import.').waitFor()
    await page.getByText(/11 of 60 projects of the source would be removed/).waitFor()
    await page.getByRole('link', { name: 'Changed (1)' }).click()
    await page.locator('summary').filter({ hasText: '2 Marlow St' }).click()
    await page.getByRole('row', { name: /Storeys Not known 12/ }).waitFor()
    await page.getByText('Largest change, The Larch: $500,000 → $560,000.').waitFor()
    await check()
    await picture('stopped')
    await page.getByRole('link', { name: 'Rejected rows (1)' }).click()
    await page.getByRole('cell', { name: /5000 is out of range/ }).waitFor()
    await picture('rejected')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Download as CSV').click()])
    expect(download.suggestedFilename()).toMatch(/^rejected-imp_\w+\.csv$/)
    await page.getByRole('link', { name: 'Quality (1)' }).click()
    await page.getByText('1 of 2 checked rows (50%). Examples: 1.').waitFor()
    const storeys = page.getByRole('region', { name: 'Impossible storeys' })
    expect(await storeys.getByRole('link', { name: 'k2', exact: true }).getAttribute('href')).toMatch(
      /^\/desk\/projects\/\d+$/,
    )
    await check('all')
    await picture('quality')

    // If the import removed more than a thousand projects, approving would take its source's name.
    const run = /\/api\/v1\/operator\/imports\/imp_\w+$/
    await page.route(run, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      json.data.changes.gone = 1200
      await route.fulfill({ response, json })
    })
    await page.reload()
    await page.getByRole('button', { name: 'Approve…' }).click()
    const approve = page.getByRole('button', { name: 'Approve and publish' })
    expect(await approve.isDisabled()).toBe(true)
    await page.getByLabel('This removes 1,200 records. Type “builder” to confirm.').fill('builder')
    expect(await approve.isDisabled()).toBe(false)
    await page.unroute(run)
    await page.getByLabel('Why is the file right?').fill('The builder cancelled them.')
    await picture('approve')
    await page.getByRole('button', { name: 'Approve and publish' }).click()
    await page.getByText('Published despite the gates: The builder cancelled them.').waitFor()
    expect(await versions()).toHaveLength(before.length + 2)
    await check()
    await page.getByRole('link', { name: 'view that import' }).click()
    await page.getByText('This import was published later:').waitFor()
    expect(await page.getByRole('button', { name: 'Approve…' }).count()).toBe(0)
    await context.close()
  })

  it('sees source freshness, and rolls back after a preview, a reason and a confirmation', async () => {
    const { page, context, open, check, picture } = await openDesk()
    await open('/desk/sources')
    await page.getByRole('row', { name: /^builder 49/ }).waitFor()
    await page.getByText(/every day at 04:30 UTC/).waitFor()
    const [, target] = await versions()
    await page.getByRole('button', { name: `Roll back… ${target!.version}` }).click()
    await page.getByText('11 projects are restored, 1 changed and 0 removed.').waitFor()
    await check()
    await picture('rollback')
    await page.getByLabel('Reason').fill('They exist after all.')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Are you sure?').waitFor()
    await page.getByRole('button', { name: 'Roll back', exact: true }).click()
    await page.getByText(`Rolled back to ${target!.version}`).waitFor()
    const [now] = await versions()
    expect(now).toMatchObject({ kind: 'rollback', note: `rollback to ${target!.version}: They exist after all.` })
    await page.getByRole('row', { name: new RegExp(`^${now!.version}.*In force`) }).waitFor()
    await check()
    await picture('sources')
    await context.close()
  })

  it('states the licence of a source, which every page then shows', async () => {
    const { page, context, open, check, picture } = await openDesk()
    await open('/desk/sources')
    await page.getByRole('row', { name: /^builder .* 100 .* Own data/ }).waitFor()
    await page.getByRole('button', { name: 'Edit… builder' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Trust').fill('90')
    await dialog.getByLabel('Licence').fill('CC BY 4.0')
    await dialog.getByLabel('Attribution').fill('Data by the Larch Company.')
    await check()
    await picture('edit-source')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /^builder .* 90 .* CC BY 4.0 Data by the Larch Company\./ }).waitFor()
    await open('/explore/2-marlow-st')
    await page.getByRole('region', { name: 'Data sources' }).getByText('Data by the Larch Company.').waitFor()
    await page.getByText(/^Builder, CC BY 4\.0, last seen/).waitFor()
    await page.getByText(/fields from this source/).click()
    await page
      .getByText(/Storeys|Address/)
      .first()
      .waitFor()
    await check()
    await picture('project-sources')
    await context.close()
  })

  it('installs open data, and sees its age and health', async () => {
    const { page, context, open } = await openDesk()
    await open('/desk/sources')
    await page.getByRole('row', { name: /^toronto Apartment .*Not installed/ }).waitFor()
    publisher.failNext('/toronto/toronto.csv', { status: 404 })
    await page.getByRole('button', { name: 'Install toronto', exact: true }).click()
    await page.getByRole('row', { name: /^toronto .* Failed .*no longer has the file \(404\)/ }).waitFor()
    publisher.serve('/toronto/toronto.csv', torontoFile(40))
    await page.getByRole('button', { name: 'Update toronto', exact: true }).click()
    await page.getByRole('row', { name: /^toronto Apartment .*Up to date just now 40 Monthly/ }).waitFor()
    await context.close()
  })

  it('sees what to do when the file is missing at approval', async () => {
    const desk = await openDesk()
    await tryFile(desk, ndjsonFile(20))
    const { page, context } = desk
    await page.getByText('Gates stopped this import.').waitFor()
    await server.app.foundation.db.query
      .updateTable('import_runs')
      .set({ asked: JSON.stringify({ file: '/nowhere/at/all' }) })
      .where('id', '=', new URL(page.url()).pathname.split('/')[3]!)
      .execute()
    await page.getByRole('button', { name: 'Approve…' }).click()
    await page.getByLabel('Why is the file right?').fill('It is.')
    await page.getByRole('button', { name: 'Approve and publish' }).click()
    await page.getByRole('alert').filter({ hasText: 'Restore the file or import it again.' }).waitFor()
    await context.close()
  })

  it('has accessible pages', async () => {
    const visit = await openDesk()
    const { page, context, open } = visit
    await open('/desk/imports')
    await page
      .getByRole('row', { name: /builder/ })
      .first()
      .waitFor()
    await everyLook(visit, 'list')
    await page
      .getByRole('row', { name: /Stopped/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByText('Gates stopped this import.').waitFor()
    await page.locator('.changes, .quiet').first().waitFor()
    await everyLook(visit, 'run')
    await open('/desk/sources')
    await page
      .getByRole('row', { name: /^builder/ })
      .first()
      .waitFor()
    await everyLook(visit, 'sources')
    await context.close()
  })
})
