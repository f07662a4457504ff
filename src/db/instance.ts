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
/** Its rows come from a backup, and no server has begun a new epoch since. */
export const RESTORED = 'restored'

export async function readFact(query: Kysely<Tables>, key: string): Promise<string | undefined> {
  return (await query.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst())?.value
}

export async function writeFact(query: Kysely<Tables>, key: string, value: string): Promise<void> {
  await query
    .insertInto('instance')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

export async function recordBackup(query: Kysely<Tables>, at: Date): Promise<void> {
  await writeFact(query, LAST_BACKUP, at.toISOString())
}

/** When the last backup of this database ended, whoever made it. */
export async function lastBackupAt(db: Database): Promise<Date | undefined> {
  const at = await readFact(db.query, LAST_BACKUP)
  return at === undefined ? undefined : new Date(at)
}
