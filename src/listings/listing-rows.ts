// Reads and writes rows of listings: one statement per group of rows.
import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import { unitKey } from '../catalog/records/unit-labels.ts'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/database-tables.ts'
import { deleteEventsAbout } from '../events/delete-events.ts'
import { deleteEventPayloads } from '../webhooks/delete-event-payloads.ts'
import type { ComputedLink } from './link-listing.ts'
import type { ListingsTable } from './listing-tables.ts'
import type { ListingDecision, ListingInput, ListingLink, ListingOwner, StoredListing } from './listing-types.ts'

/** Deleting a listing also deletes its history, key by key. */
const KEYS_PER_DELETE = 5000

/** Everything except the link keys, which only relinking reads. */
export const COLUMNS = [
  'key',
  'feed_id',
  'address',
  'hints',
  'status',
  'attributes',
  'outcome',
  'action',
  'reason',
  'reason_detail',
  'none_probability',
  'candidates',
  'version_number',
  'links_revision',
  'model_version',
  'linked_at',
  'is_stale',
  'address_key',
  'decision',
  'gone_at',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ListingsTable)[]

type Row = Pick<Selectable<ListingsTable>, (typeof COLUMNS)[number]>

/** The columns have the types that the writer gave them; the database knows only text and JSON. */
export const toListing = (row: Row): StoredListing => row as unknown as StoredListing

export function listingsOf(db: Kysely<Tables>, { accountId, dataset }: ListingOwner) {
  return db.selectFrom('listings').where('account_id', '=', accountId).where('dataset', '=', dataset)
}

/** The stored listings with these keys. `lock` keeps them from changing until the transaction ends. */
export async function readListings(
  db: Kysely<Tables>,
  owner: ListingOwner,
  keys: readonly string[],
  lock = false,
): Promise<Map<string, StoredListing>> {
  const rows = await listingsOf(db, owner)
    .select(COLUMNS)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .$if(lock, (query) => query.orderBy('key').forUpdate())
    .execute()
  return new Map(rows.map((row) => [row.key, toListing(row)]))
}

/** A listing to insert, or to replace if it still has `version` - 1. */
export interface ListingWrite {
  readonly input: ListingInput
  readonly computed: ComputedLink
  readonly decision: ListingDecision | null
  readonly goneAt: string | null
  readonly isStale: boolean
  readonly version: number
}

/** Rows that were written, and how many of them are new. */
export interface WriteCounts {
  readonly written: number
  readonly created: number
}

/** Rows whose version is another are left alone and not counted. */
export async function writeListings(
  tx: Tx,
  { accountId, dataset }: ListingOwner,
  writes: readonly ListingWrite[],
  at: string,
): Promise<WriteCounts> {
  const [first] = writes
  if (!first) return { written: 0, created: 0 }
  const { version_number, links_revision, model_version } = first.computed.link
  const rows = JSON.stringify(writes.map((write) => toRow(write, first.computed.link)))
  const { rows: counts } = await sql<WriteCounts>`
    with written as (
      insert into listings (account_id, dataset, key, feed_id, address, hints, status, attributes, outcome, action,
        reason, reason_detail, none_probability, project_id, building_id, unit, confidence, match_method, candidates,
        version_number, links_revision, model_version, linked_at, link_keys, is_stale, address_key, decision, gone_at,
        version, created_at, updated_at)
      select ${accountId}, ${dataset}, r.key, r.feed_id, r.address, r.hints, r.status, r.attributes, r.outcome,
        r.action, r.reason, r.reason_detail, r.none_probability, r.project_id, r.building_id, r.unit, r.confidence,
        r.match_method, r.candidates, coalesce(r.version_number, ${version_number}),
        coalesce(r.links_revision, ${links_revision}), coalesce(r.model_version, ${model_version}), t.at, r.link_keys,
        coalesce(r.is_stale, false), r.address_key, r.decision, r.gone_at, coalesce(r.version, 1), t.at, t.at
      from json_to_recordset(${rows}::json) as r(key text, feed_id text, address text, hints json, status text,
        attributes json, outcome text, action text, reason text, reason_detail text, none_probability float8,
        project_id int, building_id int, unit text, confidence float8, match_method text, candidates json,
        version_number int, links_revision bigint, model_version text, link_keys bigint[], is_stale boolean,
        address_key text, decision json, gone_at timestamptz, version int),
        (select ${at}::timestamptz as at) t
      on conflict (account_id, dataset, key) do update set
        feed_id = excluded.feed_id, address = excluded.address, hints = excluded.hints, status = excluded.status,
        attributes = excluded.attributes, outcome = excluded.outcome, action = excluded.action,
        reason = excluded.reason, reason_detail = excluded.reason_detail,
        none_probability = excluded.none_probability, project_id = excluded.project_id,
        building_id = excluded.building_id, unit = excluded.unit, confidence = excluded.confidence,
        match_method = excluded.match_method, candidates = excluded.candidates,
        version_number = excluded.version_number, links_revision = excluded.links_revision,
        model_version = excluded.model_version, linked_at = excluded.linked_at, link_keys = excluded.link_keys,
        is_stale = excluded.is_stale, address_key = excluded.address_key, decision = excluded.decision,
        gone_at = excluded.gone_at, version = excluded.version, updated_at = excluded.updated_at
      where listings.version = excluded.version - 1
      returning (xmax = 0) as is_new
    )
    select count(*) as written, count(*) filter (where is_new) as created from written`.execute(tx)
  return counts[0]!
}

