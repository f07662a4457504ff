// The account's delivery log, and manual redelivery.
import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { Tables } from '../db/database-tables.ts'
import { Fault } from '../kernel/fault.ts'
import { say, term } from '../kernel/phrase.ts'
import type { EndpointOwner } from './endpoints.ts'
import { lockEndpoint } from './endpoints.ts'
import { readBatchBodies } from './payload-rows.ts'
import { BATCH_TYPE, deliveryBody } from './payload-source.ts'
import type { AttemptsTable, DeliveriesTable, DeliveryStatus } from './webhook-tables.ts'

export type DeliveryRow = Readonly<Selectable<DeliveriesTable>>
export type AttemptRow = Readonly<Selectable<AttemptsTable>>

export interface DeliveryQuery {
  readonly owner: EndpointOwner
  readonly endpointId?: string | undefined
  readonly statuses?: readonly DeliveryStatus[] | undefined
  readonly types?: readonly string[] | undefined
  /** Created at or after this time. */
  readonly since?: string | undefined
  readonly limit: number
  readonly after?: { readonly createdAt: string; readonly id: string } | undefined
  readonly offset?: number | undefined
}

export interface DeliveryPage {
  readonly deliveries: DeliveryRow[]
  readonly total: number
  readonly hasMore: boolean
}

/** Newest first. */
export async function listDeliveries(
  db: Database,
  { limit, after, offset, ...query }: DeliveryQuery,
): Promise<DeliveryPage> {
  const { count } = await matching(db.query, query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await matching(db.query, query)
    .selectAll()
    .$if(after !== undefined, (select) =>
      select.where(sql<boolean>`(created_at, id) < (${after?.createdAt}::timestamptz, ${after?.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .offset(offset ?? 0)
    .execute()
  return { deliveries: rows.slice(0, limit), total: count, hasMore: rows.length > limit }
}

function matching(
  db: Kysely<Tables>,
  { owner, endpointId, statuses, types, since }: Omit<DeliveryQuery, 'limit' | 'after' | 'offset'>,
) {
  return ownDeliveries(db, owner)
    .$if(endpointId !== undefined, (select) => select.where('endpoint_id', '=', endpointId!))
    .$if(statuses !== undefined, (select) => select.where('status', 'in', [...statuses!]))
    .$if(types !== undefined, (select) => select.where('event_type', 'in', [...types!]))
    .$if(since !== undefined, (select) => select.where('created_at', '>=', since!))
}

export interface DeliveryDetail {
  readonly delivery: DeliveryRow
  readonly body: string
  readonly attempts: readonly AttemptRow[]
}

export async function readDelivery(db: Database, owner: EndpointOwner, id: string): Promise<DeliveryDetail> {
  const delivery = await ownDelivery(db.query, owner, id)
  const attempts = await db.query
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', id)
    .orderBy('number')
    .execute()
  return { delivery, body: await readBody(db.query, delivery), attempts }
}

async function readBody(db: Kysely<Tables>, delivery: DeliveryRow): Promise<string> {
  const { id, event_id, plan, previous_sequence } = delivery
  if (delivery.event_type === BATCH_TYPE) {
    const { sequences } = await db
      .selectFrom('webhook_batches')
      .select('sequences')
      .where('delivery_id', '=', id)
      .executeTakeFirstOrThrow()
    const [body] = await readBatchBodies(db, [{ ...delivery, id: event_id, sequences }])
    return body!
  }
  const { body } = await db
    .selectFrom('webhook_payloads')
    .select('body')
    .where('event_id', '=', event_id)
    .where('plan', '=', plan)
    .executeTakeFirstOrThrow()
  return deliveryBody(body, previous_sequence)
}

function ownDeliveries(db: Kysely<Tables>, { accountId, dataset }: EndpointOwner) {
  const endpoints = db.selectFrom('webhook_endpoints').select('id').where('account_id', '=', accountId)
  return db
    .selectFrom('webhook_deliveries')
    .where('account_id', '=', accountId)
    .where('endpoint_id', 'in', endpoints.where('dataset', '=', dataset))
}

async function ownDelivery(db: Kysely<Tables>, owner: EndpointOwner, id: string): Promise<DeliveryRow> {
  const row = await ownDeliveries(db, owner).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row)
    throw new Fault('delivery_not_found', {
      detail: say`Delivery ${id} not found. Deliveries are deleted after 30 days.`,
    })
  return row
}

/** Queues the delivery now with a new retry schedule. Does nothing if it is being sent. */
export async function redeliver(tx: Tx, owner: EndpointOwner, id: string, at: Date): Promise<DeliveryRow> {
  const { endpoint_id, event_type } = await ownDelivery(tx, owner, id)
  const endpoint = await lockEndpoint(tx, owner, endpoint_id)
  if (endpoint.status !== 'enabled' && !(endpoint.status === 'pending' && event_type === 'ping'))
    throw new Fault('state_conflict', {
      detail: say`Endpoint ${endpoint_id} is ${term(endpoint.status)}. POST …/endpoints/${endpoint_id}/enable first.`,
    })
  const now = at.toISOString()
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', round_attempts: 0, next_attempt_at: now, queued_at: now, finished_at: null })
    .where('id', '=', id)
    .where('status', '!=', 'leased')
    .execute()
  return ownDelivery(tx, owner, id)
}
