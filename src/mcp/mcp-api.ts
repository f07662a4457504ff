// Types the MCP server uses to call API operations on behalf of a caller.
import type { z } from 'zod'
import type { Access } from '../access/access.ts'
import type { Principal } from '../access/rights/principal.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { FaultCode } from '../kernel/fault.ts'
import type { Log } from '../kernel/log.ts'

/** Parameter values as in a query string. */
export type StringValues = Record<string, string | string[]>

export interface OperationRequest {
  readonly params?: StringValues
  readonly query?: StringValues
  readonly body?: unknown
}

export interface Caller {
  readonly principal: Principal
  readonly requestId: string
  readonly address: string
}

export interface McpServices {
  readonly access: Access
  readonly catalog: Catalog
  readonly baseUrl: string
  readonly log: Log
}

/** API operations, with the same access policy and errors as over REST. */
export interface Operations {
  readonly call: (
    operation: string,
    request: OperationRequest,
    caller: Caller & { readonly countAs: string },
  ) => Promise<{ body: unknown; lookups: number }>
  readonly checks: {
    query<T extends z.ZodObject>(schema: T, values: StringValues): z.output<T>
    body<T extends z.ZodType>(schema: T, body: unknown): z.output<T>
  }
}

export interface McpContext extends McpServices, Operations {}

/** The usage of one message, updated while it is handled. */
export interface UsageRecord {
  countAs: string
  lookups: number
  failed: boolean
  /** For the request log. */
  tool: string | undefined
  code: FaultCode | undefined
}
