// Webhook verification: accepts valid Standard Webhooks signatures and nothing else.

import { verifyWebhook } from '@plinth/client'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { eventTypeCatalogue } from '../../src/http/webhooks/event-schemas.ts'
import { newWebhookSecret, signatureHeaders } from '../../src/webhooks/signature.ts'

const NOW = Date.parse('2026-11-14T06:00:00Z')
const SECONDS = NOW / 1000
const secret = newWebhookSecret()
const body = JSON.stringify(eventTypeCatalogue()[0]!.example)
const signed = (text = body, secrets = [secret]) => signatureHeaders('evt_1', SECONDS, text, secrets)
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'verified',
    (error) => error.reason ?? error,
  )

describe('verifyWebhook accepts', () => {
  it.each(eventTypeCatalogue())('$type, as text and as bytes', async ({ example }) => {
    const text = JSON.stringify(example)
    expect(await verifyWebhook(text, signed(text), secret, { now: NOW })).toEqual(example)
    expect(await verifyWebhook(new TextEncoder().encode(text), signed(text), secret, { now: NOW })).toEqual(example)
  })

  it('signatures of the Standard Webhooks library', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.uint8Array({ minLength: 24, maxLength: 64 }), async (value, bytes) => {
        const key = `whsec_${Buffer.from(bytes).toString('base64')}`
        const text = JSON.stringify(value)
        const signature = new Webhook(key).sign('msg_1', new Date(NOW), text)
        const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(SECONDS), 'webhook-signature': signature }
        expect(await verifyWebhook(text, headers, key, { now: NOW })).toEqual(JSON.parse(text))
      }),
    )
  })

  it('headers from fetch, from Node, and in any letter case', async () => {
    const plain = signed()
    const upper = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name.toUpperCase(), value]))
    for (const headers of [new Headers(plain), plain, upper])
      expect(await reasonOf(verifyWebhook(body, headers, secret, { now: NOW }))).toBe('verified')
  })

  it('either signature and either secret during a rotation', async () => {
    const fresh = newWebhookSecret()
    for (const secrets of [secret, fresh, [fresh, secret], [newWebhookSecret(), fresh]])
      expect(await reasonOf(verifyWebhook(body, signed(body, [fresh, secret]), secrets, { now: NOW }))).toBe('verified')
    const unknown = { ...signed(), 'webhook-signature': `v1a,abc ${signed()['webhook-signature']} v2,x` }
    expect(await reasonOf(verifyWebhook(body, unknown, secret, { now: NOW }))).toBe('verified')
  })
})

describe('verifyWebhook rejects', () => {
  it('any change of the body, id, timestamp or signature', async () => {
    const parts = fc.constantFrom('body', 'webhook-id', 'webhook-timestamp', 'webhook-signature')
    await fc.assert(
      fc.asyncProperty(parts, fc.nat(), fc.integer({ min: 1, max: 127 }), async (part, at, flip) => {
        const message: Record<string, string> = { body, ...signed() }
        const was = Buffer.from(message[part]!)
        const index = at % was.length
        was[index] = was[index]! ^ flip
        message[part] = was.toString('latin1')
        const { body: text, ...headers } = message
        // A tolerance that never rejects the timestamp itself.
        const reason = await reasonOf(verifyWebhook(text!, headers, secret, { now: NOW, toleranceSeconds: 1e13 }))
        expect(['no_match', 'invalid_timestamp', 'missing_header']).toContain(reason)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['another secret', 'no_match', () => verifyWebhook(body, signed(), newWebhookSecret(), { now: NOW })],
    ['trailing data', 'no_match', () => verifyWebhook(`${body} `, signed(), secret, { now: NOW })],
    ['no secret', 'invalid_secret', () => verifyWebhook(body, signed(), [], { now: NOW })],
    ['an empty secret', 'invalid_secret', () => verifyWebhook(body, signed(), 'whsec_', { now: NOW })],
    ['an incomplete secret', 'invalid_secret', () => verifyWebhook(body, signed(), 'whsec_…', { now: NOW })],
    ['an old delivery', 'too_old', () => verifyWebhook(body, signed(), secret, { now: NOW + 301_000 })],
    ['a delivery from the future', 'too_new', () => verifyWebhook(body, signed(), secret, { now: NOW - 301_000 })],
    ['a very old delivery', 'too_old', () => verifyWebhook(body, signatureHeaders('evt_1', 1, body, [secret]), secret)],
    ['no headers', 'missing_header', () => verifyWebhook(body, {}, secret, { now: NOW })],
    ['empty headers', 'missing_header', () => verifyWebhook(body, new Headers(), secret, { now: NOW })],
    ['a parsed body', 'invalid_body', () => verifyWebhook({} as string, signed(), secret, { now: NOW })],
    ['a body that is not JSON', 'invalid_body', () => verifyWebhook('<>', signed('<>'), secret, { now: NOW })],
    [
      'a timestamp in another format',
      'invalid_timestamp',
      () => verifyWebhook(body, { ...signed(), 'webhook-timestamp': '1e9' }, secret),
    ],
  ])('%s: %s', async (_, reason, verify) => {
    expect(await reasonOf(verify())).toBe(reason)
  })

  it('empty and incomplete signatures', async () => {
    const [version, mac] = signed()['webhook-signature'].split(',')
    for (const signature of [' ', 'v1', 'v1,', `${version},${mac!.slice(0, -1)}`, mac!, `v2,${mac}`])
      expect(
        await reasonOf(verifyWebhook(body, { ...signed(), 'webhook-signature': signature }, secret, { now: NOW })),
      ).toBe('no_match')
  })

  it('only deliveries older than the tolerance', async () => {
    expect(await reasonOf(verifyWebhook(body, signed(), secret, { now: NOW + 300_000 }))).toBe('verified')
    expect(await reasonOf(verifyWebhook(body, signed(), secret, { now: NOW + 9000, toleranceSeconds: 8 }))).toBe(
      'too_old',
    )
  })
})
