// Replays past events to an endpoint from a sequence number on, in parts.
import type { Database, Tx } from '../db/database.ts'
import { hasExpired, readEvents } from '../events/change-log.ts'
import type { StoredEvent } from '../events/event-types.ts'
import { readHead } from '../events/history.ts'
import { Fault } from '../kernel/fault.ts'
import { say } from '../kernel/phrase.ts'
import { DAY_MS } from '../kernel/time.ts'
import { splitEvents, writeBatches } from './batch-rows.ts'
import { BATCH_WINDOW } from './batches.ts'
import type { EndpointRow } from './endpoint-states.ts'
import type { Subscriber } from './fan-out.ts'
import { canReceive, isSubscribed, selectSubscribers, writeDeliveries } from './fan-out.ts'
import { ensurePayloads } from './payload-rows.ts'
import type { Payloads } from './payload-source.ts'

const EVENTS_PER_ROUND = 500
/** Deliveries are stored for as long. */
export const MAX_REPLAY_DAYS = 30

/** The worker does the replay. A request during a running replay extends it if it starts earlier. */
export async function requestReplay(
  tx: Tx,
  { id: endpointId, dataset }: EndpointRow,
  { since, days, at }: { readonly since: number; readonly days: number; readonly at: Date },
): Promise<void> {
  const oldest = new Date(at.getTime() - days * DAY_MS)
  if (await hasExpired(tx, dataset, since, oldest))
    throw new Fault('sync_token_expired', {
      detail: say`Events can be replayed for ${days} days. Download /api/v1/exports again and continue from its sequence.`,
    })
  const cursor = await tx.selectFrom('webhook_cursor').select('sequence').executeTakeFirstOrThrow()
  const { head, lost } = await readHead(tx, since)
  if (lost)
    throw new Fault('sync_token_expired', {
      detail: say`The database went back in time, and the changes before "since_sequence" (${since}) were lost. Replay from ${lost.after}.`,
      extra: { last_sequence: lost.after },
    })
  if (since > head)
    throw new Fault('invalid_parameter', {
      detail: say`The last sequence number is ${head}.`,
      errors: [
        {
          pointer: '/since_sequence',
          code: 'invalid_parameter',
          message: say`"/since_sequence" must be at most ${head}.`,
        },
      ],
    })
  // Fan-out delivers the events after the cursor.
  await tx
    .updateTable('webhook_endpoints')
    .set((eb) => ({
      replay_after: eb.fn<number>('least', [eb.fn.coalesce('replay_after', eb.val(since)), eb.val(since)]),
      replay_until: cursor.sequence,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', endpointId)
    .execute()
}

/** Replays one part; returns false when there is nothing to replay. */
export async function replayRound(db: Database, payloads: Payloads, at: Date): Promise<boolean> {
  return db.tx(async (tx) => {
    const found = await selectSubscribers(tx)
      .select(['e.replay_after', 'e.replay_until'])
      .where('e.replay_after', 'is not', null)
      .orderBy('e.id')
      .limit(1)
      .forUpdate('e')
      .skipLocked()
      .executeTakeFirst()
    if (!found) return false
    const { replay_after, replay_until, ...subscriber } = found
    const since = replay_after!
    const until = replay_until!
    const limit = subscriber.max_batch > 1 ? BATCH_WINDOW : EVENTS_PER_ROUND
    const events = await readEvents(tx, { since, until, limit })
    // A replay may include events from before the endpoint existed, so `created_sequence` is not checked.
    const matched = events.filter((event) => isSubscribed(payloads, subscriber, event))
    const isReceiving = canReceive(payloads, subscriber)
    if (isReceiving) await queueAgain(tx, payloads, subscriber, { since, events: matched, at })
    const isDone = events.length < limit || !isReceiving
    await tx
      .updateTable('webhook_endpoints')
      .set(isDone ? { replay_after: null, replay_until: null } : { replay_after: events.at(-1)!.sequence })
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', subscriber.id)
      .execute()
    return true
  })
}

interface Queued {
  readonly since: number
  readonly events: readonly StoredEvent[]
  readonly at: Date
}

/** Single events keep the ID and bytes of their first delivery. Batches are formed anew; their events keep theirs. */
async function queueAgain(
  tx: Tx,
  payloads: Payloads,
  subscriber: Subscriber,
  { since, events, at }: Queued,
): Promise<void> {
  const previous = await lastSequenceBefore(tx, subscriber, since)
  const { plan } = subscriber
  if (subscriber.max_batch > 1) {
    const requests = events.map((event) => ({ event, plan }))
    const texts = await ensurePayloads(tx, payloads, requests, at.toISOString())
    await writeBatches(tx, splitEvents({ ...subscriber, last_sequence: previous }, events, texts), at)
    return
  }
  const drafts = events.map((event, i) => ({
    ...{ subscriber, event, plan },
    previousSequence: events[i - 1]?.sequence ?? previous,
  }))
  await writeDeliveries(tx, payloads, drafts, at)
}

/** The sequence number delivered before this batch, if known. */
async function lastSequenceBefore(tx: Tx, { id }: Subscriber, since: number): Promise<number | null> {
  const row = await tx
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.max('sequence').as('sequence'))
    .where('endpoint_id', '=', id)
    .where('sequence', '<=', since)
    .executeTakeFirst()
  return row?.sequence ?? null
}
