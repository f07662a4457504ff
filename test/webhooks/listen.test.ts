// plinth webhooks listen prints deliveries and verifies their signatures.
import { afterEach, expect, it } from 'vitest'
import { eventTypeCatalogue } from '../../src/http/webhooks/event-schemas.ts'
import { createGuardedSender } from '../../src/webhooks/sender/guarded-sender.ts'
import { newWebhookSecret, signatureHeaders } from '../../src/webhooks/signature.ts'
import type { Running } from '../support/child.ts'
import { runPlinth } from '../support/child.ts'

const secret = newWebhookSecret()
const event = eventTypeCatalogue().find(({ type }) => type === 'floor_plan.price_changed')!.example as { id: string }
const body = JSON.stringify(event)
const sender = createGuardedSender({ allowPrivate: true })

let running: Running | undefined
afterEach(async () => {
  running?.child.kill('SIGKILL')
  await running?.exited
})

async function listen(...args: string[]): Promise<{ running: Running; url: string }> {
  running = runPlinth(['webhooks', 'listen', '--port', '0', ...args], {})
  return { running, url: (await running.prints(/listening on (\S+),/))[1]! }
}

function deliver(url: string, text = body, by = secret) {
  return sender.send({ url, headers: signatureHeaders(event.id, Date.now() / 1000, text, [by]), body: text })
}

it('prints one line per delivery, responds with 200 and exits cleanly', async () => {
  const { running, url } = await listen('--secret', newWebhookSecret(), secret)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  expect(await deliver(url)).toMatchObject({ status: 200 })
  const [line] = await running.prints(/^.*floor_plan.*$/m)
  expect(line).toMatch(
    /^\d\d:\d\d:\d\d {2}floor_plan\.price_changed {2}evt_\w+ {2}\d+ after \d+ {2}floor_plan 20114 {2}✓$/,
  )

  expect(await deliver(url, body, newWebhookSecret())).toMatchObject({ status: 200 })
  await running.prints(/floor_plan 20114 {2}✗ No signature matches the body/)

  expect(await deliver(url, '{"type":"\\u001b[2Jping\\u202e"}')).toMatchObject({ status: 200 })
  await running.prints(/ {2}\?\[2Jping\? {2}✓$/m)
  expect(running.output()).not.toContain('\u001b')

  expect(await deliver(url, 'x'.repeat(3_000_000))).not.toMatchObject({ status: 200 })
  expect((await fetch(url)).status).toBe(405)

  running.child.kill('SIGTERM')
  expect(await running.exited).toBe(0)
})

it('prints a batch with a line for each event', async () => {
  const { running, url } = await listen('--secret', secret)
  const batch = eventTypeCatalogue().find(({ type }) => type === 'batch')!.example
  expect(await deliver(url, JSON.stringify(batch))).toMatchObject({ status: 200 })
  await running.prints(/^\d\d:\d\d:\d\d {2}batch {2}bat_\w+ {2}2 events {2}✓$/m)
  await running.prints(/^ {10}project\.created {2}evt_\w+ {2}48211 after 48210 {2}project 1480$/m)
  await running.prints(/^ {10}project\.updated {2}evt_\w+ {2}48212 after 48211 {2}project 1480$/m)
  expect(await deliver(url, '{"type":"batch","data":{"events":[null,7]}}')).toMatchObject({ status: 200 })
  await running.prints(/^ {10}no event type$/m)
})

it('prints JSON lines, sends another status, and reports unchecked signatures without a secret', async () => {
  const { running, url } = await listen('--json', '--status', '503')
  expect(running.output()).toContain('responding with 503')
  await running.prints(/signatures are not checked/)
  expect(await deliver(url)).toMatchObject({ status: 503 })
  const [line] = await running.prints(/^\{.*\}$/m)
  expect(JSON.parse(line)).toMatchObject({ verified: null, why: null, event })
  expect(await deliver(url, 'no JSON')).toMatchObject({ status: 503 })
  await running.prints(/"event":null/)
})

it('rejects an invalid status as a usage error', async () => {
  running = runPlinth(['webhooks', 'listen', '--status', '99'], {})
  expect(await running.exited).toBe(2)
})

it('reports a port in use in one line', async () => {
  const { url, running: first } = await listen()
  const second = runPlinth(['webhooks', 'listen', '--port', new URL(url).port], {})
  expect(await second.exited).toBe(1)
  expect(second.output()).toContain('cannot listen on 127.0.0.1')
  first.child.kill('SIGKILL')
})
