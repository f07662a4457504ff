// The matrix through the agents' door: every tool × plan × scope × kind of credential answers as its operation's policy says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount, createKey, revokeKey } from '../../src/access/accounts.ts'
import type { KeyMode } from '../../src/access/api-key.ts'
import { newApiKey } from '../../src/access/api-key.ts'
import type { Plan, Scope } from '../../src/access/plans.ts'
import { PLANS, planHas, SCOPES } from '../../src/access/plans.ts'
import { routes } from '../../src/http/routes.ts'
import type { Tool } from '../../src/mcp/tool.ts'
import { TOOLS } from '../../src/mcp/tools.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '1' })
})
afterAll(() => server.stop())

/** Things that do not exist keep the matrix from changing what it walks through. */
const SAMPLES: Readonly<Record<string, readonly [given: object, code: string | null]>> = {
  resolve_building: [{ address: '1480 howe' }, null],
  resolve_buildings: [{ queries: [{ address: '1480 howe' }] }, null],
  search_projects: [{ limit: 1 }, null],
  get_project: [{ project_id: 999_999_999 }, 'project_not_found'],
  list_floor_plans: [{ project_id: 999_999_999 }, 'project_not_found'],
  get_price_history: [{ floor_plan_id: 999_999_999 }, 'floor_plan_not_found'],
  list_media: [{ project_id: 999_999_999 }, 'project_not_found'],
  lookup_values: [{ field: 'status' }, null],
  report_building_link: [{ address: '1480 howe', verdict: 'correct', project_id: 999_999_999 }, 'project_not_found'],
}

interface Shown {
  readonly name: string
  readonly token?: string
  /** Refused at the door, before any tool. */
  readonly refused?: readonly [status: number, code: string]
  readonly plan?: Plan
  readonly scopes?: readonly Scope[]
}

let callers = 0
/** Each request from an address of its own: wrong credentials are counted by it. */
const address = () => {
  callers += 1
  return `100.${64 + ((callers >> 16) & 63)}.${(callers >> 8) & 255}.${callers & 255}`
}

function policyOf({ operation }: Tool) {
  const { policy } = routes.find((row) => row.operation.id === operation)!
  if (policy.who !== 'key') throw new Error(`${operation} is not for accounts`)
  return policy
}

function strangers(): Shown[] {
  const good = newApiKey('live')
  const wrong = good.slice(0, -1) + (good.endsWith('a') ? 'b' : 'a')
  return [
    { name: 'no credential', refused: [401, 'missing_credentials'] },
    { name: 'a malformed key', token: 'pl_live_short', refused: [401, 'invalid_api_key'] },
    { name: 'a bad checksum', token: wrong, refused: [401, 'invalid_api_key'] },
    { name: 'an unknown key', token: good, refused: [401, 'invalid_api_key'] },
  ]
}

async function credentialsOf(plan: Plan, scope: Scope | null): Promise<Shown[]> {
  const { db, secrets, access } = server.app.services
  const mode: KeyMode = plan === 'sandbox' ? 'test' : 'live'
  const past = '2020-01-01T00:00:00Z'
  const shown = await db.tx(async (tx) => {
    const account = await createAccount(tx, null, plan)
    const suspended = await createAccount(tx, null, plan)
    const key = (scopes: readonly Scope[], wish: { mode?: KeyMode; expiresAt?: string; of?: typeof account } = {}) =>
      createKey(tx, secrets, wish.of ?? account, { mode: wish.mode ?? mode, scopes, expiresAt: wish.expiresAt ?? null })
    const revoked = await key(SCOPES)
    await revokeKey(tx, account.id, revoked.key.id, past)
    const expired = await key(SCOPES, { expiresAt: past })
    const barred = await key(SCOPES, { of: suspended })
    await tx.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', suspended.id).execute()
    const valid = async (name: string, scopes: readonly Scope[], as: Plan, wish: { mode?: KeyMode } = {}) => ({
      name,
      token: (await key(scopes, wish)).text,
      plan: as,
      scopes,
    })
    return [
      { name: 'a revoked key', token: revoked.text, refused: [401, 'revoked_credentials'] as const },
      { name: 'an expired key', token: expired.text, refused: [401, 'expired_credentials'] as const },
      { name: 'a suspended account', token: barred.text, refused: [403, 'account_suspended'] as const },
      await valid('every scope', SCOPES, plan),
      await valid('this scope alone', scope ? [scope] : [], plan),
      await valid(
        'every other scope',
        SCOPES.filter((one) => one !== scope),
        plan,
      ),
      await valid('a test key', SCOPES, 'sandbox', { mode: 'test' }),
    ]
  })
  await access.directory.sync()
  return shown
}

/** The policy, said once more in our own words: the door first, then MCP itself, then the operation behind the tool. */
function expected(row: Tool, { refused, plan, scopes }: Shown): readonly [number, string | null] {
  if (refused) return refused
  const { feature, scope } = policyOf(row)
  if (!planHas(plan!, 'mcp') || !planHas(plan!, feature)) return [200, 'plan_required']
  if (scope && !scopes!.includes(scope)) return [200, 'insufficient_scope']
  return [200, SAMPLES[row.name]![1]]
}

async function ask(row: Tool, { token }: Shown): Promise<readonly [number, string | null]> {
  const params = { name: row.name, arguments: SAMPLES[row.name]![0] }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const headers = { accept: 'application/json, text/event-stream', 'x-forwarded-for': address() }
  const answer = await server.send('POST', '/mcp', body, token, headers)
  if (answer.status !== 200) return [answer.status, answer.body.code]
  const { result } = JSON.parse(answer.text.slice(answer.text.indexOf('{')))
  return [200, result.isError ? /^Error (\w+):/.exec(result.content[0].text)![1]! : null]
}

describe.each(TOOLS.map((row) => [row.name, row] as const))('%s', (_, row) => {
  it('answers each plan, scope and credential as its policy says', async () => {
    const wrong: string[] = []
    const check = async (shown: Shown, of: string) => {
      const [want, got] = [expected(row, shown), await ask(row, shown)]
      if (got[0] !== want[0] || got[1] !== want[1]) wrong.push(`${of}, ${shown.name}: ${got} instead of ${want}`)
    }
    for (const shown of strangers()) await check(shown, 'anybody')
    for (const plan of PLANS)
      for (const shown of await credentialsOf(plan, policyOf(row).scope)) await check(shown, plan)
    expect(wrong).toEqual([])
  })
})
