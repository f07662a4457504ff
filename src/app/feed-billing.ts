// What feeds may store and look up: the plan and quota of their account.
import type { Access } from '../access/access.ts'
import { LIMITS, planHas, upgradesWith } from '../access/rights/plans.ts'
import type { Principal } from '../access/rights/principal.ts'
import { principalOf } from '../access/rights/principal.ts'
import type { Dataset } from '../events/event-types.ts'
import type { FeedBilling } from '../feeds/feed-run.ts'
import { FeedProblem } from '../feeds/read/feed-problem.ts'

const COUNT_AS = 'readFeed'

export function createFeedBilling(access: Access): FeedBilling {
  return {
    async allowance(accountId, dataset) {
      const principal = requirePrincipal(access, accountId, dataset)
      const lookups = await access.monthly.lookupsAvailable(principal)
      return {
        storedLimit: LIMITS[principal.plan].stored_listings,
        lookups,
        storedFault: () => access.limitFaults.storedListings(principal),
        lookupsFault: () => access.limitFaults.perMonth(principal, 'lookups'),
      }
    },
    countLookups(accountId, dataset, lookups) {
      access.usage.count(requirePrincipal(access, accountId, dataset), COUNT_AS, 0, lookups)
    },
  }
}

/** A feed acts for its account like an access token without a person. */
function requirePrincipal(access: Access, accountId: string, dataset: Dataset): Principal {
  const account = access.directory.account(accountId)
  if (account?.status !== 'active')
    throw new FeedProblem('account_suspended', 'The account is suspended. Contact the operator.')
  const principal = principalOf(account, {
    kind: 'token',
    id: 'feeds',
    account_id: accountId,
    mode: dataset === 'sandbox' ? 'test' : 'live',
    hash: '',
    scopes: ['listings:write'],
    expires_at: null,
    revoked_at: null,
    client_id: 'feeds',
    person_id: null,
    audience: 'any',
  })
  if (principal.dataset !== dataset || !planHas(principal.plan, 'listings'))
    throw new FeedProblem(
      'plan_required',
      `The ${principal.plan} plan does not include this feed. Plans with feeds: ${upgradesWith('listings').join(', ')}.`,
    )
  return principal
}
