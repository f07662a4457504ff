// The page of uploaded files in a real browser.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { everyLook } from '../support/looks.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'

const { server, browser } = await startPortal()

const TABLE = 'id;Lieu;Ville\n7;#1203 -1480 howe;Vancouver\n8;;\n'

it('takes a file, asks what its columns mean, shows its progress, and gives back its rows with ours', async () => {
  const person = await newPerson(server, 'sandbox')
  const visit = await visitAs(browser, server, person)
  const { page, context, open } = visit
  await open('/account/files')
  await page.getByText('No files yet.').waitFor()
  const drop = page.getByLabel('Drop a file of addresses here, or choose one')
  await drop.setInputFiles({ name: 'page.csv', mimeType: 'text/csv', buffer: Buffer.from('<html>') })
  await page.getByText('The file is HTML or XML. Export the table as CSV and use that file.').waitFor()
  await drop.setInputFiles({ name: 'lieux.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) })
  await page.getByText('Choose the columns', { exact: true }).waitFor()
  const start = page.getByRole('button', { name: 'Find the buildings' })
  expect(await page.getByLabel('Use “Ville” as').inputValue()).toBe('city')
  expect(await start.isDisabled()).toBe(true)
  await page.getByLabel('Use “Lieu” as').selectOption('Address')
  await everyLook(visit, 'files')
  await start.click()
  await page.getByText('Finished', { exact: true }).waitFor()
  await page.getByText('2 of 2 rows').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download result' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('lieux-plinth.csv')
  expect(readFileSync(await download.path(), 'utf8')).toMatch(
    /^id;Lieu;Ville;plinth_outcome;.*\n7;#1203 -1480 howe;Vancouver;matched;/,
  )
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No files yet.').waitFor()
  expect((await server.get('/api/v1/files', person.key)).body.data).toEqual([])
  await context.close()
})
