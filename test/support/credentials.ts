// Every kind of credential that a door may be shown: none, wrong, revoked, expired, made out to another door; keys, tokens, sessions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAccount, createKey, revokeKey } from '../../src/access/accounts/accounts.ts'
import { nextRevision } from '../../src/access/credentials/access-revision.ts'
import { newApiKey, newToken } from '../../src/access/credentials/api-key.ts'
import { VISITOR_SCOPES } from '../../src/access/credentials/visitor.ts'
import { claimAddress } from '../../src/access/people/people.ts'
import type { Plan, Scope } from '../../src/access/plans.ts'
import { SCOPES } from '../../src/access/plans.ts'
import type { Door, KeyMode } from '../../src/access/principal.ts'
import type { Role } from '../../src/access/roles.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { newId, randomBase62 } from '../../src/kernel/ids.ts'
import type { Outcome } from './access-samples.ts'
import type { TestServer } from './server.ts'

let callers = 0
/** Each request from an address of its own: wrong credentials are counted by it. */
export const address = () => {
  callers += 1
  return `100.${64 + ((callers >> 16) & 63)}.${(callers >> 8) & 255}.${callers & 255}`
}

/** What a credential is, and what it makes of somebody who would otherwise be let in. */
export interface Shown {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  /** Refused whatever the route: the same for everybody. */
  readonly refused?: Outcome
  readonly plan?: Plan
  readonly scopes?: readonly Scope[]
  readonly session?: boolean
  readonly role?: Role | null
  /** Not sent by a page of ours: good enough to read, and for nothing else. */
  readonly forged?: boolean
  readonly operator?: boolean
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const PAST = '2020-01-01T00:00:00Z'

export function strangers(server: TestServer, door: Door = 'api'): Shown[] {
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
    door === 'api'
      ? { name: 'a visitor', headers: { authorization: 'Visitor' }, plan: 'sandbox', scopes: VISITOR_SCOPES }
      : { name: 'a visitor', headers: { authorization: 'Visitor' }, refused: [401, 'invalid_api_key'] },
  ]
}

/** Each makes at most five requests of an account, and the smallest plan has sixty a minute. */
const ROUTES_EACH = 8
const made = new WeakMap<TestServer, Map<string, { routes: number; shown: Shown[] }>>()

/** What was made for the same wish, while its accounts have enough of their minute left: making them is dear. */
async function reused(server: TestServer, wish: string, make: () => Promise<Shown[]>): Promise<Shown[]> {
  const ofServer = made.get(server) ?? new Map()
  made.set(server, ofServer)
  const last = ofServer.get(wish)
  const current = last && last.routes < ROUTES_EACH ? last : { routes: 0, shown: await make() }
  current.routes += 1
  ofServer.set(wish, current)
  return [...current.shown]
}

/** The credentials of an account of the plan, to be shown at one route. */
export function credentialsOf(server: TestServer, door: Door, plan: Plan, scope: Scope | null): Promise<Shown[]> {
  return reused(server, `${door} ${plan} ${scope}`, () => newCredentials(server, door, plan, scope))
}

/** People of the plan without a role, to be shown at one route that does not sign them out. */
export function visitorsOf(server: TestServer, plan: Plan): Promise<Shown[]> {
  return reused(server, plan, () => peopleOf(server, plan, null))
}

