// Types of routes and operations. An operation without a policy does not compile.

import type { z } from 'zod'
import type { PresentedCredentials } from '../../access/authenticator.ts'
import type { Policy } from '../../access/rights/policies.ts'
import type { Principal, Session } from '../../access/rights/principal.ts'
import type { Actor } from '../../access/rights/roles.ts'
import type { FaultCode } from '../../kernel/fault.ts'
import type { Language } from '../../kernel/language.ts'
import type { BodySource } from './input/body-source.ts'
import type { LineSource } from './input/line-source.ts'
import type {
  AccountServices,
  CatalogueServices,
  CoreServices,
  DeskServices,
  FileBody,
  OperatorServices,
  Services,
} from './services.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const JSON_TYPE = 'application/json; charset=utf-8'
export const GEOJSON_TYPE = 'application/geo+json'

export interface Deprecation {
  /** The day from which callers should use something else: `2026-11-16`. */
  readonly since: string
  /** The day after which the operation may be gone. */
  readonly sunset: string
  /** What to use instead, for the reference. */
  readonly instead: string
}

export interface ListMeta {
  readonly has_more?: boolean
  readonly next_cursor?: string | null
  readonly next_since?: number | string
}

/** The parameter that leads to the next page, and its value; a list that is read by number needs none. */
export type NextPage = readonly [name: string, value: string] | 'page'

export interface OperationResponse {
  readonly status?: number
  /** A JSON value, or text and bytes sent as they are with `type`. */
  readonly body?: unknown
  readonly type?: string
  /** Of a list whose body is text. */
  readonly meta?: ListMeta
  readonly headers?: Readonly<Record<string, string>>
  /** Strong ETag of a GET. Default: the hash of the body. */
  readonly etag?: string
  /** The body supports Range requests. */
  readonly ranges?: true
  /** Sent instead of a body, with support for Range requests. */
  readonly file?: FileBody
  /** Number of lookups to count; the server counts the request itself. */
  readonly lookups?: number
  /** Name in the usage counts, if not the operation's. Null: not counted. */
  readonly countAs?: string | null
  /** The MCP tool that was called, and why it failed; for the request log. */
  readonly tool?: string | undefined
  readonly code?: FaultCode | undefined
}

export interface Call<Query, Body, Params, Part = Services> {
  readonly services: Part
  /** The caller. Set on every route that is not open. */
  readonly principal: Principal
  /** The curator or operator. Set on every route that requires a role. */
  readonly actor: Actor
  /** The caller's session. Set on every route for people. */
  readonly session: Session
  /** All credentials of the request, for operations on sessions. */
  readonly credentials: PresentedCredentials
  readonly query: Query
  readonly body: Body
  readonly params: Params
  readonly requestId: string
  /** The caller's IP address, for limits on callers without an account. */
  readonly address: string
  readonly idempotencyKey: string | undefined
  readonly ifMatch: string | undefined
  readonly accept: string | undefined
  /** The `?lang=` of a page; `pageLanguageOf` also reads the other signs. */
  readonly languageChoice: Language | undefined
  /** All headers, for the operation that forwards the request. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Name in the usage counts. */
  readonly countAs: string
}

/** A call of an operation with any schemas. */
export type AnyCall<Part = CoreServices> = Call<unknown, unknown, unknown, Part>

/** An example request for the reference. */
export interface Example {
  /** The client's method; without one, the sample uses `client.request`. */
  readonly call?: string
  /** The method's arguments, unless they are the path parameters followed by the body or query. */
  readonly args?: readonly unknown[]
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface Operation<
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Params extends z.ZodObject = z.ZodObject,
  Part = Services,
> {
  readonly id: string
  /** The section of the documentation. */
  readonly tag: string
  readonly policy: Policy
  /** Pages and their files; not in the OpenAPI document. */
  readonly hidden?: true
  /** Served even when the node sheds load. */
  readonly exemptFromLoadShedding?: true
  /** Its heavy work has a queue of its own. Requests that need none of it do not wait for those that do. */
  readonly hasOwnQueue?: true
  /** An HTML page: accepts forms, and shows errors as pages. */
  readonly page?: true
  /** Ignores query parameters, because other sites add their own to links. */
  readonly ignoresQuery?: true
  readonly deprecated?: Deprecation
  readonly summary: string
  readonly description?: string
  readonly query?: Query
  readonly body?: Body
  readonly params?: Params
  /** Status and schema of the response, or its content type if it is not JSON. */
  readonly response: { readonly status: number; readonly schema?: z.ZodType; readonly type?: string }
  /** The request that the reference shows as a code sample. */
  readonly example?: Example
  /** The response depends only on the data edition, the caller's key and the URL, so it can be cached. */
  readonly cacheable?: true
  /**
   * Long JSON is sent compressed. For catalogue data only: a body with a secret next to text from the request would reveal it
   * by its length (BREACH).
   */
  readonly compressed?: true
  /** Maximum body size in bytes. Default: 64 KiB. */
  readonly bodyLimit?: number
  readonly handle: (
    call: Call<z.output<Query>, z.output<Body>, z.output<Params>, Part>,
  ) => OperationResponse | Promise<OperationResponse>
  /** Handles `application/x-ndjson`: called with the lines as they arrive. */
  readonly stream?: (
    call: Call<z.output<Query>, LineSource, z.output<Params>, Part>,
  ) => OperationResponse | Promise<OperationResponse>
  /** Handles `application/octet-stream`: called with the body as it arrives. */
  readonly upload?: {
    readonly mostBytes: number
    /** Other content types that are accepted, in the same way. */
    readonly types?: readonly string[]
    readonly take: (call: Call<z.output<Query>, BodySource, z.output<Params>, Part>) => Promise<OperationResponse>
  }
}

/**
 * Checks the handler against the schemas and its part of the services, then erases their types, so that one table holds all
 * operations.
 */
const operationFor =
  <Part>() =>
  <Query extends z.ZodObject, Body extends z.ZodType, Params extends z.ZodObject>(
    definition: Operation<Query, Body, Params, Part>,
  ): Operation =>
    definition as unknown as Operation

export const operation = operationFor<CoreServices>()
export const catalogueOperation = operationFor<CatalogueServices>()
export const accountOperation = operationFor<AccountServices>()
export const deskOperation = operationFor<DeskServices>()
export const operatorOperation = operationFor<OperatorServices>()
export const pageOperation = operationFor<Services>()

export interface Route {
  readonly method: Method
  readonly path: string
  /** For metrics: method and path. */
  readonly name: string
  readonly operation: Operation
}

export function route(method: Method, path: string, op: Operation): Route {
  return { method, path, name: `${method} ${path}`, operation: op }
}
