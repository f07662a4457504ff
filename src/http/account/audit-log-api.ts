// The audit log over HTTP: one account's entries, or all entries for the operator.
import type { z } from 'zod'
import { credential, operator } from '../../access/rights/policies.ts'
import type { AuditRecord } from '../../events/audit-log.ts'
import { newestFirstPaging } from '../rest/paging.ts'
import { accountOperation } from '../server/route.ts'
import type { AccountServices } from '../server/services.ts'
import type { AuditSchema } from './people-schemas.ts'
import { AuditPage, AuditQuery, OperatorAuditQuery, toAuditJson } from './people-schemas.ts'

const tag = 'Audit log'

type AuditJson = z.input<typeof AuditSchema>

async function page(
  services: AccountServices,
  caller: string,
  { limit = 50, cursor, account_id: accountId, ...filters }: z.output<typeof OperatorAuditQuery>,
  toJson: (entries: readonly AuditRecord[]) => Promise<AuditJson[]> | AuditJson[],
) {
  const paging = newestFirstPaging(services, caller, 'audit', { accountId, ...filters })
  const query = { ...filters, accountId, limit, after: paging.after(cursor) }
  const { entries, hasMore } = await services.readAudit(query)
  const data = await toJson(entries)
  return {
    body: { data, meta: paging.meta(data.length, entries.at(-1), hasMore) },
    headers: { 'cache-control': 'no-store' },
  }
}

/** Account owners see what the operator's staff did, but not who they are or their IP address. */
export function maskOperators(members: ReadonlySet<string>) {
  return (entry: AuditRecord): AuditRecord => {
    const isOperator = entry.actor === 'operator' || (entry.actor.startsWith('per_') && !members.has(entry.actor))
    return isOperator ? { ...entry, actor: 'operator', address: null, request_id: null } : entry
  }
}

export const own = accountOperation({
  id: 'listAuditLog',
  tag,
  policy: credential({ scope: 'keys:manage', feature: 'core' }),
  summary: 'List the account’s audit log, newest first',
  query: AuditQuery,
  response: { status: 200, schema: AuditPage },
  example: { call: 'auditLog.list', query: { limit: 20 } },
  async handle({ services, principal, query }) {
    const { id } = principal.account
    const members = new Set((await services.access.people.membersOf(id)).map((member) => member.id))
    const toJson = (entries: readonly AuditRecord[]) => entries.map(maskOperators(members)).map(toAuditJson)
    return page(services, id, { ...query, account_id: id }, toJson)
  },
})

export const all = accountOperation({
  id: 'operatorListAuditLog',
  tag,
  policy: operator,
  summary: 'List the audit log of all accounts, newest first',
  query: OperatorAuditQuery,
  response: { status: 200, schema: AuditPage },
  async handle({ services, actor, query }) {
    const actorId = query.actor && (await services.access.people.idOfActor(query.actor))
    return page(services, actor.id, { ...query, actor: actorId }, async (entries) => {
      const emails = await services.access.people.emailsOf(entries.map((entry) => entry.actor))
      return entries.map((entry) => ({ ...toAuditJson(entry), actor_email: emails.get(entry.actor) ?? null }))
    })
  },
})
