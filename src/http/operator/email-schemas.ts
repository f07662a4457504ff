// JSON schemas for the queue of emails.
import { z } from 'zod'
import { EMAIL_KINDS, EMAIL_STATES } from '../../access/emails/email-kinds.ts'
import { PageMeta, paging } from '../rest/paging-params.ts'
import { enumParam, textParam } from '../rest/request-params.ts'

export const EmailSchema = z
  .object({
    id: z.string(),
    kind: z.enum(EMAIL_KINDS),
    account_id: z.string().nullable(),
    address: z.string().describe('Masked'),
    cause: z.string().nullable().describe('What a notice is about: the type of the event and the id of its object'),
    state: z
      .enum(EMAIL_STATES)
      .describe(
        '`skipped`: nobody has the address, or wants the notice, or the address got too many emails in an hour',
      ),
    attempts: z.int(),
    last_error: z.string().nullable().describe('The answer of the mail server, without addresses and links'),
    due_at: z.iso.datetime(),
    next_attempt_at: z.iso.datetime(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Email' })

export const EmailPage = z.object({ data: z.array(EmailSchema), meta: PageMeta })

export const EmailQuery = z.object({
  kind: enumParam(EMAIL_KINDS, 'Return only emails of this kind').optional(),
  state: enumParam(EMAIL_STATES, 'Return only emails in this state').optional(),
  account_id: textParam(60, 'Return only emails of this account').optional(),
  ...paging,
})
