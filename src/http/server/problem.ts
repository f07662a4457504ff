// Converts faults to application/problem+json (RFC 9457).
import { MCP_SCOPES } from '../../access/rights/plans.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Language } from '../../kernel/language.ts'
import { faultDetail, faultTitle, translateItem } from '../french/translate.ts'

export interface Problem {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function problemOf(
  fault: Fault,
  requestId: string,
  instance: string,
  baseUrl: string,
  language: Language,
): Problem {
  const { options, code, status } = fault
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    'content-language': language,
    'cache-control': 'no-store',
  }
  if (options.retryAfterSeconds !== undefined) headers['retry-after'] = String(options.retryAfterSeconds)
  if (status === 401 || code === 'insufficient_scope') headers['www-authenticate'] = challenge(fault, instance, baseUrl)
  return {
    status,
    headers,
    body: JSON.stringify({
      type: `${baseUrl}/docs/errors/${code}`,
      title: faultTitle(code, language),
      status,
      detail: faultDetail(fault, language),
      instance,
      code,
      request_id: requestId,
      errors: (options.errors ?? []).map((item) => translateItem(item, language)),
      ...options.extra,
    }),
  }
}

/** An error as an HTML page, for people. */
export interface ProblemPage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** WWW-Authenticate (RFC 6750) with the resource metadata (RFC 9728), the error and the missing scope. */
function challenge({ code, options }: Fault, instance: string, baseUrl: string): string {
  const isMcp = instance === '/mcp'
  const resource = isMcp ? instance : ''
  const metadata = `Bearer realm="plinth", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource${resource}"`
  const needed = options.extra?.required_scope ?? (isMcp ? MCP_SCOPES.join(' ') : undefined)
  const scope = needed ? `, scope="${needed}"` : ''
  if (code === 'missing_credentials' || code === 'invalid_credentials') return metadata + scope
  return `${metadata}, error="${code === 'insufficient_scope' ? code : 'invalid_token'}"${scope}`
}

export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error
  return new Fault('internal_error', {
    detail: 'An unexpected error occurred. Contact support with the request_id.',
    cause: error,
  })
}
