// The request log over HTTP.
import { LIMITS } from '../../access/rights/plans.ts'
import { credential } from '../../access/rights/policies.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { newestFirstPaging } from '../rest/paging.ts'
import { accountOperation } from '../server/route.ts'
import { RequestLogPage, RequestLogQuery, toLoggedRequestJson } from './request-log-schemas.ts'

export const list = accountOperation({
  id: 'listRequestLogs',
  tag: 'Access',
  policy: credential({ scope: 'usage:read', feature: 'core' }),
  summary: 'List the account’s requests, newest first',
  description:
    'Requests with API keys and access tokens appear within two seconds. The log has no addresses, bodies, query strings, IP addresses or secrets. A page may have fewer requests than `limit`, even none, while `meta.has_more` is true. Reading the log does not count towards the monthly limit.',
  query: RequestLogQuery,
  response: { status: 200, schema: RequestLogPage },
  example: { call: 'requestLogs.list', query: { status: '4xx', limit: 20 } },
  async handle({ services, principal, query }) {
    const { limit = 50, cursor, key_id, request_id, since, ...filters } = query
    const { account } = principal
    const days = LIMITS[account.plan].request_log_days
    const oldest = new Date(services.clock.now() - days * DAY_MS).toISOString()
    const paging = newestFirstPaging(services, account.id, 'requests', { key_id, request_id, since, ...filters })
    const page = await services.requestLog.find(account.id, {
      ...filters,
      credential: key_id,
      requestId: request_id,
      since: since !== undefined && since > oldest ? since : oldest,
      limit,
      after: paging.after(cursor),
    })
    const nameOf = await services.access.callerNames(
      account.id,
      page.requests.map(({ caller }) => caller),
    )
    const data = page.requests.map((request) => toLoggedRequestJson(request, nameOf))
    const meta = paging.meta(data.length, page.next, page.next !== undefined)
    return {
      body: { data, meta: { ...meta, retention_days: days, omitted: page.omitted } },
      headers: { 'cache-control': 'no-store' },
      countAs: null,
    }
  },
})
