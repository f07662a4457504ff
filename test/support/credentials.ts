// Every kind of valid and invalid credential, for access tests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAccount, createKey, revokeKey } from '../../src/access/accounts/accounts.ts'
import { nextRevision } from '../../src/access/credentials/access-revision.ts'
import { newApiKey, newToken } from '../../src/access/credentials/api-key.ts'
import { VISITOR_SCOPES } from '../../src/access/credentials/visitor.ts'
import { claimAddress } from '../../src/access/people/people.ts'
import type { AccountRole } from '../../src/access/rights/account-roles.ts'
import type { Plan, Scope } from '../../src/access/rights/plans.ts'
import { SCOPES } from '../../src/access/rights/plans.ts'
import type { ApiName, KeyMode } from '../../src/access/rights/principal.ts'
import type { Role } from '../../src/access/rights/roles.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { newId, randomBase62 } from '../../src/kernel/ids.ts'
import type { Outcome } from './access-requests.ts'
import type { TestServer } from './server.ts'

let callers = 0
/** A new address for each request, because invalid credentials are counted per address. */
export const address = () => {
  callers += 1
  return `100.${64 + ((callers >> 16) & 63)}.${(callers >> 8) & 255}.${callers & 255}`
}

export interface TestCredential {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  /** The expected error on every route. */
  readonly refused?: Outcome
  readonly plan?: Plan
  readonly scopes?: readonly Scope[]
  readonly session?: boolean
  readonly role?: Role | null
  /** Of a session; an owner if absent. */
  readonly accountRole?: AccountRole
  /** Not sent by our own page: valid for reading only. */
  readonly forged?: boolean
  readonly operator?: boolean
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const PAST = '2020-01-01T00:00:00Z'

export function commonCredentials(server: TestServer, api: ApiName = 'api'): TestCredential[] {
  const operator = readFileSync(join(server.dataDir, 'operator-key'), 'utf8').trim()
  const good = newApiKey('live')
  const wrong = good.slice(0, -1) + (good.endsWith('a') ? 'b' : 'a')
  return [
    { name: 'no credential', headers: {}, refused: [401, 'missing_credentials'] },
    { name: 'a malformed key', headers: bearer('pl_live_short'), refused: [401, 'invalid_api_key'] },
    { name: 'a malformed header', headers: { authorization: 'Basic eDp5' }, refused: [401, 'invalid_api_key'] },
    { name: 'a bad checksum', headers: bearer(wrong), refused: [401, 'invalid_api_key'] },
    { name: 'the operator key', headers: bearer(operator), operator: true },
    { name: 'an unknown key', headers: bearer(good), refused: [401, 'invalid_api_key'] },
    api === 'api'
      ? { name: 'a visitor', headers: { authorization: 'Visitor' }, plan: 'sandbox', scopes: VISITOR_SCOPES }
      : { name: 'a visitor', headers: { authorization: 'Visitor' }, refused: [401, 'invalid_api_key'] },
  ]
}

/** A route makes at most five requests, and the smallest plan allows 60 per minute. */
const ROUTES_EACH = 8
const cache = new WeakMap<TestServer, Map<string, { routes: number; credentials: TestCredential[] }>>()

/** Reuses credentials within the rate limit of their accounts, because creating them is slow. */
async function reused(
  server: TestServer,
  kind: string,
  create: () => Promise<TestCredential[]>,
): Promise<TestCredential[]> {
  const ofServer = cache.get(server) ?? new Map()
  cache.set(server, ofServer)
  const last = ofServer.get(kind)
  const current = last && last.routes < ROUTES_EACH ? last : { routes: 0, credentials: await create() }
  current.routes += 1
  ofServer.set(kind, current)
  return [...current.credentials]
}

/** Credentials of an account on the plan, for one route. */
export function credentialsOf(
  server: TestServer,
  api: ApiName,
  plan: Plan,
  scope: Scope | null,
): Promise<TestCredential[]> {
  return reused(server, `${api} ${plan} ${scope}`, () => newCredentials(server, api, plan, scope))
}

/** People without a role, for one route that does not sign them out. */
export function visitorsOf(server: TestServer, plan: Plan): Promise<TestCredential[]> {
  return reused(server, plan, async () => [
    ...(await peopleOf(server, plan, null)),
    // The account role does not depend on the plan.
    ...(plan === 'elite' ? await membersOf(server, plan) : []),
  ])
}

/** Sessions with the lesser account roles. */
export async function membersOf(server: TestServer, plan: Plan): Promise<TestCredential[]> {
  const all = [await peopleOf(server, plan, null, 'viewer'), await peopleOf(server, plan, null, 'developer')]
  return all.map((credentials) => credentials.at(-1)!)
}

async function newCredentials(
  server: TestServer,
  api: ApiName,
  plan: Plan,
  scope: Scope | null,
): Promise<TestCredential[]> {
  const { db, secrets } = server.app.foundation
  const { access } = server.app.services
  const mode: KeyMode = plan === 'sandbox' ? 'test' : 'live'
  const others = SCOPES.filter((one) => one !== scope)
  const keys = await db.tx(async (tx) => {
    const account = await createAccount(tx, null, plan)
    const suspended = await createAccount(tx, null, plan)
    const key = async (
      scopes: readonly Scope[],
      options: { mode?: KeyMode; expiresAt?: string; of?: typeof account },
    ) =>
      createKey(tx, secrets, options.of ?? account, {
        mode: options.mode ?? mode,
        scopes,
        expiresAt: options.expiresAt ?? null,
      })
    const revoked = await key(SCOPES, {})
    await revokeKey(tx, account.id, revoked.key.id, PAST)
    const expired = await key(SCOPES, { expiresAt: PAST })
    const ofSuspended = await key(SCOPES, { of: suspended })
    await tx.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', suspended.id).execute()
    const valid = async (name: string, scopes: readonly Scope[], as: Plan, options: { mode?: KeyMode } = {}) => ({
      name,
      headers: bearer((await key(scopes, options)).text),
      plan: as,
      scopes,
    })
    return [
      { name: 'a revoked key', headers: bearer(revoked.text), refused: [401, 'revoked_credentials'] as const },
      { name: 'an expired key', headers: bearer(expired.text), refused: [401, 'expired_credentials'] as const },
      { name: 'a suspended account', headers: bearer(ofSuspended.text), refused: [403, 'account_suspended'] as const },
      await valid('a key with every scope', SCOPES, plan),
      await valid('a key with this scope alone', scope ? [scope] : [], plan),
      await valid('a key with every other scope', others, plan),
      await valid('a test key', SCOPES, 'sandbox', { mode: 'test' }),
    ]
  })
  const tokens = await tokensOf(server, api, plan, scope)
  await access.directory.sync()
  return [...keys, ...tokens]
}

/** OAuth tokens of an application on the plan. */
async function tokensOf(server: TestServer, api: ApiName, plan: Plan, scope: Scope | null): Promise<TestCredential[]> {
  const { db, secrets } = server.app.foundation
  const now = new Date().toISOString()
  const later = new Date(Date.now() + 3_600_000).toISOString()
  return db.tx(async (tx) => {
    const account = await createAccount(tx, null, plan)
    const token = async (
      scopes: readonly Scope[],
      options: { audience?: ApiName; expires?: string; revoked?: string },
    ) => {
      const text = newToken('pl_at_')
      await tx
        .insertInto('access_tokens')
        .values({
          hash: secrets.hashKey(text),
          id: newId('tok'),
          account_id: account.id,
          client_id: 'an-application',
          grant_id: null,
          person_id: null,
          mode: plan === 'sandbox' ? 'test' : 'live',
          scopes: JSON.stringify(scopes),
          audience: options.audience ?? 'any',
          created_at: now,
          expires_at: options.expires ?? later,
          revoked_at: options.revoked ?? null,
          revision: await nextRevision(tx),
        })
        .execute()
      return bearer(text)
    }
    const valid = async (name: string, scopes: readonly Scope[], audience?: ApiName) => ({
      name,
      headers: await token(scopes, audience ? { audience } : {}),
      plan,
      scopes,
    })
    const refused = async (name: string, code: string, options: Parameters<typeof token>[1]) => ({
      name,
      headers: await token(SCOPES, options),
      refused: [401, code] as const,
    })
    return [
      { name: 'an unknown token', headers: bearer(newToken('pl_at_')), refused: [401, 'invalid_token'] as const },
      {
        name: 'a garbled token',
        headers: bearer(`pl_at_${randomBase62(38)}`),
        refused: [401, 'invalid_token'] as const,
      },
      await refused('a token for another API', 'invalid_token', { audience: api === 'mcp' ? 'api' : 'mcp' }),
      await refused('a revoked token', 'revoked_credentials', { revoked: now }),
      await refused('an expired token', 'expired_credentials', { expires: now }),
      await valid('a token with every scope', SCOPES),
      await valid('a token for this API', SCOPES, api),
      await valid('a token with this scope alone', scope ? [scope] : []),
      await valid(
        'a token with every other scope',
        SCOPES.filter((one) => one !== scope),
      ),
    ]
  })
}

/** Sessions of one person: from our own page, from another site, and an expired one. */
export async function peopleOf(
  server: TestServer,
  plan: Plan,
  role: Role | null,
  accountRole: AccountRole = 'owner',
): Promise<TestCredential[]> {
  const { db } = server.app.foundation
  const { access } = server.app.services
  const email = `${crypto.randomUUID()}@example.com`
  const { page, csrf } = await db.tx(async (tx) => {
    const account = await createAccount(tx, email, plan)
    const claim = { accountId: account.id, email, passwordHash: 'none' }
    const person = await claimAddress(tx, claim, SYSTEM, new Date())
    await tx
      .updateTable('people')
      .set({ role, email_verified_at: new Date().toISOString() })
      .where('id', '=', person.id)
      .execute()
    await tx
      .updateTable('account_members')
      .set({ account_role: accountRole })
      .where('person_id', '=', person.id)
      .execute()
    const { cookie, csrfToken } = await access.sessions.open(tx, { ...person, role }, account.id)
    return { page: { cookie: cookie.split(';')[0]!, origin: server.url }, csrf: { 'x-csrf-token': csrfToken } }
  })
  await access.directory.sync()
  const expired = page.cookie.slice(0, -1) + (page.cookie.endsWith('a') ? 'b' : 'a')
  const who = { plan, scopes: SCOPES, session: true, role, accountRole }
  return [
    { ...who, name: 'a page without its token', headers: page, forged: true },
    { ...who, name: 'another site', headers: { ...page, ...csrf, origin: 'https://evil.example' }, forged: true },
    {
      ...who,
      name: 'an expired session',
      headers: { ...page, ...csrf, cookie: expired },
      refused: [401, 'expired_credentials'],
    },
    // Last, because it may end the session.
    { ...who, name: `a page, ${role ?? 'no role'}, ${accountRole}`, headers: { ...page, ...csrf } },
  ]
}
