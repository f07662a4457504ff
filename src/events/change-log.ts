// Reads events in order from a position without skipping committed ones.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/database-tables.ts'
import type { Dataset, EventBody, EventType, ResourceType, StoredEvent } from './event-types.ts'
import { readHead } from './history.ts'

export interface ChangesQuery {
  readonly dataset: Dataset
  /** Returns events after this sequence number. */
  readonly since: number
  readonly types?: readonly EventType[]
  readonly limit: number
  /** Positions before this time have expired. */
  readonly oldest?: Date
  /** Adds this account's own events to the public ones. */
  readonly accountId?: string
  /** Only the account's own events. */
  readonly isOwnOnly?: boolean
}

export interface ObjectEventsQuery {
  readonly accountId: string
  readonly dataset: Dataset
  readonly type: ResourceType
  readonly event: EventType
  readonly id: string
  readonly limit: number
}

export type Changes =
  | {
      readonly kind: 'changes'
      readonly events: readonly StoredEvent[]
      readonly next_since: number
      readonly has_more: boolean
    }
  | { readonly kind: 'expired' }
  /** The position is after the last event: it is of another server, or of data that was restored to an older state. */
  | { readonly kind: 'ahead'; readonly last: number }
  /** The events before it were lost; those up to `last` are the same in the old and in the new history. */
  | { readonly kind: 'rewound'; readonly last: number }

/**
 * Reads the counter first: all numbers up to it are committed, because they are assigned under its lock. When the page is
 * not full, the caller has therefore seen everything up to the counter, including events of other types.
 */
export async function readChanges(db: Kysely<Tables>, query: ChangesQuery): Promise<Changes> {
  const { dataset, since, types, limit, oldest, accountId, isOwnOnly } = query
  const { head, lost } = await readHead(db, since)
  if (since > head) return { kind: 'ahead', last: head }
  if (lost) return { kind: 'rewound', last: lost.after }
  if (oldest && (await hasExpired(db, dataset, since, oldest, isOwnOnly ? accountId : undefined)))
    return { kind: 'expired' }
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('sequence', '>', since)
    .where('sequence', '<=', head)
    .where('dataset', '=', dataset)
    .where((eb) => {
      const isOwn = eb('account_id', '=', accountId ?? '')
      return isOwnOnly ? isOwn : eb.or([eb('account_id', 'is', null), isOwn])
    })
    .$if(types !== undefined, (qb) => qb.where('type', 'in', types!.length > 0 ? [...types!] : ['']))
    .orderBy('sequence')
    .limit(limit + 1)
    .execute()
  const events = rows.slice(0, limit).map(asStoredEvent)
  const full = rows.length > limit
  return { kind: 'changes', events, next_since: full ? events.at(-1)!.sequence : head, has_more: full }
}

/** An account's events of one type about one object, newest first. */
export async function readObjectEvents(
  db: Kysely<Tables>,
  { accountId, dataset, type, event, id, limit }: ObjectEventsQuery,
): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('dataset', '=', dataset)
    .where('resource_type', '=', sql.lit(type))
    .where('resource_id', '=', id)
    .where('type', '=', event)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.map(asStoredEvent)
}

/** Events of all datasets and accounts in a range; with `ownTypes`, only events of accounts, of these types. */
export async function readEvents(
  db: Kysely<Tables>,
  { since, until, limit }: { readonly since: number; readonly until: number; readonly limit: number },
  ownTypes?: readonly string[],
): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('sequence', '>', since)
    .where('sequence', '<=', until)
    .$if(ownTypes !== undefined, (rows) => rows.where('account_id', 'is not', null).where('type', 'in', [...ownTypes!]))
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(asStoredEvent)
}

export async function lastSequence(db: Kysely<Tables>): Promise<number> {
  const row = await db.selectFrom('counters').select('value').where('name', '=', 'sequence').executeTakeFirstOrThrow()
  return row.value
}

/** The last event published at or before a time. */
export async function sequenceAt(db: Kysely<Tables>, dataset: Dataset, at: string): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select((eb) => eb.fn.max('sequence').as('last'))
    .where('dataset', '=', dataset)
    .where('occurred_at', '<=', at)
    .executeTakeFirst()
  return row?.last ?? 0
}

/** True when the caller's next event is older than `oldest`. With an account, only its own events count. */
export async function hasExpired(
  db: Kysely<Tables>,
  dataset: Dataset,
  since: number,
  oldest: Date,
  accountId?: string,
): Promise<boolean> {
  const next = await db
    .selectFrom('events')
    .select(sql<boolean>`occurred_at < ${oldest.toISOString()}::timestamptz`.as('expired'))
    .where('sequence', '>', since)
    .where('dataset', '=', dataset)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return next?.expired ?? false
}

function asStoredEvent(row: {
  sequence: number
  id: string
  dataset: string
  account_id: string | null
  type: string
  resource_type: string
  resource_id: string
  project_id: number | null
  changed_fields: unknown
  body: unknown
  occurred_at: string
}): StoredEvent {
  return {
    ...row,
    dataset: row.dataset as Dataset,
    type: row.type as EventType,
    resource_type: row.resource_type as ResourceType,
    changed_fields: row.changed_fields as string[],
    body: row.body as EventBody,
  }
}
