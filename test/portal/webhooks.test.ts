// The webhooks pages in a real browser, with a real receiver on loopback.
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishEvents } from '../../src/events/outbox.ts'
import type { Visit } from '../support/browser.ts'
import { everyLook, oneLook } from '../support/looks.ts'
import type { TestPerson } from '../support/person.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'
import { draft } from '../webhooks/drafts.ts'
import type { Received, Receiver } from '../webhooks/receiver.ts'
import { answering, startReceiver } from '../webhooks/receiver.ts'

const SCRIPT = '<script>document.title = "taken"</script><img src=x onerror=alert(1)>'

const { server, browser } = await startPortal({ ALLOW_PRIVATE_WEBHOOKS: '1' })
let receiver: Receiver
let person: TestPerson
let signedIn: Visit
let secret: string
let endpointPath: string
beforeAll(async () => {
  receiver = await startReceiver()
  person = await newPerson(server, 'pro')
  signedIn = await visitAs(browser, server, person)
})
afterAll(() => receiver?.stop())

const publish = async (id: number) => {
  const { services } = server.app
  const last = await server.app.foundation.db.tx((tx) =>
    publishEvents(tx, 'production', [draft('project.updated', id)], new Date()),
  )
  services.webhooks.worker.wake()
  return last!
}
const of =
  (id: number) =>
  ({ body }: Received) =>
    body.data?.resource?.id === id
const headersOf = ({ headers }: Received) => headers as Record<string, string>
/** Refreshes until a delivery row matches. */
const untilRow = async (name: RegExp) => {
  const { page } = signedIn
  const row = page.getByRole('row', { name }).first()
  while (!(await row.isVisible())) {
    const refresh = page.getByRole('button', { name: 'Refresh' })
    if (await refresh.isEnabled()) await refresh.click()
  }
  return row
}

describe('an endpoint', () => {
  it('is created with event types and filters, and its secret verifies the ping', async () => {
    const { page, open } = signedIn
    await open('/account/webhooks')
    await page.getByText('No endpoints yet.').waitFor()
    await page.getByRole('button', { name: 'New endpoint' }).click()
    await page.getByLabel('URL').fill(receiver.url)
    await page.getByLabel('Description').fill(SCRIPT)
    await page.getByRole('radio', { name: 'Only some types' }).check()
    await page.getByRole('checkbox', { name: /^project\.\*/ }).check()
    await page.getByRole('checkbox', { name: 'Ontario' }).check()
    await page.getByLabel('Cities').fill('Toronto, Mississauga')
    await everyLook(signedIn, 'webhook-new')
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    secret = /whsec_\S+/.exec((await page.locator('.secret code').textContent())!)![0]
    await oneLook(signedIn, 'webhook-fresh')
    const ping = await receiver.gets(({ type }) => type === 'ping')
    expect(new Webhook(secret).verify(ping.text, headersOf(ping))).toMatchObject({ type: 'ping' })
    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByText('Enabled', { exact: true }).waitFor()
    endpointPath = new URL(page.url()).pathname
    expect(await page.content()).not.toContain(secret)
    const [created] = (await server.get('/api/v1/webhooks/endpoints', person.key)).body.data
    expect(created).toMatchObject({
      event_types: ['project.*'],
      filters: { province: ['ON'], city: ['Toronto', 'Mississauga'], project_ids: [] },
      description: SCRIPT,
    })
  })

  it('shows the response to a test event as plain text', async () => {
    const { page } = signedIn
    receiver.answer = (_, response) => void response.writeHead(200, { 'x-said': '<b>bold</b>' }).end(SCRIPT)
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText(/Your receiver answered 200/).waitFor()
    await page.getByText(SCRIPT).last().waitFor()
    expect(await page.locator('main script, main img, main b').count()).toBe(0)
    expect(await page.title()).toBe('Webhook endpoint – Plinth')
    receiver.answer = answering(500)
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText(/Test failed after .*: 500/).waitFor()
    receiver.answer = answering(204)
  })
})

