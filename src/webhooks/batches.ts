// Forms batches of events for endpoints with `max_batch` above 1.
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { lastSequence, readEvents } from '../events/change-log.ts'
import type { StoredEvent } from '../events/event-types.ts'
import { at } from '../kernel/at.ts'
import type { CrashHook } from '../kernel/crash-hook.ts'
import type { BatchDraft, WrittenBatch } from './batch-rows.ts'
import { splitEvents, writeBatches } from './batch-rows.ts'
import type { ClaimedDelivery, Lease } from './claim.ts'
import type { CrashPoint } from './crash-points.ts'
import type { Subscriber } from './fan-out.ts'
import { canReceive, isSubscribed, selectSubscribers } from './fan-out.ts'
import { batchBodies, ensurePayloads } from './payload-rows.ts'
import type { Payloads } from './payload-source.ts'
import { BATCH_TYPE } from './payload-source.ts'
import type { SealedSecret } from './webhook-tables.ts'

/** A batch that is not full waits this long after the one before it, so that a burst becomes few requests. */
const BATCH_EVERY_MS = 1000
/** For endpoints that cannot be reached at the moment: their events stay in the log instead of in many small batches. */
const UNHEALTHY_EVERY_MS = 60_000
/** Full batches of an endpoint that are formed together, so that one read of the log serves several when it is behind. */
const MAX_AHEAD = 4
const ENDPOINTS_PER_ROUND = 50
/** Events that one round reads at most. */
export const BATCH_WINDOW = 2500
const EVENTS_PER_READ = 500

interface BatchSubscriber extends Subscriber {
  /** Events up to here are in its batches. */
  readonly position: number
  /** The time has come for a batch that is not full. */
  readonly is_time: boolean
  /** Enabled, and its last attempt succeeded. */
  readonly is_healthy: boolean
  readonly url: string
  readonly host: string
  readonly secrets: readonly SealedSecret[]
}

/** A due endpoint with its events after its position. */
interface Member {
  readonly subscriber: BatchSubscriber
  readonly isReceiving: boolean
  readonly events: StoredEvent[]
}

interface Progress {
  readonly id: string
  readonly position: number
  readonly last_sequence: number | null
  readonly formed: boolean
  /** Null if the next batch may follow at once. */
  readonly batched_at: string | null
}

/** A node that forms batches, and how many it may lease. */
export interface BatchNode {
  readonly lease: Lease
  readonly room: number
}

export interface FormedBatches {
  /** Leased to this node. */
  readonly leased: readonly ClaimedDelivery[]
  /** Some batches are for whichever node claims them. */
  readonly hasUnleased: boolean
  readonly mayBeMore: boolean
}

const NOTHING_DUE: FormedBatches = { leased: [], hasUnleased: false, mayBeMore: false }

/**
 * An endpoint's position and its batches change in one transaction, so a crash loses no event. Other nodes skip the
 * endpoints that this one has locked. The node leases the batches that it forms: it has their payloads in memory, and a
 * claim would read them again.
 */
export async function formBatches(
  db: Database,
  payloads: Payloads,
  { lease, room }: BatchNode,
  onCrashPoint: CrashHook<CrashPoint> = () => {},
): Promise<FormedBatches> {
  return db.tx(async (tx) => {
    const head = await lastSequence(tx)
    const due = await lockDue(tx, head, lease.now)
    if (due.length === 0) return NOTHING_DUE
    const { members, end } = await readMembers(tx, payloads, due, head)
    const wanted = members.flatMap((member) => usable(member).map((event) => ({ event, plan: member.subscriber.plan })))
    const texts = await ensurePayloads(tx, payloads, wanted, lease.now.toISOString())
    const drafts: BatchDraft<BatchSubscriber>[] = []
    const progress: Progress[] = []
    for (const member of members) {
      const chosen = chooseBatches(member.subscriber, splitEvents(member.subscriber, usable(member), texts))
      for (const [i, draft] of chosen.entries()) {
        // Those ahead leave room for the first ones of other endpoints.
        const isRoom = drafts.length < (i === 0 ? room : room / 2)
        drafts.push(member.subscriber.is_healthy && isRoom ? { ...draft, lease } : draft)
      }
      progress.push(progressOf(member, chosen, end, lease.now))
    }
    onCrashPoint('before batch')
    const written = await writeBatches(tx, drafts, lease.now)
    const advanced = progress.filter(({ position }, i) => position > members[i]!.subscriber.position)
    await writeProgress(tx, advanced)
    onCrashPoint('after batch')
    const leased = written.filter(({ draft }) => draft.lease)
    const bodies = batchBodies(leased, texts)
    const formed = progress.filter(({ formed }) => formed).length
    return {
      leased: leased.map((batch, i) => asClaimed(batch, bodies[i]!)),
      hasUnleased: leased.length < written.length,
      mayBeMore: advanced.length > 0 && (formed < due.length || due.length === ENDPOINTS_PER_ROUND),
    }
  })
}

