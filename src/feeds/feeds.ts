// The feeds of accounts: create, change, run, pause, approve, try, upload and delete.
import type { Database, Tx } from '../db/database.ts'
import type { AuditAction, Cause } from '../events/audit-log.ts'
import { audit } from '../events/audit-log.ts'
import { Fault, fieldFault } from '../kernel/fault.ts'
import { say } from '../kernel/phrase.ts'
import { lockAccount } from '../listings/listing-account.ts'
import type { ListingOwner } from '../listings/listing-types.ts'
import { FeedConnection } from './feed-connection.ts'
import type { FeedChange, FeedInput, RunQuery, ShownFeed } from './feed-store.ts'
import {
  changeFeed,
  insertFeed,
  listFeeds,
  listRuns,
  lockFeed,
  markRemoved,
  pauseFeed,
  readFeed,
  requestRun,
  resumeFeed,
} from './feed-store.ts'
import type { FeedRow, FeedRunRow, RunCounts } from './feed-tables.ts'
import type { FeedWorkerOptions } from './feed-worker.ts'
import { FeedWorker } from './feed-worker.ts'
import { FeedProblem } from './read/feed-problem.ts'
import { readFile } from './read-file.ts'
import { markGone } from './sweep.ts'
import type { FeedTrial } from './try-feed.ts'
import { TRIAL_MS, tryFeed } from './try-feed.ts'

export class Feeds {
  readonly #options: FeedWorkerOptions
  readonly #db: Database
  readonly worker: FeedWorker

  constructor(options: FeedWorkerOptions) {
    this.#options = options
    this.#db = options.db.forRequests
    this.worker = new FeedWorker(options)
  }

  #at(): string {
    return new Date(this.#options.clock.now()).toISOString()
  }

  list(owner: ListingOwner): Promise<ShownFeed[]> {
    return listFeeds(this.#db, owner)
  }

  get(owner: ListingOwner, id: string): Promise<ShownFeed> {
    return readFeed(this.#db.query, owner, id)
  }

  async runs(owner: ListingOwner, id: string, query: RunQuery): Promise<{ runs: FeedRunRow[]; hasMore: boolean }> {
    await this.get(owner, id)
    return listRuns(this.#db, id, query)
  }

  /** Resolves host names, so never call it inside a transaction. */
  async requireAllowedUrls({ url, auth }: Pick<FeedChange, 'url' | 'auth'>): Promise<void> {
    const tokenUrl = auth?.kind === 'client_credentials' ? auth.token_url : null
    for (const [pointer, address] of [['/url', url ?? null] as const, ['/auth/token_url', tokenUrl] as const])
      if (address !== null && !(await this.#options.reader.check(address))) throw urlRejected(pointer)
  }

  /** The first run begins at once. Call `worker.wake()` after the commit. */
  async create(tx: Tx, owner: ListingOwner, input: FeedInput, cause: Cause): Promise<ShownFeed> {
    const feed = await insertFeed(tx, owner, input, this.#options.secrets, this.#at())
    await this.#audit(tx, 'feed.created', feed, cause)
    return { ...feed, is_running: false, set_aside: { count: 0, rows: [] } }
  }

  /** `version` is the one the caller saw; undefined skips the check. */
  async update(
    owner: ListingOwner,
    id: string,
    version: number | undefined,
    change: FeedChange,
    cause: Cause,
  ): Promise<ShownFeed> {
    await this.requireAllowedUrls(change)
    return this.#change(owner, id, 'feed.changed', cause, (tx, before) => {
      if (version !== undefined && version !== before.version)
        throw new Fault('precondition_failed', {
          detail: say`The feed is now at version ${before.version}. Read it again.`,
        })
      if (before.kind === 'reso' && change.url === null)
        throw new Fault('invalid_parameter', { detail: 'A feed of the kind reso needs a `url`.' })
      return changeFeed(tx, before, change, this.#options.secrets, this.#at())
    })
  }

  pause(owner: ListingOwner, id: string, cause: Cause): Promise<ShownFeed> {
    return this.#change(owner, id, 'feed.paused', cause, (tx, before) => pauseFeed(tx, before, this.#at()))
  }

  resume(owner: ListingOwner, id: string, cause: Cause): Promise<ShownFeed> {
    return this.#change(owner, id, 'feed.resumed', cause, (tx, before) => resumeFeed(tx, before, this.#at()))
  }

  async #change(
    owner: ListingOwner,
    id: string,
    action: AuditAction,
    cause: Cause,
    work: (tx: Tx, before: FeedRow) => Promise<FeedRow>,
  ): Promise<ShownFeed> {
    await this.#db.tx(async (tx) => {
      const after = await work(tx, await lockFeed(tx, owner, id))
      await this.#audit(tx, action, after, cause)
    })
    this.worker.wake()
    return this.get(owner, id)
  }

  /** Runs the feed now; `sweep` also looks for listings that left it. */
  async runNow(owner: ListingOwner, id: string, sweep: boolean): Promise<ShownFeed> {
    await this.#db.tx(async (tx) => {
      const feed = await lockFeed(tx, owner, id)
      if (feed.status === 'paused')
        throw new Fault('state_conflict', { detail: 'The feed is paused. Resume it first.' })
      if (feed.url === null) throw new Fault('state_conflict', { detail: 'The feed has no URL. Upload a file to it.' })
      await requestRun(tx, feed, this.#at(), sweep)
    })
    this.worker.wake()
    return this.get(owner, id)
  }

  /** Marks the listings gone that a held sweep did not find. */
  async approve(owner: ListingOwner, id: string, cause: Cause): Promise<ShownFeed> {
    await this.#db.tx(async (tx) => {
      // Before the feed: a run locks them in this order.
      await lockAccount(tx, owner)
      const feed = await lockFeed(tx, owner, id)
      if (!feed.held_sweep) throw new Fault('state_conflict', { detail: 'No sweep of this feed waits for approval.' })
      const gone = await markGone(tx, feed, this.#at())
      await this.#audit(tx, 'feed.sweep_approved', feed, cause, { gone })
    })
    return this.get(owner, id)
  }

