// What the wizard collects, and the request it makes of it.
import type { FeedTrial, NewFeedRequest } from '../../../../src/http/api-types.ts'

type FeedAuth = NonNullable<NewFeedRequest['auth']>
/** Other names of fields, or null to leave one out. */
export type FieldChanges = Partial<Record<keyof FeedTrial['fields'], string[] | null>>

export type AuthKind = FeedAuth['kind']

export interface SourceFields {
  readonly kind: NewFeedRequest['kind']
  readonly url: string
  readonly resource: string
  readonly filter: string
  readonly authKind: AuthKind
  readonly token: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
}

export const NO_SOURCE: SourceFields = {
  kind: 'reso',
  url: '',
  resource: 'Property',
  filter: '',
  authKind: 'client_credentials',
  token: '',
  tokenUrl: '',
  clientId: '',
  clientSecret: '',
  scope: '',
}

export function authOf(fields: SourceFields): FeedAuth {
  if (fields.authKind === 'bearer') return { kind: 'bearer', token: fields.token.trim() }
  if (fields.authKind === 'none') return { kind: 'none' }
  const scope = fields.scope.trim()
  return {
    kind: 'client_credentials',
    token_url: fields.tokenUrl.trim(),
    client_id: fields.clientId.trim(),
    client_secret: fields.clientSecret,
    ...(scope === '' ? {} : { scope }),
  }
}

export function sourceOf(fields: SourceFields, changes: FieldChanges): NewFeedRequest {
  const filter = fields.filter.trim()
  return {
    kind: fields.kind,
    url: fields.url.trim(),
    auth: authOf(fields),
    ...(fields.kind === 'reso' ? { resource: fields.resource.trim() } : {}),
    ...(fields.kind === 'reso' && filter !== '' ? { filter } : {}),
    ...(Object.keys(changes).length > 0 ? { fields: changes } : {}),
  }
}
