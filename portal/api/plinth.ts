// The API as the portal sees it: the public client, with the session of whoever is signed in, or as a visitor to the sandbox.
import { createClient } from '../../src/client/client.ts'
import type { Session } from '../../src/contract/wire-types.ts'

let csrfToken: string | undefined

/** Called when somebody signs in or out; null for a visitor. */
export function actAs(session: Pick<Session, 'csrf_token'> | null): void {
  csrfToken = session?.csrf_token
}

/** An Authorization header that the call brings along, such as a fresh key, goes before the session. */
export const fetchAsOurselves: typeof fetch = (input, init = {}) => {
  const headers = new Headers(init.headers)
  if (headers.has('authorization')) return fetch(input, init)
  if (csrfToken === undefined) {
    headers.set('authorization', 'Visitor')
    return fetch(input, { ...init, headers })
  }
  if (init.method !== 'GET') headers.set('x-csrf-token', csrfToken)
  return fetch(input, { ...init, headers, credentials: 'same-origin' })
}

export const plinth = createClient({ baseUrl: location.origin, fetch: fetchAsOurselves, retries: 1 })

/** Who is signed in, if anybody is; asked once when the page is loaded. */
export async function readSession(): Promise<Session | null> {
  const answer = await fetch('/api/v1/sessions/current', { credentials: 'same-origin' })
  // Read in any case: a body that nobody reads keeps its connection busy.
  const body = (await answer.json()) as { data: Session }
  return answer.ok ? body.data : null
}
