// Client methods for feeds, which Plinth reads by itself.
import type * as api from './api-types.ts'
import type { ChangeOptions } from './lists.ts'
import { at, ifUnchanged, iteratePages, wholeList } from './lists.ts'
import type { CallOptions, Transport } from './transport.ts'

export function feeds(transport: Transport) {
  const act = (name: string) => (id: string, options?: CallOptions) =>
    transport.data<api.Feed>('POST', at('feeds', id, name), { ...options, body: {} })
  const runs = (id: string, query?: api.FeedRunQuery, options?: CallOptions) =>
    transport.json<api.FeedRunPage>('GET', at('feeds', id, 'runs'), { ...options, query })
  return {
    list: wholeList<api.Feed>(transport, at('feeds')),
    get: (id: string, options?: CallOptions) => transport.data<api.Feed>('GET', at('feeds', id), options),
    create: (body: api.NewFeedRequest, options?: CallOptions) =>
      transport.data<api.Feed>('POST', at('feeds'), { ...options, body }),
    /** Reads the first rows without storing anything. */
    try: (body: api.NewFeedRequest, options?: CallOptions) =>
      transport.data<api.FeedTrial>('POST', at('feeds', 'try'), { ...options, body }),
    update: (id: string, body: api.FeedChange, options: ChangeOptions = {}) =>
      transport.data<api.Feed>('PATCH', at('feeds', id), { ...ifUnchanged(options), body }),
    /** Deletes the feed, its listings and their history. */
    remove: (id: string, options?: CallOptions) => transport.json<void>('DELETE', at('feeds', id), options),
    run: (id: string, body: api.FeedRunRequest = {}, options?: CallOptions) =>
      transport.data<api.Feed>('POST', at('feeds', id, 'run'), { ...options, body }),
    pause: act('pause'),
    resume: act('resume'),
    /** Marks the listings gone that a held sweep did not find. */
    approve: act('approve'),
    /** Reads a whole CSV or NDJSON file into a feed without a URL. Resolves when all rows are stored. */
    upload: (id: string, file: ReadableStream<Uint8Array>, options: CallOptions = {}) => {
      const headers = { 'content-type': 'application/octet-stream', ...options.headers }
      const sent = { ...options, headers, stream: file, timeoutMs: options.timeoutMs ?? 0 }
      return transport.data<api.FeedUpload>('POST', at('feeds', id, 'file'), sent)
    },
    runs,
    iterateRuns: (id: string, query: api.FeedRunQuery = {}, options?: CallOptions) =>
      iteratePages<api.FeedRunQuery, api.FeedRun>((page, more) => runs(id, page, more), query, options),
  }
}
