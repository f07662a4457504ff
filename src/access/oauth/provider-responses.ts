// Responses of the authorization server that differ from the library's.
import { Fault } from '../../kernel/fault.ts'
import type { RateState } from '../limits/rate-limit.ts'
import { SCOPES } from '../rights/plans.ts'

export interface ResponseContext {
  status: number
  body: unknown
  set(name: string, value: string): void
}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'temporarily_unavailable'

export const UNAVAILABLE = {
  error: 'temporarily_unavailable',
  error_description: 'the database is unavailable; try again',
}

/** Browsers get a page, clients JSON. */
export function setUnavailable(
  ctx: ResponseContext & { accepts(...types: string[]): string | false | string[] },
  showPage: () => void,
): void {
  ctx.status = 503
  ctx.set('retry-after', '2')
  if (ctx.accepts('json', 'html') === 'html') showPage()
  else ctx.body = UNAVAILABLE
}

/** Limits wrong client secrets; valid ones are never refused. */
export function limitFailures(ctx: ResponseContext, rate: RateState): void {
  if (rate.allowed) return
  ctx.status = 429
  ctx.set('retry-after', String(rate.waitSeconds))
  ctx.body = { error: 'slow_down', error_description: 'too many invalid credentials from this address' }
}

/** The server metadata without features that we do not support. */
export function serverMetadata(body: Record<string, unknown>): Record<string, unknown> {
  const supported = Object.entries(body).filter(([name]) => !/^(claim|id_token|subject_types|request_|acr_)/.test(name))
  return {
    ...Object.fromEntries(supported),
    scopes_supported: [...SCOPES],
    response_modes_supported: ['query'],
    // Required by readers of OpenID metadata; we issue no identity tokens.
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    service_documentation: `${String(body.issuer)}/docs`,
  }
}
