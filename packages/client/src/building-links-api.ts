// Client methods for building-link lookups and feedback.
import type {
  BatchAnswer,
  BatchAnswers,
  BatchQuery,
  BuildingLinkAnswer,
  BuildingLinkQuery,
  Calibration,
  Feedback,
  FeedbackReceipt,
} from './api-types.ts'
import type { Items, StreamKind, StreamOptions } from './item-stream.ts'
import { streamItems } from './item-stream.ts'
import type { CallOptions, Transport } from './transport.ts'

const LINKS = '/api/v1/building-links'

export type Queries = Items<BatchQuery>

const LOOKUPS: StreamKind<BatchQuery, BatchAnswer> = {
  path: `${LINKS}/batch`,
  maxLines: 100_000,
  toBody: (queries) => ({ queries }),
}

export function buildingLinks(transport: Transport) {
  return {
    /** Finds the building of an address (up to 512 characters). If there is no match, `data` is empty and `meta.reason` says why. */
    resolve(query: string | BuildingLinkQuery, options?: CallOptions): Promise<BuildingLinkAnswer> {
      const fields = typeof query === 'string' ? { address: query } : query
      return transport.json('GET', LINKS, { ...options, query: fields })
    },
    /** Same lookup by POST: keeps listing details out of URLs and logs, and takes texts of up to 8,000 characters. */
    ask(query: BuildingLinkQuery, options?: CallOptions): Promise<BuildingLinkAnswer> {
      return transport.json('POST', LINKS, { ...options, body: query })
    },
    /** Looks up to 1,000 addresses (4 MiB). Results are in order; an invalid query has its own `error`. */
    batch(queries: readonly BatchQuery[], options?: CallOptions): Promise<BatchAnswers> {
      return transport.json('POST', `${LINKS}/batch`, { ...options, body: { queries } })
    },
    /** Looks up any number of addresses and yields results in order. Reconnects if the server restarts. */
    stream(queries: Queries, options?: StreamOptions) {
      return streamItems(transport, LOOKUPS, queries, options)
    },
    /** Confirms, corrects or rejects a result. A curator reviews the feedback. */
    async feedback(feedback: Feedback, options?: CallOptions): Promise<FeedbackReceipt> {
      return (
        await transport.json<{ data: FeedbackReceipt }>('POST', `${LINKS}/feedback`, { ...options, body: feedback })
      ).data
    },
    /** Returns how often results are correct at each confidence level. */
    async calibration(options?: CallOptions): Promise<Calibration> {
      return (await transport.json<{ data: Calibration }>('GET', `${LINKS}/calibration`, options)).data
    },
  }
}
