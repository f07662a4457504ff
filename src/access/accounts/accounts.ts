// Writes accounts and API keys; every change increments the access revision.
import type { Database, Tx } from '../../db/database.ts'
import { lockAccount } from '../../db/lock-account.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit, SYSTEM } from '../../events/audit-log.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import { say } from '../../kernel/phrase.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { nextRevision } from '../credentials/access-revision.ts'
import { keyHint, newApiKey } from '../credentials/api-key.ts'
import { requireDelegable } from '../credentials/delegation.ts'
import type { Plan, Scope } from '../rights/plans.ts'
import { SCOPES } from '../rights/plans.ts'
import type { Account, ApiKey, KeyLimits, KeyMode, Principal } from '../rights/principal.ts'
import { firstKeyId, modeOf } from '../rights/principal.ts'

/** A new key with its text, which is not stored and is shown only once. */
export interface CreatedKey {
  readonly key: ApiKey
  readonly text: string
}

type NewLimits = { readonly [Name in keyof KeyLimits]?: KeyLimits[Name] | undefined }

/** Absent fields stay as they are. */
export interface KeyChange extends NewLimits {
  readonly name?: string | undefined
}

export interface KeyInput extends KeyChange {
  readonly mode: KeyMode
  readonly scopes?: readonly Scope[] | undefined
  readonly expiresAt?: string | null | undefined
  /** The key that it replaces. */
  readonly replaces?: ApiKey
}

export interface AccountWithKey {
  readonly account: Account
  readonly fresh: CreatedKey
}

export interface AccountChange {
  readonly plan?: Plan | undefined
  readonly status?: Account['status'] | undefined
}

export async function createAccount(tx: Tx, email: string | null, plan: Plan, cause = SYSTEM): Promise<Account> {
  const revision = await nextRevision(tx)
  const account = await tx
    .insertInto('accounts')
    .values({ id: newId('acc'), email, plan, revision })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { id } = account
  await audit(tx, cause, { action: 'account.created', accountId: id, target: id, details: { plan } })
  return account
}

