// Links stored listings again, and writes what changed together with its events.
import { setImmediate as pause } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import type { Dataset, EventDraft } from '../../events/event-types.ts'
import type { ListingMove } from '../homes/home-changes.ts'
import { HomeChanges } from '../homes/home-changes.ts'
import type { ListingHome } from '../homes/home-of-listing.ts'
import { homeOfListing } from '../homes/home-of-listing.ts'
import type { ChangeReason } from '../link-change.ts'
import { linkChangedEvent, linkState } from '../link-change.ts'
import type { ComputedLink, ListingLinker } from '../link-listing.ts'
import { lockAccounts } from '../listing-account.ts'
import { COLUMNS, homeColumns, linkColumns, toListing } from '../listing-rows.ts'
import type { ListingsTable } from '../listing-tables.ts'
import type { ListingLink, StoredListing } from '../listing-types.ts'

/** How long linking may hold the event loop before other work gets a turn. */
const SLICE_MS = 4

const ROW_COLUMNS = [
  'id',
  'account_id',
  'unit',
  'link_keys',
  ...COLUMNS,
] as const satisfies readonly (keyof ListingsTable)[]
type Row = Pick<Selectable<ListingsTable>, (typeof ROW_COLUMNS)[number]>

/** A listing whose row must be written. */
export interface RelinkedRow {
  readonly id: number
  /** The version that was read. The row is left alone if it has another one by now. */
  readonly version: number
  readonly computed: ComputedLink
  readonly isLinkChanged: boolean
  readonly event: EventDraft | undefined
  readonly home: ListingHome
  readonly move: ListingMove
}

export async function readRows(db: Database, ids: readonly number[]): Promise<Row[]> {
  return db.query
    .selectFrom('listings')
    .select(ROW_COLUMNS)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()
}

/** Outside any transaction. Returns only the rows that must be written. */
export async function relinkRows(
  linker: ListingLinker,
  dataset: Dataset,
  rows: readonly Row[],
  why: ChangeReason,
): Promise<RelinkedRow[]> {
  const out: RelinkedRow[] = []
  let sliceEnds = performance.now() + SLICE_MS
  for (const row of rows) {
    if (performance.now() >= sliceEnds) {
      await pause()
      sliceEnds = performance.now() + SLICE_MS
    }
    const stored = toListing(row)
    const computed = linker.link(stored, dataset, stored.decision)
    const isLinkChanged = textOf(stored) !== textOf(computed.link)
    const hasSameUnit = row.unit === linkColumns(computed.link).unit
    if (!isLinkChanged && !row.is_stale && hasSameUnit && hasSameKeys(row.link_keys, computed.linkKeys)) continue
    const states = [linkState(stored), linkState(computed.link)] as const
    const event = linkChangedEvent(row.account_id, row.key, states, why)
    const owner = { accountId: row.account_id, dataset }
    const home = homeOfListing(owner, stored, computed.link)
    // A row of an earlier release has no home yet. If its link stays, that is nothing to announce.
    const isQuiet = homeOfListing(owner, stored, stored).home?.id === home.home?.id
    const move = { accountId: row.account_id, key: row.key, from: row.home_id, to: home.home, isQuiet }
    out.push({ id: row.id, version: row.version, computed, isLinkChanged, event, home, move })
  }
  return out
}

/** The same numbers added up in another order differ in their last digits. */
function textOf({ outcome, action, reason, reason_detail, none_probability, candidates }: ListingLink | StoredListing) {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(9)) : value)
  return JSON.stringify([outcome, action, reason, reason_detail, none_probability, candidates], rounded)
}

function hasSameKeys(stored: readonly number[], computed: readonly number[]): boolean {
  if (stored.length !== computed.length) return false
  const known = new Set(stored)
  return computed.every((key) => known.has(key))
}

/**
 * Returns the events of the rows that were written. A row that someone else changed meanwhile becomes stale, because
 * the other change may have left its link as it was.
 */
export async function writeRelinked(
  tx: Tx,
  dataset: Dataset,
  rows: readonly RelinkedRow[],
  at: Date,
): Promise<EventDraft[]> {
  if (rows.length === 0) return []
  await lockAccounts(tx, dataset, [...new Set(rows.map(({ move }) => move.accountId))])
  const values = rows.map(({ id, version, computed, isLinkChanged, home }) => ({
    id,
    version,
    ...linkColumns(computed.link),
    link_keys: computed.linkKeys,
    address_key: computed.addressKey,
    is_changed: isLinkChanged,
    ...homeColumns(home),
  }))
  const { rows: written } = await sql<{ id: number }>`
    update listings l set outcome = r.outcome, action = r.action, reason = r.reason, reason_detail = r.reason_detail,
      none_probability = r.none_probability, project_id = r.project_id, building_id = r.building_id, unit = r.unit,
      confidence = r.confidence, match_method = r.match_method, candidates = r.candidates,
      version_number = r.version_number, links_revision = r.links_revision, model_version = r.model_version,
      linked_at = t.at, link_keys = r.link_keys, is_stale = false, address_key = r.address_key,
      version = l.version + 1, updated_at = case when r.is_changed then t.at else l.updated_at end,
      home_id = r.home_id, market_status = r.market_status, off_market_at = case when r.market_status <> 'active'
        then coalesce(r.off_market_at, l.off_market_at, l.gone_at, l.updated_at) end
    from json_to_recordset(${JSON.stringify(values)}::json) as r(id bigint, version int, outcome text, action text,
      reason text, reason_detail text, none_probability float8, project_id int, building_id int, unit text,
      confidence float8, match_method text, candidates json, version_number int, links_revision bigint,
      model_version text, link_keys bigint[], address_key text, is_changed boolean, home_id text,
      market_status text, off_market_at timestamptz),
      (select ${at.toISOString()}::timestamptz as at) t
    where l.id = r.id and l.version = r.version
    returning l.id`.execute(tx)
  const isWritten = new Set(written.map(({ id }) => id))
  const missed = rows.filter(({ id }) => !isWritten.has(id)).map(({ id }) => id)
  if (missed.length > 0) await sql`update listings set is_stale = true where id = any(${missed}::bigint[])`.execute(tx)
  const stored = rows.filter(({ id }) => isWritten.has(id))
  const homes = new HomeChanges()
  for (const { move } of stored) if (move.from !== (move.to?.id ?? null)) homes.written(move)
  return [...stored.flatMap(({ event }) => event ?? []), ...(await homes.save(tx, dataset, at.toISOString()))]
}
