// What the agents' door asks of the house: operations of the API by name, as the caller, and the checks of their schemas.
import type { z } from 'zod'
import type { Access } from '../access/access.ts'
import type { Principal } from '../access/principal.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Log } from '../kernel/log.ts'

/** Values as a query string has them. */
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

/** The rooms that tools are told from. */
export interface McpServices {
  readonly access: Access
  readonly catalog: Catalog
  readonly baseUrl: string
  readonly log: Log
}

/** The operations of the API, as its own door answers them: the same policy, the same refusals. */
export interface Operations {
  readonly call: (
    operation: string,
    question: OperationRequest,
    asker: Caller & { readonly countAs: string },
  ) => Promise<{ body: unknown; lookups: number }>
  readonly checks: {
    query<T extends z.ZodObject>(schema: T, values: StringValues): z.output<T>
    body<T extends z.ZodType>(schema: T, body: unknown): z.output<T>
  }
}

export interface McpContext extends McpServices, Operations {}

/** What a message costs; filled while it is answered. */
export interface UsageRecord {
  countAs: string
  lookups: number
  failed: boolean
}
