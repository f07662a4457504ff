// The server and the credential of a user's command, from options, settings or a profile.
import type { PlinthClient, PlinthError } from '@plinth/client'
import { createClient } from '@plinth/client'
import type { Config } from '../../kernel/config.ts'
import { systemLanguage } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'
import { Profiles } from './profiles.ts'

export interface ServiceOptions {
  readonly server?: string
  readonly key?: string
  readonly profile?: string
}

export interface Connection {
  readonly baseUrl: string
  /** Called before each request, because tokens of a profile expire. */
  readonly getToken: () => string | Promise<string>
}

export const SERVER_ADVICE =
  'Set PLINTH_SERVER or use --server, for example http://127.0.0.1:8080, or sign in once with plinth login --server <url>.'

/** Options come first, then settings, then the profile. A profile that an option names comes before settings. */
export function namedConnection(config: Config, options: ServiceOptions): Connection | undefined {
  const settings = options.profile === undefined ? config : { server: undefined, apiKey: undefined }
  const [server, key] = [options.server ?? settings.server, options.key ?? settings.apiKey]
  // Not even read when it is not needed.
  const isComplete = server !== undefined && key !== undefined
  const profiles = isComplete ? undefined : new Profiles(config, options.profile)
  const profile = profiles?.find()
  const url = server ?? profile?.server
  if (url === undefined) return undefined
  const baseUrl = requireHttpUrl(url)
  if (key !== undefined) return { baseUrl, getToken: () => key }
  // A credential goes only to the server that issued it.
  if (profile?.server === baseUrl) return { baseUrl, getToken: () => profiles!.tokenOf(profile.name, baseUrl) }
  throw new Stop(
    'usage',
    `no API key for ${baseUrl}`,
    `Sign in with plinth login, set PLINTH_API_KEY or use --key. To get a sandbox key:
  curl -d '{"email":"you@example.ca"}' -H 'Content-Type: application/json' ${baseUrl}/api/v1/accounts`,
  )
}

/** For what needs no credential. */
export function serverUrl(config: Config, options: ServiceOptions): string | undefined {
  const settings = options.profile === undefined ? config.server : undefined
  const url = options.server ?? settings ?? new Profiles(config, options.profile).find()?.server
  return url === undefined ? undefined : requireHttpUrl(url)
}

/** Undefined when no server is configured and the command uses local data. */
export function namedService(config: Config, options: ServiceOptions): PlinthClient | undefined {
  const connection = namedConnection(config, options)
  return connection && createClient({ ...connection, language: systemLanguage() })
}

/** For commands about an account, which only a server knows. */
export function requireService(config: Config, options: ServiceOptions): PlinthClient {
  const service = namedService(config, options)
  if (service) return service
  throw new Stop('usage', 'no server', SERVER_ADVICE)
}

export function serviceAt(baseUrl: string, apiKey: string): PlinthClient {
  return createClient({ baseUrl, apiKey, language: systemLanguage() })
}

/** Without a slash at the end. */
export function requireHttpUrl(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return url.replace(/\/+$/, '')
  const message = `the server must be an http or https URL; got "${url}"`
  throw new Stop('usage', message, 'For example: http://127.0.0.1:8080')
}

const ADVICE: Readonly<Record<string, string>> = {
  network_error: 'Is the server running? Start one with "plinth serve", or set its URL with PLINTH_SERVER or --server.',
  timeout: 'The server may be busy, or a proxy may drop the response. Try again.',
  unexpected_answer: 'Check that PLINTH_SERVER or --server is the URL of a Plinth server.',
  missing_credentials: 'Set PLINTH_API_KEY or use --key.',
  invalid_api_key: 'Check that PLINTH_API_KEY or --key holds the complete key.',
  revoked_credentials: 'Sign in again with plinth login, or set PLINTH_API_KEY to an active key.',
  quota_exceeded: 'GET /api/v1/usage shows what was used.',
}

export function stopFromClientError(error: PlinthError): Stop {
  const { code, detail, errors, requestId } = error
  const unreachable = error.status === 0
  const problems = errors.map(({ parameter, pointer, message }) => `  ${parameter ?? pointer ?? ''} ${message}`)
  const advice = [...problems, ADVICE[code] ?? '', requestId ? `(${code}, request ${requestId})` : '']
  return new Stop(unreachable ? 'unreachable' : 'failed', detail, advice.filter((line) => line !== '').join('\n'))
}
