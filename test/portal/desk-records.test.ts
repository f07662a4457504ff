// The ledger, accounts and the audit log in a real browser: who sees them, what is done there, and that it is asked first.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { visit } from '../support/browser.ts'
import { peopleOf } from '../support/credentials.ts'
import { everyLook } from '../support/looks.ts'
import { startPortal } from '../support/portal.ts'
import type { DeskVisit } from './desk-stage.ts'
import { openCases, visitAs } from './desk-stage.ts'

const { server, browser } = await startPortal()
/** A correction that somebody made, with the alias it suggested. */
let made: { decision: { id: string; text: string }; alias_proposal: { id: string } }
let operator: DeskVisit
beforeAll(async () => {
  operator = await visitAs(browser, server, 'operator')
  const [id] = await openCases(server, ['91 Forgotten Lane, Toronto, ON'])
  const [project] = server.app.services.catalog.snapshot('production').projects.records
  const wish = { verdict: 'correct', project_id: project!.id, reason: 'old map' }
  const seen = { ...operator.headers, 'if-match': '"2"' }
  made = (await server.send('POST', `/api/v1/desk/cases/${id}/decide`, wish, undefined, seen)).body.data
})

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Pages of the desk' }).getByRole('link')
const matched = async (address: string) =>
  (await server.send('POST', '/api/v1/building-links', { address }, server.keys.elite)).body.data.length

describe('the desk', () => {
  it('is not there for somebody without a role, and has no link', async () => {
    const { page, context, open, headers } = await visitAs(browser, server, null)
    expect((await server.get('/desk', undefined, headers)).status).toBe(404)
    await open('/plans')
    await page.getByRole('link', { name: 'Account' }).waitFor()
    expect(await page.getByRole('link', { name: 'Desk' }).count()).toBe(0)
    await context.close()
    const visitor = await visit(browser, server)
    await visitor.open('/plans')
    expect(await visitor.page.getByRole('link', { name: 'Desk' }).count()).toBe(0)
    await visitor.context.close()
  })

  it('shows a curator nothing of an operator’s, and its doors refuse the same', async () => {
    const { page, context, open, headers } = await visitAs(browser, server, 'curator')
    await open('/desk/ledger')
    expect(await tabsOf(page).allInnerTexts()).toEqual(['Review', 'Ledger', 'Projects'])
    await open('/desk/accounts')
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    for (const path of ['accounts', 'audit-log', 'people?email=a@b.ca'])
      expect((await server.get(`/api/v1/operator/${path}`, undefined, headers)).status).toBe(403)
    await context.close()
  })

  it('has seven pages for an operator', async () => {
    await operator.open('/desk/ledger')
    const names = ['Review', 'Ledger', 'Projects', 'Imports', 'Sources', 'Accounts', 'Audit']
    expect(await tabsOf(operator.page).allInnerTexts()).toEqual(names)
  })
})

describe('an id in the address of a page', () => {
  it('cannot leave its place in the path of the API', async () => {
    const { page, open } = operator
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const away = encodeURIComponent('../../me')
    for (const path of [`ledger/${away}`, `projects/${away}`, `accounts/${away}`, `imports/${away}`]) {
      await open(`/desk/${path}`)
      await page.getByRole('alert').first().waitFor()
    }
    await open('/desk#case=..')
    await page.getByRole('alert').first().waitFor()
    const api = asked.filter((path) => path.startsWith('/api/') && path !== '/api/v1/sessions/current')
    expect(api.filter((path) => !/^\/api\/v1\/(?:desk|operator)\/\w[\w-]*(?:\/|$)/.test(path))).toEqual([])
    expect(api).toContain(`/api/v1/desk/decisions/${away}`)
  })
})

describe('the ledger', () => {
  it('says who decided what, what it changed for callers and what they were told; revoked with a reason, it is over', async () => {
    const { page, open, check, picture, email } = operator
    const { id, text } = made.decision
    await open('/desk/ledger#kind=correct')
    const row = page.getByRole('row', { name: new RegExp(text) })
    await row.getByText(email).waitFor()
    await row.getByText('correct →').click()
    await page.getByText('What it changed for callers').waitFor()
    await page.getByText('old map').first().waitFor()
    await page.getByText('building_link.verified').waitFor()
    expect(page.url()).toContain(`/desk/ledger/${id}`)
    expect(await matched(text)).toBe(1)
    await check()
    await picture('decision')
    await page.getByRole('button', { name: 'Revoke…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke this decision?' })
    await dialog.getByLabel('Reason').fill('wrong house')
    await dialog.getByRole('button', { name: 'Revoke it' }).click()
    await page.getByText('building_link.revoked').waitFor()
    await page.getByText('wrong house').waitFor()
    expect(await matched(text)).toBe(0)
  })

  it('settles alias proposals where they stand', async () => {
    const { page, open } = operator
    await open('/desk/ledger')
    await page.getByRole('button', { name: 'Alias proposals' }).click()
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('No decision is like that.').waitFor()
    const { body } = await server.get(`/api/v1/desk/decisions/${made.alias_proposal.id}`, undefined, operator.headers)
    expect(body.data.state).toBe('verified')
  })
})

describe('an account', () => {
  it('is found by its address; its plan, its standing and its people’s roles change after a question, and the audit log says so', async () => {
    const member = (await peopleOf(server, 'starter', null)).at(-1)!.headers
    const { person, account } = (await server.get('/api/v1/sessions/current', undefined, member)).body.data
    const { page, open, check, picture, email } = operator
    await open('/desk/accounts')
    await page.getByLabel('E-mail, id or key prefix').fill(account.email)
    await page.getByRole('row', { name: new RegExp(account.email) }).click()
    await page.getByRole('heading', { name: account.email }).waitFor()
    await page.getByRole('button', { name: 'Change the plan…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New plan').selectOption('elite')
    await dialog.getByRole('button', { name: 'Change it' }).click()
    await page.getByText('account.plan_changed').waitFor()
    await page.getByRole('combobox', { name: /^Role/ }).selectOption('curator')
    await dialog.getByRole('button', { name: 'Change it' }).click()
    await page.getByText('person.role_changed').waitFor()
    await page.getByRole('button', { name: 'Suspend…' }).first().click()
    await dialog.getByRole('button', { name: 'Suspend it' }).click()
    await page.getByRole('button', { name: 'Let back in…' }).waitFor()
    await check()
    await picture('account')
    const detail = (await server.get(`/api/v1/operator/accounts/${account.id}`, undefined, operator.headers)).body.data
    expect([detail.plan, detail.status, detail.members[0].role]).toEqual(['elite', 'suspended', 'curator'])
    await page.getByRole('link', { name: 'All of its acts' }).click()
    await page
      .getByRole('row', { name: /account\.suspended/ })
      .getByText(email)
      .waitFor()
    await page.getByLabel('Act', { exact: true }).selectOption('person.role_changed')
    await page.getByRole('row', { name: new RegExp(`person\\.role_changed.*${person.id}`) }).waitFor()
    await page.getByRole('row', { name: /account\.suspended/ }).waitFor({ state: 'detached' })
    await check()
  })
})

describe('every page of the desk', () => {
  it('can be used by everybody', async () => {
    const { page, open } = operator
    for (const path of ['ledger', `ledger/${made.decision.id}`, 'accounts', 'audit']) {
      await open(`/desk/${path}`)
      await page.locator('main table, main article').first().waitFor()
      await everyLook(operator, path.replace(/\/.*/, '-one'))
    }
  })
})
