// Counts what a publish did, or would do.
import type { RecordKind } from '../../catalog/records/record-types.ts'
import { RECORD_KINDS } from '../../catalog/records/record-types.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { ProjectRow } from '../record/row.ts'
import type { Counts } from '../versions/version-list.ts'
import type { ProjectDiff } from './diff.ts'

export interface Tally {
  created: number
  changed: number
  removed: number
}

export interface Rejection {
  readonly key: string
  readonly reason: string
}

/** What became of the rows of a source that are present. */
export interface JoinCounts {
  /** Rows about a project of a more trusted source. */
  readonly joined: number
  /** Rows that projects are made from. */
  readonly created: number
  /** Rows without a project: resolved again after every import. */
  readonly waiting: number
  /** Rows that may be about another project; a person decides. */
  readonly doubtful: number
}

export interface PublishReport {
  readonly dataset: Dataset
  readonly source: string
  /** False when nothing changed, for a dry run, and when gates refused it. */
  readonly published: boolean
  /** The current version afterwards; null when nothing was ever published. */
  readonly version: string | null
  readonly number: number
  /** True for the first publish of the source. */
  readonly first: boolean
  readonly rows: number
  readonly unchanged: number
  readonly records: Readonly<Record<RecordKind, Tally>>
  /** Number of rows the source had before. */
  readonly rowsBefore: number
  readonly projectsGone: number
  /** Rows that leave the source, whether their projects have rows of other sources or not. */
  readonly rowsGone: number
  readonly prices: { readonly compared: number; readonly jumped: number }
  readonly joins: JoinCounts
  /** Rows of all sources that were joined again. */
  readonly rowsJoined: number
  readonly history: number
  readonly events: number
  readonly rejected: readonly Rejection[]
  /** The gates that refused it; empty otherwise. */
  readonly refusals: readonly string[]
  readonly seconds: number
}

/** Counts while a publish runs. */
export class PublishCounter {
  joins: JoinCounts = { joined: 0, created: 0, waiting: 0, doubtful: 0 }
  rows = 0
  unchanged = 0
  projectsGone = 0
  rowsGone = 0
  rowsJoined = 0
  compared = 0
  jumped = 0
  history = 0
  redirected = 0
  /** Rows about which a release changed the past. */
  restated = 0
  readonly rejected: Rejection[] = []
  readonly records: Record<RecordKind, Tally> = {
    project: { created: 0, changed: 0, removed: 0 },
    floor_plan: { created: 0, changed: 0, removed: 0 },
    unit: { created: 0, changed: 0, removed: 0 },
    media: { created: 0, changed: 0, removed: 0 },
  }

  reject({ key }: Pick<ProjectRow, 'key'>, reason: string): void {
    this.rejected.push({ key, reason })
  }

  add(diff: ProjectDiff): void {
    for (const { kind } of diff.writes) this.records[kind].created++
    for (const { kind } of diff.replaced) {
      this.records[kind].created--
      this.records[kind].changed++
    }
    for (const { kind } of diff.removed) this.records[kind].removed++
    this.jumped += diff.pricesJumped
    this.history += diff.history.length
    if (diff.finalRecord && diff.before === null) this.redirected++
  }

  get hasChanges(): boolean {
    return (
      this.history + this.redirected + this.restated > 0 ||
      Object.values(this.records).some((tally) => tally.created + tally.changed + tally.removed > 0)
    )
  }

  totals(before: Counts): Counts {
    const after = RECORD_KINDS.map((kind) => {
      const { created, removed } = this.records[kind]
      return [kind, before[kind] + created - removed] as const
    })
    return Object.fromEntries(after) as Counts
  }
}

/** Counts the prices in a row: the base for the price gate. */
export function countPrices(row: ProjectRow): number {
  return (row.price_from === null ? 0 : 1) + row.floor_plans.filter((plan) => plan.price !== null).length
}
