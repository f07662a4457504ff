// The review queue in a real browser: cases decided by single keys, confirmed or given back, seen by callers at once.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProjectRecord } from '../../src/catalog/records.ts'
import { everyLook } from '../support/looks.ts'
import { startPortal } from '../support/portal.ts'
import type { Receiver } from '../webhooks/receiver.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { openCases, shortened, visitAs } from './desk-stage.ts'

const { server, browser } = await startPortal({ ALLOW_PRIVATE_WEBHOOKS: '1' })
let receiver: Receiver
/** Projects of one tower, one for each test: what is decided in one is no other's business. */
let projects: ProjectRecord[]
beforeAll(async () => {
  receiver = await startReceiver()
  const { records } = server.app.services.catalog.snapshot('production').projects
  projects = records.filter(({ buildings, address }) => buildings.length === 1 && shortened(address) !== address)
})
afterAll(() => receiver?.stop())

const written = (page: Page) => page.locator('.case-text')
const tally = (page: Page) => page.locator('.tally')
const firstOf = async (address: string) =>
  (await server.send('POST', '/api/v1/building-links', { address }, server.keys.elite)).body.data[0]

/** A project nobody took yet, and the case of somebody who typed its address short. */
async function newCase() {
  const project = projects.pop()!
  const typed = shortened(project.address)
  const [id] = await openCases(server, [typed])
  return { project, typed, id: id! }
}

async function curatorAt(id: string, options: Parameters<typeof visitAs>[3] = {}) {
  const seen = await visitAs(browser, server, 'curator', options)
  await seen.open(`/desk#case=${id}`)
  await written(seen.page).waitFor()
  // The text is there at once, from the queue; a key means something when the rest is.
  await seen.page.getByText('Callers get now').waitFor()
  return seen
}

describe('a case', () => {
  it('is decided by one key: callers get a verified answer, the change log and a webhook tell it, the audit log says who', async () => {
    const { project, typed, id } = await newCase()
    const key = await server.newKey('pro')
    const hook = { url: receiver.url, event_types: ['building_link.*'] }
    expect((await server.send('POST', '/api/v1/webhooks/endpoints', hook, key)).status).toBe(201)
    await receiver.gets(({ type }) => type === 'ping')
    const { page, context, email, headers } = await curatorAt(id)
    expect(await written(page).innerText()).toBe(typed)
    await page.getByRole('table').getByText(project.name).waitFor()
    await page.keyboard.press('a')
    await tally(page).getByText('1 decided').waitFor()
    expect(await firstOf(typed)).toMatchObject({ project_id: project.id, match_method: 'verified' })
    const told = await receiver.gets(({ type }) => type === 'building_link.verified')
    const ledger = await server.get(`/api/v1/desk/decisions?actor=${email}`, undefined, headers)
    const decisionId = ledger.body.data[0].id
    const changes = await server.get('/api/v1/changes?since=0&types=building_link.verified', server.keys.elite)
    expect([told.body.data.resource?.id ?? told.body.resource?.id, changes.body.data.at(-1).resource.id]).toEqual([
      decisionId,
      decisionId,
    ])
    const { db } = server.app.services
    const row = await db.query.selectFrom('audit_log').selectAll().where('target', '=', decisionId).executeTakeFirst()
    expect(row).toMatchObject({ action: 'desk.decided', actor: ledger.body.data[0].actor })
    await context.close()
  })

  it('is corrected by search with the keyboard alone, with a reason on record', async () => {
    const { typed, id } = await newCase()
    const right = projects.pop()!
    const { page, context } = await curatorAt(id)
    await page.keyboard.press('n')
    await page.keyboard.type('seen on site')
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await page.getByRole('combobox', { name: /name, address or id/i }).waitFor()
    await page.keyboard.type(right.name)
    await page.getByRole('option', { name: right.name }).first().waitFor()
    await page.keyboard.press('Enter')
    await tally(page).getByText('1 decided').waitFor()
    expect(await firstOf(typed)).toMatchObject({ project_id: right.id, match_method: 'verified' })
    const { db } = server.app.services
    const rows = await db.query.selectFrom('link_decisions').selectAll().where('case_id', '=', id).execute()
    expect(rows.find(({ kind }) => kind === 'correct')).toMatchObject({ note: 'seen on site' })
    await context.close()
  })

  it('is rejected and skipped by one key each, and each is taken back by undo', async () => {
    const { project, typed, id } = await newCase()
    const { page, context } = await curatorAt(id)
    const status = async () => {
      const row = await server.app.services.db.query
        .selectFrom('link_cases')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return row.status
    }
    for (const [key, said, left] of [
      ['r', 'Rejected', 'decided'],
      ['s', 'Skipped', 'skipped'],
    ] as const) {
      await page.keyboard.press(key)
      await tally(page).getByText(`${said}: ${typed}`).waitFor()
      expect(await status()).toBe(left)
      if (key === 'r') expect((await firstOf(typed))?.project_id).not.toBe(project.id)
      await page.keyboard.press('u')
      await tally(page).getByText(`${typed} is open again`).waitFor()
      expect([await status(), await written(page).innerText()]).toEqual(['open', typed])
    }
    expect((await firstOf(typed)).project_id).toBe(project.id)
    await tally(page).getByText('0 decided').waitFor()
    await context.close()
  })

  it('of two people goes to the first; the second is told who decided what, and nothing is overwritten', async () => {
    const { project, typed, id } = await newCase()
    const [ana, bo] = [await curatorAt(id), await curatorAt(id)]
    await ana.page.keyboard.press('a')
    await tally(ana.page).getByText('1 decided').waitFor()
    await bo.page.keyboard.press('r')
    const notice = bo.page.getByRole('alert')
    await notice.getByText(ana.email).waitFor()
    expect(await notice.innerText()).toContain(`${ana.email} decided it meanwhile: accept → ${project.name}`)
    expect(await firstOf(typed)).toMatchObject({ project_id: project.id, match_method: 'verified' })
    await tally(bo.page).getByText('0 decided').waitFor()
    await bo.page.keyboard.press('b')
    await bo.page.getByText('Decided before').waitFor()
    expect(await written(bo.page).innerText()).toBe(typed)
    await bo.check()
    await ana.context.close()
    await bo.context.close()
  })
})

