// Reports when each source was last up to date, and when it refreshes next.
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Source } from '../sources/source-registry.ts'
import { listRefreshedFiles, listSources } from '../sources/source-registry.ts'
import type { ImportOutcome } from './import-runs.ts'
import type { RefreshOutcome, RefreshRun } from './refresh.ts'
import { lastRefresh, nextRefresh } from './refresh.ts'

export interface SourceFreshness {
  readonly source: string
  /** `scheduled`: open data, checked as often as it changes. `off`: disabled. `generated`: the source generates its rows. */
  readonly refreshed: 'daily' | 'scheduled' | 'off' | 'generated' | 'no'
  /** Number of rows in the source. */
  readonly rows: number
  /** Number of projects that the source owns. */
  readonly projects: number
  /** Time of the last import or refresh that left the data equal to the source. */
  readonly fresh_at: string | null
  readonly age_seconds: number | null
  readonly last_run: {
    readonly id: string
    readonly started_at: string
    readonly outcome: ImportOutcome | null
    /** The dataset version after it, or with which it was compared. */
    readonly version: string | null
  } | null
  /** The outcome of the last refresh; null when the source was not part of it. */
  readonly last_refresh: RefreshOutcome | null
}

export interface Freshness {
  readonly sources: readonly SourceFreshness[]
  /** UTC, as configured. */
  readonly refresh_at: string
  readonly next_refresh_at: string
  readonly last_refresh: RefreshRun | null
}

/** A source with what is published of it. */
export interface SourceState extends Source {
  readonly rows: number
  readonly projects: number
  readonly fresh_at: string | null
}

interface KnownSource {
  readonly source: string
  readonly rows: number
  readonly projects: number
  readonly run_id: string | null
  readonly run_started_at: string | null
  readonly run_outcome: ImportOutcome | null
  readonly run_version: string | null
  readonly seen_at: string | null
}

const UP_TO_DATE: readonly RefreshOutcome[] = ['published', 'unchanged']

export async function readFreshness(
  db: Database,
  now: Date,
  refreshAt: string,
  generated: readonly string[],
): Promise<Freshness> {
  const configured = new Map((await listRefreshedFiles(db)).map((source) => [source.name, source]))
  const last = await lastRefresh(db)
  const known = await readKnownSources(db, [...configured.keys()])
  const sources = known.map(
    ({ source, rows, projects, run_id, run_started_at, run_outcome, run_version, seen_at }): SourceFreshness => {
      const refreshed = last?.sources.find((run) => run.source === source)?.outcome ?? null
      const own = configured.get(source)
      const seen = [
        seen_at,
        own?.checked_at ?? null,
        refreshed && UP_TO_DATE.includes(refreshed) ? last!.finished_at : null,
      ].filter((at) => at !== null)
      const fresh_at = seen.sort().at(-1) ?? null
      const schedule = own?.kind === 'open' ? 'scheduled' : 'daily'
      return {
        source,
        refreshed:
          own === undefined ? (generated.includes(source) ? 'generated' : 'no') : own.enabled ? schedule : 'off',
        rows,
        projects,
        fresh_at,
        age_seconds: fresh_at === null ? null : Math.max(0, Math.round((now.getTime() - Date.parse(fresh_at)) / 1000)),
        last_run:
          run_id === null
            ? null
            : { id: run_id, started_at: run_started_at!, outcome: run_outcome, version: run_version },
        last_refresh: refreshed,
      }
    },
  )
  const next = nextRefresh(now, refreshAt, last?.day ?? null)
  return { sources, refresh_at: refreshAt, next_refresh_at: next.toISOString(), last_refresh: last }
}

/** In order of trust. */
export async function listSourceStates(db: Database, freshness: Freshness): Promise<SourceState[]> {
  const states = new Map(freshness.sources.map((state) => [state.source, state]))
  return (await listSources(db)).map((source) => {
    const { rows = 0, projects = 0, fresh_at = null } = states.get(source.name) ?? {}
    return { ...source, rows, projects, fresh_at }
  })
}

/** All sources that have projects, have been imported, or are configured. */
async function readKnownSources(db: Database, configured: readonly string[]): Promise<KnownSource[]> {
  const { rows } = await sql<KnownSource>`
    with present as (
      select source, count(*)::int as rows, count(distinct project_id) filter (where is_anchor)::int as projects
      from identities where dataset = 'production' and present group by source),
    names as (
      select source from present union select source from import_runs union select unnest(${configured}::text[]))
    select n.source, coalesce(p.rows, 0) as rows, coalesce(p.projects, 0) as projects,
      r.id as run_id, r.started_at as run_started_at, r.outcome as run_outcome,
      r.version as run_version,
      greatest(
        (select max(finished_at) from import_runs i where i.source = n.source and i.outcome in ('published', 'unchanged')),
        (select max(published_at) from dataset_versions v
          where v.dataset = 'production' and v.kind = 'import' and v.source = n.source)) as seen_at
    from names n
    left join present p on p.source = n.source
    left join lateral (
      select id, started_at, outcome, version from import_runs i where i.source = n.source
      order by started_at desc, id desc limit 1) r on true
    order by n.source`.execute(db.query)
  return rows
}
