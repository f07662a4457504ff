// What the signed-in person is told by email, and when.
import { signedIn } from '../../access/rights/policies.ts'
import { recordResponse } from '../rest/envelope.ts'
import { accountOperation } from '../server/route.ts'
import { NotificationChange, NotificationSettingsSchema } from './notification-schemas.ts'

const SIGNED_IN = { tag: 'People', policy: signedIn } as const
const SETTINGS = { status: 200, schema: recordResponse(NotificationSettingsSchema) } as const
const headers = { 'cache-control': 'no-store' }

export const read = accountOperation({
  id: 'getNotificationSettings',
  ...SIGNED_IN,
  summary: 'Get your notification settings',
  description:
    'Before you change them, owners and developers get every kind except `feed.recovered`, and viewers none.',
  response: SETTINGS,
  handle: async ({ services, session }) => ({ body: { data: await services.access.notices.read(session) }, headers }),
})

export const update = accountOperation({
  id: 'updateNotificationSettings',
  ...SIGNED_IN,
  summary: 'Change your notification settings',
  description: 'Fields that you leave out stay as they are. You get at most one email a day about the same thing.',
  body: NotificationChange,
  response: SETTINGS,
  example: { body: { kinds: { 'feed.recovered': true }, quiet_hours: { from: '22:00', to: '07:00' } } },
  handle: async ({ services, session, body }) => ({
    body: { data: await services.access.notices.change(session, body) },
    headers,
  }),
})
