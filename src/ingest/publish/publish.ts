// Publishes the rows of a source in one transaction, so readers see all or nothing.
import type { Database } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { CrashHook } from '../../kernel/crash-hook.ts'
import type { ProjectRow } from '../row.ts'
import type { DeferredRow, HashedRow } from './apply-rows.ts'
import { applyDeferredRows, applyRows, removeMissingKeys } from './apply-rows.ts'
import { referenceProblem } from './assemble.ts'
import type { ProjectDiff } from './diff.ts'
import type { ResolveRow } from './match-project.ts'
import type { CrashPoint } from './publication.ts'
import { Publication } from './publication.ts'
import type { PresentKey } from './read-state.ts'
import { readPresentKeys } from './read-state.ts'
import type { PublishReport } from './report.ts'
import { countPrices } from './report.ts'
import { hashRow } from './row-identity.ts'

export interface PublishOptions {
  readonly dataset: Dataset
  readonly source: string
  readonly rows: Iterable<ProjectRow> | AsyncIterable<ProjectRow>
  readonly at: Date
  /** Stored with the version, and as the reason of corrections. */
  readonly note?: string
  /** Sources whose projects are all removed with this publish, announced by one event. */
  readonly retire?: readonly string[]
  /** Keys of rows that could not be read. Their projects stay as they are. */
  readonly unreadableKeys?: () => Iterable<string>
  /** Number of rows without a readable key. When there are any, no project is removed: it could be one of them. */
  readonly keylessRows?: () => number
  /** Matches rows with a new key. */
  readonly resolve?: ResolveRow
  /** Returns the reasons to refuse the publish; an empty list allows it. */
  readonly gate?: (report: PublishReport) => readonly string[]
  readonly dryRun?: boolean
  readonly actor?: string
  /** Called with each project's diff, even when nothing is published in the end. */
  readonly onDiff?: (diff: ProjectDiff) => void
  readonly onCrashPoint?: CrashHook<CrashPoint>
}

/** Projects per batch: about 8,000 rows to write. */
const BATCH = 200

/** Rolls back the transaction and carries the report out of it. */
class NotPublished extends Error {
  readonly report: PublishReport

  constructor(report: PublishReport) {
    super('not published')
    this.report = report
  }
}

export async function publishRows(db: Database, options: PublishOptions): Promise<PublishReport> {
  const started = performance.now()
  const onCrashPoint = options.onCrashPoint ?? (() => {})
  try {
    const report = await db.tx(async (tx) => {
      const { dataset, source, at, note = null, actor = null, onDiff } = options
      const publish = { dataset, source, kind: 'import', at, note, actor, onCrashPoint, onDiff } as const
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
  const present = await readPresentKeys(tx, dataset, source)
  const first = present.size === 0
  publication.silent = first
  const seen = await applyAllRows(publication, options, present)
  for (const key of options.unreadableKeys?.() ?? []) seen.add(key)
  const gone = [...present.keys()].filter((key) => !seen.has(key))
  const keyless = options.keylessRows?.() ?? 0
  if (keyless === 0) count.projectsGone = await removeMissingKeys(publication, source, gone, present, seen)
  else count.projectsGone = Math.max(0, gone.length - keyless)

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
    projectsBefore: present.size,
    projectsGone: count.projectsGone,
    prices: { compared: count.compared, jumped: count.jumped },
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

/** Runs first, so that no new row matches a project that is about to be removed. */
async function retireSources(publication: Publication, sources: readonly string[]): Promise<string[]> {
  const retired: string[] = []
  publication.silent = true
  for (const source of sources) {
    const present = await readPresentKeys(publication.tx, publication.options.dataset, source)
    if (present.size === 0) continue
    await removeMissingKeys(publication, source, [...present.keys()], present, new Set())
    retired.push(source)
  }
  return retired
}

interface Batches {
  readonly size: number
  readonly run: (work: () => Promise<void>) => Promise<void>
}

const IN_ONE_TRANSACTION: Batches = { size: BATCH, run: (work) => work() }

/** Applies all rows in batches. Returns the keys in the source. */
export async function applyAllRows(
  publication: Publication,
  options: Pick<PublishOptions, 'source' | 'rows' | 'note' | 'resolve'>,
  present: ReadonlyMap<string, PresentKey>,
  { size, run }: Batches = IN_ONE_TRANSACTION,
): Promise<Set<string>> {
  const { count } = publication
  const seen = new Set<string>()
  const deferred: DeferredRow[] = []
  const ownProjects = new Set([...present.values()].filter((key) => key.is_owner).map((key) => key.project_id))
  const context = {
    source: options.source,
    note: options.note ?? null,
    resolve: options.resolve,
    ownProjects,
    deferred,
  }
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
    if (known?.row_hash === hash) {
      count.unchanged++
      continue
    }
    batch.push({ row, hash })
    if (batch.length < size) continue
    await applying
    // The database writes this batch while the next one is read. Batches run one at a time, in order.
    const full = batch
    applying = run(() => applyRows(publication, full, context))
    // The next await reports a failure. Until then, it must not count as unhandled.
    applying.catch(() => {})
    batch = []
  }
  await applying
  await run(async () => {
    await applyRows(publication, batch, context)
    await applyDeferredRows(publication, context, present, seen)
  })
  return seen
}
