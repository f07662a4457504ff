// The current snapshot of a dataset: from the previous one and changes, or built anew.
import type { Database } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import { MemoryBodies } from './bodies.ts'
import type { DatasetVersion } from './dataset-content.ts'
import { emptyDataset } from './dataset-content.ts'
import type { Tx } from './read-dataset.ts'
import { readChanges, readConsistently, readTables, readVersions, runInSteps } from './read-dataset.ts'
import type { Snapshot, SnapshotOptions } from './snapshot.ts'
import { openInSteps } from './snapshot.ts'
import type { SnapshotData } from './snapshot-data.ts'
import { dataOf, patchData } from './snapshot-data.ts'

/** Reads a snapshot without a file. */
export async function readSnapshot(db: Database, dataset: Dataset, options: SnapshotOptions = {}): Promise<Snapshot> {
  const { previous } = options
  const data = await readConsistently(db, async (tx) => {
    const versions = await readVersions(tx, dataset)
    if (previous && isSameHistory(previous.data, versions)) return readPatched(tx, previous, versions)
    // Without a version, rows belong to a first publish that did not finish.
    if (versions.length === 0) return runInSteps(dataOf(emptyDataset(dataset)))
    const bodies = new MemoryBodies()
    return { dataset, versions, tables: await readTables(tx, dataset, versions, bodies), bodies, matcher: null }
  })
  return runInSteps(openInSteps(data, options))
}

/** A database restored from a backup may have a different history. */
export function isSameHistory(data: Pick<SnapshotData, 'versions'>, versions: readonly DatasetVersion[]): boolean {
  const known = data.versions.at(-1)
  return versions.some(({ number, published_at }) => number === known?.number && published_at === known.published_at)
}

export async function readPatched(
  tx: Tx,
  { data, history }: Pick<Snapshot, 'data' | 'history'>,
  versions: readonly DatasetVersion[],
): Promise<SnapshotData> {
  const changes = await readChanges(tx, data.dataset, versions, data.versions.at(-1)!.number)
  return runInSteps(patchData(data, changes, (kind, id) => history.rowsOf(kind, id)))
}
