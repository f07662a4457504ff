// The daily refresh: every source that can bring itself up to date does so, one node at a time, once a day.
import type { Database } from '../db/database.ts'
import { acquireLease, releaseLease } from '../db/lease.ts'
import { publishRows } from './publish.ts'
import type { PublishReport } from './report.ts'
import type { ProjectRow } from './row.ts'

export interface RefreshSource {
  readonly name: string
  /** The source's rows as they stand at the end of a UTC day. */
  rows(day: string): AsyncIterable<ProjectRow>
}

/** What the last refresh did, for people. */
export interface RefreshRun {
  /** The UTC day it brought the data to. */
  readonly day: string
  readonly finished_at: string
  readonly sources: readonly { readonly source: string; readonly published: boolean; readonly version: string | null }[]
}

const LEASE = 'refresh'
const LEASE_MS = 15 * 60_000
const LAST_RUN = 'last-refresh'

/** True when today's refresh time has come and today's run has not been. Times are UTC. */
export function isRefreshDue(now: Date, refreshAt: string, lastDay: string | null): boolean {
  const [day, time] = [now.toISOString().slice(0, 10), now.toISOString().slice(11, 16)]
  return time >= refreshAt && (lastDay === null || lastDay < day)
}

export async function lastRefresh(db: Database): Promise<RefreshRun | null> {
  const row = await db.query.selectFrom('instance').select('value').where('key', '=', LAST_RUN).executeTakeFirst()
  return row ? JSON.parse(row.value) : null
}

/** Refreshes the sources that are in use; null when another node is at it. */
export async function refresh(
  db: Database,
  sources: readonly RefreshSource[],
  holder: string,
  now: () => Date,
): Promise<RefreshRun | null> {
  if (!(await acquireLease(db.query, LEASE, holder, LEASE_MS))) return null
  try {
    const day = now().toISOString().slice(0, 10)
    const reports: PublishReport[] = []
    for (const source of sources)
      if (await isInUse(db, source.name))
        reports.push(
          await publishRows(db, { dataset: 'production', source: source.name, rows: source.rows(day), at: now() }),
        )
    const run: RefreshRun = {
      day,
      finished_at: now().toISOString(),
      sources: reports.map(({ source, published, version }) => ({ source, published, version })),
    }
    await recordRefresh(db, run)
    return run
  } finally {
    await releaseLease(db.query, LEASE, holder)
  }
}

/** A source that was never published, or was retired, does not come back by itself. */
async function isInUse(db: Database, source: string): Promise<boolean> {
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
