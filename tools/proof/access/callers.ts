// Every kind of credential, created over HTTP.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Build } from '../../target/build.ts'
import type { PlanName } from '../../target/operator.ts'
import { createKey, operatorSend } from '../../target/operator.ts'
import type { SignedIn } from '../../target/people.ts'
import {
  askForToken,
  newApplication,
  newMember,
  newOwner,
  newStaff,
  pageHeaders,
  tokenOf,
} from '../../target/people.ts'
import { send } from '../../target/requests.ts'
import type { ServerClock } from '../../target/server-clock.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import type { Caller, Column } from './access-table.ts'

const PLANS: readonly PlanName[] = ['sandbox', 'starter', 'pro', 'elite']
/** Requests per minute of a plan, with a reserve. An account that reaches it is replaced. */
const REQUESTS_PER_ACCOUNT: Readonly<Record<PlanName, number>> = { sandbox: 45, starter: 100, pro: 500, elite: 1_500 }

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Creates a key with another one, or rotates it. */
// biome-ignore lint/suspicious/noExplicitAny: responses of any version
async function postKey({ url }: ServerProcess, key: string, body: object, path = ''): Promise<any> {
  const answer = await send(url, 'POST', `/api/v1/api-keys${path}`, { key, body })
  if (!answer.body?.data) throw new Error(`The proof could not create a key: ${answer.text.slice(0, 300)}`)
  return answer.body.data
}

/** A caller, or a function that gives one with room in its rate limit. */
export type CallerSource = () => Promise<Caller>

/** Sessions end after twelve hours without use, access tokens after one. */
export const EXPIRED_AFTER_MS = 13 * 3_600_000

/** The clock is behind by `EXPIRED_AFTER_MS` at first, so that credentials can expire. */
export async function createCallers(server: ServerProcess, build: Build, clock: ServerClock): Promise<CallerSource[]> {
  const scopes = scopesOf(build)
  const expired = await expiredCredentials(server, scopes)
  await clock.set(0)
  const fixed: Caller[] = [
    { name: 'no credential', column: 'none', headers: {} },
    { name: 'a visitor', column: 'visitor', headers: { authorization: 'Visitor' } },
    { name: 'the operator key', column: 'operator_key', headers: bearer(server.operatorKey()) },
    ...expired,
    ...(await invalidKeys(server)),
    ...(await people(server, build)),
  ]
  return [
    ...fixed.map((caller) => async () => caller),
    ...PLANS.map((plan) => keySource(server, plan)),
    testKeySource(server),
    rotatedKeySource(server),
    ...(await scopedKeys(server, scopes)),
    ...(await tokens(server, scopes)),
  ]
}

export function scopesOf(build: Build): string[] {
  return Object.keys(build.openapi().components.securitySchemes.oauth2.flows.clientCredentials.scopes)
}

export function keySource(server: ServerProcess, plan: PlanName): CallerSource {
  return renewed(REQUESTS_PER_ACCOUNT[plan], async () => {
    const { key } = await createKey(server, plan)
    return { name: `a key, ${plan}`, column: plan, headers: bearer(key) }
  })
}

function testKeySource(server: ServerProcess): CallerSource {
  return renewed(REQUESTS_PER_ACCOUNT.sandbox, async () => {
    const { key } = await createKey(server, 'elite')
    const created = await postKey(server, key, { mode: 'test' })
    return { name: 'a test key of an elite account', column: 'sandbox', headers: bearer(created.key) }
  })
}

/** The old key works until its overlap ends. */
function rotatedKeySource(server: ServerProcess): CallerSource {
  return renewed(REQUESTS_PER_ACCOUNT.elite, async () => {
    const { key } = await createKey(server, 'elite')
    const old = await postKey(server, key, { name: 'rotated' })
    await postKey(server, key, { overlap_seconds: 3_600 }, `/${old.id}/rotate`)
    return { name: 'a rotated key in its overlap', column: 'elite', headers: bearer(old.key) }
  })
}

function renewed(uses: number, create: () => Promise<Caller>): CallerSource {
  let current: Promise<Caller> | undefined
  let used = 0
  return () => {
    if (current === undefined || used >= uses) {
      current = create()
      used = 0
    }
    used += 1
    return current
  }
}

const invalid = (name: string, headers: Record<string, string>, status: number, code?: string): Caller => ({
  name,
  column: 'elite',
  headers,
  invalid: { status, code },
})

