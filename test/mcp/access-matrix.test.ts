// Access matrix over MCP: every tool with every plan, scope and kind of credential.
import { afterAll, describe, expect, it } from 'vitest'
import { PLANS, planHas } from '../../src/access/rights/plans.ts'
import { routes } from '../../src/http/routes.ts'
import { credentialPolicyOf } from '../../src/http/server/call-operation.ts'
import type { Tool } from '../../src/mcp/tool.ts'
import { TOOLS } from '../../src/mcp/tools.ts'
import type { Outcome } from '../support/access-requests.ts'
import { fromCases } from '../support/cases.ts'
import type { TestCredential } from '../support/credentials.ts'
import { address, commonCredentials, credentialsOf, visitorsOf } from '../support/credentials.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ TRUST_PROXY: '1' })
afterAll(() => server.stop())

/** Ids that do not exist, so that the calls change nothing. */
const SAMPLES: Readonly<Record<string, readonly [input: object, code: string | null]>> = fromCases(
  'mcp/access-matrix',
  'samples',
)

/** An independent statement of the policy: authentication, then MCP, then the operation of the tool. */
function expected(row: Tool, credential: TestCredential): Outcome {
  if (credential.operator) return [403, 'credential_not_accepted']
  if (credential.refused) return credential.refused
  if (credential.forged) return [403, 'csrf_token_invalid']
  const { feature, scope } = credentialPolicyOf(routes, row.operation)
  if (!planHas(credential.plan!, 'mcp') || !planHas(credential.plan!, feature)) return [200, 'plan_required']
  if (scope && !credential.scopes!.includes(scope)) return [200, 'insufficient_scope']
  if (credential.accountRole === 'viewer' && scope === 'building_links:write') return [200, 'account_role_required']
  return [200, SAMPLES[row.name]![1]]
}

async function callTool(row: Tool, credential: TestCredential): Promise<Outcome> {
  const params = { name: row.name, arguments: SAMPLES[row.name]![0] }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const headers = { accept: 'application/json, text/event-stream', 'x-forwarded-for': address(), ...credential.headers }
  const answer = await server.send('POST', '/mcp', body, undefined, headers)
  if (answer.status === 401) {
    const metadata = `resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`
    expect(answer.headers.get('www-authenticate')).toContain(metadata)
  }
  if (answer.status !== 200) return [answer.status, answer.body.code]
  const { result } = JSON.parse(answer.text.slice(answer.text.indexOf('{')))
  return [200, result.isError ? /^Error (\w+):/.exec(result.content[0].text)![1]! : null]
}

describe.each(TOOLS.map((row) => [row.name, row] as const))('%s', (_, row) => {
  it('follows its policy for each plan, scope and credential', async () => {
    const wrong: string[] = []
    const check = async (credential: TestCredential, of: string) => {
      const [want, got] = [expected(row, credential), await callTool(row, credential)]
      if (got[0] !== want[0] || got[1] !== want[1]) wrong.push(`${of}, ${credential.name}: ${got} instead of ${want}`)
    }
    for (const credential of commonCredentials(server, 'mcp')) await check(credential, 'anybody')
    const { scope } = credentialPolicyOf(routes, row.operation)
    for (const plan of PLANS) {
      for (const credential of await credentialsOf(server, 'mcp', plan, scope)) await check(credential, plan)
      for (const credential of await visitorsOf(server, plan)) await check(credential, plan)
    }
    expect(wrong).toEqual([])
  })
})
