// A listing as it is stored after a write, so that nobody has to read it again. Pure.
import type { ListingWrite } from './listing-rows.ts'
import type { ListingInput, StoredListing } from './listing-types.ts'

/** After a change that leaves its link as it was. */
export function withDetails(stored: StoredListing, input: ListingInput, at: string, isSame: boolean): StoredListing {
  if (isSame) return stored
  const { status, attributes, feed } = input
  return { ...stored, status, attributes, feed_id: feed, gone_at: null, version: stored.version + 1, updated_at: at }
}

/** After its link was computed. */
export function written(
  { input, computed, decision, isStale, version }: ListingWrite,
  stored: StoredListing | undefined,
  at: string,
): StoredListing {
  return {
    key: input.key,
    feed_id: input.feed,
    address: input.address,
    hints: input.hints,
    status: input.status,
    attributes: input.attributes,
    ...computed.link,
    linked_at: at,
    is_stale: isStale,
    address_key: computed.addressKey,
    decision,
    gone_at: null,
    version,
    created_at: stored?.created_at ?? at,
    updated_at: at,
  }
}
