// One caller of every kind for the table of access, made directly in the database.

import { createAccount, createKey } from '../../src/access/accounts/accounts.ts'
import type { Plan, Scope } from '../../src/access/rights/plans.ts'
import { SCOPES } from '../../src/access/rights/plans.ts'
import { ROLES } from '../../src/access/rights/roles.ts'
import type { Caller, Outcome } from '../../tools/proof/access/access-table.ts'
import type { TestCredential } from './credentials.ts'
import { commonCredentials, credentialsOf, membersOf, address as networkAddress, peopleOf } from './credentials.ts'
import type { TestServer } from './server.ts'

export { networkAddress }

/** The sandbox allows 60 requests a minute, so its keys take turns. */
const KEYS_PER_PLAN: Readonly<Record<Plan, number>> = { sandbox: 5, starter: 2, pro: 1, elite: 1 }

const INVALID = [
  'a malformed key',
  'an unknown key',
  'a revoked key',
  'an expired key',
  'a suspended account',
  'an unknown token',
  'a revoked token',
  'an expired token',
  'a token for another API',
]

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export async function accessCallers(server: TestServer) {
  const keys = {} as Record<Plan, Caller[]>
  const scoped = new Map<string, Caller[]>()
  const { db, secrets } = server.app.foundation
  const testKeys = await db.tx(async (tx) => {
    const keyOf = async (
      account: Awaited<ReturnType<typeof createAccount>>,
      scopes: readonly Scope[],
      test = false,
    ) => {
      const mode = test || account.plan === 'sandbox' ? 'test' : 'live'
      return bearer((await createKey(tx, secrets, account, { mode, scopes })).text)
    }
    for (const [plan, count] of Object.entries(KEYS_PER_PLAN) as [Plan, number][]) {
      keys[plan] = []
      for (let i = 0; i < count; i++) {
        const account = await createAccount(tx, null, plan)
        keys[plan].push({ name: `a key, ${plan}`, column: plan, headers: await keyOf(account, SCOPES) })
      }
    }
    const account = await createAccount(tx, null, 'elite')
    for (const scope of SCOPES) {
      const others = SCOPES.filter((one) => one !== scope)
      scoped.set(scope, [
        {
          name: 'a key with this scope alone',
          column: 'elite',
          scopes: [scope],
          headers: await keyOf(account, [scope]),
        },
        {
          name: 'a key with every other scope',
          column: 'elite',
          scopes: others,
          headers: await keyOf(account, others),
        },
      ])
    }
    const made: Caller[] = []
    for (let i = 0; i < 2; i++) {
      const elite = await createAccount(tx, null, 'elite')
      made.push({
        name: 'a test key of an elite account',
        column: 'sandbox',
        headers: await keyOf(elite, SCOPES, true),
      })
    }
    return made
  })
  const common = new Map(commonCredentials(server).map((one) => [one.name, one]))
  const elite = await credentialsOf(server, 'api', 'elite', null)
  const named = (name: string) => callerOf([...common.values(), ...elite].find((one) => one.name === name)!)
  const people: Caller[] = []
  const forged: Caller[] = []
  let expiredSession: Caller | undefined
  for (const role of [null, ...ROLES]) {
    const [withoutToken, otherSite, expired, page] = await peopleOf(server, 'elite', role)
    people.push(callerOf(page!))
    if (role === null) forged.push(callerOf(withoutToken!), callerOf(otherSite!))
    expiredSession = callerOf(expired!)
  }
  people.push(...(await membersOf(server, 'elite')).map(callerOf))
  await server.app.services.access.directory.sync()
  const invalid = [...INVALID.map(named), ...testKeys, expiredSession!]
  let turn = 0
  const next = (list: readonly Caller[]) => list[turn++ % list.length]!
  return {
    none: named('no credential'),
    visitor: named('a visitor'),
    operatorKey: named('the operator key'),
    elite: keys.elite[0]!,
    token: named('a token with every scope'),
    keyOf: (plan: Plan) => next(keys[plan]),
    withScope: (scope: string | null): readonly Caller[] => (scope === null ? [] : scoped.get(scope)!),
    /** They take turns: what refuses them does not depend on the route. */
    invalid: (count: number) => Array.from({ length: count }, () => next(invalid)),
    /** They may read. */
    forged: (method: string): readonly Caller[] => (method === 'GET' ? [] : [next(forged)]),
    people,
  }
}

/** The callers of the older helper, as the table knows them. */
function callerOf({ name, headers, refused, role, accountRole, session, operator, forged }: TestCredential): Caller {
  const invalid: Outcome | undefined = refused && { status: refused[0], code: refused[1] ?? undefined }
  const column = operator ? 'operator_key' : session ? (role ?? accountRole ?? 'owner') : 'elite'
  if (name === 'no credential') return { name, column: 'none', headers }
  if (name === 'a visitor') return { name, column: 'visitor', headers }
  if (name === 'a token for another API') return { name, column, headers, audience: 'mcp' }
  if (name === 'a token for this API') return { name, column, headers, audience: 'api' }
  return { name, column, headers, ...(invalid && { invalid }), ...(forged && { forged }) }
}
