// Forms batches of events for endpoints with `max_batch` above 1.
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { lastSequence, readEvents } from '../events/change-log.ts'
import type { StoredEvent } from '../events/event-types.ts'
import { eventId } from '../events/outbox.ts'
import type { CrashHook } from '../kernel/crash-hook.ts'
import { newId } from '../kernel/ids.ts'
import type { CrashPoint } from './crash-points.ts'
import type { Subscriber } from './fan-out.ts'
import { canReceive, isSubscribed, matchEvents, selectSubscribers, writeDeliveries } from './fan-out.ts'
import type { PayloadSizes } from './payload-rows.ts'
import { ensurePayloads } from './payload-rows.ts'
import type { Payloads } from './payload-source.ts'
import { BATCH_TYPE } from './payload-source.ts'

/** A batch that is not full waits this long after the one before it, so that a burst becomes few requests. */
const BATCH_EVERY_MS = 1000
/** For endpoints that cannot be reached at the moment: their events stay in the log instead of in many small batches. */
const UNHEALTHY_EVERY_MS = 60_000
/** Full batches do not wait, but this many at most are formed ahead of the receiver. */
const MAX_WAITING = 4
const MAX_BATCH_BYTES = 1_000_000
/** For the separator and `previous_sequence` of an event in a batch. */
const EVENT_OVERHEAD_BYTES = 64
const ENDPOINTS_PER_ROUND = 50
/** Events that one round reads. */
export const BATCH_WINDOW = 2500
const EVENTS_PER_HANDOVER = 500

interface BatchSubscriber extends Subscriber {
  /** Events up to here are in its batches. */
  readonly position: number
  /** Batches that are due or being sent. */
  readonly waiting: number
  /** The time has come for a batch that is not full. */
  readonly is_time: boolean
}

export interface BatchDraft {
  readonly subscriber: Subscriber
  readonly sequences: readonly number[]
  readonly previousSequence: number | null
}

interface Progress {
  readonly id: string
  readonly position: number
  readonly last_sequence: number | null
  readonly formed: boolean
}

/**
 * Returns the number of endpoints that advanced. An endpoint's position and its batches change in one transaction, so a
 * crash loses no event. Other nodes skip the endpoints that this one has locked.
 */
export async function formBatches(
  db: Database,
  payloads: Payloads,
  at: Date,
  onCrashPoint: CrashHook<CrashPoint> = () => {},
): Promise<number> {
  return db.tx(async (tx) => {
    const head = await lastSequence(tx)
    const due = await lockDue(tx, head, at)
    const first = due[0]
    if (!first) return 0
    // Endpoints at about the same position share one read of the log. The others get their turn in a later round.
    const since = first.position
    const members = due.filter(({ position }) => position >= since && position < since + BATCH_WINDOW)
    const events = await readEvents(tx, { since, until: head, limit: BATCH_WINDOW })
    const end = events.length < BATCH_WINDOW ? head : events.at(-1)!.sequence
    const matched = members.map((subscriber) => {
      const all = eventsFor(payloads, subscriber, events)
      const isReceiving = canReceive(payloads, subscriber)
      return { subscriber, all, isReceiving, usable: isReceiving ? all.slice(0, mostEvents(subscriber)) : [] }
    })
    const wanted = matched.flatMap(({ subscriber: { plan }, usable }) => usable.map((event) => ({ event, plan })))
    const sizes = await ensurePayloads(tx, payloads, wanted, at.toISOString())
    const drafts: BatchDraft[] = []
    const progress: Progress[] = []
    for (const { subscriber, all, isReceiving, usable } of matched) {
      const chosen = chooseBatches(subscriber, splitEvents(subscriber, usable, sizes))
      drafts.push(...chosen)
      // A disabled endpoint gets no batches, but its next one carries the missed sequence number.
      const next = nextPosition(subscriber, isReceiving ? all : [], chosen, end)
      const last = isReceiving ? chosen.at(-1)?.sequences.at(-1) : all.at(-1)?.sequence
      if (next > subscriber.position)
        progress.push({
          id: subscriber.id,
          position: next,
          last_sequence: last ?? subscriber.last_sequence,
          formed: chosen.length > 0,
        })
    }
    onCrashPoint('before batch')
    await writeBatches(tx, drafts, at)
    await writeProgress(tx, progress, at)
    onCrashPoint('after batch')
    return progress.length
  })
}

