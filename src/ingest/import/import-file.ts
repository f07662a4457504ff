// Imports a file: read, validate, publish behind the gates, and write down what became of it.
import { basename } from 'node:path'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import { Fault } from '../../kernel/fault.ts'
import { ChangeList } from '../publish/project-change.ts'
import type { Crash } from '../publish/publication.ts'
import { publishRows } from '../publish/publish.ts'
import type { PublishReport } from '../publish/report.ts'
import { FileRefused } from '../read/draft.ts'
import { fileStart, formatOf } from '../read/formats.ts'
import type { Mapping } from '../read/mapping.ts'
import { NO_MAPPING } from '../read/mapping.ts'
import type { ImportProgress } from '../read/row-stream.ts'
import { RowStream } from '../read/row-stream.ts'
import type { SourceFile } from '../read/source-file.ts'
import { headOf, openSourceFile } from '../read/source-file.ts'
import type { Approval } from './approval.ts'
import { requireSameResult } from './approval.ts'
import { failedGates } from './gates.ts'
import type { ImportCounts, ImportRun, StoredRequest } from './import-runs.ts'
import { finishRun, startRun } from './import-runs.ts'
import { resolveWithSnapshot } from './match-row.ts'

export interface ImportOptions {
  readonly file: string
  /** What people call the file, where that is not its name on the disk. */
  readonly name?: string | undefined
  readonly source: string
  readonly format?: string | undefined
  readonly mapping?: Mapping | undefined
  /** A person has looked: the gates are told but stop nothing. */
  readonly approve?: boolean
  /** A person has looked at a run that published nothing: this is that one again, past the gates that stopped it. */
  readonly approval?: Approval | undefined
  readonly dryRun?: boolean
  /** Kept with the version, and as the reason of corrections. */
  readonly note?: string | undefined
  /** Who imports, for the record. */
  readonly actor: string
  /** Whose order it is, for the audit log; the daily refresh is nobody's. */
  readonly cause?: Cause | undefined
  readonly now: () => Date
  /** What is current, for telling whose building a new row is. Asked only when there are projects of others. */
  readonly snapshot: () => Promise<Snapshot>
  readonly onProgress?: (progress: ImportProgress) => void
  readonly crash?: Crash
}

export const DEMO_SOURCE = 'demo'
/** What people change by hand. */
export const DESK_SOURCE = 'desk'
/** Sources that are ours: an import must not speak in their name. */
const RESERVED_NAMES = [DEMO_SOURCE, 'sandbox', 'rollback', DESK_SOURCE]
const SOURCE_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/

export function requireSourceName(name: string): void {
  const detail = !SOURCE_NAME.test(name)
    ? 'A source is named by up to 40 small letters, digits and dashes.'
    : RESERVED_NAMES.includes(name)
      ? `The name ${name} is taken by the software itself.`
      : null
  if (detail !== null) throw new Fault('invalid_parameter', { detail })
}

