// The sandbox key that each start prints, stored in a private file.
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { readPrivateFile, writePrivateFile } from '../../kernel/secrets.ts'
import { createAccount, createKey } from './accounts.ts'

export async function ensureSandboxKey(db: Database, secrets: Secrets, file: string): Promise<string> {
  const stored = readPrivateFile(file)
  if (stored && (await works(db, secrets, stored))) return stored
  const { text } = await db.tx(async (tx) => {
    const account = await createAccount(tx, null, 'sandbox')
    return createKey(tx, secrets, account, { mode: 'test', name: 'Printed at start' })
  })
  writePrivateFile(file, `${text}\n`)
  return text
}

/** False for a revoked key, a key of a suspended account, and one from a database that was replaced. */
async function works(db: Database, secrets: Secrets, key: string): Promise<boolean> {
  const row = await db.query
    .selectFrom('api_keys as k')
    .innerJoin('accounts as a', 'a.id', 'k.account_id')
    .select('k.id')
    .where('k.hash', '=', secrets.hashKey(key))
    .where('k.revoked_at', 'is', null)
    .where('a.status', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}