/** Longest wait first. A full batch may be ready when the log has enough events; whether they match is not known yet. */
async function lockDue(tx: Tx, head: number, at: Date): Promise<BatchSubscriber[]> {
  const now = at.toISOString()
  const [healthyBefore, unhealthyBefore] = [BATCH_EVERY_MS, UNHEALTHY_EVERY_MS].map((ms) =>
    new Date(at.getTime() - ms).toISOString(),
  )
  const isHealthy = sql<boolean>`(e.status = 'enabled' and e.failing_since is null)`
  const waiting = sql<number>`(select count(*)::int from (
    select from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'pending'
      and d.next_attempt_at <= ${now}::timestamptz limit ${MAX_WAITING}) w)
    + (select count(*)::int from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'leased')`
  const isTime = sql<boolean>`(e.batched_at is null or e.batched_at <= case when ${isHealthy}
    then ${healthyBefore}::timestamptz else ${unhealthyBefore}::timestamptz end)`
  return selectSubscribers(tx)
    .select((eb) => eb.ref('e.batch_sequence').$notNull().as('position'))
    .select([waiting.as('waiting'), isTime.as('is_time')])
    .where('e.max_batch', '>', 1)
    .where('e.batch_sequence', '<', head)
    .where(sql<boolean>`((${isTime} and ${waiting} = 0)
      or (${isHealthy} and ${head} - e.batch_sequence >= e.max_batch and ${waiting} < ${MAX_WAITING}))`)
    .orderBy('e.batched_at', (order) => order.asc().nullsFirst())
    .orderBy('e.id')
    .limit(ENDPOINTS_PER_ROUND)
    .forNoKeyUpdate('e')
    .skipLocked()
    .execute()
}

function eventsFor(payloads: Payloads, subscriber: BatchSubscriber, events: readonly StoredEvent[]): StoredEvent[] {
  const after = Math.max(subscriber.position, subscriber.created_sequence)
  return events.filter((event) => event.sequence > after && isSubscribed(payloads, subscriber, event))
}

/** One more than a round can use, to see that the last batch is full. */
function mostEvents({ status, max_batch }: Subscriber): number {
  return status === 'enabled' ? max_batch * MAX_WAITING + 1 : BATCH_WINDOW
}

/** Splits events into batches by number and size, in order. */
export function splitEvents(
  subscriber: Subscriber,
  events: readonly StoredEvent[],
  sizes: PayloadSizes,
): (BatchDraft & { readonly isFull: boolean })[] {
  const batches: number[][] = []
  let bytes = 0
  for (const { id, sequence } of events) {
    const size = (sizes.get(id, subscriber.plan) ?? 0) + EVENT_OVERHEAD_BYTES
    const last = batches.at(-1)
    if (last && last.length < subscriber.max_batch && bytes + size <= MAX_BATCH_BYTES) {
      last.push(sequence)
      bytes += size
    } else {
      batches.push([sequence])
      bytes = size
    }
  }
  return batches.map((sequences, i) => ({
    subscriber,
    sequences,
    previousSequence: batches[i - 1]?.at(-1) ?? subscriber.last_sequence,
    isFull: i < batches.length - 1 || sequences.length === subscriber.max_batch,
  }))
}

/** Full batches at once; one that is not full only when it is time and nothing else waits. */
function chooseBatches(subscriber: BatchSubscriber, split: ReturnType<typeof splitEvents>): BatchDraft[] {
  const { waiting, is_time, status } = subscriber
  const isTime = is_time && waiting === 0
  // An endpoint that is not verified yet gets all its batches held, however many.
  const room = status === 'enabled' ? MAX_WAITING - waiting : split.length
  const full = split.filter(({ isFull }) => isFull).slice(0, Math.max(0, room))
  return full.length === 0 && isTime ? split.slice(0, 1) : full
}

