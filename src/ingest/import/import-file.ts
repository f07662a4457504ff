// Imports a file: open it, publish its rows behind the gates, record the result.

import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Database } from '../../db/database.ts'
import type { WorkFolder } from '../files/work-folder.ts'
import { openWorkFolder } from '../files/work-folder.ts'
import type { InputFiles } from '../formats/read-files.ts'
import { inputName, openInput } from '../formats/read-files.ts'
import { hasLinkDecisions } from '../publish/follow-successors.ts'
import { ChangeList } from '../publish/project-change.ts'
import { publishRows } from '../publish/publish.ts'
import { requirePastDay } from '../publish/publish-release.ts'
import type { PublishReport } from '../publish/report.ts'
import { RowQuality } from '../quality/row-quality.ts'
import { NO_MAPPING } from '../read/mapping.ts'
import { RowStream } from '../read/row-stream.ts'
import type { ReadItem } from '../record/draft.ts'
import { FileRefused } from '../record/draft.ts'
import { DEMO_SOURCE, requireSourceName } from '../record/source-names.ts'
import { readProjectsOf } from '../rows/stored-rows.ts'
import { licenceRemark, registerSource, shareAlikeProblem } from '../sources/register-source.ts'
import { requireSameResult } from './approval.ts'
import { failedGates, needsConfirmation } from './gates.ts'
import type { ImportOptions } from './import-request.ts'
import { auditRequest, storedRequest } from './import-request.ts'
import type { ImportCounts, ImportRun } from './import-runs.ts'
import { EMPTY_COUNTS, finishRun, startRun } from './import-runs.ts'
import { knownStreets } from './known-streets.ts'
import { publishStreets } from './publish-streets.ts'

interface OpenedFiles {
  readonly file: InputFiles
  readonly items: AsyncIterable<ReadItem>
}

/** `file` and `format` are null until the file is open. */
interface RunningImport {
  readonly db: Database
  readonly options: ImportOptions
  readonly run: ImportRun
  readonly startedMs: number
  readonly stream: RowStream
  readonly quality: RowQuality
  readonly changes: ChangeList
  readonly workFolder: WorkFolder
  file: InputFiles | null
  format: string | null
}

export async function importFile(db: Database, options: ImportOptions): Promise<ImportRun> {
  const running = await start(db, options)
  try {
    const report = await publish(running, await open(running))
    const gates = report.refusals.length > 0 ? [...report.refusals] : failedGatesOf(running, report)
    return await finish(running, outcomeOf(options, report), gates, report)
  } catch (error) {
    const isRefused = error instanceof FileRefused
    const finished = finish(running, isRefused ? 'refused' : 'failed', [(error as Error).message], null)
    if (isRefused) return finished
    // The database itself may have failed.
    await finished.catch(() => {})
    throw error
  } finally {
    await running.workFolder.remove()
  }
}

async function start(db: Database, options: ImportOptions): Promise<RunningImport> {
  const { source, actor, now, approval } = options
  requireSourceName(source)
  if (options.asOf !== undefined) requirePastDay(options.asOf, now())
  const startedMs = performance.now()
  const facts = {
    source,
    file_name: options.name ?? inputName(pathsOf(options).map((path) => basename(path))),
    format: null,
    started_at: now().toISOString(),
    actor,
    approves: approval?.run.id ?? null,
    request: storedRequest(options),
  }
  const run = await startRun(db, facts, (tx, { id }) => auditRequest(tx, id, options))
  const quality = new RowQuality(await knownStreets(db, options.streetsFolder), now().getUTCFullYear())
  const stream = new RowStream(options.onProgress, quality)
  const workFolder = await openWorkFolder(options.workFolder ?? join(tmpdir(), 'plinth-imports'))
  return {
    db,
    options,
    run,
    startedMs,
    stream,
    quality,
    changes: new ChangeList(),
    workFolder,
    file: null,
    format: null,
  }
}

const pathsOf = ({ file, moreFiles = [] }: ImportOptions): string[] => [file, ...moreFiles]

async function open(running: RunningImport): Promise<OpenedFiles> {
  const { options, stream, workFolder } = running
  const { mapping = NO_MAPPING } = options
  stream.reportPhase('reading')
  const file = await openInput(pathsOf(options), options.name, options.format, mapping)
  running.file = file
  running.format = file.format.name
  const source = await registerSource(running.db, options.source, file.format.name, mapping.definition)
  if (!source.share_alike) stream.notes.osmProblem = shareAlikeProblem(source.name)
  const remark = licenceRemark(source, file.format.name)
  if (remark !== null) stream.notes.remark(remark)
  const { notes, reportReader: onProgress } = stream
  return {
    file,
    items: file.read({ mapping, notes, onProgress, workFolder: workFolder.path, snapshot: options.snapshot }),
  }
}

