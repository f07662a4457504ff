// The whole matrix: every operation × plan × scope × kind of credential answers exactly as its policy says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Plan } from '../../src/access/plans.ts'
import { PLANS, planHas } from '../../src/access/plans.ts'
import { ROLES } from '../../src/access/roles.ts'
import type { Route } from '../../src/http/door/route.ts'
import { routes } from '../../src/http/routes.ts'
import type { Outcome, Sample } from '../support/access-samples.ts'
import { SAMPLES } from '../support/access-samples.ts'
import type { Shown } from '../support/credentials.ts'
import { address, credentialsOf, peopleOf, strangers, visitorsOf } from '../support/credentials.ts'
import type { Answer, TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '1' })
})
afterAll(() => server.stop())

function lettingIn({ ok = [200, null], less = {} }: Sample, plan: Plan | undefined): Outcome {
  return (plan && less[plan]) ?? ok
}

/** The policy, said once more in our own words. */
function expected({ method, operation: { policy } }: Route, sample: Sample, shown: Shown): Outcome {
  if (policy.who === 'anyone') {
    const atDesk = shown.role && !shown.refused ? sample.atDesk : undefined
    return atDesk ?? lettingIn(sample, undefined)
  }
  const forgery: Outcome | undefined = shown.forged && method !== 'GET' ? [403, 'csrf_token_invalid'] : undefined
  if (policy.who === 'person') {
    if (!shown.session) return [401, 'missing_credentials']
    return shown.refused ?? forgery ?? lettingIn(sample, undefined)
  }
  if (policy.who === 'role') {
    if (shown.operator) return lettingIn(sample, undefined)
    if (!shown.session) return shown.headers.authorization ? [401, 'invalid_api_key'] : [401, 'missing_credentials']
    const may = shown.role === 'operator' || shown.role === policy.role
    return shown.refused ?? forgery ?? (may ? lettingIn(sample, undefined) : [403, 'insufficient_scope'])
  }
  if (shown.operator) return [401, 'invalid_api_key']
  if (shown.refused ?? forgery) return (shown.refused ?? forgery)!
  if (!planHas(shown.plan!, policy.feature)) return [403, 'plan_required']
  if (policy.scope && !shown.scopes!.includes(policy.scope)) return [403, 'insufficient_scope']
  return lettingIn(sample, shown.plan)
}

async function ask(
  { method, path }: Route,
  sample: Sample,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sample.params![name]!))
  const target = sample.query ? `${filled}?${sample.query}` : filled
  const all = { 'x-forwarded-for': address(), ...sample.headers, ...headers }
  if (method === 'GET' || sample.body === undefined)
    return server.send(method, target, undefined, undefined, { ...all, 'content-type': 'application/json' })
  return server.send(method, target, sample.body, undefined, all)
}

let others: Promise<Shown[]> | undefined
async function everybody(): Promise<Shown[]> {
  const all = await credentialsOf(server, 'api', 'elite', null)
  for (const role of [null, ...ROLES]) all.push(...(await peopleOf(server, 'elite', role)))
  return all
}

const outcomeOf = ({ status, body }: Answer): Outcome => [status, status >= 400 ? (body?.code ?? null) : null]

describe('every operation', () => {
  it('has a sample, and every sample an operation', () => {
    expect(routes.map(({ operation }) => operation.id).sort()).toEqual(Object.keys(SAMPLES).sort())
  })
})

describe.each(routes.map((row) => [row.name, row] as const))('%s', (_, row) => {
  const sample = SAMPLES[row.operation.id]!

  it('refuses strangers, and answers each plan and scope as its policy says', async () => {
    const { policy } = row.operation
    const { scope, door = 'api' } = policy.who === 'credential' ? policy : { scope: null }
    const wrong: string[] = []
    const check = async (shown: Shown, of: string) => {
      const want = expected(row, sample, shown)
      const answer = await ask(row, sample, shown.headers)
      const got = outcomeOf(answer)
      if (got[0] !== want[0] || got[1] !== want[1]) wrong.push(`${of}, ${shown.name}: ${got} instead of ${want}`)
      if (answer.status === 401 && !answer.headers.get('www-authenticate'))
        wrong.push(`${shown.name}: no WWW-Authenticate`)
    }
    for (const shown of strangers(server, door)) await check(shown, 'anybody')
    if (policy.who === 'credential')
      for (const plan of PLANS) {
        for (const shown of await credentialsOf(server, door, plan, scope)) await check(shown, plan)
        for (const shown of await visitorsOf(server, plan)) await check(shown, plan)
      }
    else {
      // Nobody counts these, and but for signing out nothing ends them: the same may be shown at every route.
      others ??= everybody()
      for (const shown of await (policy.who === 'person' ? everybody() : others)) await check(shown, 'elite')
    }
    expect(wrong).toEqual([])
  })
})
