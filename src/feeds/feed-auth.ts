// Credentials of a feed: stored encrypted, and exchanged for access tokens.
import type { Secrets } from '../kernel/secrets.ts'

/** As the customer sends it. */
export type FeedAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  | {
      readonly kind: 'client_credentials'
      readonly token_url: string
      readonly client_id: string
      readonly client_secret: string
      readonly scope: string | null
    }

/** As it is shown: everything that is not secret. */
export type ShownAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer' }
  | {
      readonly kind: 'client_credentials'
      readonly token_url: string
      readonly client_id: string
      readonly scope: string | null
    }

export function showAuth(auth: FeedAuth): ShownAuth {
  if (auth.kind !== 'client_credentials') return { kind: auth.kind }
  const { kind, token_url, client_id, scope } = auth
  return { kind, token_url, client_id, scope }
}

export function sealAuth(secrets: Secrets, auth: FeedAuth): string | null {
  return auth.kind === 'none' ? null : secrets.encrypt(JSON.stringify(auth))
}

export function openAuth(secrets: Secrets, sealed: string | null): FeedAuth {
  return sealed === null ? { kind: 'none' } : (JSON.parse(secrets.decrypt(sealed)) as FeedAuth)
}
