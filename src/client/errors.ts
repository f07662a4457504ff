// What goes wrong, as one class: the server's problem document, or the way to it.
import type { ProblemCode, ProblemItem } from '../contract/api-types.ts'

/** Beside the server's codes: it could not be reached, it took too long, or what came back was not its language. */
export type ClientCode = ProblemCode | 'network_error' | 'timeout' | 'unexpected_answer'

export interface PlinthErrorOptions {
  readonly status: number
  readonly code: ClientCode
  readonly detail: string
  readonly errors?: readonly ProblemItem[]
  readonly requestId?: string | null
  readonly retryAfter?: number | null
  /** The whole problem document, with members such as `required_plans`. */
  readonly problem?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

export class PlinthError extends Error {
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly code: ClientCode
  readonly detail: string
  readonly errors: readonly ProblemItem[]
  /** Names the request in the server's log. */
  readonly requestId: string | null
  /** Seconds to wait, when the server said. */
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

/** Seconds from a Retry-After header, which holds seconds or a date. */
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
    const detail = `The server answered ${status} without saying why; is there a Plinth at ${response.url}?`
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
