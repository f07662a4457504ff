// Leases give a job to one process at a time, on both engines.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from './database-tables.ts'

// Uses the database's clock, so that the nodes' clocks need not agree. clock_timestamp(), because now() does not
// advance within a transaction.

/** True when `holder` has the lease: it was free, expired or already its own. */
export async function acquireLease(db: Kysely<Tables>, name: string, holder: string, ttlMs: number): Promise<boolean> {
  const result = await sql`
    insert into leases as current_lease (name, holder, expires_at)
    values (${name}, ${holder}, clock_timestamp() + ${ttlMs} * interval '1 millisecond')
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where current_lease.holder = excluded.holder or current_lease.expires_at <= clock_timestamp()
    returning current_lease.name`.execute(db)
  return result.rows.length === 1
}

/** False when the lease expired or has another holder: the caller must stop the job. */
export async function renewLease(db: Kysely<Tables>, name: string, holder: string, ttlMs: number): Promise<boolean> {
  const result = await sql`
    update leases set expires_at = clock_timestamp() + ${ttlMs} * interval '1 millisecond'
    where name = ${name} and holder = ${holder} and expires_at > clock_timestamp()
    returning name`.execute(db)
  return result.rows.length === 1
}

export async function releaseLease(db: Kysely<Tables>, name: string, holder: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
}

const RENEWALS_PER_TTL = 4

/**
 * Runs `work` with the lease, which is renewed meanwhile. The signal aborts when the lease is lost: the work must stop.
 * Undefined if another process has the lease.
 */
export async function withLease<T>(
  db: Kysely<Tables>,
  name: string,
  holder: string,
  ttlMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  if (!(await acquireLease(db, name, holder, ttlMs))) return undefined
  const lost = new AbortController()
  const renewing = setInterval(() => {
    renewLease(db, name, holder, ttlMs).then(
      (isHeld) => isHeld || lost.abort(),
      // The database may answer the next renewal. If the lease expires before, that one finds out.
      () => {},
    )
  }, ttlMs / RENEWALS_PER_TTL)
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(renewing)
    await releaseLease(db, name, holder)
  }
}
