// Signing keys of the authorization server, encrypted in the database and shared by all nodes.

import { generateKeyPairSync } from 'node:crypto'
import type { JWK } from 'oidc-provider'
import type { Database, Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { nextRevision } from '../credentials/access-revision.ts'

/** Retired keys stay published this long; their signatures are valid for at most an hour. */
const PUBLISHED_MS = DAY_MS

export type SigningKey = JWK & { readonly kid: string }

/** Newest first; the first one signs. */
export async function loadSigningKeys(db: Database, secrets: Secrets): Promise<SigningKey[]> {
  const rows = await db.query.selectFrom('oauth_signing_keys').select('jwk').orderBy('created_at', 'desc').execute()
  return rows.map(({ jwk }) => JSON.parse(secrets.decrypt(jwk)) as SigningKey)
}

/** The key ids without decryption, to detect changes. */
export async function signingKeyIds(db: Database): Promise<string> {
  const rows = await db.query.selectFrom('oauth_signing_keys').select('id').orderBy('created_at', 'desc').execute()
  return rows.map(({ id }) => id).join(' ')
}

/** Creates the first key once: the lock on the revision makes other nodes wait and find it. */
export async function ensureSigningKey(db: Database, secrets: Secrets, at: Date): Promise<void> {
  if ((await signingKeyIds(db)) !== '') return
  await db.tx(async (tx) => {
    await nextRevision(tx)
    const existing = await tx.selectFrom('oauth_signing_keys').select('id').limit(1).executeTakeFirst()
    if (!existing) await addKey(tx, secrets, at)
  })
}

/** Signs with a new key from now on. The old keys stay published for a day. */
export async function rotateSigningKeys(tx: Tx, secrets: Secrets, cause: Cause, at: Date): Promise<string> {
  await nextRevision(tx)
  const retired_at = at.toISOString()
  await tx.updateTable('oauth_signing_keys').set({ retired_at }).where('retired_at', 'is', null).execute()
  const id = await addKey(tx, secrets, at)
  await audit(tx, cause, { action: 'oauth_keys.rotated', accountId: null, target: id })
  return id
}

async function addKey(tx: Tx, secrets: Secrets, at: Date): Promise<string> {
  const kid = randomBase62(20)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }
  await tx
    .insertInto('oauth_signing_keys')
    .values({ id: kid, jwk: secrets.encrypt(JSON.stringify(jwk)), created_at: at.toISOString() })
    .execute()
  return kid
}

export async function deleteRetiredKeys(db: Database, now: number): Promise<void> {
  const before = new Date(now - PUBLISHED_MS).toISOString()
  await db.query.deleteFrom('oauth_signing_keys').where('retired_at', '<', before).execute()
}