async function newCredentials(server: TestServer, door: Door, plan: Plan, scope: Scope | null): Promise<Shown[]> {
  const { db, secrets } = server.app.foundation
  const { access } = server.app.services
  const mode: KeyMode = plan === 'sandbox' ? 'test' : 'live'
  const others = SCOPES.filter((one) => one !== scope)
  const shown = await db.tx(async (tx) => {
    const account = await createAccount(tx, null, plan)
    const suspended = await createAccount(tx, null, plan)
    const key = async (scopes: readonly Scope[], wish: { mode?: KeyMode; expiresAt?: string; of?: typeof account }) =>
      createKey(tx, secrets, wish.of ?? account, { mode: wish.mode ?? mode, scopes, expiresAt: wish.expiresAt ?? null })
    const revoked = await key(SCOPES, {})
    await revokeKey(tx, account.id, revoked.key.id, PAST)
    const expired = await key(SCOPES, { expiresAt: PAST })
    const barred = await key(SCOPES, { of: suspended })
    await tx.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', suspended.id).execute()
    const valid = async (name: string, scopes: readonly Scope[], as: Plan, wish: { mode?: KeyMode } = {}) => ({
      name,
      headers: bearer((await key(scopes, wish)).text),
      plan: as,
      scopes,
    })
    return [
      { name: 'a revoked key', headers: bearer(revoked.text), refused: [401, 'revoked_credentials'] as const },
      { name: 'an expired key', headers: bearer(expired.text), refused: [401, 'expired_credentials'] as const },
      { name: 'a suspended account', headers: bearer(barred.text), refused: [403, 'account_suspended'] as const },
      await valid('a key with every scope', SCOPES, plan),
      await valid('a key with this scope alone', scope ? [scope] : [], plan),
      await valid('a key with every other scope', others, plan),
      await valid('a test key', SCOPES, 'sandbox', { mode: 'test' }),
    ]
  })
  const tokens = await tokensOf(server, door, plan, scope)
  await access.directory.sync()
  return [...shown, ...tokens]
}

/** The same by OAuth: tokens of an application of the plan's. */
async function tokensOf(server: TestServer, door: Door, plan: Plan, scope: Scope | null): Promise<Shown[]> {
  const { db, secrets } = server.app.foundation
  const now = new Date().toISOString()
  const later = new Date(Date.now() + 3_600_000).toISOString()
  return db.tx(async (tx) => {
    const account = await createAccount(tx, null, plan)
    const token = async (scopes: readonly Scope[], wish: { audience?: Door; expires?: string; revoked?: string }) => {
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
          audience: wish.audience ?? 'any',
          created_at: now,
          expires_at: wish.expires ?? later,
          revoked_at: wish.revoked ?? null,
          revision: await nextRevision(tx),
        })
        .execute()
      return bearer(text)
    }
    const valid = async (name: string, scopes: readonly Scope[], audience?: Door) => ({
      name,
      headers: await token(scopes, audience ? { audience } : {}),
      plan,
      scopes,
    })
    const refused = async (name: string, code: string, wish: Parameters<typeof token>[1]) => ({
      name,
      headers: await token(SCOPES, wish),
      refused: [401, code] as const,
    })
    return [
      { name: 'an unknown token', headers: bearer(newToken('pl_at_')), refused: [401, 'invalid_token'] as const },
      {
        name: 'a garbled token',
        headers: bearer(`pl_at_${randomBase62(38)}`),
        refused: [401, 'invalid_token'] as const,
      },
      await refused('a token for another door', 'invalid_token', { audience: door === 'mcp' ? 'api' : 'mcp' }),
      await refused('a revoked token', 'revoked_credentials', { revoked: now }),
      await refused('an expired token', 'expired_credentials', { expires: now }),
      await valid('a token with every scope', SCOPES),
      await valid('a token for this door', SCOPES, door),
      await valid('a token with this scope alone', scope ? [scope] : []),
      await valid(
        'a token with every other scope',
        SCOPES.filter((one) => one !== scope),
      ),
    ]
  })
}

/** Somebody who signed in: a page of ours, another site that has the cookie sent along, and an ended session. */
export async function peopleOf(server: TestServer, plan: Plan, role: Role | null): Promise<Shown[]> {
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
    const { cookie, csrfToken } = await access.sessions.open(tx, { ...person, role }, account.id)
    return { page: { cookie: cookie.split(';')[0]!, origin: server.url }, csrf: { 'x-csrf-token': csrfToken } }
  })
  await access.directory.sync()
  const ended = page.cookie.slice(0, -1) + (page.cookie.endsWith('a') ? 'b' : 'a')
  const who = { plan, scopes: SCOPES, session: true, role }
  return [
    { ...who, name: 'a page without its token', headers: page, forged: true },
    { ...who, name: 'another site', headers: { ...page, ...csrf, origin: 'https://evil.example' }, forged: true },
    {
      ...who,
      name: 'an ended session',
      headers: { ...page, ...csrf, cookie: ended },
      refused: [401, 'expired_credentials'],
    },
    // Last, for it may end the session.
    { ...who, name: `a page, ${role ?? 'no role'}`, headers: { ...page, ...csrf } },
  ]
}
