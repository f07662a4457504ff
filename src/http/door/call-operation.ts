// Operations of the table, asked from inside the house by another door: the same policy, the same checks, the same answer.
import type { z } from 'zod'
import type { CredentialPolicy } from '../../access/policies.ts'
import type { Principal } from '../../access/principal.ts'
import type { QueryValues } from './input/query-string.ts'
import { validateBody, validateQuery } from './input/validate.ts'
import type { Call, OperationResponse, Route } from './route.ts'
import type { Services } from './services.ts'

export interface OperationInput {
  readonly params?: QueryValues
  readonly query?: QueryValues
  readonly body?: unknown
}

export interface OperationCaller {
  readonly principal: Principal
  readonly requestId: string
  readonly address: string
  /** The name under which what it costs is counted. */
  readonly countAs: string
}

/** Values against a schema: typed when good, else thrown with what is wrong with each. */
const checks = {
  query: <T extends z.ZodObject>(schema: T, values: QueryValues): z.output<T> => validateQuery(schema, values),
  body: <T extends z.ZodType>(schema: T, body: unknown): z.output<T> => validateBody(schema, body),
}

/** The policy of an operation that takes credentials. */
export function credentialPolicyOf(routes: readonly Route[], id: string): CredentialPolicy {
  const policy = routes.find(({ operation }) => operation.id === id)?.operation.policy
  if (policy?.who !== 'credential') throw new TypeError(`operation ${id} does not take credentials`)
  return policy
}

export function operationsOf(routes: readonly Route[], services: () => Services) {
  const operations = new Map(routes.map(({ operation }) => [operation.id, operation]))
  const call = async (
    id: string,
    asked: OperationInput,
    asker: OperationCaller,
  ): Promise<{ body: unknown; lookups: number }> => {
    const policy = credentialPolicyOf(routes, id)
    const operation = operations.get(id)!
    const { principal } = asker
    const { access } = services()
    access.permissions.requirePlan(principal, policy.feature)
    access.permissions.requireScope(principal, policy.scope)
    await access.monthly.require(principal, policy.cost)
    const reply = await operation.handle({
      ...asker,
      services: services(),
      query: operation.query ? validateQuery(operation.query, asked.query ?? {}) : {},
      params: operation.params ? validateQuery(operation.params, asked.params ?? {}) : {},
      body: operation.body ? validateBody(operation.body, asked.body ?? {}) : undefined,
      headers: {},
    } as unknown as Call<Record<string, unknown>, unknown, Record<string, unknown>>)
    return { body: jsonOf(reply), lookups: reply.lookups ?? 0 }
  }
  return { call, checks }
}

/** Some operations answer with the bytes they keep. */
function jsonOf({ body, type }: OperationResponse): unknown {
  return type === undefined ? body : JSON.parse(String(body))
}
