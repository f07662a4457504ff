// The sandbox key that every start prints: made once, kept in a file only its owner can read.
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { readPrivateFile, writePrivateFile } from '../../kernel/secrets.ts'
import { createAccount, createKey } from './accounts.ts'

export async function ensureSandboxKey(db: Database, secrets: Secrets, file: string): Promise<string> {
  const kept = readPrivateFile(file)
  if (kept && (await works(db, secrets, kept))) return kept
  const { text } = await db.tx(async (tx) => {
    const account = await createAccount(tx, null, 'sandbox')
    return createKey(tx, secrets, account, { mode: 'test', name: 'Printed at start' })
  })
  writePrivateFile(file, `${text}\n`)
  return text
}

/** A key that was revoked, or belongs to a database that was replaced, is made anew. */
async function works(db: Database, secrets: Secrets, key: string): Promise<boolean> {
  const row = await db.query
    .selectFrom('api_keys')
    .select('id')
    .where('hash', '=', secrets.hashKey(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
