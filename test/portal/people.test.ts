// People of an account, sample events and shown passwords in a real browser.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { visit } from '../support/browser.ts'
import { everyLook, oneLook } from '../support/looks.ts'
import type { TestPerson } from '../support/person.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'
import { startReceiver } from '../webhooks/receiver.ts'

const { server, browser } = await startPortal({ ALLOW_PRIVATE_WEBHOOKS: '1', TRUST_PROXY: '0' })

/** Without the header of a proxy. */
const ON_THIS_MACHINE = { extraHTTPHeaders: {} }

async function verifiedPerson(): Promise<TestPerson> {
  const person = await newPerson(server, 'sandbox')
  await server.app.foundation.db.query
    .updateTable('people')
    .set({ email_verified_at: new Date().toISOString() })
    .where('email', '=', person.email)
    .execute()
  return person
}

it('an owner invites a person, who joins as a viewer and changes nothing', async () => {
  const owner = await visitAs(browser, server, await verifiedPerson(), ON_THIS_MACHINE)
  const { page } = owner
  await owner.open('/account/people')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await page.getByLabel('Email address').fill('colleague@example.com')
  await page.getByRole('radio', { name: /^Viewer/ }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('We emailed an invitation to colleague@example.com.').waitFor()
  // The test server has no mail server, and the browser is on its machine.
  await page.getByText(join(server.dataDir, 'mail.txt')).waitFor()
  await page.getByRole('list', { name: 'Open invitations' }).getByText('colleague@example.com').waitFor()
  await everyLook(owner, 'people')

  await server.app.services.access.signIn.emailsSent()
  const link = /\/invitations\/\S+/.exec(readFileSync(join(server.dataDir, 'mail.txt'), 'utf8'))![0]
  const guest = await visit(browser, server)
  await guest.open(link)
  await guest.check()
  const password = guest.page.getByLabel(/^New password/)
  await password.fill('correct horse battery')
  await guest.page.getByRole('button', { name: 'Show the characters' }).click()
  expect(await password.getAttribute('type')).toBe('text')
  await guest.picture('invitation')
  await guest.page.getByRole('button', { name: 'Accept invitation' }).click()
  await guest.page.getByText('Your role is viewer').waitFor()
  await guest.open('/account/people')
  await guest.page.getByText('Only owners can invite people').waitFor()
  expect(await guest.page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
  // Pages of a viewer have none of the controls that the API refuses to viewers.
  for (const [path, shown] of [
    ['/account/keys', 'API keys'],
    ['/account/applications', 'Applications'],
    ['/account/webhooks', 'Webhooks'],
    ['/account/feeds', 'Feeds'],
    ['/account/load-listings', 'Load listings'],
    ['/account/plan', 'Plan'],
  ] as const) {
    await guest.open(path)
    await guest.page.getByRole('heading', { level: 1, name: shown }).waitFor()
    await guest.page.waitForLoadState('networkidle')
    const main = guest.page.getByRole('main')
    expect(await main.getByRole('button').allTextContents(), path).toEqual([])
    expect(await main.locator('input, a[href="/account/new-feed"]').count(), path).toBe(0)
  }

  await owner.open('/account/people')
  await page.getByRole('button', { name: 'Remove colleague@example.com' }).click()
  await page.getByRole('button', { name: 'Remove person' }).click()
  await page.getByRole('button', { name: 'Remove colleague@example.com' }).waitFor({ state: 'detached' })
  await guest.open('/account/people')
  await guest.page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
  await owner.open('/account/people?lang=fr')
  await page.getByRole('heading', { name: 'Personnes', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Inviter une personne' }).waitFor()
  await oneLook(owner, 'people-fr')
  await guest.context.close()
  await owner.context.close()
})

it('sends a sample event from the page of an endpoint', async () => {
  const receiver = await startReceiver()
  const person = await newPerson(server, 'sandbox')
  const made = await server.send('POST', '/api/v1/webhooks/endpoints', { url: receiver.url }, person.key)
  const { id } = made.body.data
  await server.send('POST', `/api/v1/webhooks/endpoints/${id}/enable`, {}, person.key)
  const visitor = await visitAs(browser, server, person)
  const { page } = visitor
  await visitor.open(`/account/webhooks/${id}`)
  await page.getByRole('button', { name: 'Send a sample project.price_changed' }).waitFor()
  await page.getByLabel('Event type').selectOption('unit.status_changed')
  await page.getByRole('button', { name: 'Send a sample unit.status_changed' }).click()
  await page.getByText(/is on its way to this endpoint/).waitFor()
  const received = await receiver.gets(({ type }) => type === 'unit.status_changed')
  expect(received.body.data.sample).toBe(true)
  await everyLook(visitor, 'sample-event')
  await visitor.context.close()
  await receiver.stop()
})

it('focuses the email field of the sign-up page', async () => {
  const visitor = await visit(browser, server)
  await visitor.open('/sign-up')
  await visitor.page.keyboard.type('ann@example.com')
  expect(await visitor.page.getByLabel('Email address').inputValue()).toBe('ann@example.com')
  await visitor.context.close()
})
