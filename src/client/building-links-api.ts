// Building links: one address, many, or a stream of them; and what callers say about answers.
import type {
  BatchAnswers,
  BatchQuery,
  BuildingLinkAnswer,
  BuildingLinkQuery,
  Calibration,
  Feedback,
  FeedbackReceipt,
} from '../contract/api-types.ts'
import type { Queries, StreamOptions } from './link-stream.ts'
import { streamLinks } from './link-stream.ts'
import type { CallOptions, Transport } from './transport.ts'

const LINKS = '/api/v1/building-links'

export function buildingLinks(transport: Transport) {
  return {
    /** Which building is this address in? No match is an answer: `data` is empty and `meta.reason` says why. */
    resolve(question: string | BuildingLinkQuery, options?: CallOptions): Promise<BuildingLinkAnswer> {
      const query = typeof question === 'string' ? { address: question } : question
      return transport.json('GET', LINKS, { ...options, query })
    },
    /** The same with nothing about the listing in a URL. */
    ask(question: BuildingLinkQuery, options?: CallOptions): Promise<BuildingLinkAnswer> {
      return transport.json('POST', LINKS, { ...options, body: question })
    },
    /** Up to 1,000 at once; answers come in order, and a bad question has its own `error`. */
    batch(queries: readonly BatchQuery[], options?: CallOptions): Promise<BatchAnswers> {
      return transport.json('POST', `${LINKS}/batch`, { ...options, body: { queries } })
    },
    /** Any number, in order, while they still come; survives the restart of a node. */
    stream(queries: Queries, options?: StreamOptions) {
      return streamLinks(transport, queries, options)
    },
    /** Confirm, correct or reject an answer; a person looks at it. */
    async feedback(feedback: Feedback, options?: CallOptions): Promise<FeedbackReceipt> {
      return (
        await transport.json<{ data: FeedbackReceipt }>('POST', `${LINKS}/feedback`, { ...options, body: feedback })
      ).data
    },
    /** How often the model is right at each confidence it states. */
    async calibration(options?: CallOptions): Promise<Calibration> {
      return (await transport.json<{ data: Calibration }>('GET', `${LINKS}/calibration`, options)).data
    },
  }
}
