// Test fixture: listings over a few published projects, with two accounts.
import { createAccount } from '../../src/access/accounts/accounts.ts'
import type { Database } from '../../src/db/database.ts'
import { ListingLinker } from '../../src/listings/link-listing.ts'
import type { ListingInput, ListingOwner } from '../../src/listings/listing-types.ts'
import { Listings } from '../../src/listings/listings.ts'
import type { Stage } from '../links/stage.ts'
import { stage } from '../links/stage.ts'

export interface ListingsStage extends Stage {
  readonly listings: Listings
  readonly owner: ListingOwner
  readonly other: ListingOwner
  /** The address of the first published project. */
  readonly address: string
}

export async function listingsStage(db: Database): Promise<ListingsStage> {
  const base = await stage(db)
  const clock = { now: () => Date.now() }
  const newOwner = async (): Promise<ListingOwner> => ({
    accountId: (await db.tx((tx) => createAccount(tx, null, 'pro'))).id,
    dataset: 'production',
  })
  const listings = new Listings({ db, links: base.links, linker: new ListingLinker(base.links), clock })
  const [first] = base.catalog.snapshot('production').projects.toArray()
  return { ...base, listings, owner: await newOwner(), other: await newOwner(), address: first!.address }
}

export function listing(key: string, address: string, more: Partial<ListingInput> = {}): ListingInput {
  return { key, address, hints: {}, status: null, attributes: null, feed: null, ...more }
}
