// Facts about this installation, such as the fingerprint of its secret key.
import { Stop } from '../kernel/fault.ts'
import type { Database } from './database.ts'

/** With another secret than the one the data was written with, no key would be found. */
export async function requireSameSecret(db: Database, fingerprint: string): Promise<void> {
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
  if (row.value === fingerprint) return
  throw new Stop(
    'incompatible',
    'SECRET_KEY does not match this database',
    'Use the same SECRET_KEY on every node. For the embedded database it is in the file secret-key in the data folder.',
  )
}
