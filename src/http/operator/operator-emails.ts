// Operator endpoint for emails: what is in the queue, and what became of the others.
import { operator } from '../../access/rights/policies.ts'
import { fieldsIn } from '../rest/envelope.ts'
import { newestFirstPaging } from '../rest/paging.ts'
import { operatorOperation } from '../server/route.ts'
import { EmailPage, EmailQuery, EmailSchema } from './email-schemas.ts'

export const list = operatorOperation({
  id: 'operatorListEmails',
  tag: 'Operator',
  policy: operator,
  summary: 'List emails and their outcome, newest first',
  description: 'Finished emails stay in the list for seven days. Their content is deleted at once.',
  query: EmailQuery,
  response: { status: 200, schema: EmailPage },
  async handle({ services, actor, query: { limit = 50, cursor, ...filters } }) {
    const pages = newestFirstPaging(services, actor.id, 'emails', filters)
    const { emails, hasMore } = await services.access.emails.list({ ...filters, limit, after: pages.after(cursor) })
    const last = emails.at(-1)
    const meta = pages.meta(emails.length, last && { at: last.created_at, id: last.id }, hasMore)
    return { body: { data: emails.map((email) => fieldsIn(EmailSchema, email)), meta } }
  },
})
