// The listings of accounts: stores them with their links, finds and deletes them.
import type { Database, Tx } from '../db/database.ts'
import type { Dataset } from '../events/event-types.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Links } from '../links/links.ts'
import { explainListing } from './explain-listing.ts'
import type { ListingFilters, ListingPage } from './find-listings.ts'
import { findListings } from './find-listings.ts'
import type { ListingLinker } from './link-listing.ts'
import { lockAccount, saveAccount } from './listing-account.ts'
import { readListings, removeFeedListings, removeListings } from './listing-rows.ts'
import type {
  ListingInput,
  ListingOperation,
  ListingOwner,
  OperationResult,
  PresentedListing,
  StoredListing,
  UpsertResult,
} from './listing-types.ts'
import type { PreparedOperations, UpsertOptions } from './listing-writer.ts'
import { ListingWriter } from './listing-writer.ts'
import { presentListing } from './present-listing.ts'

/** The most rows that one statement writes. */
export const MAX_GROUP = 500

interface ListingsDeps {
  readonly db: Database
  readonly links: Links
  readonly linker: ListingLinker
  readonly clock: Clock
}

export class Listings {
  readonly #db: Database
  readonly #links: Links
  readonly #writer: ListingWriter

  constructor({ db, links, linker, clock }: ListingsDeps) {
    this.#db = db
    this.#links = links
    this.#writer = new ListingWriter({ db, linker, clock })
  }

  /** Stores up to MAX_GROUP listings in one transaction. A row that fails has its own fault; the others are stored. */
  async upsertMany(
    owner: ListingOwner,
    rows: readonly ListingInput[],
    options: UpsertOptions,
  ): Promise<UpsertResult[]> {
    const prepared = await this.#writer.prepare(owner, rows)
    return (await this.#writer.commit(owner, prepared, options)) as UpsertResult[]
  }

  /** First half of a write: links the rows. While it runs, an earlier group can be committed. */
  prepare(owner: ListingOwner, operations: readonly ListingOperation[]): Promise<PreparedOperations> {
    return this.#writer.prepare(owner, operations)
  }

  /** Second half: writes the rows. Groups of one account must be committed in order. */
  commit(owner: ListingOwner, prepared: PreparedOperations, options: UpsertOptions): Promise<OperationResult[]> {
    return this.#writer.commit(owner, prepared, options)
  }

  async get(owner: ListingOwner, key: string): Promise<PresentedListing | undefined> {
    const listing = (await readListings(this.#db.query, owner, [key])).get(key)
    return listing && this.present(listing, owner.dataset)
  }

  /** The same listing with the evidence of its candidates. */
  explain(owner: ListingOwner, presented: PresentedListing): PresentedListing {
    return explainListing(presented, this.#links, owner.dataset)
  }

  async list(owner: ListingOwner, filters: ListingFilters, page: ListingPage) {
    const { listings, hasMore } = await findListings(this.#db, owner, filters, page)
    return { listings: listings.map((listing) => this.present(listing, owner.dataset)), hasMore }
  }

  /** False if there is none. */
  async remove(owner: ListingOwner, key: string): Promise<boolean> {
    return (await this.#remove(owner, (tx) => removeListings(tx, owner, [key]))) === 1
  }

  /** Deletes all listings of a feed or label. Returns their number. */
  removeFeed(owner: ListingOwner, feed: string): Promise<number> {
    return this.#remove(owner, (tx) => removeFeedListings(tx, owner, feed))
  }

  async #remove(owner: ListingOwner, work: (tx: Tx) => Promise<number>): Promise<number> {
    return this.#db.tx(async (tx) => {
      const account = await lockAccount(tx, owner)
      const removed = await work(tx)
      await saveAccount(tx, owner, account, { ...account, stored: account.stored - removed })
      return removed
    })
  }

  present(listing: StoredListing, dataset: Dataset): PresentedListing {
    return presentListing(listing, this.#links.snapshot(dataset))
  }
}
