// Reads and writes rows of listings: one statement per group of rows.
import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import { unitKey } from '../catalog/records/unit-labels.ts'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/database-tables.ts'
import type { ListingHome } from './homes/home-of-listing.ts'
import type { ComputedLink } from './link-listing.ts'
import type { ListingsTable } from './listing-tables.ts'
import type { ListingDecision, ListingInput, ListingLink, ListingOwner, StoredListing } from './listing-types.ts'

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
  'home_id',
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

/** A listing to insert, or to replace if it still has `version` - 1 and was not deleted and created again. */
export interface ListingWrite {
  readonly input: ListingInput
  /** Undefined for a new listing. */
  readonly createdAt: string | undefined
  readonly computed: ComputedLink
  readonly decision: ListingDecision | null
  readonly goneAt: string | null
  readonly isStale: boolean
  readonly version: number
  readonly home: ListingHome
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
        version, created_at, updated_at, home_id, market_status, off_market_at)
      select ${accountId}, ${dataset}, r.key, r.feed_id, r.address, r.hints, r.status, r.attributes, r.outcome,
        r.action, r.reason, r.reason_detail, r.none_probability, r.project_id, r.building_id, r.unit, r.confidence,
        r.match_method, r.candidates, coalesce(r.version_number, ${version_number}),
        coalesce(r.links_revision, ${links_revision}), coalesce(r.model_version, ${model_version}), t.at, r.link_keys,
        coalesce(r.is_stale, false), r.address_key, r.decision, r.gone_at, coalesce(r.version, 1),
        coalesce(r.created_at, t.at), t.at,
        r.home_id, coalesce(r.market_status, 'active'),
        case when r.market_status is not null then coalesce(r.off_market_at, t.at) end
      from json_to_recordset(${rows}::json) as r(key text, feed_id text, address text, hints json, status text,
        attributes json, outcome text, action text, reason text, reason_detail text, none_probability float8,
        project_id int, building_id int, unit text, confidence float8, match_method text, candidates json,
        version_number int, links_revision bigint, model_version text, link_keys bigint[], is_stale boolean,
        address_key text, decision json, gone_at timestamptz, version int, created_at timestamptz, home_id text,
        market_status text, off_market_at timestamptz),
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
        gone_at = excluded.gone_at, version = excluded.version, updated_at = excluded.updated_at,
        home_id = excluded.home_id, market_status = excluded.market_status,
        -- The time of this write is only a guess: the first one stays.
        off_market_at = case when excluded.off_market_at = excluded.updated_at
          then coalesce(listings.off_market_at, excluded.off_market_at) else excluded.off_market_at end
      where listings.version = excluded.version - 1 and listings.created_at = excluded.created_at
      returning (xmax = 0) as is_new
    )
    select count(*) as written, count(*) filter (where is_new) as created from written`.execute(tx)
  return counts[0]!
}

/** Leaves out what is null or the default: most of a million rows is, and the database parses the rest faster. */
function toRow(write: ListingWrite, common: ListingLink) {
  const { input, createdAt, computed, decision, goneAt, isStale, version, home } = write
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
    created_at: createdAt,
    home_id: home.home?.id,
    market_status: home.market === 'active' ? undefined : home.market,
    off_market_at: home.offMarketAt ?? undefined,
  }
}

export const homeColumns = ({ home, market, offMarketAt }: ListingHome) => ({
  home_id: home?.id ?? null,
  market_status: market,
  off_market_at: offMarketAt,
})

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

export type DetailsWrite = Pick<ListingWrite, 'input' | 'createdAt' | 'version' | 'home'>

/** Changes of a listing whose address and hints, and therefore its link, stay the same. */
export async function writeDetails(
  tx: Tx,
  { accountId, dataset }: ListingOwner,
  writes: readonly DetailsWrite[],
  at: string,
): Promise<number> {
  if (writes.length === 0) return 0
  const rows = JSON.stringify(
    writes.map(({ input: { key, status, attributes, feed }, createdAt, version, home }) => ({
      ...{ key, status, attributes, feed_id: feed, version, created_at: createdAt },
      ...homeColumns(home),
    })),
  )
  const { numAffectedRows } = await sql`
    update listings l set status = r.status, attributes = r.attributes, feed_id = r.feed_id, gone_at = null,
      version = r.version, updated_at = ${at}::timestamptz, home_id = r.home_id, market_status = r.market_status,
      off_market_at = case when r.market_status <> 'active'
        then coalesce(r.off_market_at, l.off_market_at, ${at}::timestamptz) end
    from json_to_recordset(${rows}::json) as r(key text, status text, attributes json, feed_id text, version int,
      created_at timestamptz, home_id text, market_status text, off_market_at timestamptz)
    where l.account_id = ${accountId} and l.dataset = ${dataset} and l.key = r.key and l.version = r.version - 1
      and l.created_at = r.created_at`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
