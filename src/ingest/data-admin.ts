// Sources, versions and import runs as entry points use them.
import type { Database } from '../db/database.ts'
import { RecentValue } from '../kernel/recent-value.ts'
import type { ApprovableRun, ApprovalInput } from './import/approval.ts'
import { requireApprovable } from './import/approval.ts'
import type { ChangesPage, ChangesQuery } from './import/import-changes.ts'
import { readRunChanges } from './import/import-changes.ts'
import type { ImportRun, RunsQuery } from './import/import-runs.ts'
import { listRuns, readRun } from './import/import-runs.ts'
import type { RefreshRun } from './import/refresh.ts'
import { lastRefresh } from './import/refresh.ts'
import type { RollbackPreview } from './publish/rollback.ts'
import { previewRollback } from './publish/rollback.ts'
import type { Source } from './sources/source-registry.ts'
import { removeSource, saveSource } from './sources/source-registry.ts'
import { readVersions } from './versions/version-list.ts'

export class DataAdmin {
  readonly #db: Database
  readonly #lastRefresh: RecentValue<RefreshRun | null>

  constructor(db: Database) {
    this.#db = db
    this.#lastRefresh = new RecentValue(() => lastRefresh(db))
  }

  saveSource(source: Parameters<typeof saveSource>[1]): Promise<Source> {
    return saveSource(this.#db, source)
  }

  /** False when the refresh reads no source of that name. */
  removeSource(name: string): Promise<boolean> {
    return removeSource(this.#db, name)
  }

  /** May be a second old: everyone who asks for the dataset gets it, and a busy database must not keep them waiting. */
  lastRefresh(): Promise<RefreshRun | null> {
    return this.#lastRefresh.get()
  }

  listVersions(page: Parameters<typeof readVersions>[2]): ReturnType<typeof readVersions> {
    return readVersions(this.#db, 'production', page)
  }

  previewRollback(version: string): Promise<RollbackPreview> {
    return previewRollback(this.#db, 'production', version)
  }

  listRuns(query: RunsQuery): ReturnType<typeof listRuns> {
    return listRuns(this.#db, query)
  }

  readRun(id: string): Promise<ImportRun> {
    return readRun(this.#db, id)
  }

  readRunChanges(run: ImportRun, query: ChangesQuery): Promise<ChangesPage> {
    return readRunChanges(this.#db, run, query)
  }

  requireApprovable(id: string, input: ApprovalInput): Promise<ApprovableRun> {
    return requireApprovable(this.#db, id, input)
  }
}
