// Writes the database to one file that both engines can restore.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { Stop } from '../kernel/fault.ts'
import type { BackupEnd, BackupHeader } from './backup-file.ts'
import type { DatabaseOptions } from './database.ts'
import { asDatabase, connectDatabase } from './database.ts'
import type { Tables } from './database-tables.ts'
import { recordBackup } from './instance.ts'
import type { TableShape } from './table-shapes.ts'
import { sequenceStates, tableShapes } from './table-shapes.ts'

const BATCH_ROWS = 200

export interface BackupSummary {
  readonly rows: Readonly<Record<string, number>>
}

/** Rows written, of all. */
type OnProgress = (done: number, total: number) => void

/** Opens the database without migrating it and backs it up. */
export async function backup(options: DatabaseOptions, file: string, onProgress?: OnProgress): Promise<BackupSummary> {
  const connection = await connectDatabase(options)
  try {
    return await writeBackup(asDatabase(connection).query, file, onProgress)
  } finally {
    await connection.close()
  }
}

/** For an open database. On the embedded engine all other queries wait until it is done. */
export async function writeBackup(db: Kysely<Tables>, file: string, onProgress?: OnProgress): Promise<BackupSummary> {
  await refuseExisting(file)
  const part = `${file}.part`
  const rows: Record<string, number> = {}
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read') // a consistent view during concurrent writes
      .execute((tx) =>
        pipeline(hashedLines(tx, rows, onProgress), createGzip(), createWriteStream(part, { mode: 0o600 })),
      )
    await syncPath(part)
    await rename(part, file)
    await syncPath(dirname(file))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  // The backup is complete. A standby can be backed up, but cannot record it.
  await recordBackup(db, new Date()).catch(() => {})
  return { rows }
}

async function refuseExisting(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  )
  if (exists) throw new Stop('failed', `${file} already exists.`, 'Choose another name. Backups are never overwritten.')
}

/** All lines, then their hash. */
async function* hashedLines(
  tx: Transaction<Tables>,
  rows: Record<string, number>,
  onProgress?: OnProgress,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const total = onProgress ? await countRows(tx) : 0
  for await (const text of lines(tx, rows)) {
    hash.update(text)
    yield text
    const done = Object.values(rows).reduce((sum, count) => sum + count, 0)
    onProgress?.(done, total)
  }
  yield line({ rows, sha256: hash.digest('hex') } satisfies BackupEnd)
}

/** Reading them takes a small part of the time that writing them takes. */
async function countRows(tx: Transaction<Tables>): Promise<number> {
  let sum = 0
  for (const { name } of await tableShapes(tx)) {
    const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.table(name)}`.execute(tx)
    sum += Number(rows[0]?.n)
  }
  return sum
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`

async function* lines(tx: Transaction<Tables>, rows: Record<string, number>): AsyncGenerator<string> {
  await plainTexts(tx)
  yield line(await header(tx))
  for (const table of await tableShapes(tx)) {
    yield line({ table: table.name, columns: table.columns.map((column) => column.name) })
    rows[table.name] = 0
    for await (const batch of rowLines(tx, table)) {
      rows[table.name]! += batch.length
      yield `${batch.join('\n')}\n`
    }
  }
  yield line({ sequences: await sequenceStates(tx) })
}

/** Makes the text of values independent of the server's configuration. */
async function plainTexts(tx: Transaction<Tables>): Promise<void> {
  await sql`select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true),
    set_config('IntervalStyle', 'postgres', true), set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '1', true)`.execute(tx)
}

async function header(tx: Transaction<Tables>): Promise<BackupHeader> {
  const found = await sql<{ ledger: string | null }>`select to_regclass('schema_migrations')::text as ledger`.execute(
    tx,
  )
  if (!found.rows[0]?.ledger) throw new Stop('failed', 'The database is empty. There is nothing to back up.')
  const ledger = await sql<BackupHeader['schema'][number]>`
    select version, name, checksum from schema_migrations order by version`.execute(tx)
  return { plinth_backup: 1, created_at: new Date().toISOString(), schema: ledger.rows }
}

async function* rowLines(tx: Transaction<Tables>, table: TableShape): AsyncGenerator<string[]> {
  const texts = sql.join(table.columns.map((column) => sql`${sql.id(column.name)}::text`))
  await sql`declare backup_rows no scroll cursor for
    select to_json(array[${texts}]::text[])::text as line from ${sql.table(table.name)}`.execute(tx)
  for (;;) {
    const batch = await sql<{ line: string }>`fetch ${sql.lit(BATCH_ROWS)} from backup_rows`.execute(tx)
    if (batch.rows.length === 0) break
    yield batch.rows.map((row) => row.line)
  }
  await sql`close backup_rows`.execute(tx)
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
