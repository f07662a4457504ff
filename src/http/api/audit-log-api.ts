// The audit log over HTTP: an account's own, and the whole for the operator.
import type { z } from 'zod'
import { credential, operator } from '../../access/policies.ts'
import type { AuditSchema } from '../../contract/people-schemas.ts'
import { AuditPage, AuditQuery, OperatorAuditQuery, toAuditJson } from '../../contract/people-schemas.ts'
import type { AuditRecord } from '../../events/audit-log.ts'
import { operation } from '../door/route.ts'
import type { Services } from '../door/services.ts'
import { newestFirstPaging } from './paging.ts'

const tag = 'Audit log'

type Shown = z.input<typeof AuditSchema>

async function page(
  services: Services,
  caller: string,
  { limit = 50, cursor, account_id: accountId, ...wish }: z.output<typeof OperatorAuditQuery>,
  show: (entries: readonly AuditRecord[]) => Promise<Shown[]> | Shown[],
) {
  const places = newestFirstPaging(services, caller, 'audit', { accountId, ...wish })
  const query = { ...wish, accountId, limit, after: places.after(cursor) }
  const { entries, hasMore } = await services.readAudit(query)
  const data = await show(entries)
  return {
    body: { data, meta: places.meta(data.length, entries.at(-1), hasMore) },
    headers: { 'cache-control': 'no-store' },
  }
}

/** What our own people did to the account is its owner's to know; who and where they are is not. */
function veil(members: ReadonlySet<string>) {
  return (entry: AuditRecord): AuditRecord => {
    const isForeign = entry.actor === 'operator' || (entry.actor.startsWith('per_') && !members.has(entry.actor))
    return isForeign ? { ...entry, actor: 'operator', address: null, request_id: null } : entry
  }
}

export const own = operation({
  id: 'listAuditLog',
  tag,
  policy: credential({ scope: 'keys:manage', feature: 'core' }),
  summary: 'Who did what in this account, newest first',
  query: AuditQuery,
  response: { status: 200, schema: AuditPage },
  example: { call: 'auditLog.list', query: { limit: 20 } },
  async handle({ services, principal, query }) {
    const { id } = principal.account
    const members = new Set((await services.access.people.membersOf(id)).map((member) => member.id))
    const show = (entries: readonly AuditRecord[]) => entries.map(veil(members)).map(toAuditJson)
    return page(services, id, { ...query, account_id: id }, show)
  },
})

export const all = operation({
  id: 'operatorListAuditLog',
  tag,
  policy: operator,
  summary: 'Who did what anywhere, newest first',
  query: OperatorAuditQuery,
  response: { status: 200, schema: AuditPage },
  async handle({ services, actor, query }) {
    const by = query.actor && (await services.access.people.idOfActor(query.actor))
    return page(services, actor.id, { ...query, actor: by }, async (entries) => {
      const emails = await services.access.people.emailsOf(entries.map((entry) => entry.actor))
      return entries.map((entry) => ({ ...toAuditJson(entry), actor_email: emails.get(entry.actor) ?? null }))
    })
  },
})
