// Usage over HTTP: by day, by operation and by key.
import type { CallerName } from '../../access/credentials/credential-names.ts'
import type { CredentialDay } from '../../access/limits/credential-usage.ts'
import type { UsageDay } from '../../access/limits/usage.ts'
import { sumOf } from '../../access/limits/usage.ts'
import { LIMITS } from '../../access/rights/plans.ts'
import { credential } from '../../access/rights/policies.ts'
import { lastDayOf, utcMonth } from '../../kernel/clock.ts'
import { recordResponse } from '../rest/envelope.ts'
import { accountOperation } from '../server/route.ts'
import { toCallerJson, UsageQuery, UsageSchema } from './access-schemas.ts'

export const usage = accountOperation({
  id: 'getUsage',
  tag: 'Access',
  policy: credential({ scope: 'usage:read', feature: 'core' }),
  summary: 'Get the account’s usage for a month, by day, operation and key',
  query: UsageQuery,
  response: { status: 200, schema: recordResponse(UsageSchema) },
  example: { call: 'usage' },
  async handle({ services, principal, query }) {
    const now = utcMonth(services.clock.now())
    const { month = now } = query
    const { account, credential, plan } = principal
    const { access } = services
    await access.usage.flush()
    const period = [account.id, credential.mode, `${month}-01`, lastDayOf(month)] as const
    const days = await access.usage.days(...period)
    const byCredential = await access.usage.credentialDays(...period)
    const nameOf = await access.callerNames(
      account.id,
      byCredential.map((row) => row.credential),
    )
    const used = month === now ? access.usage.month(account.id, credential.mode) : sumOf(days)
    const by_day = usageByDay(days, byCredential)
    return {
      body: { data: { month, limits: LIMITS[plan], used, days, by_day, by_key: usageByKey(byCredential, nameOf) } },
    }
  },
})

interface Counts {
  requests: number
  lookups: number
  errors: number
  rate_limited: number
}

const zero = (): Counts => ({ requests: 0, lookups: 0, errors: 0, rate_limited: 0 })

/** Requests and lookups of all credentials; errors of keys and applications. */
function usageByDay(days: readonly UsageDay[], byCredential: readonly CredentialDay[]) {
  const byDay = new Map<string, { day: string } & Counts>()
  const at = (day: string) => {
    const sum = byDay.get(day) ?? { day, ...zero() }
    byDay.set(day, sum)
    return sum
  }
  for (const { day, requests, lookups } of days) {
    const sum = at(day)
    sum.requests += requests
    sum.lookups += lookups
  }
  for (const { day, errors, rate_limited } of byCredential) {
    const sum = at(day)
    sum.errors += errors
    sum.rate_limited += rate_limited
  }
  return [...byDay.values()].sort((a, b) => a.day.localeCompare(b.day))
}

function usageByKey(rows: readonly CredentialDay[], nameOf: (id: string) => CallerName) {
  const byKey = new Map<string, CredentialDay[]>()
  for (const row of rows) byKey.set(row.credential, [...(byKey.get(row.credential) ?? []), row])
  return [...byKey]
    .map(([id, days]) => {
      const sum = zero()
      const by_day = days.map(({ day, requests, lookups, errors, rate_limited }) => {
        sum.requests += requests
        sum.lookups += lookups
        sum.errors += errors
        sum.rate_limited += rate_limited
        return { day, requests, lookups, errors, rate_limited }
      })
      return { ...toCallerJson(nameOf(id)), ...sum, by_day }
    })
    .sort((a, b) => b.requests - a.requests || b.errors - a.errors)
}