/** Longest wait first. A full batch may be ready when the log has enough events; whether they match is not known yet. */
async function lockDue(tx: Tx, head: number, at: Date): Promise<BatchSubscriber[]> {
  const now = at.toISOString()
  const [healthyBefore, unhealthyBefore] = [BATCH_EVERY_MS, UNHEALTHY_EVERY_MS].map((ms) =>
    new Date(at.getTime() - ms).toISOString(),
  )
  const isHealthy = sql<boolean>`(e.status = 'enabled' and e.failing_since is null)`
  const isTime = sql<boolean>`(e.batched_at is null or e.batched_at <= case when ${isHealthy}
    then ${healthyBefore}::timestamptz else ${unhealthyBefore}::timestamptz end)`
  return (
    selectSubscribers(tx)
      .select((eb) => eb.ref('e.batch_sequence').$notNull().as('position'))
      .select(['e.url', 'e.host', 'e.secrets', isTime.as('is_time'), isHealthy.as('is_healthy')])
      .where('e.max_batch', '>', 1)
      .where('e.batch_sequence', '<', head)
      .where(sql<boolean>`(${isTime} or (${isHealthy} and ${head} - e.batch_sequence >= e.max_batch))`)
      // Batches are sent one after the other. The next one is formed when the one before is done: larger, if it took long.
      .where(sql<boolean>`not exists (select from webhook_deliveries d where d.endpoint_id = e.id
      and d.status = 'pending' and d.next_attempt_at <= ${now}::timestamptz)`)
      .where(
        sql<boolean>`not exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'leased')`,
      )
      .orderBy('e.batched_at', (order) => order.asc().nullsFirst())
      .orderBy('e.id')
      .limit(ENDPOINTS_PER_ROUND)
      .forNoKeyUpdate('e')
      .skipLocked()
      .execute()
  )
}

/**
 * Endpoints at about the same position share one read of the log. The others get their turn in a later round. Reads on
 * while an endpoint has less than a full batch.
 */
async function readMembers(
  tx: Tx,
  payloads: Payloads,
  due: readonly BatchSubscriber[],
  head: number,
): Promise<{ members: Member[]; end: number }> {
  const since = at(due, 0).position
  const members = due
    .filter(({ position }) => position >= since && position < since + BATCH_WINDOW)
    .map((subscriber): Member => ({ subscriber, isReceiving: canReceive(payloads, subscriber), events: [] }))
  let [end, count] = [since, 0]
  while (
    end < head &&
    count < BATCH_WINDOW &&
    members.some(({ subscriber, events }) => events.length < mostEvents(subscriber))
  ) {
    const part = await readEvents(tx, { since: end, until: head, limit: EVENTS_PER_READ })
    for (const { subscriber, events } of members) {
      const after = Math.max(subscriber.position, subscriber.created_sequence)
      events.push(...part.filter((event) => event.sequence > after && isSubscribed(payloads, subscriber, event)))
    }
    count += part.length
    end = part.length < EVENTS_PER_READ ? head : part.at(-1)!.sequence
  }
  return { members, end }
}

/** All batches of an endpoint that is not verified yet are held, however many. */
const mostEvents = ({ status, max_batch }: Subscriber): number =>
  status === 'enabled' ? max_batch * MAX_AHEAD : BATCH_WINDOW

function usable({ subscriber, isReceiving, events }: Member): StoredEvent[] {
  if (!isReceiving) return []
  return events.slice(0, mostEvents(subscriber))
}

/** Full batches at once; one that is not full only when it is time. */
function chooseBatches({ is_time, status }: BatchSubscriber, split: BatchDraft<BatchSubscriber>[]): typeof split {
  const full = split.filter(({ isFull }) => isFull)
  if (full.length === 0) return is_time ? split : []
  return status === 'enabled' ? full.slice(0, MAX_AHEAD) : full
}

/** Events before the first one that still needs a batch are done. */
function progressOf(
  { subscriber, isReceiving, events }: Member,
  chosen: readonly BatchDraft[],
  end: number,
  now: Date,
): Progress {
  const last = chosen.at(-1)?.sequences
  const done = last?.at(-1) ?? subscriber.position
  // A disabled endpoint gets no batches, but its next one carries the missed sequence number.
  const next = isReceiving ? events.find(({ sequence }) => sequence > done) : undefined
  const lastSequence = isReceiving ? last?.at(-1) : events.at(-1)?.sequence
  // Full because of its size: there may be less than `max_batch` events after it, and they need not wait.
  const isLarge = chosen[0]?.isFull && chosen[0].sequences.length < subscriber.max_batch
  return {
    id: subscriber.id,
    position: next ? next.sequence - 1 : end,
    last_sequence: lastSequence ?? subscriber.last_sequence,
    formed: last !== undefined,
    batched_at: isLarge && subscriber.is_healthy ? null : now.toISOString(),
  }
}

async function writeProgress(tx: Tx, progress: readonly Progress[]): Promise<void> {
  if (progress.length === 0) return
  await sql`
    update webhook_endpoints e
    set batch_sequence = r.position, last_sequence = r.last_sequence,
      batched_at = case when r.formed then r.batched_at else e.batched_at end
    from json_to_recordset(${JSON.stringify(progress)}::json)
      as r(id text, position bigint, last_sequence bigint, formed boolean, batched_at timestamptz)
    where e.id = r.id`.execute(tx)
}

function asClaimed({ draft, deliveryId, id, plan }: WrittenBatch<BatchSubscriber>, body: string): ClaimedDelivery {
  const { id: endpointId, url, host, secrets, dataset, account_status: accountStatus } = draft.subscriber
  const endpoint = { endpointId, url, host, secrets, dataset, accountStatus, isHealthy: true }
  return { ...endpoint, id: deliveryId, eventId: id, eventType: BATCH_TYPE, body, plan, isFull: draft.isFull }
}
