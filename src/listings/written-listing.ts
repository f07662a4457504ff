// A listing as it is stored after a write, so that nobody has to read it again. Pure.
import type { DetailsWrite, ListingWrite } from './listing-rows.ts'
import type { StoredListing } from './listing-types.ts'

/** After a change that leaves its link as it was. */
export function withDetails(stored: StoredListing, { input, home }: DetailsWrite, at: string): StoredListing {
  const { status, attributes, feed } = input
  const home_id = home.home?.id ?? null
  return {
    ...stored,
    status,
    attributes,
    feed_id: feed,
    gone_at: null,
    home_id,
    version: stored.version + 1,
    updated_at: at,
  }
}

/** After its link was computed. */
export function written(
  { input, computed, decision, isStale, version, home }: ListingWrite,
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
    home_id: home.home?.id ?? null,
    version,
    created_at: stored?.created_at ?? at,
    updated_at: at,
  }
}
