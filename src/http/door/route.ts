// Types of routes and operations. An operation without a policy does not compile.
import type { z } from 'zod'
import type { PresentedCredentials } from '../../access/authenticator.ts'
import type { Policy } from '../../access/policies.ts'
import type { Principal, Session } from '../../access/principal.ts'
import type { Actor } from '../../access/roles.ts'
import type { BodySource } from './input/body-source.ts'
import type { LineSource } from './input/line-source.ts'
import type { Services } from './services.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Of every answer that is not of another type. */
export const JSON_TYPE = 'application/json; charset=utf-8'

export interface OperationResponse {
  readonly status?: number
  /** A JSON value, or text and bytes sent as they are with `type`. */
  readonly body?: unknown
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Strong validator of a GET; left out, it is the hash of the body. */
  readonly etag?: string
  /** The body is bytes of which a caller may ask for a part. */
  readonly ranges?: true
  /** Lookups this answer costs; requests are counted by the door. */
  readonly lookups?: number
  /** Counted under this name instead of the operation's; null where the answer is a refusal, which costs nothing. */
  readonly countAs?: string | null
}

export interface Call<Query, Body, Params> {
  readonly services: Services
  /** The caller; the door has made sure that there is one on every route that is not open. */
  readonly principal: Principal
  /** The person at the desk; the door has made sure of one on every route for a role. */
  readonly actor: Actor
  /** The session of the person who calls; the door has made sure of one on every route for people. */
  readonly session: Session
  /** What the request showed of its sender, for operations that deal in sessions. */
  readonly credentials: PresentedCredentials
  readonly query: Query
  readonly body: Body
  readonly params: Params
  readonly requestId: string
  /** The caller's network address, for limits on those who have no account yet. */
  readonly address: string
  readonly idempotencyKey: string | undefined
  /** The If-Match header: the version of the thing that the caller has seen. */
  readonly ifMatch: string | undefined
  /** The Accept header, for the few answers that come in more than one form. */
  readonly accept: string | undefined
  /** Every header, for the operation that hands the request on whole. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The name under which what this call costs is counted. */
  readonly countAs: string
}

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
> {
  readonly id: string
  readonly tag: string
  readonly policy: Policy
  /** Pages and their parts, which are no part of the API. */
  readonly hidden?: true
  /** Answered even when the node sheds load: how others learn of it. */
  readonly exemptFromLoadShedding?: true
  /** For people: bodies come as forms, refusals go out as pages. */
  readonly page?: true
  /** Takes no query and minds none: people come by links that others have decorated. */
  readonly ignoresQuery?: true
  readonly summary: string
  readonly description?: string
  readonly query?: Query
  readonly body?: Body
  readonly params?: Params
  /** Status and schema of the answer; a text answer has a content type instead of a schema. */
  readonly response: { readonly status: number; readonly schema?: z.ZodType; readonly type?: string }
  /** The request that the reference shows as a code sample. */
  readonly example?: Example
  /** The answer depends on the edition of the data, the caller's key and the URL alone: it may be kept. */
  readonly cacheable?: true
  /** Most bytes of body; 64 KiB unless said otherwise. */
  readonly bodyLimit?: number
  readonly handle: (
    call: Call<z.output<Query>, z.output<Body>, z.output<Params>>,
  ) => OperationResponse | Promise<OperationResponse>
  /** Takes `application/x-ndjson` too: called with the body's lines as they come in, of any number. */
  readonly stream?: (
    call: Call<z.output<Query>, LineSource, z.output<Params>>,
  ) => OperationResponse | Promise<OperationResponse>
  /** Takes `application/octet-stream` up to so many bytes: called with the body as it comes in. */
  readonly upload?: {
    readonly mostBytes: number
    readonly take: (call: Call<z.output<Query>, BodySource, z.output<Params>>) => Promise<OperationResponse>
  }
}

/** Ties the types of the schemas to the handler, then forgets them: the table holds operations of any shape. */
export function operation<Query extends z.ZodObject, Body extends z.ZodType, Params extends z.ZodObject>(
  definition: Operation<Query, Body, Params>,
): Operation {
  return definition as unknown as Operation
}

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
