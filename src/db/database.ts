// Opens the database, embedded or PostgreSQL, and is the only way to it for the rest of the service.
import { AsyncLocalStorage } from 'node:async_hooks'
import { fileURLToPath } from 'node:url'
import type { Transaction } from 'kysely'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { Fault } from '../kernel/fault.ts'
import type { Tables } from './database-tables.ts'
import type { Engine } from './embedded/start.ts'
import { startEngine } from './embedded/start.ts'
import { migrate } from './migrate.ts'
import { connectFirst, embeddedPool, postgresPool } from './pool.ts'
import { assertSettings } from './server-settings.ts'

export interface DatabaseOptions {
  /** A PostgreSQL URL; without one the embedded engine runs in `dataDir`. */
  readonly url?: string | undefined
  readonly dataDir: string
  readonly migrationsDir?: string
  readonly log?: (message: string) => void
  readonly poolMax?: number
  /** Refuses queries beside an open transaction. For tests: the bookkeeping makes every promise of the process dearer. */
  readonly strict?: boolean
}

export type Tx = Transaction<Tables>

export interface Database {
  readonly kind: 'embedded' | 'postgres'
  readonly query: Kysely<Tables>
  /** One transaction. Inside it use only `tx`: a query beside it would wait for the one embedded connection for ever. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Rejects when the database cannot answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The pool and, when it is ours, the engine behind it; before migrations. */
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
    await migrate(connection.pool, options.migrationsDir ?? defaultMigrationsDir, logOf(options))
    return asDatabase(connection, options.strict)
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** Lock, engine, pool, settings: all but the schema. Backup takes it as it is, restore wants the backup's. */
export async function connectDatabase(options: DatabaseOptions): Promise<Connection> {
  const log = options.log ?? (() => {})
  const engine = options.url ? undefined : await startEngine(options.dataDir, log)
  const pool = engine ? embeddedPool(engine.host, engine.port, log) : postgresPool(options.url!, options.poolMax, log)
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
  return { kind: engine ? 'embedded' : 'postgres', pool, close, ...(engine && { engine }) }
}

function logOf(options: DatabaseOptions): { log?: (message: string) => void } {
  return options.log ? { log: options.log } : {}
}

/** The open transaction of the current call chain. */
const currentTransaction = new AsyncLocalStorage<{ open: boolean }>()

/** On the embedded engine such a query hangs for ever; on PostgreSQL it silently leaves the transaction. */
function refuseBesideTransaction(): void {
  if (!currentTransaction.getStore()?.open) return
  throw new Error('a query beside the open transaction: use the `tx` given to the transaction')
}

/** No connection is to be had: that passes, and is nobody's mistake. */
function sayAway(cause: unknown): never {
  throw new Fault('temporarily_unavailable', {
    detail: 'The database does not answer just now.',
    retryAfterSeconds: 2,
    cause,
  })
}

export function asDatabase({ kind, pool, engine, close }: Connection, strict = false): Database {
  const guarded = {
    connect: async () => {
      if (strict) refuseBesideTransaction()
      const failure = engine?.failure()
      if (failure) throw failure
      return pool.connect().catch(sayAway)
    },
    end: close,
  }
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guarded }) })
  return {
    kind,
    query,
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
    ping: () => ping(pool, engine),
    close,
  }
}

async function ping(pool: pg.Pool, engine: Engine | undefined): Promise<void> {
  const failure = engine?.failure()
  if (failure) throw failure
  // The one embedded connection at work, with an import say, is a sign of life; queueing behind it would look like death.
  if (engine && pool.totalCount > 0 && pool.idleCount === 0) return
  await pool.query({ text: 'select 1', query_timeout: PING_TIMEOUT_MS } as pg.QueryConfig)
}
