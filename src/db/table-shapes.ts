// Reads columns, sequences and foreign keys from the database catalogue.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from './database-tables.ts'

export interface TableShape {
  /** Unquoted. */
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

export interface SequenceState {
  readonly name: string
  readonly last_value: number
  readonly is_called: boolean
}

/** The migration ledger is written by migrations; leases belong to processes that no longer exist. */
const NOT_CONTENT = ['schema_migrations', 'leases']

/** Tables by name, without generated columns. */
export async function tableShapes(db: Kysely<Tables>): Promise<readonly TableShape[]> {
  const result = await sql<TableShape>`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and c.relname <> all (${NOT_CONTENT})
    group by c.relname order by c.relname collate "C"`.execute(db)
  return result.rows
}

export async function foreignKeys(db: Kysely<Tables>): Promise<readonly ForeignKey[]> {
  const result = await sql<ForeignKey>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by c.relname, k.conname`.execute(db)
  return result.rows
}

export async function sequenceStates(db: Kysely<Tables>): Promise<readonly SequenceState[]> {
  const names = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = 'public' order by sequencename`.execute(db)
  const states: SequenceState[] = []
  for (const { name } of names.rows) {
    const state = await sql<SequenceState>`
      select ${name}::text as name, last_value, is_called from ${sql.id(name)}`.execute(db)
    states.push(...state.rows)
  }
  return states
}

export async function hasRows(db: Kysely<Tables>, table: TableShape): Promise<boolean> {
  const result = await sql`select 1 from ${sql.table(table.name)} limit 1`.execute(db)
  return result.rows.length > 0
}
