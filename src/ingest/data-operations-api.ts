// The interface of imports, refresh and rollback; src/app/data-operations.ts implements it.
import type { Cause } from '../events/audit-log.ts'
import type { Freshness, SourceState } from './import/freshness.ts'
import type { ImportOptions } from './import/import-request.ts'
import type { ImportRun } from './import/import-runs.ts'
import type { RefreshRun } from './import/refresh.ts'
import type { InstallOptions, InstallResult, RemoveOptions, RemoveResult } from './open-sources/open-sources.ts'
import type { OpenSourceState } from './open-sources/source-states.ts'
import type { PublishReport } from './publish/report.ts'
import type { Source, SourceChange } from './sources/source-registry.ts'

export type ImportRequest = Omit<ImportOptions, 'now' | 'snapshot' | 'workFolder' | 'streetsFolder'>

export interface DataOperations {
  /** Throws `overloaded` if too many imports and rollbacks wait on this node. */
  requireRoom(): void
  importFile(order: ImportRequest): Promise<ImportRun>
  /** Returns null when another node is refreshing. */
  refresh(onFailure?: (source: string, error: Error) => void): Promise<RefreshRun | null>
  rollback(version: string, cause: Cause, reason?: string): Promise<PublishReport>
  freshness(): Promise<Freshness>
  /** Every source with its licence, rows and freshness, most trusted first. */
  sources(): Promise<SourceState[]>
  /** Changes the licence, the trust or the permission of a source. */
  changeSource(name: string, change: SourceChange, cause: Cause): Promise<Source>
  /** The table of open data, with what is installed. */
  openSources(): Promise<OpenSourceState[]>
  /** Installs a source of the table, or brings it up to date. */
  installSource(name: string, order: InstallOptions): Promise<InstallResult>
  removeOpenSource(name: string, order: Omit<RemoveOptions, 'snapshot'>): Promise<RemoveResult>
  /** Publishes the demonstration dataset. Fails when other data exists. */
  loadDemo(report: (line: string) => void): Promise<void>
}
