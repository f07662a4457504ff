// Facts about this installation, one row each; the check value of the secret key among them.
import { Stop } from '../kernel/fault.ts'
import type { Database } from './database.ts'

/** Every node must use the secret that the data was written with: with another one no key would be found again. */
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
    'SECRET_KEY is not the one this database was made with',
    'Use the same SECRET_KEY on every node; embedded, it lies in the file secret-key of the data folder.',
  )
}
