// Applies migrations, each in one transaction with its ledger row.
import type pg from 'pg'
import { at } from '../kernel/at.ts'
import type { CrashHook } from '../kernel/crash-hook.ts'
import { Stop } from '../kernel/fault.ts'
import { MIGRATION_MS } from './deadlines.ts'
import type { Migration } from './migration-files.ts'
import { numberOf, readMigrations } from './migration-files.ts'

interface LedgerRow {
  readonly version: number
  readonly name: string
  readonly checksum: string
}

export interface MigrateOptions {
  /** Stops at this version instead of the newest. */
  readonly upTo?: number
  readonly log?: (message: string) => void
  /**
   * Called with the schema's name before the first migration of a database that has data, by one process only. It may
   * read all tables.
   */
  readonly beforeUpgrade?: ((schema: string) => Promise<void>) | undefined
  readonly onCrashPoint?: CrashHook<'statement' | 'ledger'>
}

const DEADLOCK = '40P01'
const MAX_ATTEMPTS = 5
/** How long to wait for another process before saying so. */
const PATIENCE_MS = 2000

const LEDGER = `create table if not exists schema_migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
)`

/** Returns the schema's version. */
export async function migrate(pool: pg.Pool, folder: string, options: MigrateOptions = {}): Promise<number> {
  const known = await readMigrations(folder)
  const last = Math.min(options.upTo ?? known.length, known.length)
  await createLedger(pool)
  const beforeUpgrade = onlyOnce(options.beforeUpgrade)
  // Before the only connection is taken. The embedded engine has one, and one owner.
  if (pool.options.max === 1) {
    const applied = await readLedger(pool)
    const next = nextMigration(known, applied)
    if (next && next.version <= last) await beforeUpgrade(applied)
  }
  const client = await pool.connect()
  try {
    while (await applyNextWithRetries(client, { ...options, known, last, beforeUpgrade })) {}
    return last
  } finally {
    client.release()
  }
}

type BeforeUpgrade = (applied: readonly LedgerRow[]) => Promise<void>

function onlyOnce(beforeUpgrade: MigrateOptions['beforeUpgrade']): BeforeUpgrade {
  let isDone = false
  return async (applied) => {
    if (!isDone && applied.length > 0) await beforeUpgrade?.(applied.at(-1)!.name)
    isDone = true
  }
}

/** Another process may create the table at the same moment. PostgreSQL then fails in one of several ways, but the table is there. */
async function createLedger(pool: pg.Pool): Promise<void> {
  try {
    await pool.query(LEDGER)
  } catch (error) {
    const { rows } = await pool.query<{ found: boolean }>(
      "select to_regclass('schema_migrations') is not null as found",
    )
    if (!at(rows, 0).found) throw error
  }
}

interface Step extends Omit<MigrateOptions, 'beforeUpgrade'> {
  readonly known: readonly Migration[]
  readonly last: number
  readonly beforeUpgrade: BeforeUpgrade
}

/** A node of the version before may use tables in another order. Its transaction ends, and then the next attempt succeeds. */
async function applyNextWithRetries(client: pg.ClientBase, step: Step): Promise<boolean> {
  for (let attempt = 1; ; attempt++)
    try {
      return await applyNext(client, step)
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || attempt === MAX_ATTEMPTS) throw error
    }
}

/**
 * The process that holds the ledger lock applies the next migration; the others find it done. It makes the backup with that
 * lock too: a backup reads all tables, which another process must not change meanwhile.
 */
async function applyNext(client: pg.ClientBase, step: Step): Promise<boolean> {
  await client.query('begin')
  try {
    await lockLedger(client, step)
    const applied = await readLedger(client)
    const next = nextMigration(step.known, applied)
    const due = next !== undefined && next.version <= step.last
    if (due) {
      await step.beforeUpgrade(applied)
      await client.query({ text: next.sql, query_timeout: MIGRATION_MS } as pg.QueryConfig)
      step.onCrashPoint?.('statement')
      await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
        next.version,
        next.name,
        next.checksum,
      ])
      step.onCrashPoint?.('ledger')
    }
    await client.query('commit')
    if (due) step.log?.(`migrated the database to ${next.name}`)
    return due
  } catch (error) {
    // The connection may be lost, which rolls back too.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function lockLedger(client: pg.ClientBase, { log }: Step): Promise<void> {
  const timer = setTimeout(() => log?.('waiting for another process that is migrating this database'), PATIENCE_MS)
  const lock = { text: 'lock table schema_migrations in exclusive mode', query_timeout: MIGRATION_MS }
  await client.query(lock as pg.QueryConfig).finally(() => clearTimeout(timer))
}

async function readLedger(client: pg.ClientBase | pg.Pool): Promise<readonly LedgerRow[]> {
  const result = await client.query<LedgerRow>('select version, name, checksum from schema_migrations order by version')
  return result.rows
}

/** Returns the next migration, or throws when the database does not match these files. */
function nextMigration(known: readonly Migration[], applied: readonly LedgerRow[]): Migration | undefined {
  const newest = applied.at(-1)
  if (newest && newest.version > known.length) {
    throw new Stop(
      'incompatible',
      `The database has schema ${newest.name}; this version of Plinth knows schemas up to ${known.at(-1)?.name ?? 'none'}.`,
      'Use the newer version of Plinth that migrated it, or restore an older backup.',
    )
  }
  for (const [position, row] of applied.entries()) {
    const file = at(known, position)
    if (row.version === file.version && row.checksum === file.checksum) continue
    throw new Stop(
      'incompatible',
      `Migration ${file.name} differs from the one applied to this database (${row.name || numberOf(row.version)}).`,
      'Do not edit applied migrations. Restore the file and add a new migration.',
    )
  }
  return known[applied.length]
}
