// One stream an account at a time, over all nodes: a second one would only take turns with the first.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { acquireLease, releaseLease } from '../db/lease.ts'
import { Fault } from '../kernel/fault.ts'

const RETRY_AFTER_SECONDS = 5
/** A dead node's streams are forgotten after this; a living one renews them three times as often. */
const LEASE_MS = 30_000
export const RENEW_MS = 10_000
/** Longer than this no stream waits for the database. */
const PATIENCE_MS = 2000

const leaseOf = (accountId: string): string => `link stream ${accountId}`

export class LinkStreams {
  readonly #db: Database
  readonly #node: string
  /** Holder of the lease by account. */
  readonly #open = new Map<string, string>()
  #count = 0

  constructor(db: Database, node: string) {
    this.#db = db
    this.#node = node
  }

  /** Takes the account's place, or refuses; call what comes back, once or more, when the stream is over. */
  async acquire(accountId: string): Promise<() => Promise<void>> {
    if (this.#open.has(accountId)) refuse()
    const holder = `${this.#node} ${++this.#count}`
    this.#open.set(accountId, holder)
    // While the database is away, each node knows its own streams only: better two of them than none.
    if (!(await this.#patiently(() => acquireLease(this.#db.query, leaseOf(accountId), holder, LEASE_MS), true))) {
      this.#open.delete(accountId)
      refuse()
    }
    let released: Promise<void> | undefined
    return () => (released ??= this.#release(accountId, holder))
  }

  async #release(accountId: string, holder: string): Promise<void> {
    await this.#patiently(() => releaseLease(this.#db.query, leaseOf(accountId), holder), undefined)
    this.#open.delete(accountId)
  }

  /** The embedded database has one node, and one connection that an import may hold for minutes: it is not asked. */
  async #patiently<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    if (this.#db.kind === 'embedded') return otherwise
    const tooLong = sleep(PATIENCE_MS, otherwise, { ref: false })
    return Promise.race([work().catch(() => otherwise), tooLong])
  }

  /** Keeps the places of this node, those too that were taken while the database was away. */
  async renew(): Promise<void> {
    if (this.#db.kind === 'embedded') return
    for (const [accountId, holder] of this.#open)
      await acquireLease(this.#db.query, leaseOf(accountId), holder, LEASE_MS)
  }

  get size(): number {
    return this.#open.size
  }
}

function refuse(): never {
  throw new Fault('rate_limited', {
    detail: 'One stream an account at a time; the other one is still running.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
