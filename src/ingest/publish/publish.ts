// Publishes the rows of a source in one transaction, so readers see all or nothing.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { CrashHook } from '../../kernel/crash-hook.ts'
import { refKey } from '../join/decisions.ts'
import type { JoinKeys } from '../join/join-keys.ts'
import type { ProjectRow } from '../record/row.ts'
import { DEMO_SOURCE } from '../record/source-names.ts'
import { findRenamed, renameRows } from '../rows/renamed-rows.ts'
import { readKeys } from '../rows/row-keys.ts'
import type { HashedRow, RowPoint } from '../rows/stored-rows.ts'
import { readLeavingRows, readPoints, storeRows } from '../rows/stored-rows.ts'
import { applyGeneratedRows } from './apply-generated.ts'
import { referenceProblem } from './assemble.ts'
import { countPlaces } from './count-places.ts'
import type { ProjectDiff } from './diff.ts'
import { followSuccessors } from './follow-successors.ts'
import type { CrashPoint, PublishPhase } from './publication.ts'
import { Publication } from './publication.ts'
import { publishRelease, requirePastDay } from './publish-release.ts'
import type { PresentKey } from './read-state.ts'
import { readPresentKeys } from './read-state.ts'
import type { PublishReport } from './report.ts'
import { countPrices } from './report.ts'
import { removeProjects, resolveProjects } from './resolve-projects.ts'
import { hashRow } from './row-identity.ts'
import { markAbsent } from './write-state.ts'

export interface PublishOptions {
  readonly dataset: Dataset
  readonly source: string
  readonly rows: Iterable<ProjectRow> | AsyncIterable<ProjectRow>
  readonly at: Date
  /** The day that the rows are from, YYYY-MM-DD, when it is earlier: changes take effect that day. */
  readonly asOf?: string | undefined
  /** Stored with the version, and as the reason of corrections. */
  readonly note?: string
  /** Sources whose projects are all removed with this publish, announced by one event. */
  readonly retire?: readonly string[]
  /** Keys of rows that could not be read. Their projects stay as they are. */
  readonly unreadableKeys?: () => Iterable<string>
  /** Number of rows without a readable key. When there are any, no project is removed: it could be one of them. */
  readonly keylessRows?: () => number
  /** The current data. When two projects become one, people's decisions move with it. */
  readonly snapshot?: Snapshot | undefined
  /** Returns the reasons to refuse the publish; an empty list allows it. */
  readonly gate?: (report: PublishReport) => readonly string[]
  readonly dryRun?: boolean
  readonly actor?: string
  /** Called with each project's diff, even when nothing is published in the end. */
  readonly onDiff?: (diff: ProjectDiff) => void
  /** Called with each changed row that the source reported with a point before. */
  readonly onChangedRow?: (row: ProjectRow, former: RowPoint) => void
  readonly onProgress?: (phase: PublishPhase, done: number, total: number) => void
  readonly onCrashPoint?: CrashHook<CrashPoint>
}

/** Projects per batch: about 8,000 rows to write. */
const BATCH = 200

/** Rolls back the transaction and carries the report out of it. */
export class NotPublished extends Error {
  readonly report: PublishReport

  constructor(report: PublishReport) {
    super('not published')
    this.report = report
  }
}

export async function publishRows(db: Database, options: PublishOptions): Promise<PublishReport> {
  const started = performance.now()
  if (options.asOf !== undefined) requirePastDay(options.asOf, options.at)
  const onCrashPoint = options.onCrashPoint ?? (() => {})
  try {
    const report = await db.tx(async (tx) => {
      const { dataset, source, at, note = null, actor = null, onDiff, onProgress } = options
      const publish = { dataset, source, kind: 'import', at, note, actor, onCrashPoint, onDiff, onProgress } as const
      const publication = await Publication.begin(tx, publish)
      return publishWithin(publication, options, started)
    })
    if (report.published) onCrashPoint('after commit')
    return report
  } catch (error) {
    if (error instanceof NotPublished) return error.report
    throw error
  }
}

