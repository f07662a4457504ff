// The complete contents of the database as text, as an attacker would see it.
import { sql } from 'kysely'
import type { Database } from '../../src/db/database.ts'

export async function dumpOf(db: Database): Promise<string> {
  const tables = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(db.query)
  let dump = ''
  for (const { name } of tables.rows) {
    const rows = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(db.query)
    for (const { text } of rows.rows) dump += `${name} ${text}\n`
  }
  return dump
}
