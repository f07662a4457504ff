// Turns requests about listings into what the listings room takes.
import { LIMITS } from '../../access/rights/plans.ts'
import type { Principal } from '../../access/rights/principal.ts'
import type { ListingInput, ListingOwner } from '../../listings/listing-types.ts'
import type { UpsertOptions } from '../../listings/listing-writer.ts'
import { requirePair } from '../links/building-links.ts'
import type { AccountServices } from '../server/services.ts'
import type { ListingBody } from './listing-schemas.ts'

export function ownerOf({ account, dataset }: Principal): ListingOwner {
  return { accountId: account.id, dataset }
}

export function toListingInput(key: string, body: ListingBody): ListingInput {
  requirePair(body.latitude ?? null, body.longitude ?? null, 'pointer')
  const { address, status, feed, attributes } = body
  const { city, province, postal_code, building_name, condo_corp, unit, latitude, longitude, listed_on } = body
  return {
    key,
    address,
    hints: { city, province, postal_code, building_name, condo_corp, unit, latitude, longitude, listed_on },
    status: status ?? null,
    attributes: attributes ?? null,
    feed: feed ?? null,
  }
}

/** What the principal's plan allows for one write. */
export async function upsertOptionsOf(
  { access }: AccountServices,
  principal: Principal,
): Promise<Pick<UpsertOptions, 'storedLimit' | 'storedFault' | 'requireLookups'>> {
  const available = await access.monthly.lookupsAvailable(principal)
  return {
    storedLimit: LIMITS[principal.plan].stored_listings,
    storedFault: () => access.limitFaults.storedListings(principal),
    requireLookups: (used) => access.monthly.requireAvailable(principal, 'lookups', available - used),
  }
}