  /** Deletes the feed, its runs, its listings and their history. */
  async remove(owner: ListingOwner, id: string, cause: Cause): Promise<void> {
    await this.#db.tx(async (tx) => {
      const feed = await markRemoved(tx, await lockFeed(tx, owner, id), this.#at())
      await this.#audit(tx, 'feed.deleted', feed, cause)
    })
    await this.#options.listings.removeFeed(owner, id)
    await this.#db.query.deleteFrom('feeds').where('id', '=', id).execute()
  }

  /** Reads the first rows without storing anything. Ends in time, whatever the server does. */
  async try(input: FeedInput, ms = TRIAL_MS): Promise<FeedTrial> {
    const signal = AbortSignal.timeout(ms)
    await this.requireAllowedUrls(input)
    const { reader, userAgent, clock } = this.#options
    const options = { reader, userAgent, signal, auth: input.auth, now: () => clock.now() }
    return tryFeed(input, new FeedConnection(options), signal)
  }

  /** Reads an uploaded file while it arrives. The file itself is not stored. */
  async upload(owner: ListingOwner, id: string, bytes: AsyncIterable<Buffer>): Promise<RunCounts> {
    const { kind, url, status } = await this.get(owner, id)
    if (kind === 'reso' || url !== null)
      throw new Fault('state_conflict', {
        detail: 'The feed has a URL, which Plinth reads. Create a feed without a URL.',
      })
    if (status === 'paused') throw new Fault('state_conflict', { detail: 'The feed is paused. Resume it first.' })
    const counts = await this.worker.withLease(id, async (lease, signal) => {
      const run = await this.worker.run(await this.get(owner, id), lease, signal, (run) => readFile(run, bytes))
      return run.log.counts
    })
    if (!counts) throw new Fault('state_conflict', { detail: 'A file is being read into this feed. Try again later.' })
    return counts
  }

  /** No URL: it may contain a key. */
  async #audit(
    tx: Tx,
    action: AuditAction,
    { id, account_id, kind, name }: FeedRow,
    cause: Cause,
    details: Readonly<Record<string, number>> = {},
  ): Promise<void> {
    const at = new Date(this.#options.clock.now())
    await audit(tx, cause, { action, accountId: account_id, target: id, details: { kind, name, ...details } }, at)
  }
}

/** The same text for every reason, so that it reveals nothing about our network. */
function urlRejected(pointer: string): Fault {
  const message =
    'The URL must use https on port 443 or 8443, without credentials, and its host must resolve to public addresses only.'
  return fieldFault('feed_url_rejected', pointer, message)
}

/** A file that could not be read, as an error of the request that sent it. */
export function uploadFault(error: unknown): unknown {
  if (!(error instanceof FeedProblem)) return error
  if (error.code === 'plan_limit' || error.code === 'quota_exceeded')
    return new Fault(error.code, { detail: error.message })
  return new Fault('invalid_parameter', { detail: error.message })
}
