// Client methods for building-link lookups and feedback.
import type * as api from './api-types.ts'
import type { Items, StreamKind, StreamOptions } from './item-stream.ts'
import { streamItems } from './item-stream.ts'
import { at } from './lists.ts'
import type { CallOptions, Transport } from './transport.ts'

export type Queries = Items<api.BatchQuery>

const LINKS = at('building-links')

const LOOKUPS: StreamKind<api.BatchQuery, api.BatchAnswer> = {
  path: `${LINKS}/batch`,
  maxLines: 100_000,
  toBody: (queries) => ({ queries }),
}

export function buildingLinks(transport: Transport) {
  return {
    /** Finds the building of an address (up to 512 characters). If there is no match, `data` is empty and `meta.reason` says why. */
    resolve: (query: string | api.BuildingLinkQuery, options?: CallOptions) => {
      const fields = typeof query === 'string' ? { address: query } : query
      return transport.json<api.BuildingLinkAnswer>('GET', LINKS, { ...options, query: fields })
    },
    /** Same lookup by POST: keeps listing details out of URLs and logs, and takes texts of up to 8,000 characters. */
    ask: (query: api.BuildingLinkQuery, options?: CallOptions) =>
      transport.json<api.BuildingLinkAnswer>('POST', LINKS, { ...options, body: query }),
    /** Looks up to 1,000 addresses (4 MiB). Results are in order; an invalid query has its own `error`. */
    batch: (queries: readonly api.BatchQuery[], options?: CallOptions) =>
      transport.json<api.BatchAnswers>('POST', LOOKUPS.path, { ...options, body: { queries } }),
    /** Looks up any number of addresses and yields results in order. Reconnects if the server restarts. */
    stream: (queries: Queries, options?: StreamOptions) => streamItems(transport, LOOKUPS, queries, options),
    /** Confirms, corrects or rejects a result. A curator reviews the feedback. */
    feedback: (body: api.Feedback, options?: CallOptions) =>
      transport.data<api.FeedbackReceipt>('POST', `${LINKS}/feedback`, { ...options, body }),
    /** Returns how often results are correct at each confidence level. */
    calibration: (options?: CallOptions) => transport.data<api.Calibration>('GET', `${LINKS}/calibration`, options),
  }
}
