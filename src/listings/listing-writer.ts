// Stores and deletes listings in groups: links them first, then writes them in one transaction.
import { setImmediate as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Database, Tx } from '../db/database.ts'
import { isDeadlock, isDuplicate } from '../db/database-failure.ts'
import type { EventDraft } from '../events/event-types.ts'
import { publishEvents } from '../events/outbox.ts'
import type { Clock } from '../kernel/clock.ts'
import { Fault } from '../kernel/fault.ts'
import { say } from '../kernel/phrase.ts'
import { HomeChanges } from './homes/home-changes.ts'
import { homeOfListing } from './homes/home-of-listing.ts'
import { insertListings, MIN_INSERTED } from './insert-listings.ts'
import { linkChangedEvent, linkState } from './link-change.ts'
import type { ComputedLink, ListingLinker } from './link-listing.ts'
import type { ListingAccount } from './listing-account.ts'
import { lockAccount, saveAccount } from './listing-account.ts'
import type { DetailsWrite, ListingWrite, WriteCounts } from './listing-rows.ts'
import { readListings, writeDetails, writeListings } from './listing-rows.ts'
import type {
  ListingDecision,
  ListingInput,
  ListingOperation,
  ListingOwner,
  OperationResult,
  StoredListing,
} from './listing-types.ts'
import { HINTS } from './listing-types.ts'
import { removeListings } from './remove-listings.ts'
import type { SyncState } from './sync-state.ts'
import { isBehind, lockSync } from './sync-state.ts'
import { withDetails, written } from './written-listing.ts'

/**
 * How long linking may hold the event loop before other work gets a turn. The group before it waits for a turn after each
 * statement, and other writers of the account wait for that group.
 */
const SLICE_MS = 1
/** The second attempt locks the rows first, so only a deadlock can fail it. */
const MAX_ATTEMPTS = 4
/** Feeds that Plinth reads have ids with this prefix. A customer's own label must not start with it. */
export const FEED_PREFIX = 'feed_'

export interface UpsertOptions {
  /** The plan's limit of stored listings; also the number of first links that are free, once. */
  readonly storedLimit: number
  readonly storedFault?: (() => Fault) | undefined
  /** Throws a Fault if the account cannot pay for another lookup after `used` of this call. */
  readonly requireLookups?: ((used: number) => void) | undefined
  /** Runs in the same transaction after the rows are written. If it throws, nothing is stored. */
  readonly afterWrite?: ((tx: Tx, results: readonly OperationResult[]) => Promise<void>) | undefined
}

/** Operations with the links that were computed for them. */
export interface PreparedOperations {
  readonly operations: readonly ListingOperation[]
  /** The listings as they were before. */
  readonly existing: ReadonlyMap<string, StoredListing>
  /** Nothing was read: the listings are expected to be new. */
  readonly isAssumed: boolean
  readonly links: Map<ListingInput, Pick<ListingWrite, 'computed' | 'decision'>>
}

const NONE_STORED: ReadonlyMap<string, StoredListing> = new Map()

/** A row changed between the reading and the writing. */
class RowChanged extends Error {}

const mayRetry = (error: unknown): boolean => error instanceof RowChanged || isDuplicate(error) || isDeadlock(error)

interface WriterDeps {
  readonly db: Database
  readonly linker: ListingLinker
  readonly clock: Clock
}

export class ListingWriter {
  readonly #db: Database
  readonly #linker: ListingLinker
  readonly #clock: Clock

  constructor({ db, linker, clock }: WriterDeps) {
    this.#db = db
    this.#linker = linker
    this.#clock = clock
  }

