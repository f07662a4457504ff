// Notification settings of a person, and the operators' list of emails, over HTTP.
import { afterAll, expect, it } from 'vitest'
import { NotificationSettingsSchema } from '../../src/http/account/notification-schemas.ts'
import { EmailSchema } from '../../src/http/operator/email-schemas.ts'
import { operatorKeyOf, signedInPage, verifiedOwner } from '../support/people.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ TRUST_PROXY: '1' })
afterAll(() => server.stop())
const PATH = '/api/v1/me/notifications'

it('a person reads and changes their settings; wrong values are named, in the language of the caller', async () => {
  await verifiedOwner(server, 'ann@settings.example')
  const headers = await signedInPage(server, 'ann@settings.example')
  const change = (body: object, more = {}) => server.send('PATCH', PATH, body, undefined, { ...headers, ...more })
  const before = (await server.get(PATH, undefined, headers)).body.data
  expect(NotificationSettingsSchema.strict().parse(before)).toMatchObject({
    kinds: { 'feed.recovered': false, 'feed.failing': true },
    ...{ quiet_hours: null, digest_hour: null, time_zone: 'America/Toronto' },
  })
  const wrong = { quiet_hours: { from: '25:00', to: '07:00' }, digest_hour: 24, time_zone: 'Mars' }
  const { status, body } = await change(wrong, { 'accept-language': 'fr' })
  expect(status).toBe(400)
  expect(body.errors.map(({ message }: { message: string }) => message.replaceAll('\u00a0', ' '))).toEqual([
    '« /quiet_hours/from » doit être une heure telle que 22:00.',
    '« /digest_hour » doit être un nombre entier de 0 à 23; reçu : 24.',
    '« /time_zone » doit être un fuseau horaire tel que America/Vancouver.',
  ])
  const same = await change({ quiet_hours: { from: '07:00', to: '07:00' } })
  expect(same.text).toMatch(/quiet_hours.to\S* must differ from the start/)
  await change({ kinds: { 'feed.recovered': true }, quiet_hours: { from: '22:00', to: '07:00' } })
  await change({ kinds: { 'feed.failing': false }, digest_hour: 0 })
  expect((await server.get(PATH, undefined, headers)).body.data).toEqual({
    kinds: { ...before.kinds, 'feed.recovered': true, 'feed.failing': false },
    ...{ quiet_hours: { from: '22:00', to: '07:00' }, digest_hour: 0, time_zone: 'America/Toronto' },
  })
})

it('operators see every email and its outcome, without content and address', async () => {
  await verifiedOwner(server, 'bob@outcome.example')
  const reset = (email: string) => server.send('POST', '/api/v1/people/reset', { email }, undefined, {})
  await reset('bob@outcome.example')
  await reset('nobody@outcome.example')
  await server.app.services.access.signIn.emailsSent()
  const list = (query: string) => server.get(`/api/v1/operator/emails?${query}`, operatorKeyOf(server))
  const { body, text } = await list('kind=reset&limit=1')
  expect(body.data.map((email: object) => EmailSchema.strict().parse(email))).toMatchObject([
    { kind: 'reset', address: 'n***@outcome.example', state: 'skipped', attempts: 1, last_error: null },
  ])
  expect(text).not.toContain('nobody')
  const rest = await list(`kind=reset&limit=1&cursor=${body.meta.next_cursor}`)
  expect(rest.body).toMatchObject({
    data: [{ address: 'b***@outcome.example', state: 'sent' }],
    meta: { has_more: false },
  })
  expect((await list('state=failed')).body.data).toEqual([])
})
