// Database tables for feeds (migrations 0015 and 0031).
import type { ColumnType, Selectable } from 'kysely'
import type { Dataset } from '../events/event-types.ts'
import type { ShownAuth } from './feed-auth.ts'
import type { ProblemCode } from './read/feed-problem.ts'
import type { FieldChanges } from './read/field-mapping.ts'
import { MAPPING_VERSION } from './read/field-mapping.ts'
import type { PassHistory } from './read/pass-start.ts'
import type { Position } from './read/reso-query.ts'

type Time = ColumnType<string, string, string>
type NullableTime = ColumnType<string | null, string | null, string | null>
type JsonOf<T> = ColumnType<T, string, string>
type NullableJsonOf<T> = ColumnType<T | null, string | null, string | null>

export const FEED_KINDS = ['reso', 'ndjson', 'csv'] as const
export type FeedKind = (typeof FEED_KINDS)[number]

/** `failing`: the last run failed, and Plinth tries again. `paused`: by a person, or until the quota resets. */
export const FEED_STATUSES = ['active', 'failing', 'paused'] as const
export type FeedStatus = (typeof FEED_STATUSES)[number] | 'removed'

export const RUN_OUTCOMES = ['done', 'failed', 'held', 'interrupted'] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

export interface StoredProblem {
  readonly code: ProblemCode
  readonly detail: string
  /** Of the first run in a row that failed. */
  readonly since: string
}

interface Pass {
  readonly position: Position | null
  readonly startedAt: number
  /** Reads everything once more with a newer mapping. It costs no lookups. */
  readonly isRepeat?: boolean
}

/** How far a feed was read. */
export interface Progress {
  /** The pass that runs or was interrupted. Position null: nothing of it is stored yet and it reads everything. */
  readonly pass: Pass | null
  readonly history: PassHistory | null
  /** The sweep that runs or was interrupted. */
  readonly sweep: { readonly after: string | number | null; readonly startedAt: number } | null
  /** Fields that the server does not have. They are not asked for again. */
  readonly unknownFields: readonly string[]
  /** Of the file that was read last. */
  readonly etag: string | null
  /**
   * The last EntityEvent that was read, if the server has them; null if it has none. Missing: not known since the last
   * sweep, so the next run finds out and reads by time.
   */
  readonly events?: { readonly sequence: number } | null
  /** The version of the default mapping that the rows were read with; missing for the first. */
  readonly mapping?: number
}

export const NOTHING_READ: Progress = {
  pass: null,
  history: null,
  sweep: null,
  unknownFields: [],
  etag: null,
  mapping: MAPPING_VERSION,
}

/** A sweep that waits for approval. */
export interface HeldSweep {
  readonly found_at: string
  /** Listings of the feed that are not gone. */
  readonly stored: number
  /** Of these, how many the sweep did not find. */
  readonly missing: number
}

export interface RunCounts {
  readonly read: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  readonly gone: number
  readonly lookups: number
}

export interface RejectedRow {
  readonly key: string | null
  /** In a file. */
  readonly line: number | null
  readonly reason: string
}

export interface FeedsTable {
  id: string
  account_id: string
  dataset: Dataset
  name: string
  kind: FeedKind
  url: string | null
  resource: string
  filter: string | null
  fields: JsonOf<FieldChanges>
  page_size: number
  every_seconds: number
  key_prefix: string
  auth: JsonOf<ShownAuth>
  sealed_auth: string | null
  status: FeedStatus
  problem: NullableJsonOf<StoredProblem>
  failures: number
  progress: JsonOf<Progress>
  held_sweep: NullableJsonOf<HeldSweep>
  failing_announced_at: NullableTime
  held_announced_at: NullableTime
  next_run_at: NullableTime
  next_sweep_at: NullableTime
  last_run_at: NullableTime
  last_success_at: NullableTime
  generation: number
  version: number
  created_at: Time
  updated_at: Time
}
export type FeedRow = Selectable<FeedsTable>

interface RunsTable {
  id: string
  feed_id: string
  started_at: Time
  finished_at: NullableTime
  outcome: RunOutcome | null
  problem: NullableJsonOf<Omit<StoredProblem, 'since'>>
  counts: JsonOf<RunCounts>
  rejected: JsonOf<readonly RejectedRow[]>
}
export type FeedRunRow = Selectable<RunsTable>

interface SetAsideTable {
  feed_id: string
  key: string
  reason: string
  fingerprint: string
  set_aside_at: Time
}

declare module '../db/database-tables.ts' {
  interface Tables {
    feeds: FeedsTable
    feed_runs: RunsTable
    feed_sweep_keys: { feed_id: string; key: string }
    feed_set_aside: SetAsideTable
  }
}
