// The first answer to a POST is kept for a day, in the same transaction as what it did, so that a retry gets it again.
import { createHash } from 'node:crypto'
import type { Database, Tx } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Secrets } from '../../kernel/secrets.ts'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface IdempotentRequest {
  /** Whose key it is: an account, or an address for callers who have none yet. */
  readonly owner: string
  readonly key: string | undefined
  /** What was asked: the same key with another request is a mistake, not a retry. */
  readonly request: string
}

const KEPT_HOURS = 24

/** Runs `work` once for an Idempotency-Key; later calls get the first answer and `replayed`. */
export async function once(
  db: Database,
  secrets: Secrets,
  { owner, key, request }: IdempotentRequest,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  if (key === undefined) return { ...(await db.tx(work)), replayed: false }
  const requestHash = createHash('sha256').update(request).digest('base64url')
  try {
    return await db.tx(async (tx) => {
      const seen = await remembered(tx, secrets, owner, key, requestHash)
      if (seen) return { ...seen, replayed: true }
      const answer = await work(tx)
      // An answer may hold a key that is shown once: it is sealed, never stored in the clear.
      await tx
        .insertInto('idempotency')
        .values({
          owner,
          key,
          request_hash: requestHash,
          status: answer.status,
          answer: secrets.encrypt(JSON.stringify(answer.body)),
        })
        .execute()
      return { ...answer, replayed: false }
    })
  } catch (error) {
    // Two at once: the second insert breaks on the primary key, its effect is rolled back, and the first answer stands.
    if ((error as { code?: string }).code !== '23505') throw error
    const seen = await db.tx((tx) => remembered(tx, secrets, owner, key, requestHash))
    if (seen) return { ...seen, replayed: true }
    throw new Fault('idempotency_in_progress', { retryAfterSeconds: 1, cause: error })
  }
}

async function remembered(
  tx: Tx,
  secrets: Secrets,
  owner: string,
  key: string,
  requestHash: string,
): Promise<Answer | undefined> {
  const row = await tx
    .selectFrom('idempotency')
    .selectAll()
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.request_hash !== requestHash)
    throw new Fault('idempotency_key_reused', { detail: 'Send a new Idempotency-Key for a new request.' })
  return { status: row.status, body: JSON.parse(secrets.decrypt(row.answer)) }
}

export async function forgetOldAnswers(db: Database, now: number): Promise<void> {
  const before = new Date(now - KEPT_HOURS * 3_600_000).toISOString()
  await db.query.deleteFrom('idempotency').where('created_at', '<', before).execute()
}
