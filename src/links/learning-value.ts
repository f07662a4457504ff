// How much a decision on an address teaches the model: more while few of its kind exist.

import type { MatchQuery, MatchStrategy, Verdict } from '@plinth/matcher'
import { hasHints, STRATUM_OF } from '@plinth/matcher/internal/decide/decide'
import type { Input, Stratum } from '@plinth/matcher/internal/decide/model-shape'
import { share } from '@plinth/matcher/internal/fit/labelled-case'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** The kind of an answer. Each kind has its own calibration, so each needs its own labels. */
export interface AnswerKind {
  readonly stratum: Stratum
  readonly input: Input
}

/** Null without a candidate. */
export function kindOf(query: MatchQuery, { candidates }: Pick<Verdict, 'candidates'>): AnswerKind | null {
  const top = candidates[0]
  return top ? { stratum: STRATUM_OF[top.strategy], input: hasHints(query) ? 'hints' : 'text' } : null
}

/** One sure answer in this many is reviewed. */
const SAMPLE_SIZE = 20

/** Without samples, the desk never sees an answer that is sure and wrong. Exact addresses are nearly never wrong. */
export const mayBeSampled = (kind: AnswerKind | null): boolean => kind !== null && kind.stratum !== 'exact'

/** Always the same addresses, on every node. */
export const isSampled = (key: string): boolean => share(`sample ${key}`) < 1 / SAMPLE_SIZE

/** With this many decisions, a kind needs no more than others. */
const ENOUGH_DECISIONS = 200
const HIGHEST_FACTOR = 3

const nameOf = ({ stratum, input }: AnswerKind): string => `${stratum} ${input}`

export class LearningValue {
  readonly #db: Database
  #decisions: ReadonlyMap<string, number> | null = null

  constructor(db: Database) {
    this.#db = db
  }

  /** Counts the verified decisions of each kind. */
  async refresh(): Promise<void> {
    const rows = await this.#db.query
      .selectFrom('link_decisions')
      .select(sql<MatchStrategy | null>`evidence -> 'candidates' -> 0 ->> 'strategy'`.as('strategy'))
      .select(sql<boolean>`city is not null`.as('has_city'))
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('dataset', '=', 'production')
      .where('state', '=', 'verified')
      .groupBy(['strategy', 'has_city'])
      .execute()
    const decisions = new Map<string, number>()
    for (const { strategy, has_city, count } of rows) {
      if (strategy === null) continue
      const name = nameOf({ stratum: STRATUM_OF[strategy], input: has_city ? 'hints' : 'text' })
      decisions.set(name, (decisions.get(name) ?? 0) + Number(count))
    }
    this.#decisions = decisions
  }

  /** From 1 to 3. Multiplies the priority of a case. */
  factor(kind: AnswerKind | null): number {
    if (kind === null || this.#decisions === null) return 1
    const missing = Math.max(0, 1 - (this.#decisions.get(nameOf(kind)) ?? 0) / ENOUGH_DECISIONS)
    return 1 + (HIGHEST_FACTOR - 1) * missing
  }
}
