// Facts about this installation, such as the fingerprint of its secret key.
import type { Database } from './database.ts'

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
