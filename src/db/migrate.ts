// Applies migrations, each in one transaction with its ledger row.
import type pg from 'pg'
import type { CrashHook } from '../kernel/crash-hook.ts'
import { Stop } from '../kernel/fault.ts'
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
  /** Called with the schema's name before the first migration of a database that has data. */
  readonly beforeUpgrade?: ((schema: string) => Promise<void>) | undefined
  readonly onCrashPoint?: CrashHook<'statement' | 'ledger'>
}

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
  // Before a connection is taken: the embedded engine has only one.
  if (options.beforeUpgrade) {
    const applied = await readLedger(pool)
    const next = nextMigration(known, applied)
    if (applied.length > 0 && next && next.version <= last) await options.beforeUpgrade(applied.at(-1)!.name)
  }
  const client = await pool.connect()
  try {
    while (await applyNext(client, known, last, options)) {}
    return last
  } finally {
    client.release()
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
    if (!rows[0]!.found) throw error
  }
}

/** The process that holds the ledger lock applies the next migration; the others find it done. */
async function applyNext(
  client: pg.ClientBase,
  known: readonly Migration[],
  last: number,
  options: MigrateOptions,
): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query('lock table schema_migrations in exclusive mode')
    const next = nextMigration(known, await readLedger(client))
    const due = next !== undefined && next.version <= last
    if (due) {
      await client.query(next.sql)
      options.onCrashPoint?.('statement')
      await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
        next.version,
        next.name,
        next.checksum,
      ])
      options.onCrashPoint?.('ledger')
    }
    await client.query('commit')
    if (due) options.log?.(`migrated the database to ${next.name}`)
    return due
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
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
    const file = known[position]!
    if (row.version === file.version && row.checksum === file.checksum) continue
    throw new Stop(
      'incompatible',
      `Migration ${file.name} differs from the one applied to this database (${row.name || numberOf(row.version)}).`,
      'Do not edit applied migrations. Restore the file and add a new migration.',
    )
  }
  return known[applied.length]
}
