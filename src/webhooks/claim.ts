// Claims due deliveries fairly, so that a slow receiver delays only its own endpoint.
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { Dataset } from '../events/event-types.ts'
import { at } from '../kernel/at.ts'
import { endpointPlan } from './fan-out.ts'
import type { StoredBatch } from './payload-rows.ts'
import { readBatchBodies } from './payload-rows.ts'
import { BATCH_TYPE, deliveryBody } from './payload-source.ts'
import type { SealedSecret } from './webhook-tables.ts'

/** Maximum requests open at once. Per endpoint over all nodes, per host on each node. */
export interface Caps {
  readonly endpoint: number
  /** For an endpoint whose last attempt failed. */
  readonly failingEndpoint: number
  /** For all failing endpoints together, to leave room for the others. */
  readonly failing: number
  readonly host: number
  /** Batches leased to one node: a body can have a megabyte. */
  readonly batches: number
}

/**
 * A node leases this many times the deliveries that it may send at once, so that one claim feeds many requests. Only for
 * a healthy endpoint without leases of other nodes.
 */
export const LEASED_AHEAD = 16

export const CAPS: Caps = { endpoint: 4, failingEndpoint: 1, failing: 128, host: 16, batches: 64 }

/** A delivery leased to this node. */
export interface ClaimedDelivery {
  readonly id: string
  readonly endpointId: string
  readonly eventId: string
  readonly eventType: string
  readonly url: string
  readonly host: string
  readonly secrets: readonly SealedSecret[]
  readonly body: string
  readonly plan: string
  readonly dataset: Dataset
  readonly accountStatus: string
  /** The endpoint is enabled and its last attempt succeeded. */
  readonly isHealthy: boolean
  /** A full batch: more events may be waiting for the next one. */
  readonly isFull: boolean
}

export interface Lease {
  readonly holder: string
  readonly now: Date
  readonly leaseMs: number
}

export const leaseEnd = ({ now, leaseMs }: Lease) => new Date(now.getTime() + leaseMs).toISOString()

/** One statement, and one more for the bodies of batches. Oldest event first. */
export async function claimDue(
  db: Database,
  lease: Lease,
  limit: number,
  caps: Caps = CAPS,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedRow>`
    with ${leaseDue(lease, limit, caps)}
    ${claimedRows('leased_now')}`.execute(db.query)
  return withBodies(db.query, rows)
}

