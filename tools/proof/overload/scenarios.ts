// The attacks of the overload part: how long each runs, and what the server must have done at its end.
import scenarios from './scenarios.json' with { type: 'json' }

export interface Scenario {
  /** A function of busy-attacks.ts or slow-attacks.ts. */
  readonly attack: string
  readonly title: string
  readonly ms: number
  /** Also runs with two workers. */
  readonly withWorkers?: true
  /** Touches the database, so it also runs with PostgreSQL. */
  readonly onPostgres?: true
  /** Runs twice, because it makes the server use much memory: the second time must not leave more behind. */
  readonly repeat?: true
  /** The server must have closed every one of these connections. */
  readonly mustClose?: true
  /** More requests wait at once than the server may let wait. */
  readonly mustRefuse?: true
  /** Older builds lack it. */
  readonly operation?: string
}

/** The slow ones end when all are closed; `ms` is longer than the timeouts: 10 s for headers, 31 s for bodies and reading. */
export const SCENARIOS = scenarios as readonly Scenario[]

export interface Round {
  readonly scenario: Scenario
  readonly workers: number
}

/** One worker first, so that the server starts only twice. */
export function roundsFor(
  database: 'embedded' | 'postgres',
  only: readonly string[],
  has: (operation: string) => boolean,
): Round[] {
  const unknown = only.filter((name) => !SCENARIOS.some(({ attack }) => attack === name))
  if (unknown.length > 0)
    throw new Error(`No scenario ${unknown}. Choose from: ${SCENARIOS.map(({ attack }) => attack).join(', ')}.`)
  const usable = SCENARIOS.filter(
    ({ attack, onPostgres, operation }) =>
      (only.length === 0 || only.includes(attack)) &&
      (database === 'embedded' || onPostgres) &&
      (operation === undefined || has(operation)),
  )
  return [
    ...usable.map((scenario) => ({ scenario, workers: 1 })),
    ...usable.filter(({ withWorkers }) => withWorkers).map((scenario) => ({ scenario, workers: 2 })),
  ]
}