/** Events before the first one that still needs a batch are done. */
function nextPosition(
  { position }: BatchSubscriber,
  matched: readonly StoredEvent[],
  chosen: readonly BatchDraft[],
  end: number,
): number {
  const done = chosen.at(-1)?.sequences.at(-1) ?? position
  const next = matched.find(({ sequence }) => sequence > done)
  return next ? next.sequence - 1 : end
}

export async function writeBatches(tx: Tx, drafts: readonly BatchDraft[], at: Date): Promise<void> {
  if (drafts.length === 0) return
  const created_at = at.toISOString()
  const rows = drafts.map(({ subscriber, sequences, previousSequence }) => ({
    id: newId('dlv'),
    endpoint_id: subscriber.id,
    account_id: subscriber.account_id,
    event_id: newId('bat'),
    plan: subscriber.plan,
    sequence: sequences.at(-1)!,
    previous_sequence: previousSequence,
    next_attempt_at: subscriber.status === 'enabled' ? created_at : null,
    event_count: sequences.length,
    sequences,
    first_event_id: eventId(sequences[0]!),
    last_event_id: eventId(sequences.at(-1)!),
  }))
  await sql`
    with r as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(id text, endpoint_id text, account_id text,
        event_id text, plan text, sequence bigint, previous_sequence bigint, next_attempt_at timestamptz,
        event_count int, sequences json, first_event_id text, last_event_id text)
    ), written as (
      insert into webhook_deliveries (id, endpoint_id, account_id, event_id, event_type, plan, sequence,
        previous_sequence, status, is_single, attempts, round_attempts, next_attempt_at, created_at, queued_at, event_count)
      select id, endpoint_id, account_id, event_id, ${BATCH_TYPE}, plan, sequence, previous_sequence, 'pending', false,
        0, 0, next_attempt_at, ${created_at}::timestamptz, ${created_at}::timestamptz, event_count
      from r
    )
    insert into webhook_batches (delivery_id, sequences, first_event_id, last_event_id, created_at)
    select id, sequences, first_event_id, last_event_id, ${created_at}::timestamptz from r`.execute(tx)
}

async function writeProgress(tx: Tx, progress: readonly Progress[], at: Date): Promise<void> {
  if (progress.length === 0) return
  await sql`
    update webhook_endpoints e
    set batch_sequence = r.position, last_sequence = r.last_sequence,
      batched_at = case when r.formed then ${at.toISOString()}::timestamptz else e.batched_at end
    from json_to_recordset(${JSON.stringify(progress)}::json)
      as r(id text, position bigint, last_sequence bigint, formed boolean)
    where e.id = r.id`.execute(tx)
}

/**
 * Hands an endpoint whose `max_batch` went back to 1 over to fan-out: delivers the events between its position and that of
 * fan-out one by one. Locks in the order of fan-out. Returns false when there is nothing to do now.
 */
export async function leaveBatches(db: Database, payloads: Payloads, at: Date): Promise<boolean> {
  return db.tx(async (tx) => {
    const cursor = await tx.selectFrom('webhook_cursor').select('sequence').forUpdate().executeTakeFirstOrThrow()
    const subscriber = await selectSubscribers(tx)
      .select((eb) => eb.ref('e.batch_sequence').$notNull().as('position'))
      .where('e.max_batch', '=', 1)
      // Batches can be ahead of fan-out, which then catches up first.
      .where('e.batch_sequence', '<=', cursor.sequence)
      .orderBy('e.id')
      .limit(1)
      .forNoKeyUpdate('e')
      .executeTakeFirst()
    if (!subscriber) return false
    const range = { since: subscriber.position, until: cursor.sequence, limit: EVENTS_PER_HANDOVER }
    const events = await readEvents(tx, range)
    const { drafts, lastSequences } = matchEvents(payloads, [subscriber], events)
    await writeDeliveries(tx, payloads, drafts, at)
    const isDone = events.length < EVENTS_PER_HANDOVER
    await tx
      .updateTable('webhook_endpoints')
      .set({ batch_sequence: isDone ? null : events.at(-1)!.sequence })
      .set({ last_sequence: lastSequences.get(subscriber.id) ?? subscriber.last_sequence })
      .where('id', '=', subscriber.id)
      .execute()
    return true
  })
}
