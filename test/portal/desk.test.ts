// The review queue in a real browser: decisions by keyboard, conflicts, retries and filters.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProjectRecord } from '../../src/catalog/records/record-types.ts'
import { everyLook } from '../support/looks.ts'
import { startPortal } from '../support/portal.ts'
import type { Receiver } from '../webhooks/receiver.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { openCases, shortened, visitAs } from './desk-stage.ts'

const { server, browser } = await startPortal({ ALLOW_PRIVATE_WEBHOOKS: '1' })
let receiver: Receiver
/** Projects with one tower; each test takes its own. */
let projects: ProjectRecord[]
beforeAll(async () => {
  receiver = await startReceiver()
  const all = server.app.services.catalog.snapshot('production').projects
  projects = all.toArray().filter(({ buildings, address }) => buildings.length === 1 && shortened(address) !== address)
})
afterAll(() => receiver?.stop())

const caseText = (page: Page) => page.locator('.case .typed')
const tally = (page: Page) => page.locator('.tally')
const firstMatch = async (address: string) =>
  (await server.send('POST', '/api/v1/building-links', { address }, server.keys.elite)).body.data[0]

/** An unused project, and a case for its shortened address. */
async function newCase() {
  const project = projects.pop()!
  const address = shortened(project.address)
  const [id] = await openCases(server, [address])
  return { project, address, id: id! }
}

async function curatorAt(id: string, options: Parameters<typeof visitAs>[3] = {}) {
  const visit = await visitAs(browser, server, 'curator', options)
  await visit.open(`/desk#case=${id}`)
  await caseText(visit.page).waitFor()
  // Shortcuts work once the case has loaded, not only its address.
  await visit.page.getByText('Current match').waitFor()
  return visit
}

describe('a case', () => {
  it('is decided by one key, with a verified match, change event, webhook and audit entry', async () => {
    const { project, address, id } = await newCase()
    const key = await server.newKey('pro')
    const hook = { url: receiver.url, event_types: ['building_link.*'] }
    expect((await server.send('POST', '/api/v1/webhooks/endpoints', hook, key)).status).toBe(201)
    await receiver.gets(({ type }) => type === 'ping')
    const { page, context, email, headers } = await curatorAt(id)
    expect(await caseText(page).innerText()).toBe(address)
    await page.getByRole('table').getByText(project.name).waitFor()
    await page.keyboard.press('a')
    await tally(page).getByText('1 decided').waitFor()
    expect(await firstMatch(address)).toMatchObject({ project_id: project.id, match_method: 'verified' })
    const delivered = await receiver.gets(({ type }) => type === 'building_link.verified')
    const ledger = await server.get(`/api/v1/desk/decisions?actor=${email}`, undefined, headers)
    const decisionId = ledger.body.data[0].id
    const changes = await server.get('/api/v1/changes?since=0&types=building_link.verified', server.keys.elite)
    expect([
      delivered.body.data.resource?.id ?? delivered.body.resource?.id,
      changes.body.data.at(-1).resource.id,
    ]).toEqual([decisionId, decisionId])
    const { db } = server.app.foundation
    const row = await db.query.selectFrom('audit_log').selectAll().where('target', '=', decisionId).executeTakeFirst()
    expect(row).toMatchObject({ action: 'desk.decided', actor: ledger.body.data[0].actor })
    await context.close()
  })

  it('is corrected by search with the keyboard alone, and stores the note', async () => {
    const { address, id } = await newCase()
    const correct = projects.pop()!
    const { page, context } = await curatorAt(id)
    // The field is never covered, even in a low window.
    await page.setViewportSize({ width: 1280, height: 560 })
    await page.keyboard.press('n')
    const isUncovered = page.getByLabel('Note (optional)').evaluate((field) => {
      const { x, y, width, height, bottom } = field.getBoundingClientRect()
      const { document, innerHeight } = globalThis as unknown as Window
      return bottom <= innerHeight && document.elementFromPoint(x + width / 2, y + height / 2) === field
    })
    expect(await isUncovered).toBe(true)
    await page.keyboard.type('seen on site')
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await page.getByRole('combobox', { name: /name, address or id/i }).waitFor()
    await page.keyboard.type(correct.name)
    await page.locator('#found-buildings[aria-busy=false]').waitFor()
    await page.getByRole('option', { name: correct.name }).first().waitFor()
    await page.keyboard.press('Enter')
    await tally(page).getByText('1 decided').waitFor()
    expect(await firstMatch(address)).toMatchObject({ project_id: correct.id, match_method: 'verified' })
    const { db } = server.app.foundation
    const rows = await db.query.selectFrom('link_decisions').selectAll().where('case_id', '=', id).execute()
    expect(rows.find(({ kind }) => kind === 'correct')).toMatchObject({ note: 'seen on site' })
    await context.close()
  })

  it('is rejected or skipped by one key, and undo reopens it', async () => {
    const { project, address, id } = await newCase()
    const { page, context } = await curatorAt(id)
    const status = async () => {
      const row = await server.app.foundation.db.query
        .selectFrom('link_cases')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return row.status
    }
    for (const [key, message, expected] of [
      ['r', 'Rejected', 'decided'],
      ['s', 'Skipped', 'skipped'],
    ] as const) {
      await page.keyboard.press(key)
      await tally(page).getByText(`${message}: ${address}`).waitFor()
      expect(await status()).toBe(expected)
      if (key === 'r') expect((await firstMatch(address))?.project_id).not.toBe(project.id)
      await page.keyboard.press('u')
      await tally(page).getByText(`${address} is open again`).waitFor()
      expect([await status(), await caseText(page).innerText()]).toEqual(['open', address])
    }
    expect((await firstMatch(address)).project_id).toBe(project.id)
    await tally(page).getByText('0 decided').waitFor()
    await context.close()
  })

  it('belongs to the first of two curators, and the second sees who decided what', async () => {
    const { project, address, id } = await newCase()
    const [ana, bo] = [await curatorAt(id), await curatorAt(id)]
    await ana.page.keyboard.press('a')
    await tally(ana.page).getByText('1 decided').waitFor()
    await bo.page.keyboard.press('r')
    const notice = bo.page.getByRole('alert')
    await notice.getByText(ana.email).waitFor()
    expect(await notice.innerText()).toContain(`${ana.email} decided this case first: accept → ${project.name}`)
    expect(await firstMatch(address)).toMatchObject({ project_id: project.id, match_method: 'verified' })
    await tally(bo.page).getByText('0 decided').waitFor()
    await bo.page.keyboard.press('b')
    await bo.page.getByText('Earlier decisions').waitFor()
    expect(await caseText(bo.page).innerText()).toBe(address)
    await bo.check()
    await ana.context.close()
    await bo.context.close()
  })
})

