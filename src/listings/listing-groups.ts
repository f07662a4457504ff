// Counts and groups an account's listings: by outcome, by project, and duplicates.
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { COLUMNS, listingsOf, readListings, toListing } from './listing-rows.ts'
import type { ListingOwner, StoredListing } from './listing-types.ts'

/** A building page shows this many; more need filters. */
export const MAX_IN_PROJECT = 500
/** A group shows this many members and counts all. */
export const MAX_MEMBERS = 50

export interface ListingCount {
  readonly outcome: string
  readonly action: string
  readonly is_gone: boolean
  readonly is_decided: boolean
  readonly count: number
}

export async function countListings(db: Database, owner: ListingOwner): Promise<ListingCount[]> {
  const { rows } = await sql<ListingCount>`
    select outcome, action, gone_at is not null as is_gone, decision is not null as is_decided, count(*) as count
    from listings where account_id = ${owner.accountId} and dataset = ${owner.dataset}
    group by 1, 2, 3, 4`.execute(db.query)
  return rows
}

/** Listings in a project by building and unit. Rejected links and listings that left their feed are not there. */
export async function listingsInProject(
  db: Database,
  owner: ListingOwner,
  projectId: number,
  status: string | undefined,
): Promise<{ listings: StoredListing[]; hasMore: boolean }> {
  const rows = await listingsOf(db.query, owner)
    .select(COLUMNS)
    .where('project_id', '=', projectId)
    .where('action', '<>', 'reject')
    .where('gone_at', 'is', null)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .orderBy('building_id')
    .orderBy('unit')
    .orderBy('key')
    .limit(MAX_IN_PROJECT + 1)
    .execute()
  return { listings: rows.slice(0, MAX_IN_PROJECT).map(toListing), hasMore: rows.length > MAX_IN_PROJECT }
}

/** Nulls come last, as in the index. */
const POSITION = sql`(project_id, building_id is null, coalesce(building_id, 0), unit is null, coalesce(unit, ''),
  address_key is null, coalesce(address_key, ''))`

/** Listings in one building and unit, which are probably one home; or of one address without a unit, which may not be. */
export interface DuplicateGroup {
  readonly project_id: number
  readonly building_id: number | null
  readonly unit: string | null
  /** Null where building and unit are known and the spelling of the address does not matter. */
  readonly address_key: string | null
  /** The product of the members' confidences. */
  readonly confidence: number
  readonly count: number
  /** The first members by key. */
  readonly members: readonly StoredListing[]
}

/** The last group of the previous page. */
export type GroupPosition = Pick<DuplicateGroup, 'project_id' | 'building_id' | 'unit' | 'address_key'>

export interface DuplicatesQuery {
  readonly limit: number
  readonly after?: GroupPosition | undefined
  readonly status?: string | undefined
  readonly projectId?: number | undefined
}

interface GroupRow extends GroupPosition {
  readonly count: number
  readonly confidence: number
  readonly keys: readonly string[]
}

/**
 * Listings in one building and unit. Without a building or a unit, only an equal address groups them: a tower has
 * many homes. The order is that of the index, so that a page reads only its own groups.
 */
export async function findDuplicates(
  db: Database,
  owner: ListingOwner,
  { limit, after, status, projectId }: DuplicatesQuery,
): Promise<{ groups: DuplicateGroup[]; hasMore: boolean }> {
  const { rows } = await sql<GroupRow>`
    select project_id, building_id, unit, address_key, count(*) as count,
      exp(sum(ln(greatest(confidence, 1e-9)))) as confidence, (array_agg(key order by key))[1:${sql.lit(MAX_MEMBERS)}] as keys
    from (
      select key, project_id, building_id, unit, confidence,
        case when building_id is null or unit is null then address_key end as address_key
      from listings
      where account_id = ${owner.accountId} and dataset = ${owner.dataset} and project_id is not null
        and action <> 'reject' and gone_at is null
        ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`}
        ${status === undefined ? sql`` : sql`and status = ${status}`}
        ${after === undefined ? sql`` : sql`and project_id >= ${after.project_id}`}
    ) l
    where (address_key is not null or (building_id is not null and unit is not null))
      ${after === undefined ? sql`` : sql`and ${POSITION} > ${valuesOf(after)}`}
    group by project_id, building_id, unit, address_key having count(*) > 1
    order by project_id, building_id, unit, address_key limit ${limit + 1}`.execute(db.query)
  const page = rows.slice(0, limit)
  const found = await readListings(
    db.query,
    owner,
    page.flatMap(({ keys }) => keys),
  )
  const groups = page.map(({ keys, ...group }) => ({ ...group, members: keys.flatMap((key) => found.get(key) ?? []) }))
  return { groups, hasMore: rows.length > limit }
}

function valuesOf({ project_id, building_id, unit, address_key }: GroupPosition) {
  return sql`(${project_id}::int, ${building_id === null}::boolean, ${building_id ?? 0}::int, ${unit === null}::boolean,
    ${unit ?? ''}::text, ${address_key === null}::boolean, ${address_key ?? ''}::text)`
}
