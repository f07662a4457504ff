// Plans which listings to link again after the data, the decisions or the model changed.
import { sql } from 'kysely'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { ChangeReason } from '../link-change.ts'
import type { SyncState } from '../sync-state.ts'
import { changedByDecisions, changedByVersions } from './changed-facts.ts'

interface NewPass {
  readonly why: ChangeReason
  /** Null for all listings. */
  readonly linkKeys: number[] | null
}

/**
 * Compares what the links are true for with what this process serves. In one transaction it adds the passes that make
 * up for the difference and records that they are planned, so that no change is planned twice or forgotten.
 */
export async function planPasses(db: Database, snapshot: Snapshot, now: SyncState, at: Date): Promise<number> {
  const { dataset } = snapshot
  return db.tx(async (tx) => {
    // Writers of listings hold a shared lock: they commit before this, or see the new state and mark their rows stale.
    const before = await readSync(tx, dataset)
    if (!needsPasses(before, now)) return 0
    const passes = await passesFor(tx, snapshot, before, now)
    for (const { why, linkKeys } of passes)
      await tx
        .insertInto('listing_passes')
        .values({
          dataset,
          why,
          link_keys: linkKeys && [...new Set(linkKeys)],
          to_version: now.version_number,
          cursor: 0,
          total: 0,
          done: 0,
          changed: 0,
          created_at: at,
          finished_at: null,
        })
        .execute()
    await tx
      .updateTable('listing_sync')
      .set({ ...now })
      .where('dataset', '=', dataset)
      .execute()
    return passes.length
  })
}

function readSync(tx: Tx, dataset: Dataset): Promise<SyncState> {
  return tx
    .selectFrom('listing_sync')
    .select(['version_number', 'links_revision', 'model_version'])
    .where('dataset', '=', dataset)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** False also if another process has already seen newer data. */
export const needsPasses = (before: SyncState, now: SyncState): boolean => !isSame(before, now) && !isOlder(now, before)

const isSame = (a: SyncState, b: SyncState): boolean =>
  a.version_number === b.version_number && a.links_revision === b.links_revision && a.model_version === b.model_version

const isOlder = (now: SyncState, known: SyncState): boolean =>
  now.links_revision < known.links_revision || now.version_number < known.version_number

async function passesFor(tx: Tx, snapshot: Snapshot, before: SyncState, now: SyncState): Promise<NewPass[]> {
  const { dataset } = snapshot
  if (!(await hasListings(tx, dataset))) return []
  if (before.model_version === '') return [{ why: 'data', linkKeys: null }]
  if (before.model_version !== now.model_version) return [{ why: 'model', linkKeys: null }]
  const byVersions = await changedByVersions(tx, snapshot, before.version_number)
  if (byVersions === null) return [{ why: 'data', linkKeys: null }]
  const byDecisions = await changedByDecisions(tx, dataset, before.links_revision, now.links_revision)
  const passes: NewPass[] = []
  if (byVersions.length > 0) passes.push({ why: await reasonOf(tx, dataset, before, now), linkKeys: byVersions })
  if (byDecisions.length > 0) passes.push({ why: 'verification', linkKeys: byDecisions })
  return passes
}

async function hasListings(tx: Tx, dataset: Dataset): Promise<boolean> {
  const row = await tx.selectFrom('listings').select('id').where('dataset', '=', dataset).limit(1).executeTakeFirst()
  return row !== undefined
}

async function reasonOf(tx: Tx, dataset: Dataset, before: SyncState, now: SyncState): Promise<ChangeReason> {
  const { rows } = await sql<{ merges: boolean }>`
    select coalesce(bool_and(kind = 'merge'), false) as merges from dataset_versions
    where dataset = ${dataset} and number > ${before.version_number} and number <= ${now.version_number}`.execute(tx)
  return rows[0]?.merges ? 'merge' : 'data'
}
