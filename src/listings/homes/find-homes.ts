// Finds an account's homes, by building and unit, with the listings of each.
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { groupBy } from '../../catalog/snapshot/group-by.ts'
import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/database-tables.ts'
import type { HomeOwner } from './home-of-listing.ts'
import { labelOf } from './home-unit.ts'
import type { MarketStatus } from './market-status.ts'

/** A home shows this many listings, the newest, and counts all. */
export const MAX_LISTINGS_OF_HOME = 100

export interface HomeFilters {
  readonly building_id?: number | undefined
  /** Those of a project. */
  readonly building_ids?: readonly number[] | undefined
  readonly unit?: string | undefined
  readonly status?: readonly string[] | undefined
  readonly updated_since?: string | undefined
  readonly min_listings?: number | undefined
}

export interface HomePosition {
  readonly building_id: number
  readonly unit: string
}

export interface HomePage {
  readonly limit: number
  /** The last home of the previous page. */
  readonly after?: HomePosition | undefined
}

export interface HomeListingRow {
  readonly key: string
  readonly feed_id: string | null
  readonly hints: { readonly listed_on?: string | null }
  readonly attributes: Readonly<Record<string, unknown>> | null
  readonly status: string | null
  readonly market_status: MarketStatus
  readonly off_market_at: string | null
  readonly created_at: string
}

type HomeRow = Selectable<Tables['homes']>

export interface StoredHome extends HomeRow {
  /** Newest first. */
  readonly rows: readonly HomeListingRow[]
}

export async function findHomes(
  db: Database,
  owner: HomeOwner,
  { building_id, building_ids, unit, status, updated_since, min_listings }: HomeFilters,
  { limit, after }: HomePage,
): Promise<{ homes: StoredHome[]; hasMore: boolean }> {
  let query = homesOf(db, owner)
  if (building_id !== undefined) query = query.where('building_id', '=', building_id)
  if (building_ids) query = query.where('building_id', '=', sql<number>`any(${building_ids}::int[])`)
  // Without a label there is no home.
  if (unit !== undefined) query = query.where('unit', '=', labelOf(unit) ?? '')
  if (status) query = query.where('status', 'in', status)
  if (updated_since !== undefined) query = query.where('updated_at', '>=', updated_since)
  if (min_listings !== undefined) query = query.where('listings', '>=', min_listings)
  if (after)
    query = query.where((e) => e(e.refTuple('building_id', 'unit'), '>', e.tuple(after.building_id, after.unit)))
  const rows = await query
    .orderBy('building_id')
    .orderBy('unit')
    .limit(limit + 1)
    .execute()
  return { homes: await withListings(db, rows.slice(0, limit)), hasMore: rows.length > limit }
}

export async function readHome(db: Database, owner: HomeOwner, id: string): Promise<StoredHome | undefined> {
  const [home] = await withListings(db, await homesOf(db, owner).where('id', '=', id).execute())
  return home
}

function homesOf(db: Database, { accountId, dataset }: HomeOwner) {
  return db.query.selectFrom('homes').selectAll().where('account_id', '=', accountId).where('dataset', '=', dataset)
}

async function withListings(db: Database, homes: readonly HomeRow[]): Promise<StoredHome[]> {
  if (homes.length === 0) return []
  const { rows } = await sql<HomeListingRow & { home: string }>`
    select t.home, l.* from unnest(${homes.map(({ id }) => id)}::text[]) as t(home)
      cross join lateral (
        select id, key, feed_id, hints, attributes, status, market_status, off_market_at, created_at
        from listings where home_id = t.home order by id desc limit ${sql.lit(MAX_LISTINGS_OF_HOME)}
      ) l
    order by l.id desc`.execute(db.query)
  const byHome = groupBy(rows, ({ home }) => home)
  return homes.map((home) => ({ ...home, rows: byHome.get(home.id) ?? [] }))
}
