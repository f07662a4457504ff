// The page “Same building?” in a real browser: keyboard, undo, filters, empty and error states.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openJoinCases } from '../support/join-cases.ts'
import { everyLook } from '../support/looks.ts'
import { startPortal } from '../support/portal.ts'
import type { DeskVisit } from './desk-stage.ts'
import { visitAs } from './desk-stage.ts'

const { server, browser } = await startPortal()
let desk: DeskVisit
beforeAll(async () => {
  desk = await visitAs(browser, server, 'curator')
})

it('says when nothing waits', async () => {
  await desk.open('/desk/joins')
  await desk.page.getByText('No cases are waiting').waitFor()
  await desk.check()
})

it('shows both rows, decides with the keyboard and undoes', async () => {
  const ids = await openJoinCases(server, 4)
  const { page, open } = desk
  await open('/desk/joins')
  await page.getByText('4 cases').waitFor()
  const panel = page.getByRole('region', { name: 'Case', exact: true })
  await panel.getByText('Marlow House 1').first().waitFor()
  await panel.getByRole('heading', { name: 'The points are 222 m apart.' }).waitFor()
  expect(await panel.getByRole('row', { name: /Storeys/ }).innerText()).toMatch(/22[\s\S]*Only one/)
  await everyLook(desk, 'desk-joins')
  await page.keyboard.press('j')
  await panel.getByText('Marlow House 2').first().waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('two entrances')
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await page.getByText('Kept apart:').waitFor()
  await panel.getByText('Marlow House 3').first().waitFor()
  const read = async () => (await server.get(`/api/v1/desk/joins/${ids[1]}`, undefined, desk.headers)).body.data
  await expect.poll(async () => (await read()).state).toBe('apart')
  expect((await read()).decision_reason).toBe('two entrances')
  await page.keyboard.press('u')
  await page.getByText('is waiting again').waitFor()
  await panel.getByText('Marlow House 2').first().waitFor()
  await expect.poll(async () => (await read()).state).toBe('open')
})

it('brings a case back when somebody else decided it, with the reason', async () => {
  const { page, open } = desk
  await open('/desk/joins')
  const panel = page.getByRole('region', { name: 'Case', exact: true })
  await panel.getByText('Marlow House 1').first().waitFor()
  const [first] = (await server.get('/api/v1/desk/joins', undefined, desk.headers)).body.data
  await server.send('POST', `/api/v1/desk/joins/${first.id}`, { decision: 'apart' }, undefined, desk.headers)
  await page.getByRole('button', { name: /Same building/ }).click()
  await page.getByText('was not applied').waitFor()
  await page.getByText('already decided').waitFor()
  await desk.check()
  await page.getByLabel('Show').selectOption('apart')
  await page.getByText('Decided by').waitFor()
  await page.getByRole('button', { name: /Undo/ }).click()
  await page.getByText('is waiting again').waitFor()
})

it('lists what imports joined, and takes rows apart', async () => {
  const { page, open } = desk
  const rows = ['city', 'register'].map((source) => ({ source, key: 'corner', address: '77 Tallow Rd' }))
  for (const { source, ...row } of rows) {
    const file = join(server.dataDir, `${source}2.ndjson`)
    writeFileSync(file, `${JSON.stringify({ ...row, city: 'Toronto', province: 'ON', postal_code: 'M4B 1B3' })}\n`)
    await server.app.services.dataOperations.importFile({ file, source: `${source}2`, approve: true, actor: 'test' })
  }
  await open('/desk/joins#state=automatic&source=register2')
  const line = page.getByRole('row', { name: /register2 corner/ })
  expect(await line.innerText()).toMatch(/Same address/)
  await everyLook(desk, 'desk-automatic-joins')
  await line.getByRole('button', { name: 'Take apart register2 corner' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take apart' }).click()
  await page.getByText('No joins match').waitFor()
  await page.getByLabel('Show').selectOption('apart')
  await page.getByText('A person compared these rows.').waitFor()
})

it('shows on the project what the other source says', async () => {
  const { page, open } = desk
  const [found] = (await server.get('/api/v1/desk/joins', undefined, desk.headers)).body.data
  await server.send('POST', `/api/v1/desk/joins/${found.id}`, { decision: 'join' }, undefined, desk.headers)
  await open(`/desk/projects/${found.other.project_id}`)
  const panel = page.getByRole('region', { name: 'Values from sources' })
  const units = panel.locator('li', { hasText: 'Units' })
  await units.waitFor()
  expect(await units.innerText()).toMatch(/118\s*used[\s\S]*city, row c\d[\s\S]*120[\s\S]*register, row r\d/)
  await panel.getByText('main row').waitFor()
  await everyLook(desk, 'desk-project-values')
})