async function expiredCredentials(server: ServerProcess, scopes: readonly string[]): Promise<Caller[]> {
  const { key } = await createKey(server, 'elite')
  const expires_at = new Date(Date.now() - 3_600_000).toISOString()
  const expired = await postKey(server, key, { name: 'expired', expires_at })
  const rotated = await postKey(server, key, { name: 'rotated' })
  await postKey(server, key, { overlap_seconds: 60 }, `/${rotated.id}/rotate`)
  const token = await tokenOf(server, await newApplication(server), { scope: scopes.join(' ') })
  const person = await newOwner(server)
  return [
    invalid('an expired key', bearer(expired.key), 401, 'expired_credentials'),
    invalid('a rotated key after its overlap', bearer(rotated.key), 401, 'expired_credentials'),
    invalid('an expired token', bearer(token), 401, 'expired_credentials'),
    invalid('an expired session', pageHeaders(server, person), 401),
  ]
}

const UNKNOWN_KEY = 'pl_live_0000000000000000000000000000000000000000'

async function invalidKeys(server: ServerProcess): Promise<Caller[]> {
  const { key } = await createKey(server, 'elite')
  const revoked = await postKey(server, key, { name: 'revoked' })
  await send(server.url, 'DELETE', `/api/v1/api-keys/${revoked.id}`, { key })
  const suspended = await createKey(server, 'elite')
  await operatorSend(server, 'PATCH', `/api/v1/operator/accounts/${suspended.accountId}`, { status: 'suspended' })
  // A suspension is seen within two seconds.
  await sleep(4_000)
  return [
    invalid('a malformed key', bearer('pl_live_short'), 401),
    invalid('an unknown key', bearer(UNKNOWN_KEY), 401),
    invalid('a malformed header', { authorization: 'Basic eDp5' }, 401),
    invalid('an unknown token', bearer('pl_at_0000000000000000000000000000000000000000'), 401),
    invalid('a revoked key', bearer(revoked.key), 401, 'revoked_credentials'),
    invalid('a suspended account', bearer(suspended.key), 403, 'account_suspended'),
  ]
}

/** Each scope alone, and all but each. */
async function scopedKeys(server: ServerProcess, scopes: readonly string[]): Promise<CallerSource[]> {
  return scopes.flatMap((scope) => {
    const others = scopes.filter((one) => one !== scope)
    const keyWith = (name: string, has: readonly string[]) =>
      renewed(REQUESTS_PER_ACCOUNT.elite, async () => {
        const { key } = await createKey(server, 'elite')
        const created = await postKey(server, key, { scopes: has })
        return { name, column: 'elite', scopes: has, headers: bearer(created.key) }
      })
    return [keyWith(`a key with ${scope} alone`, [scope]), keyWith(`a key without ${scope}`, others)]
  })
}

/** Access tokens of an application: each scope alone, all scopes, one for MCP only, and a revoked one. */
async function tokens(server: ServerProcess, scopes: readonly string[]): Promise<CallerSource[]> {
  const all = scopes.join(' ')
  const made: Caller[] = []
  const token = async (name: string, form: Record<string, string>, more: Partial<Caller> = {}): Promise<void> => {
    const application = await newApplication(server)
    const text = await tokenOf(server, application, { scope: all, ...form })
    if (more.invalid) await askForToken(server, application, '/oauth/revoke', { token: text })
    made.push({ name, column: 'elite', headers: bearer(text), ...more })
  }
  for (const scope of scopes) await token(`a token with ${scope} alone`, { scope }, { scopes: [scope] })
  await token('a token with every scope', {})
  await token('a token for the API', { resource: `${server.url}/api/v1` }, { audience: 'api' })
  await token('a token for MCP', { resource: `${server.url}/mcp` }, { audience: 'mcp' })
  await token('a revoked token', {}, { invalid: { status: 401, code: 'revoked_credentials' } })
  return made.map((caller) => async () => caller)
}

async function people(server: ServerProcess, build: Build): Promise<Caller[]> {
  const owner = await newOwner(server)
  const page = (name: string, column: Column, person: SignedIn, more: Partial<Caller> = {}): Caller => ({
    name,
    column,
    headers: pageHeaders(server, person),
    ...more,
  })
  const { 'x-csrf-token': _, ...withoutToken } = pageHeaders(server, owner)
  const cookie = owner.cookie.slice(0, -1) + (owner.cookie.endsWith('a') ? 'b' : 'a')
  const callers = [
    page('a session, owner', 'owner', owner),
    page('a session, curator', 'curator', await newStaff(server, 'curator')),
    page('a session, operator', 'operator', await newStaff(server, 'operator')),
    page('a page without its token', 'owner', owner, { headers: withoutToken, forged: true }),
    page('another site', 'owner', owner, {
      headers: { ...pageHeaders(server, owner), origin: 'https://elsewhere.example' },
      forged: true,
    }),
    page('an unknown session', 'owner', { ...owner, cookie }, { invalid: { status: 401 } }),
  ]
  // The first release has one person for each account.
  if (!build.has('POST /api/v1/invitations')) return callers
  return [
    ...callers,
    page('a session, viewer', 'viewer', await newMember(server, owner, 'viewer')),
    page('a session, developer', 'developer', await newMember(server, owner, 'developer')),
  ]
}
