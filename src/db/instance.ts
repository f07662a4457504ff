// Facts about this installation, such as the fingerprint of its secret key.
import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './database-tables.ts'

/** With another secret than the one the data was written with, no key would be found. */
export async function isSameSecret(db: Database, fingerprint: string): Promise<boolean> {
  await db.query
    .insertInto('instance')
    .values({ key: 'secret-fingerprint', value: fingerprint })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await db.query
    .selectFrom('instance')
    .select('value')
    .where('key', '=', 'secret-fingerprint')
    .executeTakeFirstOrThrow()
  return row.value === fingerprint
}

const LAST_BACKUP = 'last-backup'

export async function recordBackup(query: Kysely<Tables>, at: Date): Promise<void> {
  const value = at.toISOString()
  await query
    .insertInto('instance')
    .values({ key: LAST_BACKUP, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** When the last backup of this database ended, whoever made it. */
export async function lastBackupAt(db: Database): Promise<Date | undefined> {
  const row = await db.query.selectFrom('instance').select('value').where('key', '=', LAST_BACKUP).executeTakeFirst()
  return row && new Date(row.value)
}
