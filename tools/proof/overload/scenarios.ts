// The attacks of the overload part: how long each runs, and what the server must have done at its end.

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
  /** Older builds lack it. */
  readonly operation?: string
}

/** The slow ones end when all are closed; `ms` is longer than the timeouts: 10 s for headers, 31 s for bodies and reading. */
// biome-ignore format: a table is read by its columns
export const SCENARIOS: readonly Scenario[] = [
  { attack: 'idleConnections',   title: '2,000 idle connections',                   ms: 6000,  withWorkers: true },
  { attack: 'activeConnections', title: '2,000 active connections',                 ms: 8000,  withWorkers: true, onPostgres: true, repeat: true },
  { attack: 'tenfoldLookups',    title: 'ten times the lookups it can carry',       ms: 8000,  withWorkers: true, onPostgres: true },
  { attack: 'tenfoldBatches',    title: 'ten times the batches it can carry',       ms: 8000,  withWorkers: true, onPostgres: true },
  { attack: 'pipelines',         title: '4,000 requests in one write, 25 times',    ms: 6000,  withWorkers: true },
  { attack: 'databaseCalls',     title: '1,000 requests that wait for the database', ms: 8000, withWorkers: true, onPostgres: true, repeat: true },
  { attack: 'storedListings',    title: '300 writers of listings',                  ms: 8000,  onPostgres: true, operation: 'PUT /api/v1/listings/{key}' },
  { attack: 'manyStreams',       title: '100 streams of addresses',                 ms: 8000,  withWorkers: true, onPostgres: true, repeat: true },
  { attack: 'slowStreamReaders', title: '100 streams, read at 1 kB/s',              ms: 8000 },
  { attack: 'progressStreams',   title: '100 imports with streams of progress',     ms: 8000,  withWorkers: true, onPostgres: true, repeat: true },
  { attack: 'manyExports',       title: '50 exports at once',                       ms: 6000,  withWorkers: true, repeat: true },
  { attack: 'slowExportReaders', title: '100 exports, read at 1 kB/s',              ms: 8000 },
  { attack: 'manyRenders',       title: '30 images rendered at once',               ms: 0, repeat: true },
  { attack: 'bigBodies',         title: '100 bodies of 4 MiB at once',              ms: 8000,  onPostgres: true, repeat: true },
  { attack: 'signIns',           title: '200 people signing in at once',            ms: 8000,  onPostgres: true, repeat: true },
  { attack: 'mcpCalls',          title: '200 MCP clients',                          ms: 6000 },
  { attack: 'slowHeaders',       title: '500 connections, a header byte at a time', ms: 40_000, mustClose: true },
  { attack: 'silentConnections', title: '500 connections that send nothing',        ms: 40_000, mustClose: true },
  { attack: 'slowBodies',        title: '300 connections, a body byte at a time',   ms: 60_000, mustClose: true },
  { attack: 'neverRead',         title: '60 connections that never read',           ms: 90_000, mustClose: true },
]

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
