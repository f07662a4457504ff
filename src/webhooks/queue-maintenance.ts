// Deletes old deliveries, expires held ones and measures the backlog.
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { at } from '../kernel/at.ts'
import { DAY_MS, MINUTE_MS } from '../kernel/time.ts'
import { JITTER, RETRY_DELAYS_MS } from './retry.ts'

export const RETENTION_DAYS = 30
/** A delivery held longer than this fails permanently. A replay can send it again. */
export const MAX_HELD_DAYS = 5
const ROWS_PER_BATCH = 5000
const MAX_COUNTED = 1_000_000

const daysBefore = (nowMs: number, days: number) => new Date(nowMs - days * DAY_MS).toISOString()

/** Returns the number of expired deliveries. */
export async function expireHeld(db: Database, nowMs: number): Promise<number> {
  const result = await db.query
    .updateTable('webhook_deliveries')
    .set({ status: 'dead', last_result: 'held_too_long', finished_at: new Date(nowMs).toISOString() })
    .where('status', '=', 'pending')
    .where('next_attempt_at', 'is', null)
    .where('queued_at', '<', daysBefore(nowMs, MAX_HELD_DAYS))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** In batches, so that the embedded database's single connection stays available. */
export async function deleteOld(db: Database, nowMs: number): Promise<void> {
  const before = daysBefore(nowMs, RETENTION_DAYS)
  const deletions = [
    sql`delete from webhook_attempts where ctid in (
      select ctid from webhook_attempts where started_at < ${before}::timestamptz limit ${ROWS_PER_BATCH})`,
    sql`delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where status in ('delivered', 'dead') and queued_at < ${before}::timestamptz
        and created_at < ${before}::timestamptz limit ${ROWS_PER_BATCH})`,
    sql`delete from webhook_payloads where (event_id, plan) in (
      select p.event_id, p.plan from webhook_payloads p
      where p.created_at < ${before}::timestamptz
        and not exists (select from webhook_deliveries d where d.event_id = p.event_id and d.plan = p.plan)
        and not exists (select from webhook_batches b where b.created_at < ${before}::timestamptz
          and p.event_id >= b.first_event_id collate "C" and p.event_id <= b.last_event_id collate "C")
      limit ${ROWS_PER_BATCH})`,
  ]
  for (const deletion of deletions) {
    let deleted: number
    do deleted = Number((await deletion.execute(db.query)).numAffectedRows ?? 0)
    while (deleted === ROWS_PER_BATCH)
  }
}

/** Clocks of nodes may differ by this much. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS

/**
 * A clock that was ahead dates attempts and leases far into the future. An attempt that is later than its step of the
 * schedule is due now, unless the receiver asked for the delay. Returns the number of deliveries.
 */
export async function repairDates(db: Database, nowMs: number): Promise<number> {
  const now = new Date(nowMs).toISOString()
  const steps = sql`(${sql.lit(`{${RETRY_DELAYS_MS.map((ms) => Math.round(ms * (1 + JITTER) + CLOCK_SKEW_MS))}}`)}::bigint[])`
  const { rows } = await sql<{ id: string }>`
    update webhook_deliveries d
    set status = 'pending', next_attempt_at = ${now}::timestamptz, lease_holder = null, lease_until = null
    where d.id in (select id from webhook_deliveries p
      where status = 'pending' and next_attempt_at > ${now}::timestamptz
          + ${steps}[least(round_attempts, ${sql.lit(RETRY_DELAYS_MS.length - 1)}) + 1] * interval '1 ms'
        and (next_attempt_at > ${now}::timestamptz + ${steps}[${sql.lit(RETRY_DELAYS_MS.length)}] * interval '1 ms'
          or not exists (select from webhook_attempts a where a.delivery_id = p.id and a.number = p.attempts
            and a.response_headers ->> 'retry-after' is not null))
        or status = 'leased' and lease_until > ${now}::timestamptz + ${sql.lit(2 * CLOCK_SKEW_MS)} * interval '1 ms'
      for update skip locked)
    returning d.id`.execute(db.query)
  return rows.length
}

export interface Backlog {
  readonly waiting: number
  readonly held: number
  readonly oldestDueSeconds: number
  /** Events that have no deliveries yet. */
  readonly events: number
}

export async function readBacklog(db: Database, nowMs: number): Promise<Backlog> {
  const now = new Date(nowMs).toISOString()
  const { rows } = await sql<{ waiting: number; held: number; oldest: string | null; events: number }>`
    select count(next_attempt_at)::int as waiting, count(*)::int - count(next_attempt_at)::int as held,
      min(next_attempt_at) filter (where next_attempt_at <= ${now}::timestamptz) as oldest,
      (select count(*)::int from (select from events where sequence > (select sequence from webhook_cursor)
        limit ${sql.lit(MAX_COUNTED)}) e) as events
    from webhook_deliveries where status = 'pending'`.execute(db.query)
  const { waiting, held, oldest, events } = at(rows, 0)
  return { waiting, held, events, oldestDueSeconds: oldest === null ? 0 : (nowMs - Date.parse(oldest)) / 1000 }
}
