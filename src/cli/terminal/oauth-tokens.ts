// Tokens of a person who signed in: issued, refreshed and revoked by the server.
import { Stop } from '../../kernel/fault.ts'

export interface Tokens {
  readonly client_id: string
  readonly access_token: string
  readonly refresh_token: string
  /** Milliseconds since 1970. */
  readonly expires_at: number
}

/** A request may wait for its turn. */
const SPARE_MS = 60_000
const TIMEOUT_MS = 30_000

export const isFresh = ({ expires_at }: Tokens): boolean => Date.now() < expires_at - SPARE_MS

/** A response other than 2xx becomes a `Stop` with the server's message. A redirect could send secrets elsewhere. */
export async function postOAuth(url: string, body: URLSearchParams | object): Promise<Record<string, unknown>> {
  const isForm = body instanceof URLSearchParams
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    body: isForm ? body : JSON.stringify(body),
    ...(isForm ? {} : { headers: { 'content-type': 'application/json' } }),
  }).catch((error: Error) => {
    throw new Stop('unreachable', `cannot reach ${url}: ${(error.cause as Error)?.message ?? error.message}`)
  })
  const answer = await response.json().catch(() => ({})) // a revocation has no body
  if (response.ok) return answer
  const reason = answer.error_description ?? answer.error ?? `status ${response.status}`
  throw new Stop('failed', `the server refused: ${reason}`, answer.error === 'invalid_grant' ? 'Run plinth login.' : '')
}

export async function requestTokens(
  server: string,
  client_id: string,
  grant: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const answer = await postOAuth(`${server}/oauth/token`, new URLSearchParams({ client_id, ...grant }))
  const { access_token, refresh_token, expires_in } = answer as { [name: string]: string } & { expires_in: number }
  if (!access_token || !refresh_token) throw new Stop('failed', `${server} issued no tokens`)
  return { client_id, access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 }
}

export const refreshTokens = (server: string, { client_id, refresh_token }: Tokens): Promise<Tokens> =>
  requestTokens(server, client_id, { grant_type: 'refresh_token', refresh_token })

export async function revokeTokens(server: string, { client_id, refresh_token }: Tokens): Promise<void> {
  await postOAuth(`${server}/oauth/revoke`, new URLSearchParams({ client_id, token: refresh_token }))
}
