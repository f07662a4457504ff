// What can be done to the data while it lives, as the doors see it; src/app/data-operations.ts does it.
import type { Cause } from '../events/audit-log.ts'
import type { Freshness } from './import/freshness.ts'
import type { ImportOptions } from './import/import-file.ts'
import type { ImportRun } from './import/import-runs.ts'
import type { RefreshRun } from './import/refresh.ts'
import type { PublishReport } from './publish/report.ts'

export type ImportRequest = Omit<ImportOptions, 'now' | 'snapshot'>

export interface DataOperations {
  importFile(order: ImportRequest): Promise<ImportRun>
  /** Null when another node is at it. */
  refresh(onFailure?: (source: string, error: Error) => void): Promise<RefreshRun | null>
  rollback(version: string, cause: Cause, reason?: string): Promise<PublishReport>
  freshness(): Promise<Freshness>
  /** The demonstration dataset, where there is no other data. */
  loadDemo(say: (line: string) => void): Promise<void>
}
