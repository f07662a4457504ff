// Counts uncertain queries in memory and writes them as cases every second.

import type { MatchQuery } from '@plinth/matcher'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { AnswerKind } from './learning-value.ts'
import { LearningValue } from './learning-value.ts'
import { PRIORITY } from './uncertainty.ts'

/** The latest query and outcome for one uncertain address. */
export interface UncertainQuery {
  readonly key: string
  readonly query: MatchQuery
  readonly outcome: string
  readonly reason: string | null
  readonly confidence: number | null
  readonly uncertainty: number
  readonly kind: AnswerKind | null
  /** Counted although it is sure, to check the model. */
  readonly isSample?: boolean
}

/** Further addresses are not counted until the next write, so that callers cannot exhaust memory. */
const MAX_PENDING = 5_000
/** Above this, the cases with the lowest priority are deleted. */
const MAX_CASES_WITHOUT_FEEDBACK = 50_000
const BATCH = 500

interface Pending {
  query: UncertainQuery
  count: number
}

export class UncertainQueryCounter {
  readonly #db: Database
  readonly #clock: Clock
  readonly #learning: LearningValue
  #pending = new Map<string, Pending>()

  constructor(db: Database, clock: Clock, learning = new LearningValue(db)) {
    this.#db = db
    this.#clock = clock
    this.#learning = learning
  }

  count(query: UncertainQuery): void {
    const pending = this.#pending.get(query.key)
    if (pending) {
      pending.query = query
      pending.count += 1
    } else if (this.#pending.size < MAX_PENDING) this.#pending.set(query.key, { query, count: 1 })
  }

  /** Writes the counts. If the write fails, the next one includes them. */
  async flush(): Promise<void> {
    if (this.#pending.size === 0) return
    const counted = this.#pending
    this.#pending = new Map()
    try {
      await this.#write([...counted.values()])
    } catch (error) {
      for (const [key, pending] of counted) {
        const newer = this.#pending.get(key)
        if (newer) newer.count += pending.count
        else if (this.#pending.size < MAX_PENDING) this.#pending.set(key, pending)
      }
      throw error
    }
  }

  async #write(all: readonly Pending[]): Promise<void> {
    const at = new Date(this.#clock.now()).toISOString()
    // Sorted by key, so that two nodes cannot deadlock.
    const sorted = all.toSorted((a, b) => (a.query.key < b.query.key ? -1 : 1))
    await this.#db.tx(async (tx) => {
      for (let start = 0; start < sorted.length; start += BATCH)
        await tx
          .insertInto('link_cases')
          .values(
            sorted.slice(start, start + BATCH).map(({ query, count }) => ({
              ...newCase(query, at, this.#learning.factor(query.kind)),
              asks: count,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(['dataset', 'address_key']).doUpdateSet({
              asks: sql`link_cases.asks + excluded.asks`,
              text: sql`excluded.text`,
              city: sql`excluded.city`,
              province: sql`excluded.province`,
              postal_code: sql`excluded.postal_code`,
              outcome: sql`excluded.outcome`,
              reason: sql`excluded.reason`,
              confidence: sql`excluded.confidence`,
              doubt: sql`excluded.doubt`,
              stratum: sql`excluded.stratum`,
              input: sql`excluded.input`,
              learning: sql`excluded.learning`,
              is_sample: sql`excluded.is_sample`,
              updated_at: sql`excluded.updated_at`,
            }),
          )
          .execute()
    })
  }

  /** Deletes the open cases with the lowest priority, except those with feedback or decisions. */
  async trim(max = MAX_CASES_WITHOUT_FEEDBACK): Promise<void> {
    await sql`
      delete from link_cases where id in (
        select id from link_cases as c
        where status = 'open' and voices = 0 and not exists (select from link_decisions d where d.case_id = c.id)
          and not exists (select from link_feedback f where f.case_id = c.id)
        order by ${PRIORITY} desc, id offset ${max})`.execute(this.#db.forJobs.query)
  }
}

export function newCase(counted: UncertainQuery, at: string, learning: number) {
  const { key, query, outcome, reason, confidence, uncertainty, kind, isSample = false } = counted
  return {
    id: newId('case'),
    dataset: 'production' as const,
    address_key: key,
    text: query.address,
    city: query.city ?? null,
    province: query.province ?? null,
    postal_code: query.postal ?? null,
    outcome,
    reason,
    confidence,
    doubt: uncertainty,
    stratum: kind?.stratum ?? null,
    input: kind?.input ?? null,
    learning,
    is_sample: isSample,
    asks: 0,
    voices: 0,
    objections: 0,
    status: 'open' as const,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}
