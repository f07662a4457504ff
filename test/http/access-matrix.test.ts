// Access policies: every operation × plan × scope × kind of credential.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Plan } from '../../src/access/plans.ts'
import { PLANS, planHas } from '../../src/access/plans.ts'
import { ROLES } from '../../src/access/roles.ts'
import type { Route } from '../../src/http/door/route.ts'
import { routes } from '../../src/http/routes.ts'
import type { Outcome, Sample } from '../support/access-samples.ts'
import { SAMPLES } from '../support/access-samples.ts'
import type { TestCredential } from '../support/credentials.ts'
import { address, commonCredentials, credentialsOf, membersOf, peopleOf, visitorsOf } from '../support/credentials.ts'
import type { Answer, TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '1' })
})
afterAll(() => server.stop())

function allowed({ ok = [200, null], less = {} }: Sample, plan: Plan | undefined): Outcome {
  return (plan && less[plan]) ?? ok
}

/** Only owners of the account may call these. */
const FOR_OWNERS = [
  'createPerson',
  'updatePerson',
  'removePerson',
  'createInvitation',
  'resendInvitation',
  'withdrawInvitation',
  'requestPlan',
]
/** A POST that changes nothing, or only what belongs to the person. */
const FOR_VIEWERS = [
  'askBuildingLink',
  'batchBuildingLinks',
  'searchBuildings',
  'parseAddresses',
  'speakMcp',
  'withdrawConsent',
  'resendVerification',
  'changePassword',
  'deleteSession',
  'updateSession',
]

/** Undefined if the account role of the session allows the operation. */
function refusedToRole({ method, operation: { id } }: Route, { session, accountRole }: TestCredential) {
  const least = FOR_OWNERS.includes(id)
    ? ['owner']
    : method === 'GET' || FOR_VIEWERS.includes(id)
      ? ['owner', 'developer', 'viewer']
      : ['owner', 'developer']
  return !session || least.includes(accountRole!) ? undefined : ([403, 'account_role_required'] as const)
}

/** On routes for people and roles. A valid credential of another kind is refused, but is no guess. */
function withoutSession({ refused, name, headers }: TestCredential): Outcome {
  if (headers.authorization === 'Visitor') return [401, 'missing_credentials']
  // These routes take no tokens, whatever resource the token is for.
  return refused && name !== 'a token for another API' ? refused : [403, 'credential_not_accepted']
}

/** Restates the policy rules as a check on the implementation. */
function expected(route: Route, sample: Sample, credentials: TestCredential): Outcome {
  const { method, operation } = route
  const { policy } = operation
  if (policy.who === 'anyone') {
    const desk = credentials.role && !credentials.refused ? sample.atDesk : undefined
    return desk ?? allowed(sample, undefined)
  }
  const csrfFailure: Outcome | undefined =
    credentials.forged && method !== 'GET' ? [403, 'csrf_token_invalid'] : undefined
  if (policy.who === 'person') {
    if (!credentials.session) return withoutSession(credentials)
    return credentials.refused ?? csrfFailure ?? refusedToRole(route, credentials) ?? allowed(sample, undefined)
  }
  if (policy.who === 'role') {
    if (credentials.operator) return allowed(sample, undefined)
    if (!credentials.session) return withoutSession(credentials)
    const permitted = credentials.role === 'operator' || credentials.role === policy.role
    return credentials.refused ?? csrfFailure ?? (permitted ? allowed(sample, undefined) : [403, 'insufficient_scope'])
  }
  if (credentials.operator) return [403, 'credential_not_accepted']
  if (credentials.refused ?? csrfFailure) return (credentials.refused ?? csrfFailure)!
  if (!planHas(credentials.plan!, policy.feature)) return [403, 'plan_required']
  if (policy.scope && !credentials.scopes!.includes(policy.scope)) return [403, 'insufficient_scope']
  return refusedToRole(route, credentials) ?? allowed(sample, credentials.plan)
}

async function send(
  { method, path }: Route,
  sample: Sample,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const pathname = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sample.params![name]!))
  const target = sample.query ? `${pathname}?${sample.query}` : pathname
  const all = { 'x-forwarded-for': address(), ...sample.headers, ...headers }
  if (method === 'GET' || sample.body === undefined)
    return server.send(method, target, undefined, undefined, { ...all, 'content-type': 'application/json' })
  return server.send(method, target, sample.body, undefined, all)
}

let sharedCredentials: Promise<TestCredential[]> | undefined
async function eliteCredentials(): Promise<TestCredential[]> {
  const all = await credentialsOf(server, 'api', 'elite', null)
  for (const role of [null, ...ROLES]) all.push(...(await peopleOf(server, 'elite', role)))
  all.push(...(await membersOf(server, 'elite')))
  return all
}

/** Every kind of credential has a turn on these plans. On the others, only those whose plan decides. */
const FULL_PLANS: readonly Plan[] = process.env.EVERY_PLAN ? PLANS : ['starter', 'elite']
const BY_PLAN = /^a (key|token) with every scope$|^a key with every other scope$|^a page, /
const hasTurn = (plan: Plan, { name }: TestCredential) => FULL_PLANS.includes(plan) || BY_PLAN.test(name)

const outcomeOf = ({ status, body }: Answer): Outcome => [status, status >= 400 ? (body?.code ?? null) : null]

describe('every operation', () => {
  it('has a sample request, and every sample request has an operation', () => {
    expect(routes.map(({ operation }) => operation.id).sort()).toEqual(Object.keys(SAMPLES).sort())
  })
})

describe.each(routes.map((route) => [route.name, route] as const))('%s', (_, route) => {
  const sample = SAMPLES[route.operation.id]!

  it('rejects invalid credentials, and follows its policy for each plan and scope', async () => {
    const { policy } = route.operation
    const { scope, door = 'api' } = policy.who === 'credential' ? policy : { scope: null }
    const failures: string[] = []
    const check = async (credentials: TestCredential, plan: string) => {
      const wanted = expected(route, sample, credentials)
      const response = await send(route, sample, credentials.headers)
      const got = outcomeOf(response)
      if (got[0] !== wanted[0] || got[1] !== wanted[1])
        failures.push(`${plan}, ${credentials.name}: ${got} instead of ${wanted}`)
      if (response.status === 401 && !response.headers.get('www-authenticate'))
        failures.push(`${credentials.name}: no WWW-Authenticate`)
    }
    for (const credentials of commonCredentials(server, door)) await check(credentials, 'any plan')
    if (policy.who === 'credential')
      for (const plan of PLANS) {
        const all = [...(await credentialsOf(server, door, plan, scope)), ...(await visitorsOf(server, plan))]
        for (const credentials of all) if (hasTurn(plan, credentials)) await check(credentials, plan)
      }
    else {
      // These have no rate limit, and only signing out ends them, so every route can share them.
      sharedCredentials ??= eliteCredentials()
      for (const credentials of await (policy.who === 'person' ? eliteCredentials() : sharedCredentials))
        await check(credentials, 'elite')
    }
    expect(failures).toEqual([])
  })
})
