// Calls an operation without HTTP, under the same policy and validation.
import type { z } from 'zod'
import type { CredentialPolicy } from '../../access/rights/policies.ts'
import { leastAccountRole } from '../../access/rights/policies.ts'
import type { Principal } from '../../access/rights/principal.ts'
import type { QueryValues } from './input/query-string.ts'
import { validateBody, validateQuery } from './input/validate.ts'
import { requireDataset } from './require-dataset.ts'
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
  /** Name in the usage counts. */
  readonly countAs: string
}

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
  const byId = new Map(routes.map((route) => [route.operation.id, route]))
  const call = async (
    id: string,
    input: OperationInput,
    caller: OperationCaller,
  ): Promise<{ body: unknown; lookups: number }> => {
    const policy = credentialPolicyOf(routes, id)
    const { operation, method } = byId.get(id)!
    const { principal } = caller
    const { access, loading } = services()
    access.permissions.requirePlan(principal, policy.feature)
    access.permissions.requireScope(principal, policy.scope)
    access.permissions.requireRoleOfSession(principal, leastAccountRole(policy, method))
    requireDataset(loading, policy, principal)
    await access.monthly.require(principal, policy.cost)
    const response = await operation.handle({
      ...caller,
      services: services(),
      query: operation.query ? validateQuery(operation.query, input.query ?? {}) : {},
      params: operation.params ? validateQuery(operation.params, input.params ?? {}) : {},
      body: operation.body ? validateBody(operation.body, input.body ?? {}) : undefined,
      headers: {},
    } as unknown as Call<Record<string, unknown>, unknown, Record<string, unknown>>)
    return { body: jsonOf(response), lookups: response.lookups ?? 0 }
  }
  return { call, checks }
}

/** Some operations return serialized JSON. */
function jsonOf({ body, type }: OperationResponse): unknown {
  return type === undefined ? body : JSON.parse(String(body))
}
