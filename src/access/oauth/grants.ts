// Consents that people give to clients, and their revocation with all tokens.

import type { Database, Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import { say, term } from '../../kernel/phrase.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { nextRevision } from '../credentials/access-revision.ts'
import { grantableScopes } from '../rights/account-roles.ts'
import { SCOPES } from '../rights/plans.ts'

/** A consent expires after a year, even when its tokens are refreshed. */
const GRANT_MS = 365 * DAY_MS

export interface Grant {
  readonly id: string
  readonly person_id: string
  readonly account_id: string
  readonly client_id: string
  readonly client_name: string | null
  readonly resources: Readonly<Record<string, string>>
  readonly created_at: string
  readonly expires_at: string
  readonly revoked_at: string | null
}

export interface Consent {
  readonly personId: string
  readonly accountId: string
  readonly clientId: string
  readonly clientName: string | null
  /** Resource → scopes to add to the existing consent. */
  readonly resources: Readonly<Record<string, readonly string[]>>
}

export function scopesOfGrant({ resources }: Pick<Grant, 'resources'>): string[] {
  return [...new Set(Object.values(resources).flatMap((scopes) => scopes.split(' ')))]
}

export async function findActiveGrant(
  db: Pick<Tx, 'selectFrom'>,
  { personId, accountId, clientId }: Pick<Consent, 'personId' | 'accountId' | 'clientId'>,
  at: Date,
): Promise<Grant | undefined> {
  return db
    .selectFrom('oauth_grants')
    .selectAll()
    .where('person_id', '=', personId)
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at.toISOString())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Adds scopes to an existing consent and renews it for a year. */
export async function giveConsent(tx: Tx, consent: Consent, cause: Cause, at: Date): Promise<string> {
  const { personId, accountId, clientId, clientName } = consent
  await requireGrantable(tx, consent)
  const before = await findActiveGrant(tx, consent, at)
  const resources: Record<string, string> = { ...before?.resources }
  for (const [resource, scopes] of Object.entries(consent.resources))
    resources[resource] = [...new Set([...(resources[resource]?.split(' ') ?? []), ...scopes])].join(' ')
  const id = before?.id ?? newId('grt')
  const row = {
    client_name: clientName,
    resources: JSON.stringify(resources),
    expires_at: new Date(at.getTime() + GRANT_MS).toISOString(),
  }
  if (before) await tx.updateTable('oauth_grants').set(row).where('id', '=', id).execute()
  else
    await tx
      .insertInto('oauth_grants')
      .values({
        ...row,
        id,
        person_id: personId,
        account_id: accountId,
        client_id: clientId,
        created_at: at.toISOString(),
      })
      .execute()
  const details = { client_id: clientId, client_name: clientName, scopes: scopesOfGrant({ resources }).join(' ') }
  await audit(tx, cause, { action: 'oauth_consent.given', accountId, target: id, details })
  return id
}

/** The role is locked: a person who loses it at the same time loses the consent too. */
async function requireGrantable(tx: Tx, { personId, accountId, resources }: Consent): Promise<void> {
  const member = await tx
    .selectFrom('account_members')
    .select('account_role')
    .where('account_id', '=', accountId)
    .where('person_id', '=', personId)
    .forShare()
    .executeTakeFirst()
  const allowed: readonly string[] = member ? grantableScopes(member.account_role) : []
  const refused = [...new Set(Object.values(resources).flat())].filter(
    (scope) => isScope(scope) && !allowed.includes(scope),
  )
  if (refused.length > 0)
    throw new Fault('account_role_required', {
      detail: say`Your role in this account is ${term(member?.account_role ?? 'none')}. It does not allow ${refused.join(', ')}. Ask an owner of the account.`,
    })
}

const isScope = (name: string): boolean => (SCOPES as readonly string[]).includes(name)

export async function listGrants(db: Database, personId: string, at: Date): Promise<Grant[]> {
  return db.query
    .selectFrom('oauth_grants')
    .selectAll()
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at.toISOString())
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Consents of other people are reported as not found. */
export async function withdrawConsent(tx: Tx, personId: string, id: string, cause: Cause, at: Date): Promise<void> {
  const grant = await tx
    .selectFrom('oauth_grants')
    .select(['account_id', 'client_id'])
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!grant) throw new Fault('grant_not_found', { detail: say`Consent ${id} does not exist or was withdrawn.` })
  await revokeGrants(tx, [id], at)
  const details = { client_id: grant.client_id }
  await audit(tx, cause, { action: 'oauth_consent.revoked', accountId: grant.account_id, target: id, details })
}

// Lock order: grants, clients, the revision, tokens. A token is written while its grant is locked, so that a revocation
// cannot miss it.

/** Locks the grant until the transaction ends: a concurrent revocation waits, or is seen here. */
export async function lockGrantShared(
  tx: Tx,
  id: string,
): Promise<Pick<Grant, 'account_id' | 'person_id'> | undefined> {
  return tx
    .selectFrom('oauth_grants')
    .select(['account_id', 'person_id'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}

/** Revokes consents with all their codes, refresh tokens and access tokens. */
export async function revokeGrants(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  const revoked_at = at.toISOString()
  await tx
    .updateTable('oauth_grants')
    .set({ revoked_at })
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute()
  await tx.deleteFrom('oauth_records').where('grant_id', 'in', ids).execute()
  const revision = await nextRevision(tx)
  await tx
    .updateTable('access_tokens')
    .set({ revoked_at, revision })
    .where('grant_id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function revokeGrantsOfPerson(tx: Tx, personId: string, at: Date): Promise<void> {
  const rows = await tx
    .selectFrom('oauth_grants')
    .select('id')
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .execute()
  await revokeGrants(
    tx,
    rows.map(({ id }) => id),
    at,
  )
}

/** Revokes the access tokens of a client, or also all consents to it. */
export async function revokeClient(tx: Tx, clientId: string, at: Date, what: 'tokens' | 'grants'): Promise<void> {
  if (what === 'grants') {
    const rows = await tx.selectFrom('oauth_grants').select('id').where('client_id', '=', clientId).execute()
    await revokeGrants(
      tx,
      rows.map(({ id }) => id),
      at,
    )
  }
  const revision = await nextRevision(tx)
  await tx
    .updateTable('access_tokens')
    .set({ revoked_at: at.toISOString(), revision })
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .execute()
}
