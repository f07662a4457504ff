// Puts a dataset back to an older version by publishing that state as a new one: the same diff, the same history, the same events.
import { sql } from 'kysely'
import type { Bundle } from '../catalog/records.ts'
import type { Database } from '../db/database.ts'
import type { Cause } from '../events/audit.ts'
import { audit, SYSTEM } from '../events/audit.ts'
import type { Dataset } from '../events/types.ts'
import { Fault } from '../kernel/fault.ts'
import { diffBundle } from './diff.ts'
import type { Crash } from './publication.ts'
import { Publication } from './publication.ts'
import { readBundles } from './read-state.ts'
import type { PublishReport } from './report.ts'
import { rollBackHandWork } from './roll-back-hand-work.ts'

export interface RollbackOptions {
  readonly at: Date
  readonly note?: string
  readonly cause?: Cause
  readonly crash?: Crash
}

const BATCH = 200

export async function rollback(
  db: Database,
  dataset: Dataset,
  version: string,
  options: RollbackOptions,
): Promise<PublishReport> {
  const started = performance.now()
  const crash = options.crash ?? (() => {})
  const note = options.note ?? `back to ${version}`
  const report = await db.tx(async (tx) => {
    const { at } = options
    const publication = await Publication.begin(tx, { dataset, source: 'rollback', kind: 'rollback', at, note, crash })
    const target = await tx
      .selectFrom('dataset_versions')
      .select('number')
      .where('dataset', '=', dataset)
      .where('version', '=', version)
      .executeTakeFirst()
    if (!target) throw new Fault('invalid_parameter', { detail: `There is no version ${version}.` })
    await audit(tx, options.cause ?? SYSTEM, { action: 'data.rolled_back', accountId: null, target: version }, at)
    await rollBackHandWork(publication, target.number, (options.cause ?? SYSTEM).actor)
    await restore(publication, target.number, note)
    return reportOf(publication, started)
  })
  if (report.published) crash('after commit')
  return report
}

async function restore(publication: Publication, target: number, note: string): Promise<void> {
  const { tx, options, registry, at } = publication
  const { dataset } = options
  const { rows } = await sql<{ project_id: number }>`
    select distinct project_id from records
    where dataset = ${dataset} and (since > ${target} or until > ${target}) order by project_id`.execute(tx)
  for (let start = 0; start < rows.length; start += BATCH) {
    const ids = rows.slice(start, start + BATCH).map((row) => row.project_id)
    const now = await readBundles(tx, dataset, ids)
    const then = await readBundles(tx, dataset, ids, target)
    const diffs = ids.flatMap((id) => {
      const before = now.get(id) ?? null
      const after = returning(then.get(id) ?? null, before, at)
      if (before === null && after === null) return []
      registry.settle(id, after?.project.address ?? null)
      return [diffBundle(before, after, { at, source: null, reason: note, told: [], known: new Set<string>() })]
    })
    await publication.write(diffs)
    // The sources' rows say something else now: the next import must look at each of them again.
    const there = ids.filter((id) => then.has(id))
    await sql`
      update identities set row_hash = '', present = project_id = any(${there}::int[])
      where dataset = ${dataset} and project_id = any(${ids}::int[])`.execute(tx)
  }
}

/** A project that comes back has changed today, whenever it was last told of. */
function returning(after: Bundle | null, before: Bundle | null, at: string): Bundle | null {
  return after && !before ? { ...after, project: { ...after.project, updated_at: at } } : after
}

async function reportOf(publication: Publication, started: number): Promise<PublishReport> {
  const { count, head, options } = publication
  const published = count.anything
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
    projectsBefore: 0,
    projectsGone: count.records.project.removed,
    prices: { compared: 0, jumped: count.jumped },
    history: count.history,
    events: publication.eventCount,
    rejected: [],
    refusals: [],
    seconds: (performance.now() - started) / 1000,
  }
}