describe('a decision', () => {
  it('made offline is kept, shown as unsent, and sent when the network is back', async () => {
    const { project, address, id } = await newCase()
    const { page, context } = await curatorAt(id)
    await context.setOffline(true)
    await page.keyboard.press('a')
    await page.getByRole('alert').getByText('Can’t reach the server').waitFor()
    await tally(page).getByText('1 unsent').waitFor()
    const prompt = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await prompt
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Retry now' }).click()
    await tally(page).getByText('1 decided').waitFor()
    expect(await firstMatch(address)).toMatchObject({ project_id: project.id, match_method: 'verified' })
    await context.close()
  })

  it('is counted once when its response is lost', async () => {
    const { project, address, id } = await newCase()
    const { page, context } = await curatorAt(id)
    let lost = 0
    await page.route('**/decide', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.keyboard.press('a')
    await tally(page).getByText('1 decided').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await firstMatch(address)).toMatchObject({ project_id: project.id, match_method: 'verified' })
    await context.close()
  })
})

describe('the queue', () => {
  it('is navigated by keys, filtered by reason and province, and kept in the URL', async () => {
    const addresses = [
      '81 Forgotten Lane, Toronto, ON',
      '82 Forgotten Lane, Toronto, ON',
      'the <b>tower</b> by the lake',
    ]
    await openCases(server, addresses)
    const { page, context, open, check, picture } = await visitAs(browser, server, 'curator')
    await open('/desk')
    await caseText(page).waitFor()
    const first = await caseText(page).innerText()
    await page.keyboard.press('j')
    const second = await caseText(page).innerText()
    await page.keyboard.press('k')
    expect([second === first, await caseText(page).innerText()]).toEqual([false, first])
    await page.getByLabel('Reason').selectOption('no_civic_number')
    await page.getByRole('heading', { name: 'Review' }).focus()
    await caseText(page).getByText(addresses[2]!).waitFor()
    expect(await page.getByRole('list', { name: 'Cases to review' }).getByRole('listitem').count()).toBe(1)
    expect(page.url()).toContain('reason=no_civic_number')
    await page.getByLabel('Reason').selectOption('')
    await page.getByLabel('Province').selectOption('ON')
    await caseText(page).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Review' }).focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await check()
    await picture('keys')
    await context.close()
  })

  it('is accessible', async () => {
    const { id } = await newCase()
    const visit = await curatorAt(id)
    await visit.page.locator('.plain-map').first().waitFor()
    await everyLook(visit, 'review')
    await visit.context.close()
  })
})
