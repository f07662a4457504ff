// Allows one link stream per account at a time, across all nodes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { acquireLease, releaseLease } from '../db/lease.ts'
import { Fault } from '../kernel/fault.ts'

const RETRY_AFTER_SECONDS = 5
/** A dead node's leases expire after this time. A running node renews them three times as often. */
const LEASE_MS = 30_000
export const RENEW_MS = 10_000
/** How long a stream waits for the database. */
const DATABASE_TIMEOUT_MS = 2000

const leaseOf = (accountId: string): string => `link stream ${accountId}`

export class LinkStreams {
  readonly #db: Database
  readonly #node: string
  /** No other process shares the database. */
  readonly #isAlone: boolean
  /** Lease holder by account. */
  readonly #open = new Map<string, string>()
  #count = 0

  constructor(db: Database, node: string, isAlone = db.kind === 'embedded') {
    this.#db = db
    this.#node = node
    this.#isAlone = isAlone
  }

  /** Fails if the account has a stream. Call the returned function when the stream ends; repeated calls are safe. */
  async acquire(accountId: string): Promise<() => Promise<void>> {
    if (this.#open.has(accountId)) rejectStream()
    const holder = `${this.#node} ${++this.#count}`
    this.#open.set(accountId, holder)
    // If the database is unreachable, each node counts only its own streams.
    if (!(await this.#withTimeout(() => acquireLease(this.#db.query, leaseOf(accountId), holder, LEASE_MS), true))) {
      this.#open.delete(accountId)
      rejectStream()
    }
    let released: Promise<void> | undefined
    return () => (released ??= this.#release(accountId, holder))
  }

  async #release(accountId: string, holder: string): Promise<void> {
    await this.#withTimeout(() => releaseLease(this.#db.query, leaseOf(accountId), holder), undefined)
    this.#open.delete(accountId)
  }

  /** A single process skips the embedded database: an import may hold its single connection for minutes. */
  async #withTimeout<T>(work: () => Promise<T>, fallback: T): Promise<T> {
    if (this.#isAlone) return fallback
    const timeout = sleep(DATABASE_TIMEOUT_MS, fallback, { ref: false })
    return Promise.race([work().catch(() => fallback), timeout])
  }

  /** Renews this node's leases, including those acquired while the database was unreachable. */
  async renew(): Promise<void> {
    if (this.#isAlone) return
    for (const [accountId, holder] of this.#open)
      await acquireLease(this.#db.query, leaseOf(accountId), holder, LEASE_MS)
  }

  get size(): number {
    return this.#open.size
  }
}

function rejectStream(): never {
  throw new Fault('rate_limited', {
    detail: 'The account already has a running stream. Only one stream per account is allowed.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
