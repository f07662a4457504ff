// Where this machine stores snapshots, and where it shares them.
import { join } from 'node:path'
import type { SnapshotFilesOptions } from '../catalog/files/snapshot-source.ts'
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
