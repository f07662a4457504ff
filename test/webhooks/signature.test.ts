// Checks signatures against the Standard Webhooks library.
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { newWebhookSecret, signatureHeaders } from '../../src/webhooks/signature.ts'

const now = () => Math.floor(Date.now() / 1000)
const body = '{"type":"ping","note":"Côte-des-Neiges 🏙"}'

it('creates unique secrets of whsec_ and 32 bytes', () => {
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(newWebhookSecret()).not.toBe(newWebhookSecret())
})

it('signs so that the library verifies only the right secret and body', () => {
  const secret = newWebhookSecret()
  const headers = signatureHeaders('evt_1', now(), body, [secret])
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow()
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow()
})

it('signs with both secrets during a rotation', () => {
  const [old, fresh] = [newWebhookSecret(), newWebhookSecret()]
  const headers = signatureHeaders('evt_1', now(), body, [fresh, old])
  expect(headers['webhook-signature'].split(' ')).toHaveLength(2)
  for (const secret of [old, fresh]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
})
