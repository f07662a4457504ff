// Client methods for feeds, which Plinth reads by itself.
import type {
  Feed,
  FeedChange,
  FeedRun,
  FeedRunPage,
  FeedRunQuery,
  FeedRunRequest,
  FeedTrial,
  FeedUpload,
  NewFeedRequest,
} from './api-types.ts'
import { iteratePages } from './iterate-pages.ts'
import type { CallOptions, Method, Transport, WholeList } from './transport.ts'
import type { ChangeOptions } from './webhooks-api.ts'

const FEEDS = '/api/v1/feeds'

export function feeds(transport: Transport) {
  const call = async <T>(method: Method, path: string, body?: object, options?: CallOptions): Promise<T> =>
    (await transport.json<{ data: T }>(method, path, { ...options, ...(body ? { body } : {}) })).data
  const at = (id: string, act = '') => `${FEEDS}/${encodeURIComponent(id)}${act}`
  const act = (name: string) => (id: string, options?: CallOptions) => call<Feed>('POST', at(id, name), {}, options)
  const runs = (id: string, query?: FeedRunQuery, options?: CallOptions): Promise<FeedRunPage> =>
    transport.json('GET', at(id, '/runs'), { ...options, ...(query ? { query } : {}) })
  return {
    list: (options?: CallOptions): Promise<WholeList<Feed>> => transport.json('GET', FEEDS, options),
    get: (id: string, options?: CallOptions) => call<Feed>('GET', at(id), undefined, options),
    create: (request: NewFeedRequest, options?: CallOptions) => call<Feed>('POST', FEEDS, request, options),
    /** Reads the first rows without storing anything. */
    try: (request: NewFeedRequest, options?: CallOptions) => call<FeedTrial>('POST', `${FEEDS}/try`, request, options),
    update: (id: string, change: FeedChange, { version, ...options }: ChangeOptions = {}) => {
      const ifMatch = version === undefined ? {} : { 'if-match': `"${version}"` }
      return call<Feed>('PATCH', at(id), change, { ...options, headers: { ...ifMatch, ...options.headers } })
    },
    /** Deletes the feed, its listings and their history. */
    remove: (id: string, options?: CallOptions): Promise<void> => transport.json('DELETE', at(id), options),
    run: (id: string, request: FeedRunRequest = {}, options?: CallOptions) =>
      call<Feed>('POST', at(id, '/run'), request, options),
    pause: act('/pause'),
    resume: act('/resume'),
    /** Marks the listings gone that a held sweep did not find. */
    approve: act('/approve'),
    /** Reads a whole CSV or NDJSON file into a feed without a URL. Resolves when all rows are stored. */
    upload: async (id: string, file: ReadableStream<Uint8Array>, options: CallOptions = {}): Promise<FeedUpload> => {
      const headers = { 'content-type': 'application/octet-stream', ...options.headers }
      const sent = { ...options, headers, stream: file, timeoutMs: options.timeoutMs ?? 0 }
      return (await transport.json<{ data: FeedUpload }>('POST', at(id, '/file'), sent)).data
    },
    runs,
    iterateRuns: (id: string, query: FeedRunQuery = {}, options?: CallOptions) =>
      iteratePages<FeedRunQuery, FeedRun>((page, more) => runs(id, page, more), query, options),
  }
}
