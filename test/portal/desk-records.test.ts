// The ledger, accounts and audit log in a real browser: permissions, actions and confirmations.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { visit } from '../support/browser.ts'
import { peopleOf } from '../support/credentials.ts'
import { everyLook } from '../support/looks.ts'
import { startPortal } from '../support/portal.ts'
import type { DeskVisit } from './desk-stage.ts'
import { openCases, visitAs } from './desk-stage.ts'

const { server, browser } = await startPortal()
/** A correction, with the alias it proposed. */
let correction: { decision: { id: string; text: string }; alias_proposal: { id: string } }
let operator: DeskVisit
beforeAll(async () => {
  operator = await visitAs(browser, server, 'operator')
  const [id] = await openCases(server, ['91 Forgotten Lane, Toronto, ON'])
  const [project] = server.app.services.catalog.snapshot('production').projects.toArray()
  const verdict = { verdict: 'correct', project_id: project!.id, reason: 'old map' }
  const headers = { ...operator.headers, 'if-match': '"2"' }
  correction = (await server.send('POST', `/api/v1/desk/cases/${id}/decide`, verdict, undefined, headers)).body.data
})

const pagesOf = (page: Page) => page.getByRole('list', { name: 'Desk' }).getByRole('link')
const countMatches = async (address: string) =>
  (await server.send('POST', '/api/v1/building-links', { address }, server.keys.elite)).body.data.length

describe('the desk', () => {
  it('is hidden from people without a role', async () => {
    const { page, context, open, headers } = await visitAs(browser, server, null)
    expect((await server.get('/desk', undefined, headers)).status).toBe(404)
    await open('/plans')
    await page.getByRole('link', { name: 'Overview' }).waitFor()
    expect(await pagesOf(page).count()).toBe(0)
    await context.close()
    const visitor = await visit(browser, server)
    await visitor.open('/plans')
    expect(await pagesOf(visitor.page).count()).toBe(0)
    await visitor.context.close()
  })

  it('hides operator pages from curators, and the API refuses them', async () => {
    const { page, context, open, headers } = await visitAs(browser, server, 'curator')
    await open('/desk/ledger')
    expect(await pagesOf(page).allInnerTexts()).toEqual(['Review', 'Same building?', 'Ledger', 'Projects'])
    await open('/desk/accounts')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    for (const path of ['accounts', 'audit-log', 'people?email=a@b.ca'])
      expect((await server.get(`/api/v1/operator/${path}`, undefined, headers)).status).toBe(403)
    await context.close()
  })

  it('has eight pages for operators', async () => {
    await operator.open('/desk/ledger')
    const names = [
      'Review',
      'Same building?',
      'Ledger',
      'Projects',
      'Imports',
      'Sources',
      'Accounts',
      'Emails',
      'Audit',
    ]
    expect(await pagesOf(operator.page).allInnerTexts()).toEqual(names)
  })
})

describe('an id in a page URL', () => {
  it('cannot escape its segment of the API path', async () => {
    const { page, open } = operator
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    const traversal = encodeURIComponent('../../me')
    for (const path of [
      `ledger/${traversal}`,
      `projects/${traversal}`,
      `accounts/${traversal}`,
      `imports/${traversal}`,
    ]) {
      await open(`/desk/${path}`)
      await page.getByRole('alert').first().waitFor()
    }
    await open('/desk#case=..')
    await page.getByRole('alert').first().waitFor()
    const everywhere = ['/api/v1/sessions/current', '/api/v1/dataset/attributions']
    const api = requested.filter((path) => path.startsWith('/api/') && !everywhere.includes(path))
    expect(api.filter((path) => !/^\/api\/v1\/(?:desk|operator)\/\w[\w-]*(?:\/|$)/.test(path))).toEqual([])
    expect(api).toContain(`/api/v1/desk/decisions/${traversal}`)
  })
})