async function publish(running: RunningImport, { file, items }: OpenedFiles): Promise<PublishReport> {
  const { db, options, stream, changes, quality } = running
  const { source, now, actor, dryRun, onCrashPoint } = options
  const shared = {
    dataset: 'production' as const,
    source,
    at: now(),
    note: options.note ?? `import of ${file.name}`,
    gate: (report: PublishReport) => {
      stream.reportPhase('publishing')
      return blockingGates(running, file, report)
    },
    actor,
    ...(dryRun ? { dryRun } : {}),
    ...(onCrashPoint ? { onCrashPoint } : {}),
  }
  if (file.format.publishes === 'streets')
    return publishStreets(db, { ...shared, streets: await startReading(stream.drafts(file, items)) })
  const checked = stream.rows(file, items, now().getUTCFullYear())
  const rows = await startReading(checked)
  // Before the transaction: the embedded database runs one at a time.
  const snapshot = (await hasLinkDecisions(db, 'production')) ? await options.snapshot() : undefined
  const report = await publishRows(db, {
    ...shared,
    rows,
    asOf: options.asOf,
    retire: [DEMO_SOURCE],
    unreadableKeys: () => stream.unreadableKeys,
    keylessRows: () => stream.keylessRows,
    onDiff: ({ before, after }) => changes.add(before, after),
    onChangedRow: (row, former) => quality.compare(row, former),
    onProgress: stream.reportPhase,
    snapshot,
  }).finally(() => checked.return(undefined))
  for (const { key, reason } of report.rejected) stream.rejectKey(key, reason)
  return report
}

/** Reads up to the first row before the transaction begins: a reader that groups lines needs minutes for it. */
async function startReading<T>(rows: AsyncGenerator<T>): Promise<AsyncIterable<T>> {
  const first = await rows.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* rows
  })()
}

async function finish(
  { db, options, run: started, startedMs, stream, quality, changes, file, format }: RunningImport,
  outcome: ImportRun['outcome'],
  gates: readonly string[],
  report: PublishReport | null,
): Promise<ImportRun> {
  const run: ImportRun = {
    ...started,
    outcome,
    gates,
    format,
    finished_at: options.now().toISOString(),
    version: report?.version ?? null,
    counts: countsOf(stream, report, (performance.now() - startedMs) / 1000),
    rejected: stream.rejected,
    sha256: file?.sha256() ?? null,
    changes: report && changes.counts,
    quality: quality.findings.report(await readProjectsOf(db.query, started.source, quality.findings.keys())),
  }
  await finishRun(db, run, report && !report.published ? changes.changes : [])
  return run
}

function outcomeOf({ dryRun }: ImportOptions, { refusals, published }: PublishReport): ImportRun['outcome'] {
  if (refusals.length > 0) return 'refused'
  return dryRun ? 'dry_run' : published ? 'published' : 'unchanged'
}

const failedGatesOf = ({ stream }: RunningImport, report: PublishReport): string[] =>
  failedGates(report, stream.rejectedByReader, { read: stream.notes.lines, rejected: stream.rejectedLines })

/** An approved run passes all gates, but its result must equal the one that the person reviewed. */
function blockingGates(running: RunningImport, file: InputFiles, report: PublishReport): readonly string[] {
  const { options, stream } = running
  if (options.approve) {
    const { projectsGone } = report
    return needsConfirmation(projectsGone, options.source, options.confirm)
      ? [`${projectsGone} projects would be removed; approve it with the source's name: --confirm ${options.source}`]
      : []
  }
  const gates = failedGatesOf(running, report)
  if (!options.approval) return gates
  const { version, records, rejected } = report
  const counts = { rows: stream.count, records, rejected: stream.rejectedCount + rejected.length }
  requireSameResult(options.approval, { version, sha256: file.sha256(), counts, gates })
  return []
}

function countsOf(stream: RowStream, report: PublishReport | null, seconds: number): ImportCounts {
  const { unknownColumns, remarks } = stream.notes
  return {
    rows: stream.count,
    unchanged: report?.unchanged ?? 0,
    rejected: stream.rejectedCount,
    records: report?.records ?? {},
    joins: report?.joins ?? EMPTY_COUNTS.joins,
    history: report?.history ?? 0,
    events: report?.published ? report.events : 0,
    unknown_columns: Object.fromEntries(unknownColumns),
    remarks: Object.fromEntries(remarks),
    seconds: Math.round(seconds * 1000) / 1000,
  }
}
