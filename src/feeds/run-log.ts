// Counts what a run does and stores it as a row, in the transactions of the run.
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../kernel/ids.ts'
import type { RejectedRow, RunCounts, RunOutcome } from './feed-tables.ts'
import type { FeedProblem } from './read/feed-problem.ts'

const MAX_REJECTED = 20
export const NO_COUNTS: RunCounts = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0, gone: 0, lookups: 0 }

/** What one transaction of a run adds. */
export interface RunStep {
  readonly counts: Partial<RunCounts>
  readonly rejected?: readonly RejectedRow[]
}

export class RunLog {
  readonly #feedId: string
  readonly #startedAt: string
  #id: string | undefined
  #counts = NO_COUNTS
  #rejected: readonly RejectedRow[] = []

  constructor(feedId: string, startedAtMs: number) {
    this.#feedId = feedId
    this.#startedAt = new Date(startedAtMs).toISOString()
  }

  get counts(): RunCounts {
    return this.#counts
  }

  get id(): string | undefined {
    return this.#id
  }

  /** Stores the counts after this step. Call `commit` on the result when the transaction is committed. */
  async add(tx: Tx, { counts, rejected = [] }: RunStep): Promise<{ commit(): void }> {
    const next = sum(this.#counts, counts)
    const examples = [...this.#rejected, ...rejected.map(({ key, line, reason }) => ({ key, line, reason }))].slice(
      0,
      MAX_REJECTED,
    )
    const isWorthStoring = next.created + next.updated + next.rejected + next.gone > 0
    const id = this.#id ?? (isWorthStoring ? newId('run') : undefined)
    if (id !== undefined) await this.#write(tx, id, next, examples, null, null, null)
    return {
      commit: () => {
        this.#counts = next
        this.#rejected = examples
        this.#id = id
      },
    }
  }

  /** A run that changed nothing and did not fail leaves no row. */
  async finish(db: Database, outcome: RunOutcome, problem: FeedProblem | null, nowMs: number): Promise<void> {
    if (this.#id === undefined && outcome === 'done') return
    this.#id ??= newId('run')
    const why = problem && { code: problem.code, detail: problem.message }
    const at = new Date(nowMs).toISOString()
    await this.#write(db.query, this.#id, this.#counts, this.#rejected, outcome, why, at)
  }

  async #write(
    db: Database['query'],
    id: string,
    counts: RunCounts,
    rejected: readonly RejectedRow[],
    outcome: RunOutcome | null,
    problem: object | null,
    finished_at: string | null,
  ): Promise<void> {
    const state = {
      counts: JSON.stringify(counts),
      rejected: JSON.stringify(rejected),
      outcome,
      problem: problem && JSON.stringify(problem),
      finished_at,
    }
    await db
      .insertInto('feed_runs')
      .values({ id, feed_id: this.#feedId, started_at: this.#startedAt, ...state })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
      .execute()
  }
}

function sum(one: RunCounts, other: Partial<RunCounts>): RunCounts {
  const names = Object.keys(one) as (keyof RunCounts)[]
  return Object.fromEntries(names.map((name) => [name, one[name] + (other[name] ?? 0)])) as unknown as RunCounts
}