describe('the ledger', () => {
  it('shows who decided what, its effect and events, and revokes with a reason', async () => {
    const { page, open, check, picture, email } = operator
    const { id, text } = correction.decision
    await open('/desk/ledger#kind=correct')
    const row = page.getByRole('row', { name: new RegExp(text) })
    await row.getByText(email).waitFor()
    await row.getByText('correct →').click()
    await page.getByText('What changed for callers').waitFor()
    await page.getByText('old map').first().waitFor()
    await page.getByText('building_link.verified').waitFor()
    expect(page.url()).toContain(`/desk/ledger/${id}`)
    expect(await countMatches(text)).toBe(1)
    await check()
    await picture('decision')
    await page.getByRole('button', { name: 'Revoke…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke this decision?' })
    await dialog.getByLabel('Reason').fill('wrong building')
    await dialog.getByRole('button', { name: 'Revoke decision' }).click()
    await page.getByText('building_link.revoked').waitFor()
    await page.getByText('wrong building').waitFor()
    expect(await countMatches(text)).toBe(0)
  })

  it('calls a rejection in force rejected, not verified', async () => {
    const { page, open } = operator
    await page.route('**/api/v1/desk/decisions?**', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      Object.assign(json.data[0], { kind: 'reject', state: 'verified', project_id: null, project_name: null })
      await route.fulfill({ response, json })
    })
    await page.goto('about:blank')
    await open('/desk/ledger')
    const row = page.getByRole('row').nth(1)
    await row.getByText('Rejected', { exact: true }).waitFor()
    expect(await row.innerText()).not.toContain('Verified')
    await page.unroute('**/api/v1/desk/decisions?**')
  })

  it('settles alias proposals from the list', async () => {
    const { page, open } = operator
    await open('/desk/ledger')
    await page.getByRole('button', { name: 'Show alias proposals' }).click()
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('No decisions match.').waitFor()
    const { body } = await server.get(
      `/api/v1/desk/decisions/${correction.alias_proposal.id}`,
      undefined,
      operator.headers,
    )
    expect(body.data.state).toBe('verified')
  })
})

describe('an account', () => {
  it('is found by email, and changes of plan, status and roles are confirmed and audited', async () => {
    const member = (await peopleOf(server, 'starter', null)).at(-1)!.headers
    const { person, account } = (await server.get('/api/v1/sessions/current', undefined, member)).body.data
    const { page, open, check, picture, email } = operator
    await open('/desk/accounts')
    await page.getByLabel('Email, ID or key prefix').fill(account.email)
    await page.getByRole('row', { name: new RegExp(account.email) }).click()
    await page.getByRole('heading', { name: account.email }).waitFor()
    await page.getByRole('button', { name: 'Change plan…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New plan').selectOption('elite')
    await dialog.getByRole('button', { name: 'Change plan' }).click()
    await page.getByText('account.plan_changed').waitFor()
    await page.getByRole('combobox', { name: /^Role/ }).selectOption('curator')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await page.getByText('person.role_changed').waitFor()
    await page.getByRole('button', { name: 'Suspend…' }).first().click()
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('button', { name: 'Reinstate…' }).waitFor()
    await check()
    await picture('account')
    const detail = (await server.get(`/api/v1/operator/accounts/${account.id}`, undefined, operator.headers)).body.data
    expect([detail.plan, detail.status, detail.members[0].role]).toEqual(['elite', 'suspended', 'curator'])
    await page.getByRole('link', { name: 'All actions of this account' }).click()
    await page
      .getByRole('row', { name: /account\.suspended/ })
      .getByText(email)
      .waitFor()
    await page.getByRole('combobox', { name: 'Action', exact: true }).selectOption('person.role_changed')
    await page.getByRole('row', { name: new RegExp(`person\\.role_changed.*${person.id}`) }).waitFor()
    await page.getByRole('row', { name: /account\.suspended/ }).waitFor({ state: 'detached' })
    await check()
  })
})

describe('desk pages', () => {
  it('are accessible', async () => {
    const { page, open } = operator
    for (const path of ['ledger', `ledger/${correction.decision.id}`, 'accounts', 'audit']) {
      await open(`/desk/${path}`)
      await page.locator('main table, main article').first().waitFor()
      await everyLook(operator, path.replace(/\/.*/, '-one'))
    }
  })
})
