// Restores an older version of a dataset by publishing it as a new version.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Bundle } from '../../catalog/records/record-types.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/database-tables.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit, SYSTEM } from '../../events/audit-log.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { CrashHook } from '../../kernel/crash-hook.ts'
import { Fault } from '../../kernel/fault.ts'
import type { RolledBackMerges } from '../overrides/roll-back-overrides.ts'
import { rollBackOverrides } from '../overrides/roll-back-overrides.ts'
import { restoreReleases } from '../rows/releases.ts'
import { joinAllLater, joinLater } from '../rows/row-keys.ts'
import type { RestoredRows } from '../rows/row-versions.ts'
import { hasRowsOf, joinChangedSince, restoreRows } from '../rows/row-versions.ts'
import { readVersions, versionNumber } from '../versions/version-list.ts'
import { diffBundle } from './diff.ts'
import type { ChangeCounts } from './project-change.ts'
import { projectChange } from './project-change.ts'
import type { CrashPoint } from './publication.ts'
import { Publication } from './publication.ts'
import { readBundles } from './read-state.ts'
import type { PublishReport } from './report.ts'
import { restateProjects } from './restate.ts'

export interface RollbackOptions {
  readonly at: Date
  /** Stored with the version, as the reason of corrections, and in the audit log. */
  readonly reason?: string | undefined
  readonly cause?: Cause
  /** Called in the transaction after the projects are restored, to move people's decisions. */
  readonly onMerges?: (publication: Publication, merges: RolledBackMerges) => Promise<void>
  readonly onCrashPoint?: CrashHook<CrashPoint>
  /** For tests. */
  readonly maxAnnouncedProjects?: number
}

/** A rollback of more projects is announced by one event: reading the data again is less work than so many events. */
const MAX_ANNOUNCED_PROJECTS = 1000

export interface RollbackPreview {
  readonly version: string
  readonly current: string
  readonly projects: ChangeCounts
}

const BATCH = 200
/** After a rollback of more projects, the next publish joins all rows. */
const MAX_JOINED_PROJECTS = 1000

export async function rollback(
  db: Database,
  dataset: Dataset,
  version: string,
  options: RollbackOptions,
): Promise<PublishReport> {
  const started = performance.now()
  const onCrashPoint = options.onCrashPoint ?? (() => {})
  const { at, reason, cause = SYSTEM, maxAnnouncedProjects = MAX_ANNOUNCED_PROJECTS } = options
  const note = reason === undefined ? `rollback to ${version}` : `rollback to ${version}: ${reason}`
  const report = await db.tx(async (tx) => {
    const publish = {
      dataset,
      source: 'rollback',
      kind: 'rollback',
      at,
      note,
      actor: cause.actor,
      onCrashPoint,
    } as const
    const publication = await Publication.begin(tx, publish)
    const target = await versionNumber(tx, dataset, version)
    if (target === undefined) throw new Fault('invalid_parameter', { detail: `Version ${version} does not exist.` })
    const details = reason === undefined ? {} : { reason }
    await audit(tx, cause, { action: 'data.rolled_back', accountId: null, target: version, details }, at)
    const overrides = { tx, dataset, target, version: publication.number, at: publication.at, actor: cause.actor, note }
    const merges = await rollBackOverrides(overrides)
    await restore(publication, target, note, maxAnnouncedProjects)
    await options.onMerges?.(publication, merges)
    return reportOf(publication, started)
  })
  if (report.published) onCrashPoint('after commit')
  return report
}

async function restore(publication: Publication, target: number, note: string, maxAnnounced: number): Promise<void> {
  const { tx, options, registry, at } = publication
  const { dataset } = options
  const batches = await projectsChangedSince(tx, dataset, target)
  const projects = batches.reduce((sum, ids) => sum + ids.length, 0)
  publication.silent = projects > maxAnnounced
  const areRowsLogged = await hasRowsOf(tx, dataset, target)
  const isSmall = areRowsLogged && projects <= MAX_JOINED_PROJECTS
  if (!isSmall) await joinAllLater(tx, dataset)
  else await joinChangedSince(tx, dataset, target)
  const { movedFrom } = areRowsLogged ? await restoreRows(tx, dataset, target) : NOTHING_RESTORED
  for (const ids of batches) {
    const now = await readBundles(tx, dataset, ids)
    const then = await readBundles(tx, dataset, ids, target)
    await registry.knowProjects(tx, ids)
    const diffs = ids.flatMap((id) => {
      const before = now.get(id) ?? null
      const after = withReturnDate(then.get(id) ?? null, before, at)
      if (before === null && after === null) return []
      registry.setAddress(id, after?.project.address ?? null)
      const mergedInto = after === null ? movedFrom.get(id) : undefined
      const context = { at, reason: note, reported: [], known: new Set<string>() }
      return [diffBundle(before, after, mergedInto === undefined ? context : { ...context, mergedInto })]
    })
    await publication.write(diffs)
    if (!areRowsLogged) await restoreFromRecords(tx, dataset, ids, then)
    if (!isSmall) continue
    // A rollback also changes addresses that people corrected.
    const addresses = [...now.values(), ...then.values()].map(({ project }) => project.address)
    await joinLater(tx, dataset, ids, addresses)
  }
  if (isSmall) await joinChangedSince(tx, dataset, target)
  if (dataset !== 'production') return
  publication.count.restated += await restoreReleases(tx, target, publication.number)
  await restateProjects(publication)
}