/** The holder crashed or stalled. Its unrecorded attempt does not count. */
export async function releaseExpired(db: Database, now: Date): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'pending', lease_holder = null, lease_until = null
    where id in (select id from webhook_deliveries
      where status = 'leased' and lease_until <= ${now.toISOString()}::timestamptz for update skip locked)`.execute(
    db.query,
  )
}

/**
 * `place` is a delivery's turn at its endpoint, counting leased deliveries: all first turns come before all second turns.
 * The caps for hosts and for failing endpoints are applied in that order. `is true` keeps the planner from reading a whole
 * partial index of pending deliveries instead of a few by ID.
 */
function leaseDue(lease: Lease, limit: number, caps: Caps): RawBuilder<unknown> {
  const now = sql`${lease.now.toISOString()}::timestamptz`
  return sql`
    in_flight as materialized (
      select d.endpoint_id, e.host, e.failing_since is not null as failing, d.lease_holder <> ${lease.holder} as elsewhere,
        d.event_type = ${BATCH_TYPE} as is_batch
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.status = 'leased'
    ), busy_endpoints as materialized (
      select endpoint_id, count(*)::int as busy, bool_or(elsewhere) as elsewhere from in_flight group by endpoint_id
    ), busy_hosts as materialized (
      select host, count(*)::int as busy from in_flight group by host
    ), due as (
      select c.id, c.next_attempt_at, c.is_batch, e.host, e.failing_since is not null as failing, b.busy + c.place as place
      from webhook_endpoints e
      left join busy_endpoints on busy_endpoints.endpoint_id = e.id
      cross join lateral (
        select coalesce(busy_endpoints.busy, 0) as busy, coalesce(busy_endpoints.elsewhere, false) as elsewhere
      ) b
      cross join lateral (
        select d.id, d.next_attempt_at, d.event_type = ${BATCH_TYPE} as is_batch,
          row_number() over (order by d.next_attempt_at, d.sequence)::int as place
        from webhook_deliveries d
        where d.endpoint_id = e.id and d.status = 'pending' and d.next_attempt_at <= ${now}
        order by d.next_attempt_at, d.sequence
        limit greatest(0, case
          when e.failing_since is not null then ${caps.failingEndpoint}::int
          when e.max_batch > 1 then 1
          when b.elsewhere then ${caps.endpoint}::int
          else ${caps.endpoint * LEASED_AHEAD}::int end - b.busy)
      ) c
    ), ranked as (
      select id, place, next_attempt_at, failing, is_batch,
        row_number() over (partition by due.host order by place, next_attempt_at, id)
          + coalesce(busy_hosts.busy, 0) as host_place,
        row_number() over (partition by failing order by place, next_attempt_at, id)
          + (select count(*) from in_flight where in_flight.failing) as failing_place,
        row_number() over (partition by is_batch order by place, next_attempt_at, id)
          + (select count(*) from in_flight where in_flight.is_batch and not in_flight.elsewhere) as batch_place
      from due left join busy_hosts on busy_hosts.host = due.host
    ), chosen as (
      select id from ranked
      where host_place <= ${caps.host * LEASED_AHEAD}::int and (not failing or failing_place <= ${caps.failing}::int)
        and (not is_batch or batch_place <= ${caps.batches}::int)
      order by place, next_attempt_at, id limit ${limit}::int
    ), locked as (
      select d.id from webhook_deliveries d
      where d.id = any(array(select id from chosen)) and (d.status = 'pending') is true for update skip locked
    ), leased_now as (
      update webhook_deliveries d
      set status = 'leased', lease_holder = ${lease.holder}, lease_until = ${leaseEnd(lease)}::timestamptz
      from locked where d.id = locked.id returning d.*
    )`
}

interface ClaimedRow {
  readonly id: string
  readonly endpoint_id: string
  readonly event_id: string
  readonly event_type: string
  readonly previous_sequence: number | null
  readonly url: string
  readonly host: string
  readonly secrets: readonly SealedSecret[]
  /** Null for a batch, whose body is made of several payloads. */
  readonly body: string | null
  readonly payload_plan: string
  readonly created_at: string
  readonly sequences: readonly number[] | null
  readonly dataset: Dataset
  readonly plan: string
  readonly account_status: string
  readonly is_healthy: boolean
  readonly is_full: boolean
}

function claimedRows(deliveries: string): RawBuilder<ClaimedRow> {
  return sql`
    select d.id, d.endpoint_id, d.event_id, d.event_type, d.previous_sequence, e.url, e.host, e.secrets, p.body, b.sequences,
      d.plan as payload_plan, d.created_at, e.dataset, ${endpointPlan} as plan, a.status as account_status,
      e.status = 'enabled' and e.failing_since is null as is_healthy,
      e.max_batch > 1 and d.event_count >= e.max_batch as is_full
    from ${sql.raw(deliveries)} d
    join webhook_endpoints e on e.id = d.endpoint_id
    join accounts a on a.id = e.account_id
    left join webhook_payloads p on p.event_id = d.event_id and p.plan = d.plan
    left join webhook_batches b on b.delivery_id = d.id
    order by d.sequence, d.id`
}

async function withBodies(db: Database['query'], rows: readonly ClaimedRow[]): Promise<ClaimedDelivery[]> {
  const batches = rows.filter(({ sequences }) => sequences !== null)
  const bodies = batches.length === 0 ? [] : await readBatchBodies(db, batches.map(asStoredBatch))
  return rows.map((row) => {
    const body = row.body === null ? at(bodies, batches.indexOf(row)) : deliveryBody(row.body, row.previous_sequence)
    return asClaimed(row, body)
  })
}

const asStoredBatch = (row: ClaimedRow): StoredBatch => ({
  id: row.event_id,
  plan: row.payload_plan,
  created_at: row.created_at,
  previous_sequence: row.previous_sequence,
  sequences: row.sequences!,
})

const asClaimed = (row: ClaimedRow, body: string): ClaimedDelivery => ({
  id: row.id,
  endpointId: row.endpoint_id,
  eventId: row.event_id,
  eventType: row.event_type,
  url: row.url,
  host: row.host,
  secrets: row.secrets,
  body,
  plan: row.plan,
  dataset: row.dataset,
  accountStatus: row.account_status,
  isHealthy: row.is_healthy,
  isFull: row.is_full,
})

/** Leases a delivery that the caller has just inserted, to send it immediately. */
export async function leaseOne(tx: Tx, id: string, lease: Lease): Promise<ClaimedDelivery> {
  const { rows } = await sql<ClaimedRow>`
    with leased_now as (
      update webhook_deliveries
      set status = 'leased', lease_holder = ${lease.holder}, lease_until = ${leaseEnd(lease)}::timestamptz
      where id = ${id} returning *
    )
    ${claimedRows('leased_now')}`.execute(tx)
  const [claimed] = await withBodies(tx, rows)
  return claimed!
}

/** Releases leased deliveries, so that another node can claim them at once. Null releases those of all nodes. */
export async function releaseAll(db: Database, holder: string | null): Promise<void> {
  await db.query
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', lease_holder: null, lease_until: null })
    .where('status', '=', 'leased')
    .$if(holder !== null, (update) => update.where('lease_holder', '=', holder))
    .execute()
}
