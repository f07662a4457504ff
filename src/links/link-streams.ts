// Limits how many streams an account has open at a time, across all nodes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { acquireLease, releaseLease } from '../db/lease.ts'
import { Fault } from '../kernel/fault.ts'
import { say } from '../kernel/phrase.ts'

const RETRY_AFTER_SECONDS = 5
/** A dead node's leases expire after this time. A running node renews them three times as often. */
const LEASE_MS = 30_000
export const RENEW_MS = 10_000
/** How long a stream waits for the database. */
const DATABASE_TIMEOUT_MS = 2000

/** Streams per account. Several streams of listings use several cores. */
const MAX_STREAMS = { link: 1, listing: 4 } as const
export type StreamKind = keyof typeof MAX_STREAMS

/** One lease per stream that may be open. */
function leasesOf(accountId: string, kind: StreamKind): string[] {
  return Array.from({ length: MAX_STREAMS[kind] }, (_, i) => `${kind} stream ${accountId}${i === 0 ? '' : ` ${i}`}`)
}

interface Stream {
  readonly holder: string
  isReleased: boolean
  /** The stream's last statement. A release waits for it: a renewal that ran after it would take the lease again. */
  lastStatement: Promise<unknown>
}

export class LinkStreams {
  readonly #db: Database
  readonly #node: string
  /** No other process shares the database. */
  readonly #isAlone: boolean
  /** By lease. */
  readonly #open = new Map<string, Stream>()
  #count = 0

  constructor(db: Database, node: string, isAlone = db.kind === 'embedded') {
    this.#db = db
    this.#node = node
    this.#isAlone = isAlone
  }

  /** Fails if the account has its streams. Call the returned function when the stream ends; repeated calls are safe. */
  async acquire(accountId: string, kind: StreamKind = 'link'): Promise<() => Promise<void>> {
    for (const lease of leasesOf(accountId, kind)) {
      if (this.#open.has(lease)) continue
      const stream = { holder: `${this.#node} ${++this.#count}`, isReleased: false, lastStatement: Promise.resolve() }
      this.#open.set(lease, stream)
      // If the database is unreachable, each node counts only its own streams.
      if (await this.#withTimeout(() => this.#hold(lease, stream), true)) {
        let released: Promise<void> | undefined
        return () => (released ??= this.#release(lease, stream))
      }
      this.#open.delete(lease)
    }
    return rejectStream(MAX_STREAMS[kind])
  }

  #hold(lease: string, stream: Stream): Promise<boolean> {
    return inOrder(stream, () => acquireLease(this.#db.query, lease, stream.holder, LEASE_MS))
  }

  async #release(lease: string, stream: Stream): Promise<void> {
    stream.isReleased = true
    const release = () => releaseLease(this.#db.query, lease, stream.holder)
    await this.#withTimeout(() => inOrder(stream, release), undefined)
    this.#open.delete(lease)
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
    for (const [lease, stream] of this.#open) if (!stream.isReleased) await this.#hold(lease, stream)
  }

  get size(): number {
    return this.#open.size
  }
}

function inOrder<T>(stream: Stream, statement: () => Promise<T>): Promise<T> {
  const result = stream.lastStatement.then(statement)
  stream.lastStatement = result.catch(() => {}) // Whoever asked for the result gets the error.
  return result
}

function rejectStream(max: number): never {
  throw new Fault('rate_limited', {
    detail:
      max === 1
        ? 'The account already has a running stream, which is the limit.'
        : say`The account already has ${max} running streams, which is the limit.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
