// Replays past events to an endpoint from a sequence number on, in batches.
import type { Database, Tx } from '../db/database.ts'
import { hasExpired, lastSequence, readEvents } from '../events/change-log.ts'
import { Fault } from '../kernel/fault.ts'
import { DAY_MS } from '../kernel/time.ts'
import type { DeliveryDraft, Subscriber } from './fan-out.ts'
import { canReceive, isSubscribed, selectSubscribers, writeDeliveries } from './fan-out.ts'
import type { Payloads } from './payload-source.ts'

const EVENTS_PER_BATCH = 500
const REPLAY_DAYS = 30

/** The worker does the replay. A request during a running replay extends it if it starts earlier. */
export async function requestReplay(tx: Tx, endpointId: string, since: number, at: Date): Promise<void> {
  const oldest = new Date(at.getTime() - REPLAY_DAYS * DAY_MS)
  if (await hasExpired(tx, 'production', since, oldest))
    throw new Fault('sync_token_expired', {
      detail: `Events can be replayed for ${REPLAY_DAYS} days. Download /api/v1/exports again and continue from its sequence.`,
    })
  const cursor = await tx.selectFrom('webhook_cursor').select('sequence').executeTakeFirstOrThrow()
  const head = await lastSequence(tx)
  if (since > head)
    throw new Fault('invalid_parameter', {
      detail: `The last sequence number is ${head}.`,
      errors: [
        {
          pointer: '/since_sequence',
          code: 'invalid_parameter',
          message: `"/since_sequence" must be at most ${head}.`,
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

/** Replays one batch; returns false when there is nothing to replay. */
export async function replayBatch(db: Database, payloads: Payloads, at: Date): Promise<boolean> {
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
    const events = await readEvents(tx, { since, until, limit: EVENTS_PER_BATCH })
    const drafts: DeliveryDraft[] = []
    let previousSequence = await lastSequenceBefore(tx, subscriber, since)
    for (const event of events) {
      // A replay may include events from before the endpoint existed, so `created_sequence` is not checked.
      if (!isSubscribed(payloads, subscriber, event)) continue
      drafts.push({ subscriber, event, plan: subscriber.plan, previousSequence })
      previousSequence = event.sequence
    }
    const isReceiving = canReceive(payloads, subscriber)
    if (isReceiving) await writeDeliveries(tx, payloads, drafts, at)
    const isDone = events.length < EVENTS_PER_BATCH || !isReceiving
    await tx
      .updateTable('webhook_endpoints')
      .set(isDone ? { replay_after: null, replay_until: null } : { replay_after: events.at(-1)!.sequence })
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', subscriber.id)
      .execute()
    return true
  })
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
