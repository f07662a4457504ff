// OAuth clients: applications of accounts, and self-registered clients.

import type { Database, Tx } from '../../db/database.ts'
import { lockAccount } from '../../db/lock-account.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import type { Text } from '../../kernel/phrase.ts'
import { say } from '../../kernel/phrase.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { isCleanText } from '../../kernel/text.ts'
import { newToken } from '../credentials/api-key.ts'
import { requireDelegable } from '../credentials/delegation.ts'
import type { Scope } from '../rights/plans.ts'
import type { Principal } from '../rights/principal.ts'
import { modeOf } from '../rights/principal.ts'
import { revokeClient } from './grants.ts'

/** Client metadata as in RFC 7591. */
export interface ClientMetadata {
  readonly client_name?: string
  readonly client_uri?: string
  readonly redirect_uris: readonly string[]
  readonly scope?: string
  readonly grant_types: readonly string[]
  readonly response_types: readonly string[]
  readonly token_endpoint_auth_method: string
  readonly application_type: 'native' | 'web'
}

/** With the secret that a rotation replaced, while it still works. Not part of the public metadata. */
export interface StoredMetadata extends ClientMetadata {
  readonly old_secret?: { readonly hash: string; readonly expires_at: string }
}

export interface ClientRow {
  readonly id: string
  readonly account_id: string | null
  readonly metadata: StoredMetadata
  readonly secret_hash: string | null
  readonly created_at: string
  readonly last_used_at: string | null
}

/** An application with its new secret, which is not stored and is shown only once. */
export interface CreatedClient {
  readonly client: ClientRow
  readonly secret: string | null
}

export interface ApplicationInput {
  readonly name: string
  /** A confidential application has a secret and may act for its account; others rely on PKCE alone. */
  readonly confidential: boolean
  readonly redirectUris: readonly string[]
  readonly scopes: readonly Scope[]
}

export const MAX_APPLICATIONS = 50

export function secretHash(secrets: Secrets, text: string): string {
  return secrets.hashKey(`oauth client secret ${text}`)
}

/** Invisible and direction-changing characters could mislead people on the consent page. */
const MISLEADING = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
const MAX_NAME_CHARS = 100

/** The problem with a client name, or null. */
export function clientNameProblem(name: string): Text | null {
  if (name.length > MAX_NAME_CHARS) return say`must have at most ${MAX_NAME_CHARS} characters`
  return isCleanText(name) && !MISLEADING.test(name) ? null : 'must be plain text'
}

function metadataOf({ name, confidential, redirectUris, scopes }: ApplicationInput): ClientMetadata {
  const forPeople = redirectUris.length > 0
  return {
    client_name: name,
    redirect_uris: redirectUris,
    scope: scopes.join(' '),
    grant_types: [
      ...(forPeople ? ['authorization_code', 'refresh_token'] : []),
      ...(confidential ? ['client_credentials'] : []),
    ],
    response_types: forPeople ? ['code'] : [],
    token_endpoint_auth_method: confidential ? 'client_secret_basic' : 'none',
    application_type: 'native',
  }
}

export function isConfidential({ metadata }: ClientRow): boolean {
  return metadata.token_endpoint_auth_method !== 'none'
}

export function scopesOf({ metadata }: Pick<ClientRow, 'metadata'>): Scope[] {
  return (metadata.scope?.split(' ') ?? []) as Scope[]
}

