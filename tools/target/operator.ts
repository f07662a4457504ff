// What the operator of the attacked server does: keys, plans, imports.
import type { Answer } from './requests.ts'
import { send } from './requests.ts'
import type { ServerProcess } from './server-process.ts'

export type PlanName = 'sandbox' | 'starter' | 'pro' | 'elite'

export function operatorSend(
  server: ServerProcess,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send(server.url, method, path, { key: server.operatorKey(), body, headers })
}

export interface CreatedKey {
  readonly key: string
  readonly id: string
  readonly accountId: string
}

/** A key of a new account. */
export async function createKey(server: ServerProcess, plan: PlanName): Promise<CreatedKey> {
  const answer = await operatorSend(server, 'POST', '/api/v1/operator/keys', { plan })
  const data = answer.body?.data
  if (answer.status !== 201 && answer.status !== 200)
    throw new Error(`No key for the plan ${plan}: ${answer.status} ${answer.text.slice(0, 300)}${answer.error ?? ''}`)
  return { key: data.api_key.key, id: data.api_key.id, accountId: data.account?.id ?? data.account_id }
}

/** The test key of a new account. */
export async function signUp(server: ServerProcess, email: string): Promise<string> {
  const { body } = await send(server.url, 'POST', '/api/v1/accounts', { body: { email } })
  return body.data.api_key.key
}

/** A busy machine needs long for it. */
const DEMONSTRATION_MS = 300_000

/** On PostgreSQL a server starts without data, and the operator publishes the demonstration. */
export async function publishDemonstration(server: ServerProcess): Promise<void> {
  const answer = await send(server.url, 'POST', '/api/v1/operator/demo', {
    key: server.operatorKey(),
    body: {},
    timeoutMs: DEMONSTRATION_MS,
  })
  const lastLine = answer.text.trimEnd().split('\n').at(-1) ?? ''
  if (answer.status !== 200 || !lastLine.startsWith('{"data"'))
    throw new Error(`No demonstration: ${answer.status} ${lastLine.slice(0, 300)}${answer.error ?? ''}`)
}
