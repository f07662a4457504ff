// Writes rows and sequences of a backup to matching tables.
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { Stop } from '../kernel/fault.ts'
import type { BackupSummary } from './backup.ts'
import type { BackupPart } from './backup-file.ts'
import { damaged, readBackup } from './backup-file.ts'
import type { Tables } from './database-tables.ts'
import type { SequenceState, TableShape } from './table-shapes.ts'

const BATCH_ROWS = 200

export async function copyRows(
  tx: Transaction<Tables>,
  file: string,
  tables: readonly TableShape[],
): Promise<BackupSummary> {
  let target: TableShape | undefined
  let batch: string[] = []
  let summary: BackupSummary = { rows: {} }
  const flush = async () => {
    if (target && batch.length > 0) await insert(tx, target, batch)
    batch = []
  }
  for await (const part of readBackup(file)) {
    if (part.kind === 'row') {
      if (batch.push(part.line) >= BATCH_ROWS) await flush()
      continue
    }
    await flush()
    if (part.kind === 'table') target = targetOf(part, tables, file)
    else if (part.kind === 'sequences') await setSequences(tx, part.sequences)
    else if (part.kind === 'end') summary = { rows: part.end.rows }
  }
  return summary
}

type TablePart = Extract<BackupPart, { kind: 'table' }>

function targetOf(part: TablePart, tables: readonly TableShape[], file: string): TableShape {
  const table = tables.find((candidate) => candidate.name === part.table)
  const columns = new Map(table?.columns.map((column) => [column.name, column]))
  // Column positions may differ between databases with the same migrations.
  const inFileOrder = part.columns.map((name) => columns.get(name))
  if (!table || columns.size !== part.columns.length || inFileOrder.includes(undefined)) {
    throw damaged(file, `table ${part.table} does not have the columns of its schema`)
  }
  return { name: table.name, columns: inFileOrder as TableShape['columns'] }
}

async function insert(tx: Transaction<Tables>, table: TableShape, batch: readonly string[]): Promise<void> {
  const names = sql.join(table.columns.map((column) => sql.id(column.name)))
  const values = sql.join(
    table.columns.map(({ type }, position) => sql`(row ->> ${sql.lit(position)})::${sql.raw(type)}`),
  )
  // offset 0 prevents parsing the line again for every column.
  await sql`insert into ${sql.table(table.name)} (${names}) overriding system value
    select ${values} from (select line::jsonb as row from unnest(${batch}::text[]) as line offset 0) as lines`.execute(
    tx,
  )
}

async function setSequences(tx: Transaction<Tables>, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, last_value, is_called } of sequences) {
    await sql`select setval(quote_ident(${name})::regclass, ${last_value}::bigint, ${is_called}::boolean)`.execute(tx)
  }
}

export async function assertCounts(tx: Transaction<Tables>, summary: BackupSummary): Promise<void> {
  for (const [table, expected] of Object.entries(summary.rows)) {
    const result = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(tx)
    if (result.rows[0]?.count === expected) continue
    throw new Stop(
      'failed',
      `Table ${table} has ${result.rows[0]?.count} rows after the restore instead of ${expected}.`,
    )
  }
}