/** Changes plan or status; takes effect on every node within two seconds. */
export async function changeAccount(
  tx: Tx,
  id: string,
  change: AccountChange,
  cause = SYSTEM,
): Promise<Account | undefined> {
  const revision = await nextRevision(tx)
  await lockAccount(tx, id)
  const before = await tx.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!before) return undefined
  const { plan = before.plan, status = before.status } = change
  const entry = { accountId: id, target: id }
  if (plan !== before.plan)
    await audit(tx, cause, { ...entry, action: 'account.plan_changed', details: { from: before.plan, to: plan } })
  if (status !== before.status)
    await audit(tx, cause, { ...entry, action: status === 'suspended' ? 'account.suspended' : 'account.reinstated' })
  return (
    tx
      .updateTable('accounts')
      // Reinstating a deleted account keeps its data.
      .set({ revision, plan, status, ...(status === 'active' ? { erase_at: null } : {}) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  )
}

export async function createKey(
  tx: Tx,
  secrets: Secrets,
  account: Account,
  input: KeyInput,
  cause = SYSTEM,
): Promise<CreatedKey> {
  const fresh = await insertKey(tx, secrets, account, input, cause)
  const { id, mode, prefix } = fresh.key
  const details = { mode, prefix, ...setLimits(input) }
  await audit(tx, cause, { action: 'key.created', accountId: account.id, target: id, details })
  return fresh
}

async function insertKey(
  tx: Tx,
  secrets: Secrets,
  account: Account,
  input: KeyInput,
  { actor }: Cause,
): Promise<CreatedKey> {
  const text = newApiKey(input.mode)
  const creator = actor.startsWith('per_')
    ? await tx.selectFrom('people').select('email').where('id', '=', actor).executeTakeFirst()
    : undefined
  const revision = await nextRevision(tx)
  const key = await tx
    .insertInto('api_keys')
    .values({
      id: newId('key'),
      account_id: account.id,
      name: input.name ?? (input.mode === 'test' ? 'Sandbox key' : 'API key'),
      mode: input.mode,
      hash: secrets.hashKey(text),
      ...keyHint(text),
      scopes: JSON.stringify(input.scopes ?? SCOPES),
      expires_at: input.expiresAt ?? null,
      requests_per_month: input.requests_per_month ?? null,
      lookups_per_month: input.lookups_per_month ?? null,
      first_key_id: input.replaces ? firstKeyId(input.replaces) : null,
      created_by: actor,
      created_by_email: creator?.email ?? null,
      revision,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { key, text }
}

/** Always opens a new account, because an unverified email address is not an identity. */
export async function openSandboxAccount(
  tx: Tx,
  secrets: Secrets,
  email: string,
  cause: Cause,
): Promise<AccountWithKey> {
  const account = await createAccount(tx, email, 'sandbox', cause)
  return { account, fresh: await createKey(tx, secrets, account, { mode: 'test' }, cause) }
}

export interface Grant extends NewLimits {
  readonly plan: Plan
  readonly email?: string | null | undefined
  /** An existing account, which is moved to the plan. If absent, a new account is opened. */
  readonly account_id?: string | undefined
  readonly name?: string | undefined
  readonly scopes?: readonly Scope[] | undefined
}

/** For operators: creates a key on any plan. */
export async function grantKey(
  tx: Tx,
  secrets: Secrets,
  { plan, email, account_id, ...input }: Grant,
  cause = SYSTEM,
): Promise<AccountWithKey> {
  const account = account_id
    ? await changeAccount(tx, account_id, { plan }, cause)
    : await createAccount(tx, email ?? null, plan, cause)
  if (!account) throw new Fault('invalid_parameter', { detail: say`Account ${account_id ?? ''} does not exist.` })
  return { account, fresh: await createKey(tx, secrets, account, { mode: modeOf(account), ...input }, cause) }
}

export async function listKeys(db: Database, accountId: string): Promise<ApiKey[]> {
  return db.query
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Locks the key. Keys of other accounts are reported as not found. */
async function ownKey(tx: Tx, accountId: string, keyId: string): Promise<ApiKey> {
  const key = await tx
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!key) throw new Fault('key_not_found', { detail: say`API key ${keyId} does not exist.` })
  return key
}

export async function revokeKey(tx: Tx, accountId: string, keyId: string, at: string, cause = SYSTEM): Promise<ApiKey> {
  const key = await ownKey(tx, accountId, keyId)
  if (key.revoked_at) return key
  await audit(tx, cause, { action: 'key.revoked', accountId, target: keyId })
  const revision = await nextRevision(tx)
  return tx
    .updateTable('api_keys')
    .set({ revoked_at: at, revision })
    .where('id', '=', keyId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const setLimits = (limits: NewLimits): Record<string, number | null> =>
  Object.fromEntries(
    (['requests_per_month', 'lookups_per_month'] as const).flatMap((name) =>
      limits[name] === undefined ? [] : [[name, limits[name]]],
    ),
  )

/** Limits change for all keys that share them. */
export async function updateKey(
  tx: Tx,
  { account, credential }: Principal,
  keyId: string,
  { name, ...limits }: KeyChange,
  cause = SYSTEM,
): Promise<ApiKey> {
  const key = await ownKey(tx, account.id, keyId)
  requireDelegable(credential, { scopes: [], mode: key.mode })
  const revision = await nextRevision(tx)
  const details = { ...(name && { name }), ...setLimits(limits) }
  await audit(tx, cause, { action: 'key.changed', accountId: account.id, target: keyId, details })
  await tx
    .updateTable('api_keys')
    .set({ ...limits, revision })
    .where('account_id', '=', account.id)
    .where((row) => row(row.fn.coalesce('first_key_id', 'id'), '=', firstKeyId(key)))
    .execute()
  return tx
    .updateTable('api_keys')
    .set(name ? { name } : { revision })
    .where('id', '=', keyId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** For operators: a key of any account. */
export async function revokeAnyKey(tx: Tx, keyId: string, at: string, cause: Cause): Promise<ApiKey> {
  const key = await tx.selectFrom('api_keys').select('account_id').where('id', '=', keyId).executeTakeFirst()
  return revokeKey(tx, key?.account_id ?? '', keyId, at, cause)
}

/** Creates a key with the same rights. The old one works until `oldUntil`. */
export async function rotateKey(
  tx: Tx,
  secrets: Secrets,
  { account, credential }: Principal,
  keyId: string,
  oldUntil: string,
  cause = SYSTEM,
): Promise<CreatedKey> {
  const old = await ownKey(tx, account.id, keyId)
  requireDelegable(credential, old)
  if (old.revoked_at)
    throw new Fault('state_conflict', { detail: 'A revoked key cannot be rotated. Create a new one.' })
  const fresh = await insertKey(tx, secrets, account, { ...old, expiresAt: old.expires_at, replaces: old }, cause)
  const details = { new_key: fresh.key.id, prefix: fresh.key.prefix }
  await audit(tx, cause, { action: 'key.rotated', accountId: account.id, target: keyId, details })
  const until = old.expires_at && old.expires_at < oldUntil ? old.expires_at : oldUntil
  const revision = await nextRevision(tx)
  await tx.updateTable('api_keys').set({ expires_at: until, revision }).where('id', '=', keyId).execute()
  return fresh
}
