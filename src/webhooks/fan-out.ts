// Creates a delivery of each event for every subscribed endpoint, in batches.
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { lastSequence, readEvents } from '../events/change-log.ts'
import type { Dataset, StoredEvent } from '../events/event-types.ts'
import type { CrashHook } from '../kernel/crash-hook.ts'
import { newId } from '../kernel/ids.ts'
import type { CrashPoint } from './crash-points.ts'
import { ensurePayloads } from './payload-rows.ts'
import type { PayloadRequest, Payloads } from './payload-source.ts'
import { matchesSubscription } from './subscription.ts'
import type { EndpointStatus, Filters } from './webhook-tables.ts'

/** Approximate maximum per transaction: the embedded database has a single connection. */
const ROWS_PER_BATCH = 10_000
const MAX_EVENTS = 500
const ROWS_PER_STATEMENT = 1000
const EVENTS_PER_HANDOVER = 500

/** The endpoint fields that fan-out and replay need. */
export interface Subscriber {
  readonly id: string
  readonly account_id: string
  readonly dataset: Dataset
  readonly event_types: readonly string[]
  readonly filters: Filters
  readonly status: EndpointStatus
  readonly created_sequence: number
  readonly last_sequence: number | null
  readonly max_batch: number
  /** The plan that its events are written for. */
  readonly plan: string
  readonly account_status: string
}

export interface DeliveryDraft extends PayloadRequest {
  readonly subscriber: Subscriber
  readonly previousSequence: number | null
}

/**
 * Returns the number of events processed. Sequence numbers are assigned under a lock held until the commit, so a visible
 * number implies that all smaller ones are visible: continuing from the last number loses nothing. The head is read
 * before the endpoints, so an endpoint created before an event was published receives that event.
 */
export async function fanOut(
  db: Database,
  payloads: Payloads,
  at: Date,
  onCrashPoint: CrashHook<CrashPoint> = () => {},
): Promise<number> {
  return db.tx(async (tx) => {
    const rows = tx.selectFrom('webhook_cursor').select('sequence')
    const cursor = await rows.forUpdate().skipLocked().executeTakeFirst()
    // Another node is doing it.
    if (!cursor) return 0
    const head = await lastSequence(tx)
    if (head <= cursor.sequence) return 0
    const subscribers = await lockSubscribers(tx)
    const limit = Math.min(MAX_EVENTS, Math.max(10, Math.floor(ROWS_PER_BATCH / Math.max(1, subscribers.length))))
    const events = subscribers.length === 0 ? [] : await readEvents(tx, { since: cursor.sequence, until: head, limit })
    const { drafts, lastSequences } = matchEvents(payloads, subscribers, events)
    onCrashPoint('before fan-out')
    await writeDeliveries(tx, payloads, drafts, at)
    await writeLastSequences(tx, lastSequences)
    const sequence = events.at(-1)?.sequence ?? head
    await tx.updateTable('webhook_cursor').set({ sequence }).execute()
    onCrashPoint('after fan-out')
    return sequence - cursor.sequence
  })
}

/**
 * Locks endpoints, always in the same order, so that none is disabled while it gets deliveries. Endpoints with batches
 * have their own position in the change log.
 */
async function lockSubscribers(tx: Tx): Promise<Subscriber[]> {
  return selectSubscribers(tx).where('e.batch_sequence', 'is', null).orderBy('e.id').forNoKeyUpdate('e').execute()
}

/** As for credentials: sandbox data is on the sandbox plan, regardless of the account's plan. */
export const endpointPlan = sql<string>`case when e.dataset = 'sandbox' then 'sandbox' else a.plan end`

export function selectSubscribers(tx: Tx) {
  return tx
    .selectFrom('webhook_endpoints as e')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .select(['e.id', 'e.account_id', 'e.event_types', 'e.filters', 'e.status', 'e.created_sequence', 'e.last_sequence'])
    .select(['e.dataset', 'e.max_batch', endpointPlan.as('plan'), 'a.status as account_status'])
}

