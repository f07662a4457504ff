// Restores a backup into an empty database in one transaction.
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { at } from '../kernel/at.ts'
import { Stop } from '../kernel/fault.ts'
import type { BackupSummary } from './backup.ts'
import type { BackupHeader } from './backup-file.ts'
import { damaged, readBackup } from './backup-file.ts'
import type { DatabaseOptions } from './database.ts'
import { asDatabase, connectDatabase, defaultMigrationsDir } from './database.ts'
import type { Tables } from './database-tables.ts'
import { RESTORED, writeFact } from './instance.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { assertCounts, copyRows } from './restore-rows.ts'
import type { TableShape } from './table-shapes.ts'
import { foreignKeys, hasRows, tableShapes } from './table-shapes.ts'

/** Restores at the backup's schema, then migrates to the newest. */
export async function restore(options: DatabaseOptions, file: string): Promise<BackupSummary> {
  const migrationsDir = options.migrationsDir ?? defaultMigrationsDir
  const header = await verify(file)
  await refuseForeignSchema(header, migrationsDir)
  const connection = await connectDatabase(options)
  try {
    const db = asDatabase(connection)
    const known = await tableShapes(db.query)
    await refuseContent(db.query, known)
    await refuseNewer(db.query, header)
    await migrate(connection.pool, migrationsDir, { upTo: header.schema.length })
    const summary = await db.tx(async (tx) => {
      const loaded = await load(tx, file, known)
      await writeFact(tx, RESTORED, new Date().toISOString())
      return loaded
    })
    await migrate(connection.pool, migrationsDir, options.log ? { log: options.log } : {})
    return summary
  } finally {
    await connection.close()
  }
}

/** Reads the complete file before anything is written. */
async function verify(file: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  let table = ''
  const rows: Record<string, number> = {}
  for await (const part of readBackup(file)) {
    if (!header && part.kind !== 'header') throw damaged(file, 'the header is missing')
    if (part.kind === 'header') header = part.header
    else if (part.kind === 'table') {
      table = part.table
      rows[table] = 0
    } else if (part.kind === 'row') rows[table] = (rows[table] ?? 0) + 1
    else if (part.kind === 'end' && JSON.stringify(rows) !== JSON.stringify(part.end.rows)) {
      throw damaged(file, 'its row counts do not match')
    }
  }
  if (header?.plinth_backup !== 1) throw damaged(file, 'this version does not support its format')
  return header
}

async function refuseForeignSchema(header: BackupHeader, migrationsDir: string): Promise<void> {
  const known = await readMigrations(migrationsDir)
  const unknown = header.schema.find((row, position) => known[position]?.checksum !== row.checksum)
  if (!unknown) return
  throw new Stop(
    'incompatible',
    `The backup has schema ${unknown.name}, which this version of Plinth (up to ${known.at(-1)?.name}) does not know.`,
    'Restore it with the version that created it or a newer one.',
  )
}

async function refuseContent(db: Kysely<Tables>, tables: readonly TableShape[]): Promise<void> {
  for (const table of tables) {
    if (!(await hasRows(db, table))) continue
    throw new Stop(
      'failed',
      `The database is not empty: ${table.name} has rows.`,
      'Restore into a new DATA_DIR or PostgreSQL database. A restore never overwrites data.',
    )
  }
}

async function refuseNewer(db: Kysely<Tables>, header: BackupHeader): Promise<void> {
  const found = await sql<{ ledger: string | null }>`select to_regclass('schema_migrations')::text as ledger`.execute(
    db,
  )
  if (!found.rows[0]?.ledger) return
  const result = await sql<{ count: number }>`select count(*) from schema_migrations`.execute(db)
  if (at(result.rows, 0).count <= header.schema.length) return
  throw new Stop(
    'incompatible',
    'The database has a newer schema than the backup.',
    'Restore into a new DATA_DIR or PostgreSQL database. It is migrated after the restore.',
  )
}

/**
 * Drops foreign keys and adds them again, so that the order of rows does not matter and every reference is checked once at
 * the end. Writes only to tables from the target's catalogue, never to names from the file.
 */
async function load(tx: Transaction<Tables>, file: string, before: readonly TableShape[]): Promise<BackupSummary> {
  const tables = await tableShapes(tx)
  const list = sql.join(tables.map((table) => sql.table(table.name)))
  await sql`lock table ${list} in access exclusive mode`.execute(tx)
  await refuseContent(tx, before) // again, now that the tables are locked
  const references = await foreignKeys(tx)
  for (const key of references) {
    await sql`alter table ${sql.table(key.table)} drop constraint ${sql.id(key.name)}`.execute(tx)
  }
  for (const table of tables) await sql`alter table ${sql.table(table.name)} disable trigger user`.execute(tx)
  await sql`truncate ${list}`.execute(tx) // rows that migrations brought are in the backup too
  const summary = await copyRows(tx, file, tables)
  for (const table of tables) await sql`alter table ${sql.table(table.name)} enable trigger user`.execute(tx)
  for (const key of references) {
    await sql`alter table ${sql.table(key.table)} add constraint ${sql.id(key.name)} ${sql.raw(key.definition)}`.execute(
      tx,
    )
  }
  await assertCounts(tx, summary)
  return summary
}