describe('what was decided', () => {
  it('while the network is away is kept, said to be on its way, and sent when it is back', async () => {
    const { project, typed, id } = await newCase()
    const { page, context } = await curatorAt(id)
    await context.setOffline(true)
    await page.keyboard.press('a')
    await page.getByRole('alert').getByText('does not get through').waitFor()
    await tally(page).getByText('1 on the way').waitFor()
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Send now' }).click()
    await tally(page).getByText('1 decided').waitFor()
    expect(await firstOf(typed)).toMatchObject({ project_id: project.id, match_method: 'verified' })
    await context.close()
  })

  it('is counted once when the answer to it was lost on the way', async () => {
    const { project, typed, id } = await newCase()
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
    expect(await firstOf(typed)).toMatchObject({ project_id: project.id, match_method: 'verified' })
    await context.close()
  })
})

describe('the queue', () => {
  it('shows the next case at once, is walked by keys, narrowed by why and where, and kept in the address', async () => {
    const texts = ['81 Forgotten Lane, Toronto, ON', '82 Forgotten Lane, Toronto, ON', 'the <b>tower</b> by the lake']
    await openCases(server, texts)
    const { page, context, open, check, picture } = await visitAs(browser, server, 'curator')
    await open('/desk')
    await written(page).waitFor()
    const first = await written(page).innerText()
    await page.keyboard.press('j')
    const second = await written(page).innerText()
    await page.keyboard.press('k')
    expect([second === first, await written(page).innerText()]).toEqual([false, first])
    await page.getByLabel('Why').selectOption('no_civic_number')
    await page.getByRole('heading', { name: 'Review' }).focus()
    await written(page).getByText(texts[2]!).waitFor()
    expect(await page.getByRole('list', { name: 'Cases to look at' }).getByRole('listitem').count()).toBe(1)
    expect(page.url()).toContain('reason=no_civic_number')
    await page.getByLabel('Why').selectOption('')
    await page.getByLabel('Province').selectOption('ON')
    await written(page).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Review' }).focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'One key each' }).waitFor()
    await check()
    await picture('keys')
    await context.close()
  })

  it('can be used by everybody', async () => {
    const { id } = await newCase()
    const seen = await curatorAt(id, { map: 'drawn' })
    await seen.page.locator('.map[aria-busy=false]').waitFor()
    await everyLook(seen, 'review')
    await seen.context.close()
  })
})
