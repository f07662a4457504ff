// JSON schemas for what a person is told by email.
import { z } from 'zod'
import type { NoticeKind } from '../../access/emails/email-kinds.ts'
import { isTimeZone } from '../../access/emails/quiet-hours.ts'
import { numberField } from '../rest/request-params.ts'

const kinds = {
  'feed.failing': z.boolean().describe('Plinth can’t read one of your feeds'),
  'feed.recovered': z.boolean().describe('A feed works again'),
  'feed.held': z.boolean().describe('A feed waits for your approval'),
  'usage.warning': z.boolean().describe('The account has used 80% or 100% of a monthly limit'),
  'webhook_endpoint.disabled': z.boolean().describe('A webhook endpoint was disabled'),
} satisfies Record<NoticeKind, z.ZodBoolean>

const time = z.string().refine((text) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text), 'must be a time such as 22:00')

const fields = {
  quiet_hours: z
    .strictObject({ from: time, to: time })
    .refine(({ from, to }) => from !== to, { message: 'must differ from the start', path: ['to'] })
    .nullable()
    .describe('Emails that are due in these hours wait until they end. They may contain midnight'),
  digest_hour: numberField(0, 23, 'One email a day at this hour instead of one for each event', 'integer').nullable(),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'must be a time zone such as America/Vancouver')
    .describe('Time zone of the hours, as in the IANA database'),
}

export const NotificationSettingsSchema = z
  .object({ kinds: z.object(kinds).describe('The events that you get by email'), ...fields })
  .meta({ id: 'NotificationSettings' })

export const NotificationChange = z.strictObject({ kinds: z.strictObject(kinds).partial(), ...fields }).partial()
