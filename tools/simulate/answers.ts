// What the customers of a run were answered, for the checks.
import type { Operation } from './histories.ts'

/** Requests in a minute. */
export const LIMIT = 1800

/** An event is for a project of its own number, so that the checks find it. */
export interface Published {
  readonly first: number
  readonly count: number
  outcome: 'stored' | 'refused' | 'unknown'
}

export interface Grant {
  readonly atMs: number
  /** The same nodes share the limit, and have counted each other. */
  readonly isShared: boolean
}

/** What the customers of a run were told. */
export interface Answers {
  readonly published: Published[]
  readonly histories: Map<string, Operation[]>
  readonly grants: Map<number, Grant[]>
  /** When everything worked again. */
  healedMs: number
}
