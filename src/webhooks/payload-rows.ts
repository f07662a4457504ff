// Stores each event's payload once per plan, and assembles request bodies from it.
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { PayloadRequest, Payloads } from './payload-source.ts'
import { batchBody, deliveryBody } from './payload-source.ts'

const ROWS_PER_STATEMENT = 1000

/** A value for each event and plan. Two levels of maps: a joined key for each look-up would cost more than the rest. */
class ByPlan<Value> {
  readonly #plans = new Map<string, Map<number, Value>>()

  set(sequence: number, plan: string, value: Value): void {
    const values = this.#plans.get(plan)
    if (values) values.set(sequence, value)
    else this.#plans.set(plan, new Map([[sequence, value]]))
  }

  get(sequence: number, plan: string): Value | undefined {
    return this.#plans.get(plan)?.get(sequence)
  }

  values(): Value[] {
    return [...this.#plans.values()].flatMap((values) => [...values.values()])
  }
}

/** Stored payloads, by the event's sequence number and plan. */
export type PayloadTexts = ByPlan<string>

/** Writes missing payloads. A payload that exists stays: all attempts and endpoints get the same bytes. */
export async function ensurePayloads(
  tx: Tx,
  payloads: Payloads,
  requests: readonly PayloadRequest[],
  at: string,
): Promise<PayloadTexts> {
  const distinct = new ByPlan<PayloadRequest>()
  for (const request of requests) distinct.set(request.event.sequence, request.plan, request)
  const wanted = distinct.values()
  const texts = await readPayloads(tx, wanted.map(keyOf))
  const missing = wanted.filter(({ event, plan }) => texts.get(event.sequence, plan) === undefined)
  const bodies = await payloads.write(tx, missing)
  for (let start = 0; start < missing.length; start += ROWS_PER_STATEMENT) {
    const part = missing.slice(start, start + ROWS_PER_STATEMENT)
    const written = await insertPayloads(tx, part, bodies.slice(start, start + ROWS_PER_STATEMENT), at)
    // Another node wrote some of them since. Its bytes count.
    if (written < part.length) await readPayloads(tx, part.map(keyOf), texts)
  }
  for (const [i, { event, plan }] of missing.entries())
    if (texts.get(event.sequence, plan) === undefined) texts.set(event.sequence, plan, bodies[i]!)
  return texts
}

interface PayloadKey {
  readonly sequence: number
  readonly plan: string
}

const keyOf = ({ event, plan }: PayloadRequest): PayloadKey => ({ sequence: event.sequence, plan })

/** Returns the number of rows that did not exist. */
async function insertPayloads(
  tx: Tx,
  requests: readonly PayloadRequest[],
  bodies: readonly string[],
  at: string,
): Promise<number> {
  const rows = requests.map(({ event, plan }, i) => ({ event_id: event.id, plan, body: bodies[i]! }))
  const { numAffectedRows } = await sql`
    insert into webhook_payloads (event_id, plan, body, created_at)
    select r.event_id, r.plan, r.body, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(event_id text, plan text, body text)
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows)
}

/** `offset 0` makes the planner look up each payload instead of reading the whole table. */
async function readPayloads(
  db: Database['query'],
  keys: readonly PayloadKey[],
  texts: PayloadTexts = new ByPlan(),
): Promise<PayloadTexts> {
  if (keys.length === 0) return texts
  const [sequences, plans] = [keys.map(({ sequence }) => sequence), keys.map(({ plan }) => plan)]
  const { rows } = await sql<{ n: number; body: string }>`
    select w.n::int as n, p.body
    from unnest(${sequences}::bigint[], ${plans}::text[]) with ordinality as w(sequence, plan, n)
    cross join lateral (
      select p.body from events e join webhook_payloads p on p.event_id = e.id
      where e.sequence = w.sequence and p.plan = w.plan offset 0
    ) p`.execute(db)
  for (const { n, body } of rows) texts.set(keys[n - 1]!.sequence, keys[n - 1]!.plan, body)
  return texts
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
  const distinct = new ByPlan<PayloadKey>()
  for (const { plan, sequences } of batches)
    for (const sequence of sequences) distinct.set(sequence, plan, { sequence, plan })
  return batchBodies(batches, await readPayloads(db, distinct.values()))
}

/** Most endpoints get the same events, so that their text is assembled once. */
export function batchBodies(batches: readonly StoredBatch[], texts: PayloadTexts): string[] {
  const contents: { readonly batch: StoredBatch; readonly events: string }[] = []
  return batches.map((batch) => {
    let content = contents.find((one) => hasSameEvents(one.batch, batch))
    if (!content) {
      content = { batch, events: eventsText(batch, texts) }
      contents.push(content)
    }
    return batchBody(batch.id, batch.created_at, content.events)
  })
}

function hasSameEvents(one: StoredBatch, other: StoredBatch): boolean {
  return (
    one.plan === other.plan &&
    one.previous_sequence === other.previous_sequence &&
    one.sequences.length === other.sequences.length &&
    one.sequences.every((sequence, i) => sequence === other.sequences[i])
  )
}

function eventsText({ plan, previous_sequence, sequences }: StoredBatch, texts: PayloadTexts): string {
  const events = sequences.flatMap((sequence, i) => {
    const text = texts.get(sequence, plan)
    // Deleted with the listing that it is about.
    if (text === undefined) return []
    return deliveryBody(text, i === 0 ? previous_sequence : sequences[i - 1]!)
  })
  return events.join(',')
}