/** Generated rows are not stored, and join no other source. */
const isGenerated = ({ dataset, source }: Pick<PublishOptions, 'dataset' | 'source'>): boolean =>
  dataset === 'sandbox' || source === DEMO_SOURCE

async function publishWithin(
  publication: Publication,
  options: PublishOptions,
  started: number,
): Promise<PublishReport> {
  const { dataset, source, retire = [] } = options
  const { tx, count, head } = publication
  const retired = await retireSources(
    publication,
    retire.filter((name) => name !== source),
  )
  // The sources above leave now, whatever day the rows are from.
  if (options.asOf !== undefined && !publication.now.startsWith(options.asOf))
    publication.at = `${options.asOf}T00:00:00.000Z`
  const present = await readPresentKeys(tx, dataset, source)
  const first = present.size === 0
  publication.silent = first
  const rowsBefore = isGenerated(options)
    ? await publishGenerated(publication, options, present)
    : await publishRelease(publication, options, present, {
        publishNewest: () => publishStored(publication, options, present),
        readRows: (apply) => eachChangedBatch(publication, options, new Map(), apply),
      })

  const report = (published: boolean, version: string | null, refusals: readonly string[]): PublishReport => ({
    dataset,
    source,
    published,
    version,
    number: published ? publication.number : head.number,
    first,
    rows: count.rows,
    unchanged: count.unchanged,
    records: count.records,
    rowsBefore,
    projectsGone: count.projectsGone,
    rowsGone: count.rowsGone,
    prices: { compared: count.compared, jumped: count.jumped },
    joins: count.joins,
    rowsJoined: count.rowsJoined,
    history: count.history,
    events: publication.eventCount,
    rejected: count.rejected,
    refusals,
    seconds: (performance.now() - started) / 1000,
  })
  const refusals = options.gate?.(report(false, head.version, [])) ?? []
  if (refusals.length > 0 || options.dryRun) throw new NotPublished(report(false, head.version, refusals))
  if (!count.hasChanges) return report(false, head.version, [])
  const version = await publication.finish(retired)
  return report(true, version, [])
}

/** Runs first, so that no new row joins a project that is about to be removed. */
async function retireSources(publication: Publication, sources: readonly string[]): Promise<string[]> {
  const { tx, options } = publication
  const retired: string[] = []
  publication.silent = true
  for (const source of sources) {
    const present = await readPresentKeys(tx, options.dataset, source)
    if (present.size === 0) continue
    await removeRows(publication, source, present, new Set())
    retired.push(source)
  }
  return retired
}

async function removeRows(
  publication: Publication,
  source: string,
  present: ReadonlyMap<string, PresentKey>,
  seen: ReadonlySet<string>,
): Promise<number> {
  const missing = [...present].filter(([key]) => !seen.has(key))
  const reported = new Set([...seen].map((key) => present.get(key)?.project_id))
  const gone = new Map<number, null>()
  for (const [, { project_id }] of missing)
    if (project_id !== null && !reported.has(project_id)) gone.set(project_id, null)
  await removeProjects(publication, gone, { reason: null })
  const keys = missing.map(([key]) => key)
  await markAbsent(publication.tx, publication.options.dataset, source, keys)
  return gone.size
}

async function publishGenerated(
  publication: Publication,
  options: PublishOptions,
  present: ReadonlyMap<string, PresentKey>,
): Promise<number> {
  const { source, note = null } = options
  const seen = await eachChangedBatch(publication, options, present, (rows) =>
    applyGeneratedRows(publication, rows, { source, note }),
  )
  publication.count.projectsGone = await removeRows(publication, source, present, seen)
  return present.size
}