/** Leaves out what is null or the default: most of a million rows is, and the database parses the rest faster. */
function toRow({ input, computed, decision, goneAt, isStale, version }: ListingWrite, common: ListingLink) {
  const { link } = computed
  const [match] = link.candidates
  return {
    key: input.key,
    feed_id: input.feed ?? undefined,
    address: input.address,
    hints: input.hints,
    status: input.status ?? undefined,
    attributes: input.attributes ?? undefined,
    outcome: link.outcome,
    action: link.action,
    reason: link.reason ?? undefined,
    reason_detail: link.reason_detail ?? undefined,
    none_probability: link.none_probability,
    project_id: match?.project_id,
    building_id: match?.building_id ?? undefined,
    unit: unitKey(match?.unit ?? null) ?? undefined,
    confidence: match?.confidence,
    match_method: match?.method,
    candidates: link.candidates,
    version_number: link.version_number === common.version_number ? undefined : link.version_number,
    links_revision: link.links_revision === common.links_revision ? undefined : link.links_revision,
    model_version: link.model_version === common.model_version ? undefined : link.model_version,
    link_keys: computed.linkKeys,
    is_stale: isStale || undefined,
    address_key: computed.addressKey ?? undefined,
    decision: decision ?? undefined,
    gone_at: goneAt ?? undefined,
    version: version === 1 ? undefined : version,
  }
}

/** The columns of a link. Its first candidate has columns of its own, for filters. */
export function linkColumns(link: ListingLink) {
  const [first] = link.candidates
  return {
    outcome: link.outcome,
    action: link.action,
    reason: link.reason,
    reason_detail: link.reason_detail,
    none_probability: link.none_probability,
    project_id: first?.project_id ?? null,
    building_id: first?.building_id ?? null,
    unit: unitKey(first?.unit ?? null),
    confidence: first?.confidence ?? null,
    match_method: first?.method ?? null,
    candidates: link.candidates,
    version_number: link.version_number,
    links_revision: link.links_revision,
    model_version: link.model_version,
  }
}

/** Changes of a listing whose address and hints, and therefore its link, stay the same. */
export async function writeDetails(
  tx: Tx,
  { accountId, dataset }: ListingOwner,
  inputs: readonly (Pick<ListingInput, 'key' | 'status' | 'attributes' | 'feed'> & { readonly version: number })[],
  at: string,
): Promise<number> {
  if (inputs.length === 0) return 0
  const rows = JSON.stringify(
    inputs.map(({ key, status, attributes, feed, version }) => ({ key, status, attributes, feed_id: feed, version })),
  )
  const { numAffectedRows } = await sql`
    update listings l set status = r.status, attributes = r.attributes, feed_id = r.feed_id, gone_at = null,
      version = r.version, updated_at = ${at}::timestamptz
    from json_to_recordset(${rows}::json) as r(key text, status text, attributes json, feed_id text, version int)
    where l.account_id = ${accountId} and l.dataset = ${dataset} and l.key = r.key and l.version = r.version - 1`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** All deletions of listings go through here, so that nothing of a listing stays. Returns their number. */
export async function removeListings(tx: Tx, owner: ListingOwner, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0
  const { rows } = await sql<{ key: string }>`
    delete from listings where account_id = ${owner.accountId} and dataset = ${owner.dataset}
      and key = any(${keys}::text[]) returning key`.execute(tx)
  // After the rows: the relinker may have held one of them until it announced a change.
  await deleteEventPayloads(tx, await deleteEventsAbout(tx, { ...owner, type: 'listing', ids: keys }))
  return rows.length
}

/** The listings of a feed or label, or those that left their feed before a time. */
export type RemovalFilter = { readonly feed: string } | { readonly goneBefore: string }

/** Same for all listings that match. */
export async function removeMatching(tx: Tx, owner: ListingOwner, filter: RemovalFilter): Promise<number> {
  let removed = 0
  for (;;) {
    const all = listingsOf(tx, owner).select('key')
    const matching =
      'feed' in filter ? all.where('feed_id', '=', filter.feed) : all.where('gone_at', '<', filter.goneBefore)
    const rows = await matching.orderBy('key').limit(KEYS_PER_DELETE).execute()
    if (rows.length === 0) return removed
    const keys = rows.map(({ key }) => key)
    removed += await removeListings(tx, owner, keys)
  }
}

/** The accounts with listings that left their feed before a time. */
export async function ownersOfGone(db: Kysely<Tables>, before: string): Promise<ListingOwner[]> {
  const rows = await db
    .selectFrom('listings')
    .select(['account_id', 'dataset'])
    .distinct()
    .where('gone_at', '<', before)
    .execute()
  return rows.map(({ account_id, dataset }) => ({ accountId: account_id, dataset }))
}
