// Takes deliveries that are due: a few of each endpoint, in turn over endpoints, so that nobody waits for somebody else's receiver.
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { deliveryBody } from './payload-source.ts'
import type { SealedSecret } from './webhook-tables.ts'

/** How much may be on its way at once; what is leased by all nodes counts, as far as a node can see it. */
export interface Caps {
  readonly endpoint: number
  /** Of an endpoint whose last attempt failed. */
  readonly failingEndpoint: number
  /** Of all failing endpoints together: the others must find room. */
  readonly failing: number
  readonly host: number
}

export const CAPS: Caps = { endpoint: 4, failingEndpoint: 1, failing: 128, host: 16 }

/** A delivery in our hands until its lease ends. */
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

/** At most `limit`; fewer when caps or other nodes leave no more. */
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

/** The holder died, or was away too long: the next one takes over. An attempt that nobody recorded does not count. */
async function releaseExpired(tx: Tx, now: Date): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'pending', lease_holder = null, lease_until = null
    where id in (select id from webhook_deliveries
      where status = 'leased' and lease_until <= ${now.toISOString()}::timestamptz for update skip locked)`.execute(tx)
}

/**
 * `place` is a delivery's turn at its endpoint, those on their way counted: all first turns come before all second ones.
 * The caps of host and of failing endpoints are kept by counting in that order.
 */
async function leaseDue(tx: Tx, lease: Lease, limit: number, caps: Caps): Promise<string[]> {
  const now = sql`${lease.now.toISOString()}::timestamptz`
  const { rows } = await sql<{ id: string }>`
    with on_way as materialized (
      select d.endpoint_id, e.host, e.failing_since is not null as failing
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.status = 'leased'
    ), due as (
      select c.id, c.next_attempt_at, e.host, e.failing_since is not null as failing, b.busy + c.place as place
      from webhook_endpoints e
      cross join lateral (select count(*)::int as busy from on_way where on_way.endpoint_id = e.id) b
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
          + (select count(*) from on_way where on_way.host = due.host) as host_place,
        row_number() over (partition by failing order by place, next_attempt_at, id)
          + (select count(*) from on_way where on_way.failing) as failing_place
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

/** With everything that is needed to send it, oldest event first. */
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

/** One particular delivery that the caller has just written, to be sent at once. */
export async function leaseOne(tx: Tx, id: string, lease: Lease): Promise<ClaimedDelivery> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'leased', lease_holder: lease.holder, lease_until: untilOf(lease) })
    .where('id', '=', id)
    .execute()
  const [claimed] = await readClaimed(tx, [id])
  return claimed!
}

/** Gives back what could not be sent; another node, or the next start, takes it at once. */
export async function releaseAll(db: Database, holder: string | null): Promise<void> {
  await db.query
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', lease_holder: null, lease_until: null })
    .where('status', '=', 'leased')
    .$if(holder !== null, (update) => update.where('lease_holder', '=', holder))
    .execute()
}
