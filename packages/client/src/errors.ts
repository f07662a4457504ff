// PlinthError: an error response from the server, or a failed connection.
import type { ProblemCode, ProblemItem } from './api-types.ts'

/** Server error codes, and codes for a failed connection, a timeout and an invalid response. */
export type ClientCode = ProblemCode | 'network_error' | 'timeout' | 'unexpected_answer'

export interface PlinthErrorOptions {
  readonly status: number
  readonly code: ClientCode
  readonly detail: string
  readonly errors?: readonly ProblemItem[]
  readonly requestId?: string | null
  readonly retryAfter?: number | null
  /** The complete problem document, including fields such as `required_plans`. */
  readonly problem?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

export class PlinthError extends Error {
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number
  readonly code: ClientCode
  readonly detail: string
  readonly errors: readonly ProblemItem[]
  /** Identifies the request in the server log. */
  readonly requestId: string | null
  /** Seconds to wait before a retry, if the server sent `Retry-After`. */
  readonly retryAfter: number | null
  readonly problem: Readonly<Record<string, unknown>>

  constructor({ status, code, detail, errors = [], requestId = null, retryAfter = null, ...rest }: PlinthErrorOptions) {
    super(`${code}: ${detail}`, { cause: rest.cause })
    this.name = 'PlinthError'
    this.status = status
    this.code = code
    this.detail = detail
    this.errors = errors
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.problem = rest.problem ?? {}
  }
}

/** Parses a Retry-After header, which contains seconds or a date. */
export function retryAfterSeconds(headers: Headers, nowMs: number = Date.now()): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  if (/^\d+$/.test(value.trim())) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000))
}

export async function errorFromResponse(response: Response): Promise<PlinthError> {
  const { status, headers } = response
  const requestId = headers.get('x-request-id')
  const retryAfter = retryAfterSeconds(headers)
  const problem = await response.json().then(
    (body) => (body !== null && typeof body === 'object' ? (body as Record<string, unknown>) : {}),
    () => ({}) as Record<string, unknown>,
  )
  if (typeof problem.code !== 'string') {
    const detail = `The server returned ${status} without a problem document. Check that ${response.url} is a Plinth server.`
    return new PlinthError({ status, code: 'unexpected_answer', detail, requestId, retryAfter })
  }
  return new PlinthError({
    status,
    code: problem.code as ProblemCode,
    detail: String(problem.detail ?? problem.title ?? ''),
    errors: Array.isArray(problem.errors) ? (problem.errors as ProblemItem[]) : [],
    requestId,
    retryAfter,
    problem,
  })
}
