// What can be done to the data while it lives, as the doors see it; src/upkeep.ts does it.
import type { Cause } from '../events/audit.ts'
import type { Freshness } from './freshness.ts'
import type { ImportOptions } from './import-file.ts'
import type { ImportRun } from './import-runs.ts'
import type { RefreshRun } from './refresh.ts'
import type { PublishReport } from './report.ts'

export type ImportOrder = Omit<ImportOptions, 'now' | 'snapshot'>

export interface Upkeep {
  importFile(order: ImportOrder): Promise<ImportRun>
  /** Null when another node is at it. */
  refresh(onFailure?: (source: string, error: Error) => void): Promise<RefreshRun | null>
  rollback(version: string, cause: Cause, reason?: string): Promise<PublishReport>
  freshness(): Promise<Freshness>
  /** The demonstration dataset, where there is no other data. */
  demo(say: (line: string) => void): Promise<void>
}
