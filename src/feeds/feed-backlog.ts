// How many feeds fail, and how late the latest one is.
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { at } from '../kernel/at.ts'

export interface FeedBacklog {
  readonly failing: number
  /** How long the feed that should have been read first has waited. */
  readonly overdueSeconds: number
}

export async function readFeedBacklog(db: Database, nowMs: number): Promise<FeedBacklog> {
  const { rows } = await sql<{ failing: number; oldest: string | null }>`
    select count(*) filter (where status = 'failing')::int as failing,
      min(next_run_at) filter (where status in ('active', 'failing')) as oldest
    from feeds`.execute(db.query)
  const { failing, oldest } = at(rows, 0)
  return { failing, overdueSeconds: oldest === null ? 0 : Math.max(0, (nowMs - Date.parse(oldest)) / 1000) }
}
