// What the table of open data says, what is installed of it, and whether it is up to date.
import type { Database } from '../../db/database.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { Freshness, SourceFreshness } from '../import/freshness.ts'
import type { SourceFacts } from '../sources/format-facts.ts'
import type { Source } from '../sources/source-registry.ts'
import { listSources } from '../sources/source-registry.ts'
import type { OpenSource } from './open-source-table.ts'
import { CHANGES, factsOfSource, isReadable, OPEN_SOURCES } from './open-source-table.ts'

export const HEALTH = ['fresh', 'late', 'failed', 'refused', 'not_installed', 'unreadable'] as const
export type SourceHealth = (typeof HEALTH)[number]

export interface OpenSourceState
  extends Pick<OpenSource, 'name' | 'format' | 'page' | 'bytes' | 'changes' | 'tried_on' | 'address_tried'>,
    Pick<SourceFacts, 'title' | 'publisher' | 'licence' | 'licence_url' | 'attribution'> {
  readonly note: string | null
  readonly health: SourceHealth
  /** Why the last download failed. */
  readonly problem: string | null
  readonly rows: number
  readonly projects: number
  readonly fresh_at: string | null
  readonly age_seconds: number | null
  /** The dataset version of the last import. */
  readonly version: string | null
  readonly last_run: SourceFreshness['last_run']
}

export async function listOpenSources(db: Database, freshness: Freshness): Promise<OpenSourceState[]> {
  const sources = new Map((await listSources(db)).map((source) => [source.name, source]))
  const states = new Map(freshness.sources.map((state) => [state.source, state]))
  return OPEN_SOURCES.map((row) => {
    const { name, format, page, bytes, changes, tried_on, address_tried, note = null } = row
    const { title, publisher, licence, licence_url, attribution } = factsOfSource(row)
    const facts = { title, publisher, licence, licence_url, attribution }
    const source = sources.get(name)
    const isInstalled = source?.kind === 'open'
    const { rows = 0, projects = 0, fresh_at = null, age_seconds = null, last_run = null } = states.get(name) ?? {}
    return {
      ...{ name, format, page, bytes, changes, tried_on, address_tried, note, ...facts },
      health: isInstalled
        ? healthOf(row, source, { age_seconds, last_run })
        : isReadable(row)
          ? 'not_installed'
          : 'unreadable',
      problem: isInstalled ? source.problem : null,
      ...{ rows, projects, fresh_at, age_seconds, last_run, version: last_run?.version ?? null },
    }
  })
}

function healthOf(
  { changes }: OpenSource,
  { problem }: Source,
  { age_seconds, last_run }: Pick<SourceFreshness, 'age_seconds' | 'last_run'>,
): SourceHealth {
  if (last_run?.outcome === 'refused') return 'refused'
  if (problem !== null || last_run?.outcome === 'failed' || age_seconds === null) return 'failed'
  return age_seconds * 1000 > 2 * CHANGES[changes] * DAY_MS ? 'late' : 'fresh'
}

/** The refresh is daily; half a day makes up for the time that a refresh takes. */
export function isCheckDue({ location, checked_at }: Pick<Source, 'location' | 'checked_at'>, now: Date): boolean {
  const row = OPEN_SOURCES.find(({ name }) => name === location)
  if (!row || !isReadable(row)) return false
  return checked_at === null || now.getTime() - Date.parse(checked_at) >= (CHANGES[row.changes] - 0.5) * DAY_MS
}
