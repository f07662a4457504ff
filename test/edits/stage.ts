// A small catalogue for edit tests: sources publish, people edit.
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import type { Database } from '../../src/db/database.ts'
import type { Cause } from '../../src/events/audit-log.ts'
import { lastSequence, readChanges } from '../../src/events/change-log.ts'
import type { StoredEvent } from '../../src/events/event-types.ts'
import { CorrectionEditor } from '../../src/ingest/edits/correction-editor.ts'
import { readCurrentProject } from '../../src/ingest/edits/current-project.ts'
import { ProjectMerger } from '../../src/ingest/edits/project-merger.ts'
import { rollBackDecisions } from '../../src/ingest/edits/roll-back-decisions.ts'
import type { CrashPoint } from '../../src/ingest/publish/publication.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import type { PublishReport } from '../../src/ingest/publish/report.ts'
import { rollback } from '../../src/ingest/publish/rollback.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import type { CrashHook } from '../../src/kernel/crash-hook.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'

export const CURATOR: Cause = { actor: 'per_curator', requestId: 'req_1', address: null }

export interface Stage {
  readonly db: Database
  readonly editor: CorrectionEditor
  readonly merger: ProjectMerger
  publish(rows: readonly ProjectRow[], source?: string): Promise<PublishReport>
  rollBack(version: string): Promise<PublishReport>
  read(): Promise<Snapshot>
  /** The last snapshot that was read. */
  now(): Snapshot
  /** Events since the last call, as `type id fields`. */
  newEvents(): Promise<string[]>
  version(projectId: number): Promise<number>
}

export async function stageOn(db: Database, onCrashPoint?: CrashHook<CrashPoint>): Promise<Stage> {
  let minute = 0
  // Each action is one minute after the previous one.
  const now = () => new Date(Date.parse('2026-11-14T06:00:00Z') + minute++ * 60_000)
  let snapshot: Snapshot | undefined
  const read = async () => {
    snapshot = await readSnapshot(db, 'production')
    return snapshot
  }
  const published = async () => void (await read())
  const clock = { now: () => now().getTime() }
  const options = { db, clock, published, ...(onCrashPoint && { onCrashPoint }) }
  let heard = 0
  return {
    db,
    editor: new CorrectionEditor(options),
    merger: new ProjectMerger({ ...options, secrets: createSecrets('x'.repeat(32)), snapshot: () => snapshot! }),
    async publish(rows, source = 'builder') {
      const report = await publishRows(db, { dataset: 'production', source, rows, at: now() })
      await read()
      return report
    },
    rollBack: (version) =>
      rollback(db, 'production', version, {
        at: now(),
        onMerges: (publication, found) => rollBackDecisions(publication, found, snapshot!),
      }),
    read,
    now: () => snapshot!,
    async newEvents() {
      const since = heard
      heard = await lastSequence(db.query)
      const changes = await readChanges(db.query, { dataset: 'production', since, limit: 1000 })
      return changes.kind !== 'changes' ? [] : changes.events.map(say)
    },
    version: (projectId) => db.tx(async (tx) => (await readCurrentProject(tx, projectId)).version),
  }
}

const say = ({ type, resource_id, changed_fields }: StoredEvent): string =>
  type === 'dataset.published' ? type : `${type} ${resource_id} ${changed_fields.join(',')}`.trim()
