// The server URL and API key of a user's command, from options or settings.
import type { PlinthClient, PlinthError } from '@plinth/client'
import { createClient } from '@plinth/client'
import type { Config } from '../../kernel/config.ts'
import { systemLanguage } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'

export interface ServiceOptions {
  readonly server?: string
  readonly key?: string
}

/** Undefined when no server is configured and the command uses local data. */
export function namedService(config: Config, { server, key }: ServiceOptions): PlinthClient | undefined {
  const baseUrl = server ?? config.server
  return baseUrl === undefined ? undefined : serviceAt(baseUrl, key ?? config.apiKey)
}

/** For commands about an account, which only a server knows. */
export function requireService(config: Config, options: ServiceOptions): PlinthClient {
  const service = namedService(config, options)
  if (service) return service
  throw new Stop('usage', 'no server', 'Set PLINTH_SERVER or use --server, for example http://127.0.0.1:8080.')
}

export function serviceAt(baseUrl: string, apiKey: string | undefined): PlinthClient {
  return createClient({ ...requireServerAndKey(baseUrl, apiKey), language: systemLanguage() })
}

export function requireServerAndKey(baseUrl: string, apiKey: string | undefined): { baseUrl: string; apiKey: string } {
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl))
    throw new Stop(
      'usage',
      `the server must be an http or https URL; got "${baseUrl}"`,
      'For example: http://127.0.0.1:8080',
    )
  if (apiKey === undefined)
    throw new Stop(
      'usage',
      `no API key for ${baseUrl}`,
      `Set PLINTH_API_KEY or use --key. To get a sandbox key:
  curl -d '{"email":"you@example.ca"}' -H 'Content-Type: application/json' ${baseUrl.replace(/\/$/, '')}/api/v1/accounts`,
    )
  return { baseUrl, apiKey }
}

const ADVICE: Readonly<Record<string, string>> = {
  network_error: 'Is the server running? Start one with "plinth serve", or set its URL with PLINTH_SERVER or --server.',
  timeout: 'The server may be busy, or a proxy may drop the response. Try again.',
  unexpected_answer: 'Check that PLINTH_SERVER or --server is the URL of a Plinth server.',
  missing_credentials: 'Set PLINTH_API_KEY or use --key.',
  invalid_api_key: 'Check that PLINTH_API_KEY or --key holds the complete key.',
  revoked_credentials: 'Set PLINTH_API_KEY to an active key.',
  quota_exceeded: 'The monthly quota is used up. See GET /api/v1/usage for details.',
}

export function stopFromClientError(error: PlinthError): Stop {
  const { code, detail, errors, requestId } = error
  const unreachable = error.status === 0
  const problems = errors.map(({ parameter, pointer, message }) => `  ${parameter ?? pointer ?? ''} ${message}`)
  const advice = [...problems, ADVICE[code] ?? '', requestId ? `(${code}, request ${requestId})` : '']
  return new Stop(unreachable ? 'unreachable' : 'failed', detail, advice.filter((line) => line !== '').join('\n'))
}
