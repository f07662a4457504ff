// Claims due deliveries fairly, so that a slow receiver delays only its own endpoint.
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { deliveryBody } from './payload-source.ts'
import type { SealedSecret } from './webhook-tables.ts'

/** Maximum deliveries in flight, over all nodes as far as a node can see. */
export interface Caps {
  readonly endpoint: number
  /** For an endpoint whose last attempt failed. */
  readonly failingEndpoint: number
  /** For all failing endpoints together, to leave room for the others. */
  readonly failing: number
  readonly host: number
}

export const CAPS: Caps = { endpoint: 4, failingEndpoint: 1, failing: 128, host: 16 }

/** A delivery leased to this node. */
export interface ClaimedDelivery {
  readonly id: string
  readonly endpointId: string
  readonly eventId: string
  readonly eventType: string
  readonly url: string
  readonly secrets: readonly SealedSecret[]
  readonly body: string
  readonly plan: string
  readonly accountStatus: string
}

export interface Lease {
  readonly holder: string
  readonly now: Date
  readonly leaseMs: number
}

const untilOf = ({ now, leaseMs }: Lease) => new Date(now.getTime() + leaseMs).toISOString()

export async function claimDue(
  db: Database,
  lease: Lease,
  limit: number,
  caps: Caps = CAPS,
): Promise<ClaimedDelivery[]> {
  return db.tx(async (tx) => {
    await releaseExpired(tx, lease.now)
    return readClaimed(tx, await leaseDue(tx, lease, limit, caps))
  })
}

/** The holder crashed or stalled. Its unrecorded attempt does not count. */
async function releaseExpired(tx: Tx, now: Date): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'pending', lease_holder = null, lease_until = null
    where id in (select id from webhook_deliveries
      where status = 'leased' and lease_until <= ${now.toISOString()}::timestamptz for update skip locked)`.execute(tx)
}

/**
 * `place` is a delivery's turn at its endpoint, counting deliveries in flight: all first turns come before all second
 * turns. The caps for hosts and for failing endpoints are applied in that order.
 */
async function leaseDue(tx: Tx, lease: Lease, limit: number, caps: Caps): Promise<string[]> {
  const now = sql`${lease.now.toISOString()}::timestamptz`
  const { rows } = await sql<{ id: string }>`
    with in_flight as materialized (
      select d.endpoint_id, e.host, e.failing_since is not null as failing
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.status = 'leased'
    ), due as (
      select c.id, c.next_attempt_at, e.host, e.failing_since is not null as failing, b.busy + c.place as place
      from webhook_endpoints e
      cross join lateral (select count(*)::int as busy from in_flight where in_flight.endpoint_id = e.id) b
      cross join lateral (
        select d.id, d.next_attempt_at, row_number() over (order by d.next_attempt_at, d.sequence)::int as place
        from webhook_deliveries d
        where d.endpoint_id = e.id and d.status = 'pending' and d.next_attempt_at <= ${now}
        order by d.next_attempt_at, d.sequence
        limit greatest(0, (case when e.failing_since is null then ${caps.endpoint}::int else ${caps.failingEndpoint}::int end) - b.busy)
      ) c
    ), ranked as (
      select id, place, next_attempt_at, failing,
        row_number() over (partition by host order by place, next_attempt_at, id)
          + (select count(*) from in_flight where in_flight.host = due.host) as host_place,
        row_number() over (partition by failing order by place, next_attempt_at, id)
          + (select count(*) from in_flight where in_flight.failing) as failing_place
      from due
    ), chosen as (
      select id from ranked
      where host_place <= ${caps.host}::int and (not failing or failing_place <= ${caps.failing}::int)
      order by place, next_attempt_at, id limit ${limit}::int
    ), locked as (
      select d.id from webhook_deliveries d join chosen on chosen.id = d.id
      where d.status = 'pending' for update of d skip locked
    )
    update webhook_deliveries d
    set status = 'leased', lease_holder = ${lease.holder}, lease_until = ${untilOf(lease)}::timestamptz
    from locked where d.id = locked.id returning d.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Oldest event first. */
export async function readClaimed(tx: Tx, ids: readonly string[]): Promise<ClaimedDelivery[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .innerJoin('webhook_payloads as p', (join) =>
      join.onRef('p.event_id', '=', 'd.event_id').onRef('p.plan', '=', 'd.plan'),
    )
    .select(['d.id', 'd.endpoint_id', 'd.event_id', 'd.event_type', 'd.previous_sequence'])
    .select(['e.url', 'e.secrets', 'p.body', 'a.plan', 'a.status as account_status'])
    .where('d.id', 'in', [...ids])
    .orderBy('d.sequence')
    .orderBy('d.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.event_type,
    url: row.url,
    secrets: row.secrets,
    body: deliveryBody(row.body, row.previous_sequence),
    plan: row.plan,
    accountStatus: row.account_status,
  }))
}

/** Leases a delivery that the caller has just inserted, to send it immediately. */
export async function leaseOne(tx: Tx, id: string, lease: Lease): Promise<ClaimedDelivery> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'leased', lease_holder: lease.holder, lease_until: untilOf(lease) })
    .where('id', '=', id)
    .execute()
  const [claimed] = await readClaimed(tx, [id])
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
