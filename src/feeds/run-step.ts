// What the rows of one transaction did to a feed. Pure.
import type { Fault } from '../kernel/fault.ts'
import type { OperationResult } from '../listings/listing-types.ts'
import type { Progress } from './feed-tables.ts'
import { FeedProblem } from './read/feed-problem.ts'
import type { MappedRecord } from './read/map-record.ts'
import type { SetAsideRow } from './set-aside.ts'

/** A record of the feed, and the progress once it and all before it are stored. */
export interface RunRow {
  readonly mapped: MappedRecord
  /** As the server sent it; files have none, because they are read as a whole. */
  readonly record?: unknown
  readonly line: number | null
  readonly progress: Progress
}

export interface Step {
  readonly counts: {
    read: number
    created: number
    updated: number
    unchanged: number
    rejected: number
    lookups: number
  }
  readonly rejected: SetAsideRow[]
  readonly lookups: number
  /** The first limit that kept a row from being stored. Progress ends before that row. */
  readonly limit: Fault | null
  readonly progress: Progress
  readonly keys: string[]
  /** Rows before the limit. */
  readonly done: number
}

/** What a group did, up to the first limit. */
export function summarize(
  rows: readonly RunRow[],
  results: readonly OperationResult[],
  before: Progress,
  isFree: boolean,
): Step {
  const counts = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0, lookups: 0 }
  const rejected: SetAsideRow[] = []
  const keys: string[] = []
  let limit: Fault | null = null
  let progress = before
  let next = 0
  for (const { mapped, line, record, progress: after } of rows) {
    const result = mapped.kind === 'listing' ? results[next++] : undefined
    const fault = result && 'fault' in result ? result.fault : undefined
    if (fault?.code === 'quota_exceeded' || fault?.code === 'plan_limit') limit ??= fault
    if (result && 'lookups' in result && !isFree) counts.lookups += result.lookups
    if (limit) continue
    progress = after
    counts.read += 1
    const key = mapped.kind === 'listing' ? mapped.listing.key : mapped.key
    if (key !== null) keys.push(key)
    const reason = mapped.kind === 'rejected' ? mapped.reason : fault?.message
    if (reason !== undefined) {
      counts.rejected += 1
      rejected.push({ key, line, reason, record })
    } else if (result && 'change' in result && result.change in counts) counts[result.change as 'created'] += 1
  }
  return { counts, rejected, lookups: counts.lookups, limit, progress, keys, done: counts.read }
}

export function limitProblem(fault: Fault): FeedProblem {
  if (fault.code === 'plan_limit') return new FeedProblem('plan_limit', fault.message)
  return new FeedProblem('quota_exceeded', `${fault.message} The feed continues then.`)
}