async function publishStored(
  publication: Publication,
  options: PublishOptions,
  present: ReadonlyMap<string, PresentKey>,
): Promise<void> {
  const { dataset, source, note = null } = options
  const { tx, count, at } = publication
  const changed = new Set<string>()
  const added = new Map<string, string>()
  const former: JoinKeys[] = []
  const seen = await eachChangedBatch(publication, options, present, async (rows) => {
    const known = rows.filter(({ row }) => present.has(row.key)).map(({ row }) => row.key)
    former.push(...(await readKeys(tx, dataset, source, known)))
    if (options.onChangedRow) {
      const points = await readPoints(tx, dataset, source, known)
      for (const { row } of rows) if (points.has(row.key)) options.onChangedRow(row, points.get(row.key)!)
    }
    for (const { row } of rows) {
      changed.add(row.key)
      if (!present.has(row.key)) added.set(row.key, row.address)
    }
    await storeRows(tx, dataset, source, rows, at)
  })
  publication.options.onProgress?.('joining', 0, 0)
  for (const key of options.unreadableKeys?.() ?? []) seen.add(key)
  const missing = [...present.keys()].filter((key) => !seen.has(key))
  const keyless = options.keylessRows?.() ?? 0
  const leaving = keyless === 0 ? await readLeavingRows(tx, dataset, source, missing) : []
  former.push(
    ...(await readKeys(
      tx,
      dataset,
      source,
      leaving.map(({ key }) => key),
    )),
  )
  const renamed = findRenamed(leaving, added)
  await renameRows(tx, dataset, source, renamed)
  const keptKeys = new Set(renamed.map(({ from }) => from))
  const gone = leaving.filter(({ key }) => !keptKeys.has(key)).map(({ key }) => key)
  await markAbsent(tx, dataset, source, gone)
  for (const { to } of renamed) added.delete(to)
  const refs = [...changed, ...gone].map((key) => ({ source, key }))
  const resolved = await resolveProjects(publication, {
    changed: new Set([...changed].map((key) => refKey({ source, key }))),
    added: new Set([...added.keys()].map((key) => refKey({ source, key }))),
    refs,
    former,
    touched: new Set(leaving.filter(({ key }) => !keptKeys.has(key)).flatMap(({ project_id }) => project_id ?? [])),
    reason: note,
  })
  if (options.snapshot) await followSuccessors(publication, resolved, options.snapshot)
  const left = new Set(leaving.map(({ key }) => key))
  const staying = [...present].filter(([key]) => !left.has(key))
  await countPlaces(publication, staying, resolved.places)
  count.rowsGone = keyless === 0 ? gone.length : Math.max(0, missing.length - keyless)
  count.projectsGone = keyless === 0 ? resolved.projectsGone : count.rowsGone
}

interface Batches {
  readonly size: number
  readonly run: (work: () => Promise<void>) => Promise<void>
}

const IN_ONE_TRANSACTION: Batches = { size: BATCH, run: (work) => work() }

/** Passes on the rows with new content, in batches. Returns the keys in the source. */
export async function eachChangedBatch(
  { count }: Publication,
  options: Pick<PublishOptions, 'rows'>,
  present: ReadonlyMap<string, PresentKey>,
  apply: (rows: readonly HashedRow[]) => Promise<void>,
  { size, run }: Batches = IN_ONE_TRANSACTION,
): Promise<Set<string>> {
  const seen = new Set<string>()
  let batch: HashedRow[] = []
  let applying: Promise<void> = Promise.resolve()
  for await (const row of options.rows) {
    count.rows++
    if (seen.has(row.key)) {
      count.reject(row, 'an earlier row of this source has the same key')
      continue
    }
    seen.add(row.key)
    const problem = referenceProblem(row)
    if (problem !== null) {
      count.reject(row, problem)
      continue
    }
    const known = present.get(row.key)
    if (known) count.compared += countPrices(row)
    const hash = hashRow(row)
    if (known?.row_hash === hash) count.unchanged++
    else batch.push({ row, hash })
    if (batch.length < size) continue
    await applying
    // The database writes this batch while the next one is read. Batches run one at a time, in order.
    const full = batch
    applying = run(() => apply(full))
    // The next await reports a failure. Until then, it must not count as unhandled.
    applying.catch(() => {})
    batch = []
  }
  await applying
  await run(() => apply(batch))
  return seen
}
