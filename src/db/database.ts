// Opens the database, embedded or PostgreSQL.
import { AsyncLocalStorage } from 'node:async_hooks'
import { fileURLToPath } from 'node:url'
import type { Transaction } from 'kysely'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { databaseUnavailable } from './database-failure.ts'
import type { Tables } from './database-tables.ts'
import type { Deadlines } from './deadlines.ts'
import { DeadlineWatch, REQUEST_DEADLINES } from './deadlines.ts'
import type { Template } from './embedded/cluster.ts'
import type { WaitingThread } from './embedded/engine-thread.ts'
import type { Engine, EngineAddress } from './embedded/start.ts'
import { startEngine } from './embedded/start.ts'
import { guardClient } from './guarded-client.ts'
import { migrate } from './migrate.ts'
import { connectFirst, embeddedPool, postgresPool } from './pool.ts'
import { assertSettings } from './server-settings.ts'

export interface DatabaseOptions {
  /** A PostgreSQL URL. If absent, the embedded engine runs in `dataDir`. */
  readonly url?: string | undefined
  readonly dataDir: string
  /** Connects to the embedded engine of another thread or process instead of starting one. */
  readonly engine?: EngineAddress | undefined
  /** A thread that has begun to load the embedded engine. */
  readonly waitingThread?: WaitingThread | undefined
  /** What an embedded database in an empty folder starts with. */
  readonly template?: Template | undefined
  readonly migrationsDir?: string
  readonly log?: (message: string) => void
  readonly poolMax?: number
  /** Called with the schema's name before the first migration of a database that has data. */
  readonly beforeUpgrade?: ((db: Database, schema: string) => Promise<void>) | undefined
  /** Of requests. Tests shorten them. */
  readonly deadlines?: Deadlines
  /** Rejects queries outside an open transaction. For tests only, because it slows down every promise. */
  readonly strict?: boolean
}

export type Tx = Transaction<Tables>

export interface Database {
  readonly kind: 'embedded' | 'postgres'
  readonly query: Kysely<Tables>
  /**
   * The same database with the deadlines of requests. The embedded engine has no network that could hang, and lets
   * requests wait for the transaction of an import, so its deadlines are those of jobs.
   */
  readonly forRequests: Database
  /** The same database with the deadlines of jobs, for statements that read or change whole tables. */
  readonly forJobs: Database
  /** Where other threads and processes connect to the embedded engine. */
  readonly engine?: EngineAddress | undefined
  /** Runs one transaction. Use only `tx` inside: another query would wait forever for the single embedded connection. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  stats(): DatabaseStats
  /** Rejects when the database is unreachable. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseStats {
  /** Queries that failed because the database did, not because of the query, since the process started. */
  readonly failures: number
  readonly connections: { readonly busy: number; readonly idle: number }
  /** Queries that wait for a free connection. */
  readonly waiting: number
}

/** The pool and, if embedded, the engine; before migrations. */
export interface Connection {
  readonly kind: Database['kind']
  readonly pool: pg.Pool
  readonly engine?: Engine
  close(): Promise<void>
}

export const defaultMigrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url))

const PING_TIMEOUT_MS = 5000

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const connection = await connectDatabase(options)
  try {
    const db = asDatabase(connection, options)
    const { beforeUpgrade } = options
    await migrate(connection.pool, options.migrationsDir ?? defaultMigrationsDir, {
      ...logOf(options),
      beforeUpgrade: beforeUpgrade && ((schema) => beforeUpgrade(db, schema)),
    })
    return db
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** Everything except migrations: backup and restore decide about the schema themselves. */
export async function connectDatabase(options: DatabaseOptions): Promise<Connection> {
  const log = options.log ?? (() => {})
  const engine = options.url || options.engine ? undefined : await startEngine(options.dataDir, log, options)
  const address = options.engine ?? engine
  const pool = address ? embeddedPool(address, log) : postgresPool(options.url!, options.poolMax, log)
  const close = async () => {
    await pool.end()
    await engine?.stop()
  }
  try {
    await connectFirst(pool)
    await assertSettings(pool)
  } catch (error) {
    await close()
    throw error
  }
  return { kind: address ? 'embedded' : 'postgres', pool, close, ...(engine && { engine }) }
}

function logOf(options: DatabaseOptions): { log?: (message: string) => void } {
  return options.log ? { log: options.log } : {}
}

/** The open transaction of the current async call chain. */
const currentTransaction = new AsyncLocalStorage<{ open: boolean }>()

/** Such a query hangs forever on the embedded engine and leaves the transaction on PostgreSQL. */
function refuseBesideTransaction(): void {
  if (!currentTransaction.getStore()?.open) return
  throw new Error('query outside the open transaction: use the `tx` of the transaction')
}

export function asDatabase(
  connection: Connection,
  options: Pick<DatabaseOptions, 'strict' | 'deadlines'> = {},
): Database {
  const count = { failures: 0 }
  const jobs = withDeadlines(connection, options.strict, undefined, count)
  if (connection.kind === 'embedded') return jobs
  const requests = withDeadlines(connection, options.strict, options.deadlines ?? REQUEST_DEADLINES, count)
  return { ...jobs, forRequests: { ...requests, forJobs: jobs } }
}

function withDeadlines(
  { kind, pool, engine, close }: Connection,
  strict: boolean | undefined,
  deadlines: Deadlines | undefined,
  count: { failures: number },
): Database {
  const watch = new DeadlineWatch(deadlines)
  const countFailure = () => {
    count.failures += 1
  }
  const refuse = (error: unknown) => {
    countFailure()
    throw databaseUnavailable(error)
  }
  const guarded = {
    connect: async () => {
      if (strict) refuseBesideTransaction()
      const failure = engine?.failure()
      if (failure) refuse(failure)
      return guardClient(await watch.connect(pool).catch(refuse), watch, countFailure)
    },
    end: close,
  }
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guarded }) })
  const database: Database = {
    kind,
    query,
    engine,
    tx: (work) =>
      query.transaction().execute(async (tx) => {
        if (!strict) return work(tx)
        const scope = { open: true }
        try {
          return await currentTransaction.run(scope, () => work(tx))
        } finally {
          scope.open = false
        }
      }),
    stats: () => {
      const { totalCount, idleCount, waitingCount: waiting } = pool
      return { failures: count.failures, connections: { busy: totalCount - idleCount, idle: idleCount }, waiting }
    },
    ping: () => ping(pool, engine),
    close,
    get forRequests() {
      return database
    },
    get forJobs() {
      return database
    },
  }
  return database
}

async function ping(pool: pg.Pool, engine: Engine | undefined): Promise<void> {
  const failure = engine?.failure()
  if (failure) throw failure
  // A busy embedded connection, for example during an import, is alive; waiting for it would look like a failure.
  if (engine && pool.totalCount > 0 && pool.idleCount === 0) return
  await pool.query({ text: 'select 1', query_timeout: PING_TIMEOUT_MS } as pg.QueryConfig)
}
