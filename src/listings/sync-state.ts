// The data that links must be true for. A link computed with older data is stale.
import type { Tx } from '../db/database.ts'
import type { Dataset } from '../events/event-types.ts'
import type { ListingLink } from './listing-types.ts'

export interface SyncState {
  readonly version_number: number
  readonly links_revision: number
  /** The reader and the model; empty until the first pass is planned. */
  readonly model_version: string
}

/**
 * Shared lock: a pass is planned before these rows are written, and they are marked stale, or after they are
 * committed, and it sees them. Either way none is missed.
 */
export async function lockSync(tx: Tx, dataset: Dataset): Promise<SyncState> {
  return tx
    .selectFrom('listing_sync')
    .select(['version_number', 'links_revision', 'model_version'])
    .where('dataset', '=', dataset)
    .forShare()
    .executeTakeFirstOrThrow()
}

/** True if the link was computed with older data, or with another model. */
export function isBehind(link: ListingLink, sync: SyncState): boolean {
  if (sync.model_version === '') return false
  return (
    link.version_number < sync.version_number ||
    link.links_revision < sync.links_revision ||
    link.model_version !== sync.model_version
  )
}