  /**
   * Reads what is stored and links what is new, outside any transaction. With `areNew` nothing is read: if one of the
   * listings exists, the first attempt to write them fails, and the second one reads them.
   */
  async prepare(
    owner: ListingOwner,
    operations: readonly ListingOperation[],
    areNew = false,
  ): Promise<PreparedOperations> {
    const keys = [...new Set(operations.map(({ key }) => key))]
    const isAssumed = areNew && !operations.some((operation) => 'remove' in operation)
    const existing = isAssumed ? NONE_STORED : await readListings(this.#db.query, owner, keys)
    const links: PreparedOperations['links'] = new Map()
    let sliceEnds = performance.now() + SLICE_MS
    for (const operation of operations) {
      if ('remove' in operation) continue
      const stored = existing.get(operation.key)
      if (stored && hasSameQuestion(stored, operation)) continue
      if (performance.now() >= sliceEnds) {
        await pause()
        sliceEnds = performance.now() + SLICE_MS
      }
      const decision = decisionFor(stored, operation)
      links.set(operation, { computed: this.#linker.link(operation, owner.dataset, decision), decision })
    }
    return { operations, existing, isAssumed, links }
  }

  /** Writes prepared operations. The results are in their order. */
  async commit(owner: ListingOwner, prepared: PreparedOperations, options: UpsertOptions): Promise<OperationResult[]> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.#db.tx((tx) => this.#commit(tx, owner, prepared, options, attempt > 1))
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !mayRetry(error)) throw error
      }
  }

  async #commit(
    tx: Tx,
    owner: ListingOwner,
    prepared: PreparedOperations,
    options: UpsertOptions,
    isRetry: boolean,
  ): Promise<OperationResult[]> {
    const sync = await lockSync(tx, owner.dataset)
    const account = await lockAccount(tx, owner)
    const at = new Date(this.#clock.now()).toISOString()
    const isAssumed = prepared.isAssumed && !isRetry
    const homes = new HomeChanges()
    const { links } = prepared
    const group: WriteGroup = { tx, owner, options, sync, account, at, isRetry, isAssumed, links, events: [], homes }
    const results: OperationResult[] = []
    const before = { ...account }
    for (const [i, run] of runsOf(prepared.operations).entries()) {
      const keys = run.map(({ key }) => key)
      const existing = isRetry || i > 0 ? await readListings(tx, owner, keys, true) : prepared.existing
      results.push(...(await this.#writeRun(group, run, existing)))
    }
    await saveAccount(tx, owner, before, account)
    group.events.push(...(await homes.save(tx, owner.dataset, at)))
    await options.afterWrite?.(tx, results)
    await publishEvents(tx, owner.dataset, group.events, new Date(group.at))
    return results
  }

  /** Writes operations with different keys. */
  async #writeRun(
    group: WriteGroup,
    run: readonly ListingOperation[],
    existing: ReadonlyMap<string, StoredListing>,
  ): Promise<OperationResult[]> {
    const { tx, owner, options, sync, account, at, events, homes } = group
    const results: OperationResult[] = []
    const writes: ListingWrite[] = []
    const details: DetailsWrite[] = []
    const removals: string[] = []
    for (const operation of run) {
      const { key } = operation
      const stored = existing.get(key)
      if ('remove' in operation) {
        if (stored) removals.push(key)
        results.push({ key, change: stored ? 'deleted' : 'not_found' })
        continue
      }
      try {
        requireOwnFeed(stored, operation)
        if (stored && hasSameQuestion(stored, operation)) {
          if (hasSameDetails(stored, operation)) {
            results.push({ key, change: 'unchanged', listing: stored, lookups: 0 })
            continue
          }
          const home = homeOfListing(owner, { ...operation, gone_at: null }, stored)
          const write = { input: operation, createdAt: stored.created_at, version: stored.version + 1, home }
          details.push(write)
          homes.written({ accountId: owner.accountId, key, from: stored.home_id, to: home.home })
          results.push({ key, change: 'updated', listing: withDetails(stored, write, at), lookups: 0 })
          continue
        }
        const decision = decisionFor(stored, operation)
        const computed = this.#linkOf(operation, decision, group)
        const lookups = account.take(!stored, computed.lookups, options)
        const isStale = isBehind(computed.link, sync)
        const home = homeOfListing(owner, { ...operation, gone_at: null }, computed.link)
        const version = (stored?.version ?? 0) + 1
        const about = { input: operation, createdAt: stored?.created_at, version }
        const write = { ...about, computed, decision, goneAt: null, isStale, home }
        writes.push(write)
        const from = stored?.home_id ?? null
        homes.written({ accountId: owner.accountId, key, from, to: home.home, created: stored ? undefined : home })
        // The first link is not a change.
        const states = stored && ([linkState(stored), linkState(computed.link)] as const)
        const event = states && linkChangedEvent(owner.accountId, key, states, 'listing')
        if (event) events.push(event)
        results.push({ key, change: stored ? 'updated' : 'created', listing: written(write, stored, at), lookups })
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        // A listing that exists needs no room.
        if (group.isAssumed) throw new RowChanged('a listing was refused that may exist')
        results.push({ key, fault: error })
      }
    }
    const counts = await this.#store(group, writes)
    const changed = await writeDetails(tx, owner, details, at)
    const removed = await removeListings(tx, owner, removals, homes)
    // A listing that was deleted meanwhile would be created, and one that was created would be missing.
    const isAsExpected =
      counts.written === writes.length &&
      counts.created === writes.filter(({ version }) => version === 1).length &&
      changed === details.length &&
      removed === removals.length
    if (!isAsExpected) throw new RowChanged('a listing changed while it was linked')
    account.stored -= removed
    return results
  }

  /** The prepared link, unless another decision of the account was read since. */
  #linkOf(operation: ListingInput, decision: ListingDecision | null, { owner, links }: WriteGroup): ComputedLink {
    const prepared = links.get(operation)
    if (prepared && isDeepStrictEqual(prepared.decision, decision)) return prepared.computed
    const computed = this.#linker.link(operation, owner.dataset, decision)
    links.set(operation, { computed, decision })
    return computed
  }

  async #store({ tx, owner, at, isRetry }: WriteGroup, writes: readonly ListingWrite[]): Promise<WriteCounts> {
    const areNew = writes.length >= MIN_INSERTED && writes.every(({ version }) => version === 1)
    if (!areNew || isRetry || this.#db.kind === 'embedded') return writeListings(tx, owner, writes, at)
    await insertListings(tx, owner, writes, at)
    return { written: writes.length, created: writes.length }
  }
}