const NOTHING_RESTORED: Pick<RestoredRows, 'movedFrom'> = { movedFrom: new Map() }

/**
 * For versions that are older than the log of rows. Returns the rows to their projects. The rows of the sources may differ
 * now, so the next import must process each of them again. Until then the record, not the row, describes the project.
 */
async function restoreFromRecords(
  tx: Tx,
  dataset: Dataset,
  ids: readonly number[],
  restored: ReadonlyMap<number, Bundle>,
): Promise<void> {
  const rows = [...restored.values()].flatMap(({ project }) =>
    (project.rows ?? []).map(({ source, key }, at) => ({ source, key, project_id: project.id, is_anchor: at === 0 })),
  )
  await sql`
    update identities set row_hash = '', present = project_id = any(${[...restored.keys()]}::int[]),
      row = case when is_anchor then null else row end, facts = case when is_anchor then null else facts end,
      join_keys = case when is_anchor then null else join_keys end
    where dataset = ${dataset} and project_id = any(${ids}::int[])`.execute(tx)
  await sql`
    update identities i set project_id = r.project_id, is_anchor = r.is_anchor, present = true, row_hash = '',
      row = case when r.is_anchor then null else i.row end, facts = case when r.is_anchor then null else i.facts end,
      join_keys = case when r.is_anchor then null else i.join_keys end
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(source text, key text, project_id int, is_anchor boolean)
    where i.dataset = ${dataset} and i.source = r.source and i.key = r.key`.execute(tx)
}

/** Projects with records written after a version, in batches. */
async function projectsChangedSince(db: Kysely<Tables>, dataset: Dataset, number: number): Promise<number[][]> {
  const { rows } = await sql<{ project_id: number }>`
    select distinct project_id from records
    where dataset = ${dataset} and (since > ${number} or until > ${number}) order by project_id`.execute(db)
  const ids = rows.map((row) => row.project_id)
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, i) => ids.slice(i * BATCH, (i + 1) * BATCH))
}

/** Compares two versions. Needs no lock, because records never change. */
export async function previewRollback(db: Database, dataset: Dataset, version: string): Promise<RollbackPreview> {
  const target = await versionNumber(db.query, dataset, version)
  if (target === undefined) throw new Fault('version_not_found', { detail: `Version ${version} does not exist.` })
  const head = (await readVersions(db, dataset, { limit: 1 })).versions[0]!
  const counts = { created: 0, changed: 0, gone: 0 }
  for (const ids of await projectsChangedSince(db.query, dataset, target)) {
    const now = await readBundles(db.query, dataset, ids, head.number)
    const then = await readBundles(db.query, dataset, ids, target)
    for (const id of ids) {
      const change = projectChange(now.get(id) ?? null, then.get(id) ?? null)
      if (change) counts[change.change]++
    }
  }
  return { version, current: head.version, projects: counts }
}

/** A restored project counts as updated now. */
function withReturnDate(after: Bundle | null, before: Bundle | null, at: string): Bundle | null {
  return after && !before ? { ...after, project: { ...after.project, updated_at: at } } : after
}

async function reportOf(publication: Publication, started: number): Promise<PublishReport> {
  const { count, head, options } = publication
  const published = count.hasChanges
  const version = published ? await publication.finish([]) : head.version
  return {
    dataset: options.dataset,
    source: options.source,
    published,
    version,
    number: published ? publication.number : head.number,
    first: false,
    rows: 0,
    unchanged: 0,
    records: count.records,
    rowsBefore: 0,
    projectsGone: count.records.project.removed,
    rowsGone: 0,
    prices: { compared: 0, jumped: count.jumped },
    joins: count.joins,
    rowsJoined: count.rowsJoined,
    history: count.history,
    events: publication.eventCount,
    rejected: [],
    refusals: [],
    seconds: (performance.now() - started) / 1000,
  }
}
