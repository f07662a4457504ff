// Finds an account's listings by filters, in the order of their keys.
import { unitKey } from '../catalog/records/unit-labels.ts'
import type { Database } from '../db/database.ts'
import { COLUMNS, listingsOf, toListing } from './listing-rows.ts'
import type { ListingOwner, StoredListing } from './listing-types.ts'

export interface ListingFilters {
  readonly project_id?: number | undefined
  readonly building_id?: number | undefined
  readonly unit?: string | undefined
  readonly outcome?: readonly string[] | undefined
  readonly recommended_action?: readonly string[] | undefined
  readonly min_confidence?: number | undefined
  readonly feed?: string | undefined
  readonly status?: string | undefined
  readonly updated_since?: string | undefined
  readonly linked_since?: string | undefined
}

export interface ListingPage {
  readonly limit: number
  /** The last key of the previous page. */
  readonly after?: string | undefined
}

export async function findListings(
  db: Database,
  owner: ListingOwner,
  filters: ListingFilters,
  { limit, after }: ListingPage,
): Promise<{ listings: StoredListing[]; hasMore: boolean }> {
  let query = listingsOf(db.query, owner).select(COLUMNS)
  const { project_id, building_id, unit, outcome, recommended_action, min_confidence } = filters
  const { feed, status, updated_since, linked_since } = filters
  if (project_id !== undefined) query = query.where('project_id', '=', project_id)
  if (building_id !== undefined) query = query.where('building_id', '=', building_id)
  if (unit !== undefined) query = query.where('unit', '=', unitKey(unit))
  if (outcome) query = query.where('outcome', 'in', outcome)
  if (recommended_action) query = query.where('action', 'in', recommended_action)
  if (min_confidence !== undefined) query = query.where('confidence', '>=', min_confidence)
  if (feed !== undefined) query = query.where('feed_id', '=', feed)
  if (status !== undefined) query = query.where('status', '=', status)
  if (updated_since !== undefined) query = query.where('updated_at', '>=', updated_since)
  if (linked_since !== undefined) query = query.where('linked_at', '>=', linked_since)
  if (after !== undefined) query = query.where('key', '>', after)
  const rows = await query
    .orderBy('key')
    .limit(limit + 1)
    .execute()
  return { listings: rows.slice(0, limit).map(toListing), hasMore: rows.length > limit }
}
