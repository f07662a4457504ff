// Opens the connection pool, with one driver for both engines.
import pg from 'pg'
import { Stop } from '../kernel/fault.ts'
import { JOB_QUERY_MS } from './deadlines.ts'
import type { EngineAddress } from './embedded/start.ts'
import { valueTypes } from './value-parsers.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** Longer than any transaction takes; a longer wait is a deadlock with itself and must fail. */
const EMBEDDED_WAIT_MS = 120_000
const POSTGRES_POOL_MAX = 10
const IDLE_MS = 30_000

type Log = (message: string) => void

function newPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({ query_timeout: JOB_QUERY_MS, ...config, types: valueTypes, application_name: 'plinth' })
  // Without these listeners a lost connection, idle or in use, would end the process.
  pool.on('error', (error) => log(`database connection lost: ${error.message}`))
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return pool
}

/** One connection per process or thread: a second would wait for the first one's transaction anyway. */
export function embeddedPool({ host, port }: EngineAddress, log: Log): pg.Pool {
  return newPool(
    {
      host,
      port,
      user: 'postgres',
      database: 'postgres',
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: EMBEDDED_WAIT_MS,
    },
    log,
  )
}

export function postgresPool(url: string, max: number | undefined, log: Log): pg.Pool {
  return newPool(
    {
      connectionString: url,
      max: max ?? POSTGRES_POOL_MAX,
      idleTimeoutMillis: IDLE_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    },
    log,
  )
}

/** The first query; its failure is reported with advice for the operator. */
export async function connectFirst(pool: pg.Pool): Promise<void> {
  try {
    ;(await pool.connect()).release()
  } catch (error) {
    const { message, code } = error as { message: string; code?: string }
    throw new Stop('unreachable', `Cannot connect to the database: ${message || code}.`, adviceFor(code))
  }
}

function adviceFor(code: string | undefined): string {
  if (code === '3D000') return 'Create the database named in DATABASE_URL.'
  if (code?.startsWith('28')) return 'Check the user and password in DATABASE_URL.'
  return 'Check DATABASE_URL and that the server is running. Without DATABASE_URL, Plinth uses its embedded database.'
}
