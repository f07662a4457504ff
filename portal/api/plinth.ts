// The API client for the portal: sends the user's session, or acts as a visitor.
import { createClient } from '@plinth/client'
import type { Session } from '../../src/http/api-types.ts'
import { PAGE_LANGUAGE } from '../language/choose-language.ts'
import { isTestMode } from './mode.ts'
import { isSandboxView } from './sandbox-view.ts'

let csrfToken: string | undefined
let onExpired = (): void => {}

/** Called when the server no longer accepts the session. */
export function whenSessionExpires(listener: () => void): void {
  onExpired = listener
}

/** Sets the session that later requests use; null means visitor. */
export function authenticateAs(session: Pick<Session, 'csrf_token'> | null): void {
  csrfToken = session?.csrf_token
}

/** An Authorization header set by the caller, such as a new key, overrides the session. */
export const fetchWithSession: typeof fetch = async (input, init = {}) => {
  const headers = new Headers(init.headers)
  headers.set('accept-language', PAGE_LANGUAGE)
  if (headers.has('authorization')) return fetch(input, { ...init, headers })
  if (csrfToken === undefined || isSandboxView()) {
    headers.set('authorization', 'Visitor')
    return fetch(input, { ...init, headers })
  }
  if (isTestMode()) headers.set('x-plinth-mode', 'test')
  if (init.method !== 'GET') headers.set('x-csrf-token', csrfToken)
  const response = await fetch(input, { ...init, headers, credentials: 'same-origin' })
  if (response.status === 401) onExpired()
  return response
}

export const plinth = createClient({ baseUrl: location.origin, fetch: fetchWithSession, retries: 1 })

/** Asks as a visitor does, whoever is signed in. */
export const visitor = createClient({
  baseUrl: location.origin,
  fetch: (input, init) =>
    fetchWithSession(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), authorization: 'Visitor' },
    }),
  retries: 1,
})

export async function fetchSession(): Promise<Session | null> {
  const response = await fetch('/api/v1/sessions/current', { credentials: 'same-origin' })
  // Read the body even on failure: an unread body keeps its connection busy.
  const body = (await response.json()) as { data: Session | null }
  return response.ok ? body.data : null
}
