// The listings of accounts: stores them with their links, finds and deletes them.
import type { Database, Tx } from '../db/database.ts'
import type { Changes } from '../events/change-log.ts'
import { readChanges, readObjectEvents } from '../events/change-log.ts'
import type { Dataset, EventDraft } from '../events/event-types.ts'
import { publishEvents } from '../events/outbox.ts'
import type { Clock } from '../kernel/clock.ts'
import type { LinkTarget } from '../links/link-target.ts'
import { linkTargetOf } from '../links/link-target.ts'
import type { Links } from '../links/links.ts'
import type { DecisionInput } from './decide-listing.ts'
import { decideListing, undoDecision } from './decide-listing.ts'
import { explainListing } from './explain-listing.ts'
import type { ListingFilters, ListingPage } from './find-listings.ts'
import { findListings } from './find-listings.ts'
import type { HomeFilters, HomePage, StoredHome } from './homes/find-homes.ts'
import { findHomes, readHome } from './homes/find-homes.ts'
import { HomeChanges } from './homes/home-changes.ts'
import type { HomeView } from './homes/view-home.ts'
import { viewHome } from './homes/view-home.ts'
import type { ListingLinker } from './link-listing.ts'
import type { LinkedShares } from './linked-share.ts'
import { countLinked } from './linked-share.ts'
import { lockAccount, lockAccounts, saveAccount } from './listing-account.ts'
import type { DuplicatesQuery } from './listing-groups.ts'
import { countListings, findDuplicates, listingsInProject } from './listing-groups.ts'
import { readListings } from './listing-rows.ts'
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
import { ownersOfGone, removeListings, removeMatching } from './remove-listings.ts'
import { lockSync } from './sync-state.ts'

/** The most rows that one statement writes. */
export const MAX_GROUP = 1000

const MAX_HISTORY = 200

/** A home with its building; undefined if that left the dataset and the listings are not linked again yet. */
export type PresentedHome = HomeView & { readonly target: LinkTarget | undefined }

interface ListingsDeps {
  readonly db: Database
  readonly links: Links
  readonly linker: ListingLinker
  readonly clock: Clock
}

export class Listings {
  readonly #db: Database
  readonly #links: Links
  readonly #linker: ListingLinker
  readonly #clock: Clock
  readonly #writer: ListingWriter

  constructor({ db, links, linker, clock }: ListingsDeps) {
    this.#db = db
    this.#links = links
    this.#linker = linker
    this.#clock = clock
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

  /**
   * First half of a write: links the rows. While it runs, an earlier group can be committed. With `areNew` it expects that
   * none of them is stored, which saves a look; if one is, the second half takes longer.
   */
  prepare(owner: ListingOwner, operations: readonly ListingOperation[], areNew?: boolean): Promise<PreparedOperations> {
    return this.#writer.prepare(owner, operations, areNew)
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
    const work = async (tx: Tx, at: string) => {
      const homes = new HomeChanges()
      const removed = await removeListings(tx, owner, [key], homes)
      return { removed, events: await homes.save(tx, owner.dataset, at) }
    }
    return (await this.#remove(owner, work)) === 1
  }

  /** Deletes all listings of a feed or label. Returns their number. */
  removeFeed(owner: ListingOwner, feed: string): Promise<number> {
    return this.#remove(owner, (tx, at) => removeMatching(tx, owner, { feed }, at))
  }

  /** Deletes listings that left their feed before a time, with their history. */
  async deleteGone(before: Date): Promise<void> {
    const goneBefore = before.toISOString()
    for (const owner of await ownersOfGone(this.#db.forJobs.query, goneBefore))
      await this.#remove(owner, (tx, at) => removeMatching(tx, owner, { goneBefore }, at))
  }

  async #remove(
    owner: ListingOwner,
    work: (tx: Tx, at: string) => Promise<{ removed: number; events: EventDraft[] }>,
  ): Promise<number> {
    const at = new Date(this.#clock.now())
    return this.#db.forJobs.tx(async (tx) => {
      const account = await lockAccount(tx, owner)
      const { removed, events } = await work(tx, at.toISOString())
      await saveAccount(tx, owner, account, { ...account, stored: account.stored - removed })
      await publishEvents(tx, owner.dataset, events, at)
      return removed
    })
  }

  /** Applies the account's own decision at once. Undefined if there is no such listing. */
  async decide(owner: ListingOwner, key: string, input: DecisionInput): Promise<PresentedListing | undefined> {
    const listing = await this.#inTurn(owner, (tx) => decideListing(tx, owner, key, input, this.#decideDeps()))
    return listing && this.present(listing, owner.dataset)
  }

  async undoDecision(owner: ListingOwner, key: string): Promise<PresentedListing | undefined> {
    const listing = await this.#inTurn(owner, (tx) => undoDecision(tx, owner, key, this.#decideDeps()))
    return listing && this.present(listing, owner.dataset)
  }

  /** After other writers of the account: a decision may move the listing to another home. Locks in their order. */
  #inTurn<T>(owner: ListingOwner, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#db.tx(async (tx) => {
      await lockSync(tx, owner.dataset)
      await lockAccounts(tx, owner.dataset, [owner.accountId])
      return work(tx)
    })
  }

  #decideDeps() {
    return { links: this.#links, linker: this.#linker, at: new Date(this.#clock.now()) }
  }

  counts(owner: ListingOwner) {
    return countListings(this.#db, owner)
  }

  /** How many listings are linked, by the place that they state. */
  linkedShares(owner: ListingOwner): Promise<LinkedShares> {
    return countLinked(this.#db, owner, this.#links.snapshot(owner.dataset))
  }

  async inProject(owner: ListingOwner, projectId: number, status?: string) {
    const { listings, hasMore } = await listingsInProject(this.#db, owner, projectId, status)
    return { listings: listings.map((listing) => this.present(listing, owner.dataset)), hasMore }
  }

  duplicates(owner: ListingOwner, query: DuplicatesQuery) {
    return findDuplicates(this.#db, owner, query)
  }

  /** Homes by building and unit. */
  async homes(owner: ListingOwner, filters: HomeFilters, page: HomePage) {
    const { homes, hasMore } = await findHomes(this.#db, owner, filters, page)
    return { homes: homes.map((home) => this.#presentHome(owner, home)), hasMore }
  }

  async home(owner: ListingOwner, id: string): Promise<PresentedHome | undefined> {
    const home = await readHome(this.#db, owner, id)
    return home && this.#presentHome(owner, home)
  }

  #presentHome({ dataset }: ListingOwner, home: StoredHome): PresentedHome {
    const target = linkTargetOf(this.#links.snapshot(dataset), home.building_id, 'building')
    return { ...viewHome(home, new Date(this.#clock.now())), target }
  }

  /** The changes of all links of the account, in order. */
  changes(
    { accountId, dataset }: ListingOwner,
    { since, limit, oldest }: { readonly since: number; readonly limit: number; readonly oldest: Date },
  ): Promise<Changes> {
    const types = ['listing.link_changed'] as const
    return readChanges(this.#db.query, { dataset, accountId, isOwnOnly: true, types, since, limit, oldest })
  }

  /** The changes of a listing's link, newest first. */
  history({ accountId, dataset }: ListingOwner, key: string) {
    const about = { type: 'listing', event: 'listing.link_changed', id: key } as const
    return readObjectEvents(this.#db.query, { accountId, dataset, ...about, limit: MAX_HISTORY })
  }

  present(listing: StoredListing, dataset: Dataset): PresentedListing {
    return presentListing(listing, this.#links.snapshot(dataset))
  }
}
