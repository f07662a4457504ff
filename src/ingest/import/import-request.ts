// What an import is asked to do, and the trace that the request leaves.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import type { CrashHook } from '../../kernel/crash-hook.ts'
import type { CrashPoint } from '../publish/publication.ts'
import type { Mapping } from '../read/mapping.ts'
import type { ImportProgress } from '../read/row-stream.ts'
import type { Approval } from './approval.ts'
import type { StoredRequest } from './import-runs.ts'

export interface ImportOptions {
  /** A file, a folder, a ZIP archive, or a file in an archive: `/data/nar.zip/Address_35.csv`. */
  readonly file: string
  /** Further files of the same source and format. */
  readonly moreFiles?: readonly string[] | undefined
  /** The name to show, when it differs from the name on disk. */
  readonly name?: string | undefined
  readonly source: string
  readonly format?: string | undefined
  readonly mapping?: Mapping | undefined
  /** Publishes even when gates fail. The gates are still reported. */
  readonly approve?: boolean
  /** The name of the source: required to approve the removal of many projects. */
  readonly confirm?: string | undefined
  /** Repeats a run that a person reviewed, past the gates that stopped it. */
  readonly approval?: Approval | undefined
  readonly dryRun?: boolean
  /** The day that the file is from, YYYY-MM-DD. */
  readonly asOf?: string | undefined
  /** Stored with the version, and as the reason of corrections. */
  readonly note?: string | undefined
  readonly actor: string
  /** For the audit log. The daily refresh has none. */
  readonly cause?: Cause | undefined
  readonly now: () => Date
  /** The current data. Only loaded when people decided about addresses: decisions move when two projects become one. */
  readonly snapshot: () => Promise<Snapshot>
  /** Folder with more lists of real streets. */
  readonly streetsFolder?: string | undefined
  /** Where temporary files go. Default: the system's folder for them. */
  readonly workFolder?: string | undefined
  readonly onProgress?: (progress: ImportProgress) => void
  readonly onCrashPoint?: CrashHook<CrashPoint>
}

export function storedRequest({
  file,
  moreFiles,
  format,
  mapping,
  note,
  dryRun,
  asOf,
  approval,
}: ImportOptions): StoredRequest {
  return {
    file,
    ...(moreFiles && moreFiles.length > 0 ? { more_files: moreFiles } : {}),
    format: format ?? null,
    map: mapping ?? null,
    note: note ?? null,
    dry_run: dryRun ?? false,
    as_of: asOf ?? null,
    reason: approval?.reason ?? null,
  }
}

/** Written with the run, before the import starts, so that every request and every approval leaves a trace. */
export async function auditRequest(tx: Tx, id: string, options: ImportOptions): Promise<void> {
  const { cause, source, approve = false, dryRun = false, approval, now } = options
  if (!cause) return
  const { run: approved, reason } = approval ?? {}
  const entry =
    approved && approved.gates.length > 0
      ? {
          action: 'data.import_approved' as const,
          details: { source, approves: approved.id, gates: approved.gates.join('; '), reason: reason ?? null },
        }
      : {
          action: 'data.import_ordered' as const,
          details: { source, approve, dry_run: dryRun, ...(approved ? { approves: approved.id } : {}) },
        }
  await audit(tx, cause, { ...entry, accountId: null, target: id }, now())
}