/** Pure. A disabled endpoint gets no delivery, but its next one carries the missed sequence number. */
export function matchEvents(
  payloads: Payloads,
  subscribers: readonly Subscriber[],
  events: readonly StoredEvent[],
): { drafts: DeliveryDraft[]; lastSequences: Map<string, number> } {
  const drafts: DeliveryDraft[] = []
  const lastSequences = new Map<string, number>()
  for (const event of events)
    for (const subscriber of subscribers) {
      if (event.sequence <= subscriber.created_sequence || !isSubscribed(payloads, subscriber, event)) continue
      const previousSequence = lastSequences.get(subscriber.id) ?? subscriber.last_sequence
      lastSequences.set(subscriber.id, event.sequence)
      if (canReceive(payloads, subscriber)) drafts.push({ subscriber, event, plan: subscriber.plan, previousSequence })
    }
  return { drafts, lastSequences }
}

export function isSubscribed(payloads: Payloads, subscriber: Subscriber, event: StoredEvent): boolean {
  if (event.dataset !== subscriber.dataset) return false
  if (event.account_id !== null && event.account_id !== subscriber.account_id) return false
  if (payloads.isEntitled(subscriber.plan, subscriber.dataset) && !payloads.planIncludes(subscriber.plan, event))
    return false
  return matchesSubscription(subscriber, event)
}

export function canReceive(payloads: Payloads, { status, plan, dataset, account_status }: Subscriber): boolean {
  return status !== 'disabled' && account_status === 'active' && payloads.isEntitled(plan, dataset)
}

/**
 * An existing delivery is queued again with the same ID and body: this is a replay, and one that waits for its next
 * attempt is sent now. Deliveries to an endpoint that is not verified yet are held.
 */
export async function writeDeliveries(
  tx: Tx,
  payloads: Payloads,
  drafts: readonly DeliveryDraft[],
  at: Date,
): Promise<void> {
  if (drafts.length === 0) return
  const created_at = at.toISOString()
  await ensurePayloads(tx, payloads, drafts, created_at)
  const rows = drafts.map(({ subscriber, event, plan, previousSequence }) => ({
    id: newId('dlv'),
    endpoint_id: subscriber.id,
    account_id: subscriber.account_id,
    event_id: event.id,
    event_type: event.type,
    plan,
    sequence: event.sequence,
    previous_sequence: previousSequence,
    next_attempt_at: subscriber.status === 'enabled' ? created_at : null,
  }))
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await sql`
      insert into webhook_deliveries as d (id, endpoint_id, account_id, event_id, event_type, plan, sequence,
        previous_sequence, status, is_single, attempts, round_attempts, next_attempt_at, created_at, queued_at)
      select r.id, r.endpoint_id, r.account_id, r.event_id, r.event_type, r.plan, r.sequence, r.previous_sequence,
        'pending', false, 0, 0, r.next_attempt_at, ${created_at}::timestamptz, ${created_at}::timestamptz
      from json_to_recordset(${JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT))}::json) as r(id text,
        endpoint_id text, account_id text, event_id text, event_type text, plan text, sequence bigint,
        previous_sequence bigint, next_attempt_at timestamptz)
      on conflict (endpoint_id, event_id) do update set status = 'pending', round_attempts = 0, finished_at = null,
        next_attempt_at = excluded.next_attempt_at, queued_at = excluded.queued_at
      where d.status <> 'leased'`.execute(tx)
}

async function writeLastSequences(tx: Tx, lastSequences: ReadonlyMap<string, number>): Promise<void> {
  if (lastSequences.size === 0) return
  const rows = [...lastSequences].map(([id, sequence]) => ({ id, sequence }))
  await sql`
    update webhook_endpoints e set last_sequence = r.sequence
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id text, sequence bigint) where e.id = r.id`.execute(tx)
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
