// The service that a user's command asks, by its address and a key: from the options, else from the settings.
import type { PlinthClient, PlinthError } from '../../client/client.ts'
import { createClient } from '../../client/client.ts'
import type { Config } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'

export interface ServiceOptions {
  readonly server?: string
  readonly key?: string
}

/** The client for the server that was named; undefined when none was, and the data at hand is meant. */
export function namedService(config: Config, { server, key }: ServiceOptions): PlinthClient | undefined {
  const baseUrl = server ?? config.server
  return baseUrl === undefined ? undefined : serviceAt(baseUrl, key ?? config.apiKey)
}

export function serviceAt(baseUrl: string, apiKey: string | undefined): PlinthClient {
  return createClient(addressed(baseUrl, apiKey))
}

/** An address and a key that can be asked with, or what is missing. */
export function addressed(baseUrl: string, apiKey: string | undefined): { baseUrl: string; apiKey: string } {
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl))
    throw new Stop(
      'usage',
      `the server must be an http or https URL, not "${baseUrl}"`,
      'Such as http://127.0.0.1:8080',
    )
  if (apiKey === undefined)
    throw new Stop(
      'usage',
      `there is no API key for ${baseUrl}`,
      `Set PLINTH_API_KEY, or give --key. A sandbox key is a request away:
  curl -d '{"email":"you@example.ca"}' -H 'Content-Type: application/json' ${baseUrl.replace(/\/$/, '')}/api/v1/accounts`,
    )
  return { baseUrl, apiKey }
}

const ADVICE: Readonly<Record<string, string>> = {
  network_error: 'Is it running? "plinth serve" starts one here; PLINTH_SERVER or --server says where it is.',
  timeout: 'It may be busy, or something in between swallows the answer; try again.',
  unexpected_answer: 'Is PLINTH_SERVER, or --server, the address of a Plinth?',
  missing_credentials: 'Set PLINTH_API_KEY, or give --key.',
  invalid_api_key: 'Copy the key again as a whole: PLINTH_API_KEY, or --key.',
  revoked_credentials: 'Set PLINTH_API_KEY to a key that is in use.',
  quota_exceeded: 'The month’s quota is used up; GET /api/v1/usage shows what used it.',
}

/** What the service refused, told as everything else that stops a command. */
export function stopOf(error: PlinthError): Stop {
  const { code, detail, errors, requestId } = error
  const far = error.status === 0
  const hints = errors.map(({ parameter, pointer, message }) => `  ${parameter ?? pointer ?? ''} ${message}`)
  const told = [...hints, ADVICE[code] ?? '', requestId ? `(${code}, request ${requestId})` : '']
  return new Stop(far ? 'unreachable' : 'failed', detail, told.filter((line) => line !== '').join('\n'))
}
