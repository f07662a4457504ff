// API requests of the feeds pages.
import { plinth } from '../../../api/plinth.ts'

export type FeedKind = 'reso' | 'csv' | 'ndjson'

export interface Problem {
  readonly code: string
  readonly detail: string
}

export interface Feed {
  readonly id: string
  readonly name: string
  readonly kind: FeedKind
  readonly url: string | null
  readonly resource: string
  readonly filter: string | null
  readonly every_seconds: number
  readonly key_prefix: string
  readonly auth: { readonly kind: 'none' | 'bearer' | 'client_credentials' }
  readonly status: 'active' | 'failing' | 'paused'
  readonly is_running: boolean
  readonly problem: (Problem & { readonly since: string }) | null
  readonly held_sweep: { readonly found_at: string; readonly stored: number; readonly missing: number } | null
  readonly last_run_at: string | null
  readonly last_success_at: string | null
  readonly next_run_at: string | null
  readonly next_sweep_at: string | null
  readonly created_at: string
}

export interface FeedRun {
  readonly id: string
  readonly started_at: string
  readonly finished_at: string | null
  readonly outcome: 'done' | 'failed' | 'held' | 'interrupted' | null
  readonly problem: Problem | null
  readonly counts: {
    readonly read: number
    readonly created: number
    readonly updated: number
    readonly unchanged: number
    readonly rejected: number
    readonly gone: number
  }
  readonly rejected: readonly RejectedRow[]
}

export interface RejectedRow {
  readonly key: string | null
  readonly line: number | null
  readonly reason: string
}

export interface FeedRunPage {
  readonly data: readonly FeedRun[]
  readonly meta: { readonly next_cursor: string | null }
}

export type FeedAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  | {
      readonly kind: 'client_credentials'
      readonly token_url: string
      readonly client_id: string
      readonly client_secret: string
      readonly scope?: string
    }

export type FieldChanges = Readonly<Record<string, readonly string[] | null>>

export interface FeedSource {
  readonly kind: FeedKind
  readonly url: string
  readonly auth: FeedAuth
  readonly resource?: string
  readonly filter?: string
  readonly fields?: FieldChanges
}

export interface NewFeed extends FeedSource {
  readonly name: string
  readonly key_prefix: string
  readonly every_seconds: number
}

export interface FeedTrial {
  readonly problem: Problem | null
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly unknown_fields: readonly string[]
  readonly available_fields: readonly string[]
  readonly rows: readonly {
    readonly key: string
    readonly address: string
    readonly hints: Readonly<Record<string, string | number | null>>
    readonly status: string | null
  }[]
  readonly rejected: readonly RejectedRow[]
}

export const FEEDS = '/api/v1/feeds'
export const feedHref = (id: string) => `/account/feeds/${encodeURIComponent(id)}`
const at = (id: string, part = '') => `${FEEDS}/${encodeURIComponent(id)}${part}`

export const feedsApi = {
  list: async (signal: AbortSignal) => (await plinth.request<{ data: Feed[] }>('GET', FEEDS, { signal })).data,
  get: async (id: string, signal: AbortSignal) =>
    (await plinth.request<{ data: Feed }>('GET', at(id), { signal })).data,
  try: async (source: FeedSource) =>
    (await plinth.request<{ data: FeedTrial }>('POST', `${FEEDS}/try`, { body: source, timeoutMs: 60_000 })).data,
  create: async (feed: NewFeed) => (await plinth.request<{ data: Feed }>('POST', FEEDS, { body: feed })).data,
  run: (id: string) => plinth.request('POST', at(id, '/run'), { body: {} }),
  pause: (id: string) => plinth.request('POST', at(id, '/pause'), { body: {} }),
  resume: (id: string) => plinth.request('POST', at(id, '/resume'), { body: {} }),
  approve: (id: string) => plinth.request('POST', at(id, '/approve'), { body: {} }),
  remove: (id: string) => plinth.request<undefined>('DELETE', at(id)),
  runsPath: (id: string) => at(id, '/runs'),
}
