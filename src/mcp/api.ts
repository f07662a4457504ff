// What the agents' door asks of the house: operations of the API by name, as the caller, and the checks of their schemas.
import type { z } from 'zod'
import type { AccessControl } from '../access/access-control.ts'
import type { Principal } from '../access/principal.ts'
import type { Catalog } from '../catalog/catalog.ts'

/** Values as a query string has them. */
export type Values = Record<string, string | string[]>

export interface Question {
  readonly params?: Values
  readonly query?: Values
  readonly body?: unknown
}

export interface Caller {
  readonly principal: Principal
  readonly requestId: string
  readonly address: string
}

export interface House {
  readonly access: AccessControl
  readonly catalog: Catalog
  readonly baseUrl: string
  /** An operation as REST answers it: the same policy, the same refusals. */
  readonly ask: (
    operation: string,
    question: Question,
    asker: Caller & { readonly countAs: string },
  ) => Promise<{ body: unknown; lookups: number }>
  readonly checks: {
    query<T extends z.ZodObject>(schema: T, values: Values): z.output<T>
    body<T extends z.ZodType>(schema: T, body: unknown): z.output<T>
  }
  /** Told of what broke on our side. */
  readonly broken: (error: unknown, requestId: string) => void
}

/** What a message costs; filled while it is answered. */
export interface Bill {
  countAs: string
  lookups: number
  refused: boolean
}
