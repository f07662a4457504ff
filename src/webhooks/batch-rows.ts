// Splits events into batches, and writes batches as deliveries.
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoredEvent } from '../events/event-types.ts'
import { idStart } from '../events/outbox.ts'
import { newId } from '../kernel/ids.ts'
import type { Lease } from './claim.ts'
import { leaseEnd } from './claim.ts'
import type { Subscriber } from './fan-out.ts'
import type { PayloadTexts, StoredBatch } from './payload-rows.ts'
import { BATCH_TYPE } from './payload-source.ts'

const MAX_BATCH_BYTES = 1_000_000
/** For the separator and `previous_sequence` of an event in a batch. */
const EVENT_OVERHEAD_BYTES = 64

export interface BatchDraft<S extends Subscriber = Subscriber> {
  readonly subscriber: S
  readonly sequences: readonly number[]
  readonly previousSequence: number | null
  readonly isFull: boolean
  /** The node that writes it sends it. */
  readonly lease?: Lease
}

export interface WrittenBatch<S extends Subscriber> extends StoredBatch {
  readonly draft: BatchDraft<S>
  readonly deliveryId: string
}

/** Splits events into batches by number and size, in order. */
export function splitEvents<S extends Subscriber>(
  subscriber: S,
  events: readonly StoredEvent[],
  texts: PayloadTexts,
): BatchDraft<S>[] {
  const batches: number[][] = []
  let bytes = 0
  for (const { sequence } of events) {
    const size = Buffer.byteLength(texts.get(sequence, subscriber.plan) ?? '') + EVENT_OVERHEAD_BYTES
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

export async function writeBatches<S extends Subscriber>(
  tx: Tx,
  drafts: readonly BatchDraft<S>[],
  at: Date,
): Promise<WrittenBatch<S>[]> {
  if (drafts.length === 0) return []
  const created_at = at.toISOString()
  const batches = drafts.map((draft) => ({
    ...{ draft, deliveryId: newId('dlv'), id: newId('bat'), created_at },
    ...{ plan: draft.subscriber.plan, sequences: draft.sequences, previous_sequence: draft.previousSequence },
  }))
  await sql`
    with r as materialized (
      select * from json_to_recordset(${JSON.stringify(batches.map(rowOf))}::json) as r(id text, endpoint_id text,
        account_id text, event_id text, plan text, sequence bigint, previous_sequence bigint, status text,
        next_attempt_at timestamptz, lease_holder text, lease_until timestamptz, event_count int, sequences json,
        first_event_id text, last_event_id text)
    ), written as (
      insert into webhook_deliveries (id, endpoint_id, account_id, event_id, event_type, plan, sequence,
        previous_sequence, status, is_single, attempts, round_attempts, next_attempt_at, lease_holder, lease_until,
        created_at, queued_at, event_count)
      select id, endpoint_id, account_id, event_id, ${BATCH_TYPE}, plan, sequence, previous_sequence, status, false,
        0, 0, next_attempt_at, lease_holder, lease_until, ${created_at}::timestamptz, ${created_at}::timestamptz,
        event_count
      from r
    )
    insert into webhook_batches (delivery_id, sequences, first_event_id, last_event_id, created_at)
    select id, sequences, first_event_id, last_event_id, ${created_at}::timestamptz from r`.execute(tx)
  return batches
}

function rowOf({ draft, deliveryId, id, plan, created_at, sequences, previous_sequence }: WrittenBatch<Subscriber>) {
  const { subscriber, lease } = draft
  return {
    id: deliveryId,
    endpoint_id: subscriber.id,
    account_id: subscriber.account_id,
    event_id: id,
    plan,
    sequence: sequences.at(-1)!,
    previous_sequence,
    status: lease ? 'leased' : 'pending',
    next_attempt_at: subscriber.status === 'enabled' ? created_at : null,
    lease_holder: lease?.holder ?? null,
    lease_until: lease ? leaseEnd(lease) : null,
    event_count: sequences.length,
    sequences,
    first_event_id: idStart(sequences[0]!),
    last_event_id: `${idStart(sequences.at(-1)!)}~`,
  }
}
