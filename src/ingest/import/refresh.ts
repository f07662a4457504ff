// The daily refresh: one node updates all sources, once a day.
import type { Database } from '../../db/database.ts'
import { withLease } from '../../db/lease.ts'
import { DAY_MS, MINUTE_MS } from '../../kernel/time.ts'
import { publishRows } from '../publish/publish.ts'
import type { ProjectRow } from '../record/row.ts'

/** A source that generates its rows. Refreshed only while it has projects. */
export interface GeneratedSource {
  readonly name: string
  /** The rows at the end of a UTC day. */
  rows(day: string): AsyncIterable<ProjectRow>
}

/** A source that is imported again. */
export interface ImportedSource {
  readonly name: string
  /** Imports behind the gates. A refusal is a result, not an error. Must not begin once `lost` aborts. */
  publish(lost: AbortSignal): Promise<{ readonly outcome: RefreshOutcome; readonly version: string | null }>
}

export type RefreshSource = GeneratedSource | ImportedSource

type SourceRun = RefreshRun['sources'][number]

export type RefreshOutcome = 'published' | 'unchanged' | 'refused' | 'failed'

/** The result of a refresh. */
export interface RefreshRun {
  /** The UTC day of the data. */
  readonly day: string
  readonly finished_at: string
  readonly sources: readonly {
    readonly source: string
    readonly published: boolean
    readonly version: string | null
    readonly outcome: RefreshOutcome
  }[]
}

const LEASE = 'refresh'
const LEASE_MS = 15 * MINUTE_MS
const LAST_RUN = 'last-refresh'

/** True when today's refresh time has passed and today's refresh has not run. Times are UTC. */
export function isRefreshDue(now: Date, refreshAt: string, lastDay: string | null): boolean {
  const [day, time] = [now.toISOString().slice(0, 10), now.toISOString().slice(11, 16)]
  return time >= refreshAt && (lastDay === null || lastDay < day)
}

/** Returns `now` when a refresh is due. */
export function nextRefresh(now: Date, refreshAt: string, lastDay: string | null): Date {
  if (isRefreshDue(now, refreshAt, lastDay)) return now
  const today = new Date(`${now.toISOString().slice(0, 10)}T${refreshAt}:00Z`)
  return today > now ? today : new Date(today.getTime() + DAY_MS)
}

export async function lastRefresh(db: Database): Promise<RefreshRun | null> {
  const row = await db.query.selectFrom('instance').select('value').where('key', '=', LAST_RUN).executeTakeFirst()
  return row ? JSON.parse(row.value) : null
}

/** Returns null when another node is refreshing, or takes over because this one lost its lease. */
export async function refresh(
  db: Database,
  sources: readonly RefreshSource[],
  holder: string,
  now: () => Date,
  onFailure: (source: string, error: Error) => void = () => {},
  leaseMs = LEASE_MS,
): Promise<RefreshRun | null> {
  const run = await withLease(db.query, LEASE, holder, leaseMs, async (lost) => {
    const day = now().toISOString().slice(0, 10)
    const runs: SourceRun[] = []
    for (const source of sources) {
      const run = await refreshOne(db, source, day, now(), lost).catch((error: Error): SourceRun => {
        // One failing source must not stop the others.
        if (!lost.aborted) onFailure(source.name, error)
        return { source: source.name, published: false, version: null, outcome: 'failed' }
      })
      if (lost.aborted) return null
      if (run) runs.push(run)
    }
    const finished: RefreshRun = { day, finished_at: now().toISOString(), sources: runs }
    await recordRefresh(db, finished)
    return finished
  })
  return run ?? null
}

async function refreshOne(
  db: Database,
  source: RefreshSource,
  day: string,
  at: Date,
  lost: AbortSignal,
): Promise<SourceRun | null> {
  const { name } = source
  if ('publish' in source) {
    const { outcome, version } = await source.publish(lost)
    return { source: name, published: outcome === 'published', version, outcome }
  }
  if (!(await isInUse(db, name))) return null
  const publish = { dataset: 'production', source: name, rows: source.rows(day), at, actor: 'refresh' } as const
  const { published, version } = await publishRows(db, publish)
  return { source: name, published, version, outcome: published ? 'published' : 'unchanged' }
}

/** A source that was never published, or was retired, must not return by itself. */
export async function isInUse(db: Database, source: string): Promise<boolean> {
  const row = await db.query
    .selectFrom('identities')
    .select('key')
    .where('dataset', '=', 'production')
    .where('source', '=', source)
    .where('present', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function recordRefresh(db: Database, run: RefreshRun): Promise<void> {
  const value = JSON.stringify(run)
  await db.query
    .insertInto('instance')
    .values({ key: LAST_RUN, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
