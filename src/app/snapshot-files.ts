// Where this machine stores snapshots, and where it shares them and the files of customers.
import { join } from 'node:path'
import type { SnapshotFilesOptions } from '../catalog/files/snapshot-source.ts'
import type { SnapshotStore } from '../catalog/files/snapshot-store.ts'
import { openStore } from '../catalog/files/snapshot-store.ts'
import type { Config } from '../kernel/config.ts'
import type { Secrets } from '../kernel/secrets.ts'

export function snapshotFiles(config: Config, secrets: Secrets): SnapshotFilesOptions {
  const { dataDir, snapshotStore, snapshotStoreEndpoint, snapshotStoreRegion } = config
  return {
    folder: join(dataDir, 'snapshots'),
    secret: secrets.derive('snapshots', 32),
    store: snapshotStore
      ? { location: snapshotStore, endpoint: snapshotStoreEndpoint, region: snapshotStoreRegion }
      : undefined,
  }
}

/** Beside the snapshots, in a folder of their own. */
export function sharedFiles(config: Config): SnapshotStore | undefined {
  const { snapshotStore, snapshotStoreEndpoint: endpoint, snapshotStoreRegion: region } = config
  if (!snapshotStore) return undefined
  return openStore({ location: `${snapshotStore.replace(/\/$/, '')}/files`, endpoint, region })
}
