// The changes of all links of an account's listings, in order.
import { LIMITS } from '../../access/rights/plans.ts'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { accountOperation } from '../server/route.ts'
import { ListingChangesQuery, ListingChangesSchema, toListingChangeJson } from './listing-change-schemas.ts'
import { ownerOf } from './listing-input.ts'
import { readListings } from './listing-operations.ts'

export const changes = accountOperation({
  id: 'listListingChanges',
  tag: 'Listings',
  policy: readListings,
  summary: 'List every change of a link, in order',
  description:
    'Start with `since=0` and continue with `meta.next_since`. No change is skipped. A first link is not a change, and ' +
    'changes of a deleted listing are deleted with it.',
  query: ListingChangesQuery,
  response: { status: 200, schema: ListingChangesSchema },
  example: { call: 'listings.changes', query: { since: 0, limit: 100 } },
  async handle({ services, principal, query }) {
    const days = LIMITS[principal.plan].change_retention_days
    const oldest = new Date(services.clock.now() - days * DAY_MS)
    const limit = query.limit ?? 100
    const result = await services.listings.changes(ownerOf(principal), { since: query.since, limit, oldest })
    if (result.kind === 'ahead')
      throw new Fault('sync_token_expired', {
        detail: say`"since" (${query.since}) is after the last change (${result.last}): the data of this server was restored from a backup, or the position is from another server. Read /api/v1/listings again, then continue with the sequence of /api/v1/dataset.`,
        extra: { last_sequence: result.last },
      })
    if (result.kind === 'rewound')
      throw new Fault('sync_token_expired', {
        detail: say`The database went back in time, and the changes before "since" (${query.since}) were lost. Read /api/v1/listings again, then continue with the sequence of /api/v1/dataset.`,
        extra: { last_sequence: result.last },
      })
    if (result.kind === 'expired')
      throw new Fault('sync_token_expired', {
        detail: say`Your plan stores changes for ${days} days. Read /api/v1/listings again, then continue with the sequence of /api/v1/dataset.`,
      })
    const { next_since, has_more } = result
    // Samples are about listings that the account does not have.
    const events = result.events.filter(({ body }) => !body.sample)
    return { body: { data: events.map(toListingChangeJson), meta: { count: events.length, next_since, has_more } } }
  },
})
