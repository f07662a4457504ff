// The audit log as NDJSON, oldest first: an account's own entries, or all of them for the operator.
import { Readable } from 'node:stream'
import { credential, operator } from '../../access/rights/policies.ts'
import type { AuditRecord } from '../../events/audit-log.ts'
import { NDJSON } from '../server/input/line-source.ts'
import { accountOperation } from '../server/route.ts'
import { maskOperators } from './audit-log-api.ts'
import { AuditFilters, OperatorAuditFilters, toAuditJson } from './people-schemas.ts'

const tag = 'Audit log'
const HEADERS = { 'content-disposition': 'attachment; filename="audit-log.ndjson"', 'cache-control': 'no-store' }
const DESCRIPTION =
  'Every entry has a stable `id`. The order is by `at`, then by `id`, so that the same range gives the same lines again. ' +
  'To continue, send the `at` of the last line as `from`, and skip the ids that you have. An entry appears when its action commits: ' +
  'end a range a few minutes ago to get it complete. If the server cannot finish, it closes the connection without ending the response.'

type Lines = (entries: readonly AuditRecord[]) => object[] | Promise<object[]>

/** Each page is read when the one before it has been sent. */
async function* linesOf(pages: AsyncIterable<AuditRecord[]>, toJson: Lines): AsyncGenerator<string> {
  for await (const page of pages) yield (await toJson(page)).map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

const stream = (pages: AsyncIterable<AuditRecord[]>, toJson: Lines) => ({
  body: Readable.from(linesOf(pages, toJson), { objectMode: false }),
  type: `${NDJSON}; charset=utf-8`,
  headers: HEADERS,
})

export const own = accountOperation({
  id: 'exportAuditLog',
  tag,
  policy: credential({ scope: 'keys:manage', feature: 'core' }),
  summary: 'Download the account’s audit log, oldest first, one entry per line',
  description: `As NDJSON. ${DESCRIPTION}`,
  query: AuditFilters,
  response: { status: 200, type: 'application/x-ndjson' },
  example: { call: 'auditLog.export', query: { from: '2026-11-01T00:00:00Z' } },
  async handle({ services, principal, query }) {
    const { id } = principal.account
    const members = new Set((await services.access.people.membersOf(id)).map((member) => member.id))
    // The credential may have been revoked meanwhile.
    const toJson: Lines = async (entries) => {
      await services.access.authenticator.recheck(principal)
      return entries.map(maskOperators(members)).map(toAuditJson)
    }
    return stream(services.exportAudit({ ...query, accountId: id }), toJson)
  },
})

export const all = accountOperation({
  id: 'operatorExportAuditLog',
  tag,
  policy: operator,
  summary: 'Download the audit log of all accounts, oldest first, one entry per line',
  description: `As NDJSON, without email addresses. ${DESCRIPTION}`,
  query: OperatorAuditFilters,
  response: { status: 200, type: 'application/x-ndjson' },
  example: { query: { from: '2026-11-01T00:00:00Z' } },
  async handle({ services, query: { account_id: accountId, ...filters } }) {
    const actor = filters.actor && (await services.access.people.idOfActor(filters.actor))
    return stream(services.exportAudit({ ...filters, actor, accountId }), (entries) => entries.map(toAuditJson))
  },
})