describe('a delivery', () => {
  it('arrives signed, and the log shows its request and response', async () => {
    const { page } = signedIn
    receiver.answer = (_, response) => void response.writeHead(200).end(SCRIPT)
    await publish(1001)
    const got = await receiver.gets(of(1001))
    expect(new Webhook(secret).verify(got.text, headersOf(got))).toMatchObject({ type: 'project.updated' })
    const row = await untilRow(/project\.updated Delivered/)
    await everyLook(signedIn, 'webhook-endpoint')
    await row.getByRole('link').click()
    await page.getByRole('heading', { name: 'Delivery', level: 1 }).waitFor()
    await page.getByText(headersOf(got)['webhook-signature']!).waitFor()
    await page.getByText(SCRIPT).waitFor()
    expect(await page.locator('main script, main img').count()).toBe(0)
    await page.getByText('"changes": [').waitFor()
    await everyLook(signedIn, 'webhook-delivery')
  })

  it('is sent again with the same id and body', async () => {
    const { page } = signedIn
    await page.getByRole('button', { name: 'Send again' }).click()
    const [first, second] = await receiver.getsMany(2, of(1001))
    expect([second!.id, second!.text]).toEqual([first!.id, first!.text])
    await page.getByRole('heading', { name: 'Attempt 2' }).waitFor()
  })

  it('is repeated by a replay after a sequence number', async () => {
    const { page, open } = signedIn
    const after = await publish(1002)
    await receiver.gets(of(1002))
    await publish(1003)
    await receiver.gets(of(1003))
    await open(endpointPath)
    await page.getByText('Replay', { exact: true }).first().click()
    await page.getByLabel('After sequence number').fill(String(after))
    await page.getByRole('button', { name: 'Replay' }).click()
    const [first, second] = await receiver.getsMany(2, of(1003))
    expect([second!.id, second!.text]).toEqual([first!.id, first!.text])
    expect(receiver.got.filter(of(1002))).toHaveLength(1)
  })

  it('is held while the endpoint is paused, and sent when it is enabled', async () => {
    const { page, open, picture } = signedIn
    receiver.answer = answering(500)
    await open(endpointPath)
    await publish(1004)
    await untilRow(/project\.updated Waiting/)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('You paused it.').waitFor()
    const row = await untilRow(/project\.updated Held/)
    await picture('webhook-paused')
    await row.getByRole('link').click()
    await page.getByText('Held until you enable the endpoint').waitFor()
    await page.goBack()
    const failed = receiver.got.filter(of(1004)).length
    receiver.answer = answering(204)
    await page.getByRole('button', { name: 'Enable' }).click()
    const got = await receiver.getsMany(failed + 1, of(1004))
    expect(new Set(got.map(({ id, text }) => `${id} ${text}`)).size).toBe(1)
  })
})

describe('changing an endpoint', () => {
  it('is refused after a concurrent change, and can be repeated', async () => {
    const { page, open } = signedIn
    await open(endpointPath)
    await page.getByRole('button', { name: 'Edit' }).click()
    const path = endpointPath.replace('/account', '/api/v1').replace('webhooks', 'webhooks/endpoints')
    await server.send('PATCH', path, { description: 'Changed elsewhere' }, person.key)
    await page.getByLabel('Description').fill('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The endpoint changed while you were editing').waitFor()
    await page.getByRole('button', { name: 'Load the current settings' }).click()
    await page.getByText('Changed elsewhere').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Mine', { exact: true }).waitFor()
  })

  it('shows the API error for a URL that is not public', async () => {
    const { page } = signedIn
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('URL').fill('https://10.0.0.1/hook')
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await page.locator('.wrong').textContent()).toContain('public addresses only')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  it('signs with both secrets during the chosen overlap', async () => {
    const { page } = signedIn
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByLabel('Sign with both secrets for').selectOption('3600')
    await page.getByRole('button', { name: 'Rotate signing secret' }).click()
    const rotated = /whsec_\S+/.exec((await page.locator('.secret code').textContent())!)![0]
    await publish(1005)
    const got = await receiver.gets(of(1005))
    for (const each of [secret, rotated]) expect(new Webhook(each).verify(got.text, headersOf(got))).toBeTruthy()
    await page.getByRole('button', { name: 'I’ve stored it' }).click()
    expect(await page.content()).not.toContain(rotated)
  })

  it('ends with deletion after confirmation, with its log', async () => {
    const { page } = signedIn
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete endpoint' }).click()
    await page.getByText('No endpoints yet.').waitFor()
    expect((await server.get('/api/v1/webhooks/endpoints', person.key)).body.meta.total).toBe(0)
    await signedIn.open(endpointPath)
    await page.getByRole('alert').waitFor()
    await signedIn.check()
  })
})
