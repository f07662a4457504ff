// All listings of an account as one NDJSON response.

import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Principal } from '../../access/rights/principal.ts'
import { at } from '../../kernel/at.ts'
import type { ListingFilters as Filters } from '../../listings/find-listings.ts'
import { NDJSON } from '../server/input/line-source.ts'
import { accountOperation } from '../server/route.ts'
import type { AccountServices } from '../server/services.ts'
import { ownerOf } from './listing-input.ts'
import { listingText } from './listing-json.ts'
import { readListings } from './listing-operations.ts'
import { ListingFilters } from './listing-schemas.ts'

/** Few enough that memory stays flat, enough that queries are not the cost. */
const ROWS_PER_QUERY = 500

export const exportAll = accountOperation({
  id: 'exportListings',
  tag: 'Listings',
  policy: readListings,
  summary: 'Download all your listings with their links, one per line',
  description:
    'In the order of their keys, as NDJSON, with the same filters as `GET /api/v1/listings`. It counts as one request. ' +
    'If the server cannot finish, it closes the connection without ending the response.',
  query: z.object(ListingFilters),
  response: { status: 200, type: 'application/x-ndjson' },
  example: { call: 'listings.export', query: { recommended_action: 'accept' } },
  handle({ services, principal, query }) {
    const lines = Readable.from(linesOf(services, principal, query), { objectMode: false })
    const headers = { 'content-disposition': 'attachment; filename="listings.ndjson"', 'cache-control': 'no-store' }
    return { body: lines, type: `${NDJSON}; charset=utf-8`, headers }
  },
})

/** Each page is read when the one before it has been sent. */
async function* linesOf(services: AccountServices, caller: Principal, filters: Filters): AsyncGenerator<string> {
  let after: string | undefined
  for (;;) {
    // The key may have been revoked meanwhile.
    const owner = ownerOf(await services.access.authenticator.recheck(caller))
    const page = await services.listings.list(owner, filters, { limit: ROWS_PER_QUERY, after })
    if (page.listings.length > 0) yield page.listings.map((each) => `${listingText(each)}\n`).join('')
    if (!page.hasMore) return
    after = at(page.listings, -1).listing.key
  }
}