export async function importFile(db: Database, options: ImportOptions): Promise<ImportRun> {
  requireSourceName(options.source)
  const { source, mapping = NO_MAPPING, actor, now } = options
  const startedMs = performance.now()
  const started_at = now().toISOString()
  const file_name = options.name ?? basename(options.file)
  const facts = { source, file_name, format: null, started_at, actor, approves: options.approval?.run.id ?? null }
  const begun = await startRun(db, { ...facts, asked: storedRequest(options) }, (tx, { id }) =>
    auditRequest(tx, id, options),
  )
  const stream = new RowStream(options.onProgress)
  const changes = new ChangeList()
  let format: string | null = null
  let file: SourceFile | undefined
  const finish = async (result: Pick<ImportRun, 'outcome' | 'gates'>, report: PublishReport | null) => {
    const run: ImportRun = {
      ...begun,
      ...result,
      format,
      finished_at: now().toISOString(),
      version: report?.version ?? null,
      counts: countsOf(stream, report, (performance.now() - startedMs) / 1000),
      rejected: stream.rejected,
      sha256: file?.sha256() ?? null,
      changes: report && changes.counts,
    }
    await finishRun(db, run, report && !report.published ? changes.changes : [])
    return run
  }
  try {
    file = await openSourceFile(options.file, options.name)
    const opened = file
    const beginning = fileStart(await headOf(file))
    const reader = formatOf(options.format, beginning, mapping)
    format = reader.name
    const items = reader.read(file, mapping, stream.notes, beginning)
    const others = await otherSources(db, source)
    const resolve = others.some((name) => name !== DEMO_SOURCE)
      ? resolveWithSnapshot(await options.snapshot())
      : undefined
    const gates = (report: PublishReport) => failedGates(report, stream.rejectedByReader)
    const report = await publishRows(db, {
      dataset: 'production',
      source,
      rows: stream.rows(file, items, now().getUTCFullYear()),
      at: now(),
      note: options.note ?? `import of ${file.name}`,
      retire: [DEMO_SOURCE],
      unreadableKeys: () => stream.unreadableKeys,
      keylessRows: () => stream.keylessRows,
      gate: (report) => blockingGates(options, opened, stream, report, gates(report)),
      actor,
      onDiff: ({ before, after }) => changes.add(before, after),
      ...(resolve ? { resolve } : {}),
      ...(options.dryRun ? { dryRun: true } : {}),
      ...(options.crash ? { crash: options.crash } : {}),
    })
    for (const { key, reason } of report.rejected) stream.rejectKey(key, reason)
    const refused = report.refusals.length > 0
    const outcome = refused ? 'refused' : options.dryRun ? 'dry_run' : report.published ? 'published' : 'unchanged'
    return await finish({ outcome, gates: gates(report) }, report)
  } catch (error) {
    const refused = error instanceof FileRefused
    const run = finish({ outcome: refused ? 'refused' : 'failed', gates: [(error as Error).message] }, null)
    if (refused) return run
    // The database itself may be what failed.
    await run.catch(() => {})
    throw error
  }
}

/** The gates that stop it: all that are closed, unless a person has looked; then what was seen must be what is there. */
function blockingGates(
  { approve, approval }: ImportOptions,
  file: SourceFile,
  stream: RowStream,
  report: PublishReport,
  gates: readonly string[],
): readonly string[] {
  if (approve) return []
  if (!approval) return gates
  const { version, records, rejected } = report
  const counts = { rows: stream.count, records, rejected: stream.rejectedCount + rejected.length }
  requireSameResult(approval, { version, sha256: file.sha256(), counts, gates })
  return []
}

function storedRequest({ file, format, mapping, note, dryRun, approval }: ImportOptions): StoredRequest {
  return {
    file,
    format: format ?? null,
    map: mapping ?? null,
    note: note ?? null,
    dry_run: dryRun ?? false,
    reason: approval?.reason ?? null,
  }
}

/** Before the work, with the record of it: no import that somebody ordered, or let past a gate, goes without a trace. */
async function auditRequest(tx: Tx, id: string, options: ImportOptions): Promise<void> {
  const { cause, source, approve = false, dryRun = false, approval, now } = options
  if (!cause) return
  const { run: shown, reason } = approval ?? {}
  const entry =
    shown && shown.gates.length > 0
      ? {
          action: 'data.import_approved' as const,
          details: { source, approves: shown.id, gates: shown.gates.join('; '), reason: reason ?? null },
        }
      : {
          action: 'data.import_ordered' as const,
          details: { source, approve, dry_run: dryRun, ...(shown ? { approves: shown.id } : {}) },
        }
  await audit(tx, cause, { ...entry, accountId: null, target: id }, now())
}

async function otherSources(db: Database, source: string): Promise<string[]> {
  const rows = await db.query
    .selectFrom('identities')
    .select('source')
    .distinct()
    .where('dataset', '=', 'production')
    .where('present', '=', true)
    .where('source', '!=', source)
    .execute()
  return rows.map((row) => row.source)
}

function countsOf(stream: RowStream, report: PublishReport | null, seconds: number): ImportCounts {
  const { unknownColumns, remarks } = stream.notes
  return {
    rows: stream.count,
    unchanged: report?.unchanged ?? 0,
    rejected: stream.rejectedCount,
    records: report?.records ?? {},
    history: report?.history ?? 0,
    events: report?.published ? report.events : 0,
    unknown_columns: Object.fromEntries(unknownColumns),
    remarks: Object.fromEntries(remarks),
    seconds: Math.round(seconds * 1000) / 1000,
  }
}
