// Stores each event's payload once per plan, and assembles request bodies from it.
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { eventId } from '../events/outbox.ts'
import type { PayloadRequest, Payloads } from './payload-source.ts'
import { batchBody, deliveryBody } from './payload-source.ts'

const ROWS_PER_STATEMENT = 1000

/** A value for each event and plan. Two levels of maps: a joined key for each look-up would cost more than the rest. */
class ByPlan<Key, Value> {
  readonly #plans = new Map<string, Map<Key, Value>>()

  set(key: Key, plan: string, value: Value): void {
    const values = this.#plans.get(plan)
    if (values) values.set(key, value)
    else this.#plans.set(plan, new Map([[key, value]]))
  }

  get(key: Key, plan: string): Value | undefined {
    return this.#plans.get(plan)?.get(key)
  }

  values(): Value[] {
    return [...this.#plans.values()].flatMap((values) => [...values.values()])
  }
}

/** Bytes of a payload, by event ID and plan. */
export type PayloadSizes = ByPlan<string, number>

/** Writes missing payloads. A payload that exists stays: all attempts and endpoints get the same bytes. */
export async function ensurePayloads(
  tx: Tx,
  payloads: Payloads,
  requests: readonly PayloadRequest[],
  at: string,
): Promise<PayloadSizes> {
  const distinct = new ByPlan<string, PayloadRequest>()
  for (const request of requests) distinct.set(request.event.id, request.plan, request)
  const wanted = distinct.values()
  const sizes = await readSizes(tx, [...new Set(wanted.map(({ event }) => event.id))])
  const missing = wanted.filter(({ event, plan }) => sizes.get(event.id, plan) === undefined)
  const bodies = await payloads.write(tx, missing)
  const rows = missing.map(({ event, plan }, i) => ({ event_id: event.id, plan, body: bodies[i]! }))
  for (const { event_id, plan, body } of rows) sizes.set(event_id, plan, Buffer.byteLength(body))
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await sql`
      insert into webhook_payloads (event_id, plan, body, created_at)
      select r.event_id, r.plan, r.body, ${at}::timestamptz
      from json_to_recordset(${JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT))}::json)
        as r(event_id text, plan text, body text)
      on conflict do nothing`.execute(tx)
  return sizes
}

async function readSizes(tx: Tx, eventIds: readonly string[]): Promise<PayloadSizes> {
  const { rows } = await sql<{ event_id: string; plan: string; bytes: number }>`
    select event_id, plan, octet_length(body) as bytes from webhook_payloads
    where event_id = any(${eventIds}::text[])`.execute(tx)
  const sizes: PayloadSizes = new ByPlan()
  for (const { event_id, plan, bytes } of rows) sizes.set(event_id, plan, bytes)
  return sizes
}

/** A batch as stored, with what its body is made of. */
export interface StoredBatch {
  readonly id: string
  readonly plan: string
  readonly created_at: string
  readonly previous_sequence: number | null
  readonly sequences: readonly number[]
}

/** Bodies in the order of the batches. Batches of one claim share most of their events, so each is read once. */
export async function readBatchBodies(db: Database['query'], batches: readonly StoredBatch[]): Promise<string[]> {
  const sequenceOf = new Map<string, number>()
  for (const sequence of new Set(batches.flatMap(({ sequences }) => sequences)))
    sequenceOf.set(eventId(sequence), sequence)
  const { rows } = await sql<{ event_id: string; plan: string; body: string }>`
    select event_id, plan, body from webhook_payloads
    where event_id = any(${[...sequenceOf.keys()]}::text[])`.execute(db)
  const bodies = new ByPlan<number, string>()
  for (const { event_id, plan, body } of rows) bodies.set(sequenceOf.get(event_id)!, plan, body)
  return batches.map(({ id, plan, created_at, previous_sequence, sequences }) => {
    const events = sequences.flatMap((sequence, i) => {
      const body = bodies.get(sequence, plan)
      // Deleted with the listing that it is about.
      if (body === undefined) return []
      return deliveryBody(body, i === 0 ? previous_sequence : sequences[i - 1]!)
    })
    return batchBody(id, created_at, events)
  })
}