export async function listApplications(db: Database, accountId: string): Promise<ClientRow[]> {
  return db.query
    .selectFrom('oauth_clients')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function createApplication(
  tx: Tx,
  secrets: Secrets,
  accountId: string,
  input: ApplicationInput,
  cause: Cause,
  at: Date,
): Promise<CreatedClient> {
  // So that concurrent requests respect the limit.
  await lockAccount(tx, accountId)
  const { n } = await tx
    .selectFrom('oauth_clients')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (n >= MAX_APPLICATIONS)
    throw new Fault('state_conflict', {
      detail: say`The limit is ${MAX_APPLICATIONS} applications per account. Delete one first.`,
    })
  const secret = input.confidential ? newToken('pl_cs_') : null
  const client = await tx
    .insertInto('oauth_clients')
    .values({
      id: newId('app'),
      account_id: accountId,
      metadata: JSON.stringify(metadataOf(input)),
      secret_hash: secret === null ? null : secretHash(secrets, secret),
      created_at: at.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(tx, cause, {
    action: 'oauth_client.created',
    accountId,
    target: client.id,
    details: { name: input.name, confidential: input.confidential },
  })
  return { client, secret }
}

/** Also true for clients identified by a metadata URL, which are not stored. */
export async function isSelfRegistered(db: Database, id: string): Promise<boolean> {
  const row = await db.query.selectFrom('oauth_clients').select('account_id').where('id', '=', id).executeTakeFirst()
  return !row?.account_id
}

/** ApplicationAdmin of other accounts are reported as not found. */
async function ownApplication(tx: Tx, accountId: string, id: string, lock: boolean): Promise<ClientRow> {
  const own = tx.selectFrom('oauth_clients').selectAll().where('id', '=', id).where('account_id', '=', accountId)
  const client = await (lock ? own.forUpdate() : own).executeTakeFirst()
  if (!client) throw new Fault('application_not_found', { detail: say`Application ${id} does not exist.` })
  return client
}

export type ApplicationChange = Partial<Omit<ApplicationInput, 'confidential'>>

/** Revokes the tokens of an application that loses scopes. */
export async function changeApplication(
  tx: Tx,
  accountId: string,
  id: string,
  change: ApplicationChange,
  cause: Cause,
  at: Date,
): Promise<ClientRow> {
  const before = await ownApplication(tx, accountId, id, true)
  const input: ApplicationInput = {
    name: change.name ?? before.metadata.client_name ?? '',
    confidential: isConfidential(before),
    redirectUris: change.redirectUris ?? before.metadata.redirect_uris,
    scopes: change.scopes ?? scopesOf(before),
  }
  const { old_secret } = before.metadata
  const metadata: StoredMetadata = { ...metadataOf(input), ...(old_secret && { old_secret }) }
  const client = await tx
    .updateTable('oauth_clients')
    .set({ metadata: JSON.stringify(metadata) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const lost = scopesOf(before).filter((scope) => !input.scopes.includes(scope))
  if (lost.length > 0) await revokeClient(tx, id, at, 'tokens')
  const details = { changed: Object.keys(change).join(' '), scopes_lost: lost.join(' ') }
  await audit(tx, cause, { action: 'oauth_client.changed', accountId, target: id, details })
  return client
}

/** The hashes of all secrets that work now: the current one, and the old one until it expires. */
export function activeSecretHashes({ secret_hash, metadata: { old_secret } }: ClientRow, now: number): string[] {
  const isOldActive = old_secret !== undefined && Date.parse(old_secret.expires_at) > now
  return [...(secret_hash === null ? [] : [secret_hash]), ...(isOldActive ? [old_secret.hash] : [])]
}

/** The old secret works until `oldUntil`; one that an earlier rotation replaced stops at once. */
export async function rotateSecret(
  tx: Tx,
  secrets: Secrets,
  { account, credential }: Principal,
  id: string,
  oldUntil: Date,
  cause: Cause,
): Promise<CreatedClient> {
  const accountId = account.id
  const before = await ownApplication(tx, accountId, id, true)
  requireDelegable(credential, { scopes: scopesOf(before), mode: modeOf(account) })
  if (!isConfidential(before))
    throw new Fault('state_conflict', { detail: 'A public application has no secret. It uses PKCE.' })
  const secret = newToken('pl_cs_')
  const expires_at = oldUntil.toISOString()
  const metadata: StoredMetadata = { ...before.metadata, old_secret: { hash: before.secret_hash!, expires_at } }
  const client = await tx
    .updateTable('oauth_clients')
    .set({ secret_hash: secretHash(secrets, secret), metadata: JSON.stringify(metadata) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(tx, cause, {
    action: 'oauth_client.secret_rotated',
    accountId,
    target: id,
    details: { old_until: expires_at },
  })
  return { client, secret }
}

/** Also revokes its consents and tokens. */
export async function deleteApplication(tx: Tx, accountId: string, id: string, cause: Cause, at: Date): Promise<void> {
  // Not locked, because grants are locked before clients.
  const { metadata } = await ownApplication(tx, accountId, id, false)
  await revokeClient(tx, id, at, 'grants')
  await tx.deleteFrom('oauth_clients').where('id', '=', id).execute()
  const details = { name: metadata.client_name ?? '' }
  await audit(tx, cause, { action: 'oauth_client.deleted', accountId, target: id, details })
}
