// Stores the first response to a POST for a day, so that a retry returns it again.

import { createHash } from 'node:crypto'
import type { Database, Tx } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { Fault } from '../kernel/fault.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { DAY_MS } from '../kernel/time.ts'

export interface StoredResponse {
  readonly status: number
  readonly body: unknown
}

export interface IdempotentRequest {
  /** The account, or the network address of a caller who has none yet. */
  readonly owner: string
  readonly key: string | undefined
  /** The same key with a different request is an error, not a retry. */
  readonly request: string
}

const RETENTION_MS = DAY_MS

export class Idempotency {
  readonly #db: Database
  readonly #secrets: Secrets
  readonly #clock: Clock

  constructor(db: Database, secrets: Secrets, clock: Clock) {
    this.#db = db
    this.#secrets = secrets
    this.#clock = clock
  }

  /** Runs `work` once per Idempotency-Key; later calls return the stored response with `replayed`. */
  async once(
    request: IdempotentRequest,
    work: (tx: Tx) => Promise<StoredResponse>,
  ): Promise<StoredResponse & { replayed: boolean }> {
    const { owner, key } = request
    if (key === undefined) return { ...(await this.#db.tx(work)), replayed: false }
    const requestHash = createHash('sha256').update(request.request).digest('base64url')
    try {
      return await this.#db.tx(async (tx) => {
        const stored = await this.#find(tx, owner, key, requestHash)
        if (stored) return { ...stored, replayed: true }
        const { status, body } = await work(tx)
        // Encrypted because a response may contain a key that is shown only once.
        const answer = this.#secrets.encrypt(JSON.stringify(body))
        await tx.insertInto('idempotency').values({ owner, key, request_hash: requestHash, status, answer }).execute()
        return { status, body, replayed: false }
      })
    } catch (error) {
      // Of two concurrent requests the second violates the primary key and is rolled back; it returns the first's response.
      if ((error as { code?: string }).code !== '23505') throw error
      const stored = await this.#db.tx((tx) => this.#find(tx, owner, key, requestHash))
      if (stored) return { ...stored, replayed: true }
      throw new Fault('idempotency_in_progress', { retryAfterSeconds: 1, cause: error })
    }
  }

  async #find(tx: Tx, owner: string, key: string, requestHash: string): Promise<StoredResponse | undefined> {
    const row = await tx
      .selectFrom('idempotency')
      .selectAll()
      .where('owner', '=', owner)
      .where('key', '=', key)
      .executeTakeFirst()
    if (!row) return undefined
    if (row.request_hash !== requestHash)
      throw new Fault('idempotency_key_reused', { detail: 'Send a new Idempotency-Key for a new request.' })
    return { status: row.status, body: JSON.parse(this.#secrets.decrypt(row.answer)) }
  }

  async deleteExpired(): Promise<void> {
    const before = new Date(this.#clock.now() - RETENTION_MS).toISOString()
    await this.#db.query.deleteFrom('idempotency').where('created_at', '<', before).execute()
  }
}
