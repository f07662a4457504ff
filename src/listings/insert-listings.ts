// Stores listings that are new, in PostgreSQL's fastest way: most rows of an account arrive in its first load.
import type { CopyValue } from '../db/copy-rows.ts'
import { copyLine, copyRows } from '../db/copy-rows.ts'
import type { Tx } from '../db/database.ts'
import type { ListingWrite } from './listing-rows.ts'
import { homeColumns, linkColumns } from './listing-rows.ts'
import type { ListingOwner } from './listing-types.ts'

/** COPY takes a round trip more than a statement does. */
export const MIN_INSERTED = 20

type Columns = Readonly<Record<string, CopyValue>>

/** Rejects with a duplicate if one of the listings exists. */
export async function insertListings(
  tx: Tx,
  owner: ListingOwner,
  writes: readonly ListingWrite[],
  at: string,
): Promise<void> {
  let names: string[] = []
  let lines = ''
  for (const write of writes) {
    const columns = columnsOf(owner, write, at)
    if (lines === '') names = Object.keys(columns)
    lines += copyLine(Object.values(columns))
  }
  await copyRows(tx, 'listings', names, lines)
}

function columnsOf(
  { accountId, dataset }: ListingOwner,
  { input, computed, isStale, home }: ListingWrite,
  at: string,
): Columns {
  const { candidates, ...link } = linkColumns(computed.link)
  return {
    account_id: accountId,
    dataset,
    key: input.key,
    feed_id: input.feed,
    address: input.address,
    hints: JSON.stringify(input.hints),
    status: input.status,
    attributes: input.attributes && JSON.stringify(input.attributes),
    ...link,
    candidates: JSON.stringify(candidates),
    linked_at: at,
    link_keys: `{${computed.linkKeys.join(',')}}`,
    is_stale: isStale,
    address_key: computed.addressKey,
    version: 1,
    created_at: at,
    updated_at: at,
    ...homeColumns(home),
    off_market_at: home.market === 'active' ? null : (home.offMarketAt ?? at),
  }
}