interface WriteGroup {
  readonly tx: Tx
  readonly owner: ListingOwner
  readonly options: UpsertOptions
  readonly sync: SyncState
  readonly account: ListingAccount
  readonly at: string
  /** An attempt before this one failed, so something else was stored than expected. */
  readonly isRetry: boolean
  readonly isAssumed: boolean
  readonly links: PreparedOperations['links']
  /** Changed links, announced in the same transaction. */
  readonly events: EventDraft[]
  readonly homes: HomeChanges
}

/** Cuts operations where a key repeats: one statement can write a row only once. */
export function runsOf<T extends { readonly key: string }>(operations: readonly T[]): T[][] {
  const runs: T[][] = []
  let keys = new Set<string>()
  for (const operation of operations) {
    if (runs.length === 0 || keys.has(operation.key)) {
      runs.push([])
      keys = new Set()
    }
    keys.add(operation.key)
    runs.at(-1)!.push(operation)
  }
  return runs
}

/** Same address and hints: the link stays as it is. */
function hasSameQuestion(stored: StoredListing, { address, hints }: ListingInput): boolean {
  return stored.address === address && HINTS.every((name) => (stored.hints[name] ?? null) === (hints[name] ?? null))
}

function hasSameDetails(stored: StoredListing, { status, attributes, feed }: ListingInput): boolean {
  return (
    stored.status === status &&
    stored.feed_id === feed &&
    stored.gone_at === null &&
    JSON.stringify(stored.attributes) === JSON.stringify(attributes)
  )
}

/** The account decided about the address it saw; another address needs another decision. */
function decisionFor(stored: StoredListing | undefined, { address }: ListingInput) {
  return stored?.address === address ? stored.decision : null
}

function requireOwnFeed(stored: StoredListing | undefined, { key, feed }: ListingInput): void {
  const owner = stored?.feed_id ?? null
  if (owner === feed || !owner?.startsWith(FEED_PREFIX)) return
  throw new Fault('state_conflict', {
    detail: say`The listing "${key}" belongs to the feed ${owner}, which updates it. Delete the feed, or use another key.`,
  })
}
