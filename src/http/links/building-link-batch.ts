// Resolves many addresses in one request: a JSON list, or an NDJSON stream.

import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { credential } from '../../access/rights/policies.ts'
import type { Principal } from '../../access/rights/principal.ts'
import { SAMPLE_ADDRESS, SECOND_SAMPLE } from '../../catalog/query/sample-address.ts'
import type { FaultItem } from '../../kernel/fault.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Language } from '../../kernel/language.ts'
import { say } from '../../kernel/phrase.ts'
import { nextTurn } from '../../kernel/turns.ts'
import { lookupCost } from '../../links/lookup-cost.ts'
import { reasonText } from '../french/reasons-fr.ts'
import { translateItem } from '../french/translate.ts'
import { MAX_VISITOR_QUERIES, requireVisitorRate, VISITOR_BATCHES_PER_MINUTE } from '../rest/visitor-rate.ts'
import { parseJson } from '../server/input/json-body.ts'
import type { Line, LineSource } from '../server/input/line-source.ts'
import { NDJSON } from '../server/input/line-source.ts'
import { validateBody } from '../server/input/validate.ts'
import { languageOf } from '../server/page-language.ts'
import { faultOf } from '../server/problem.ts'
import type { AnyCall, Route } from '../server/route.ts'
import { catalogueOperation, JSON_TYPE, route } from '../server/route.ts'
import type { CatalogueServices } from '../server/services.ts'
import { resolveLink } from './building-links.ts'
import type { BatchResultSchema } from './link-batch-schemas.ts'
import { BatchBody, BatchItem, BatchResponseSchema, MAX_LINES } from './link-batch-schemas.ts'
import { linkResponseText } from './link-json.ts'

const EXAMPLE_QUERIES = [
  { query_id: 'a', address: SAMPLE_ADDRESS },
  { query_id: 'b', address: SECOND_SAMPLE },
]

type QueryId = z.input<typeof BatchResultSchema>['query_id']

/**
 * Fits 1,000 addresses, or about 500 texts of the maximum length. Parsing a larger body would block other requests;
 * a stream has no limit on the whole.
 */
const BODY_LIMIT = 4 * 1024 * 1024
/** How long a batch may hold the event loop before other requests get a turn. */
const SLICE_MS = 4
/** With fewer lookups left, usage is counted after each query. */
const NEAR_LOOKUPS = 1000
/** A stream takes lines from the account's per-minute limit in portions, and retries while none are left. */
const LINES_PER_PORTION = 100
const RATE_RETRY_MS = 200
/** How much input to read and discard after the last accepted line. */
const MAX_DISCARDED_BYTES = 256 * 1024 * 1024

type ResolverCall = Pick<AnyCall<CatalogueServices>, 'services' | 'principal' | 'countAs' | 'headers'>

type StreamCall = { readonly services: Pick<CatalogueServices, 'log'>; readonly requestId: string }

/** Resolves one caller's queries, counts the lookups, and fails them once the quota is used up. */
class BatchResolver {
  readonly #services: CatalogueServices
  readonly #countAs: string
  readonly #language: Language
  #principal: Principal
  #available = 0
  #sliceEnds = 0
  #uncounted = 0
  lookups = 0
  errors = 0
  /** What the addresses so far count for the limit per minute. */
  work = 0

  constructor({ services, principal, countAs, headers }: ResolverCall) {
    this.#services = services
    this.#language = languageOf({ headers })
    this.#principal = principal
    this.#countAs = countAs
  }

  /** Returns the result as JSON. `read` returns the query, or throws a Fault if it is invalid. */
  resolve(read: () => unknown, line?: number): string {
    let query_id: QueryId = null
    this.work += 1
    try {
      const raw = read()
      this.work += workOf(raw) - 1
      query_id = queryIdOf(raw)
      this.#services.access.monthly.requireAvailable(this.#principal, 'lookups', this.#available)
      const query = validateBody(BatchItem, raw)
      const { result, address } = resolveLink(this.#services.links, query, this.#principal.dataset, 'pointer')
      this.#available -= result.lookups
      this.#uncounted += result.lookups
      this.lookups += result.lookups
      if (this.#available <= NEAR_LOOKUPS) this.recordUsage()
      const { reason_detail } = result
      const presented =
        reason_detail === null ? result : { ...result, reason_detail: reasonText(reason_detail, this.#language) }
      return `{"query_id":${JSON.stringify(query_id)},${linkResponseText(presented, query, address).slice(1)}`
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.errors += 1
      return JSON.stringify({ query_id, error: toFaultItem(error, this.#language), line })
    }
  }

  /**
   * True if the next query may be resolved now, without awaiting anything in between: near the limit, other batches use the
   * same lookups.
   */
  mayGoOn(): boolean {
    if (performance.now() >= this.#sliceEnds) return false
    if (this.#available > NEAR_LOOKUPS || this.#available <= 0) return true
    const now = this.#services.access.monthly.lookupsAvailable(this.#principal)
    if (typeof now !== 'number') return false
    this.#available = now
    return true
  }

  /** Records usage, yields, and re-reads the quota. */
  async yieldToEventLoop(): Promise<void> {
    this.recordUsage()
    await nextTurn()
    // The key may have been revoked, and other requests and nodes share the same quota.
    this.#principal = await this.#services.access.authenticator.recheck(this.#principal)
    this.#available = await this.#services.access.monthly.lookupsAvailable(this.#principal)
    this.#sliceEnds = performance.now() + SLICE_MS
  }

  recordUsage(): void {
    if (this.#uncounted > 0) this.#services.access.usage.count(this.#principal, this.#countAs, 0, this.#uncounted)
    this.#uncounted = 0
  }
}

/** What an item counts for the limit of addresses per minute, before it is validated. */
function workOf(raw: unknown): number {
  const { address } = (raw ?? {}) as { address?: unknown }
  return typeof address === 'string' ? lookupCost(address) : 1
}

function queryIdOf(raw: unknown): QueryId {
  const id = raw !== null && typeof raw === 'object' ? (raw as { query_id?: unknown }).query_id : null
  return (typeof id === 'string' && id.length <= 200) || Number.isSafeInteger(id) ? (id as string | number) : null
}

export function toFaultItem(fault: Fault, language: Language): FaultItem {
  const { code, options } = fault
  return translateItem(options.errors?.[0] ?? { code, message: options.detail ?? fault.message }, language)
}

export function parseLine(line: Line): object {
  if (!line) throw new Fault('payload_too_large', { detail: 'A line must be at most 65536 bytes.' })
  return requireObject(parseJson(line))
}

export function requireObject(value: unknown): object {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Fault('invalid_parameter', { detail: 'Each line must be a JSON object.' })
  return value
}

/** Stop reading once the account's per-minute limit is used up (back-pressure). */
const takePortion = ({ services, principal }: ResolverCall) =>
  services.access.rates.takeBatchAddresses(principal, LINES_PER_PORTION).allowed

async function* resolveLines(
  call: ResolverCall & StreamCall,
  source: LineSource,
  resolver: BatchResolver,
  release: () => Promise<void>,
): AsyncGenerator<string> {
  const language = languageOf(call)
  let lineNumber = 0
  let granted = 0
  try {
    for await (const lines of source.batches()) {
      // A stream can last for hours and a restart cannot wait: the caller continues from this line on another node.
      if (!call.services.ready())
        throw new Fault('temporarily_unavailable', {
          detail: 'This node is shutting down. Send the remaining lines again.',
        })
      let text = ''
      for (const line of lines) {
        for (; resolver.work >= granted; granted += LINES_PER_PORTION) {
          if (takePortion(call)) continue
          // Send finished results before waiting.
          if (text !== '') yield text
          text = ''
          while (!takePortion(call) && !source.isAborted && call.services.ready()) await sleep(RATE_RETRY_MS)
        }
        while (!resolver.mayGoOn()) await resolver.yieldToEventLoop()
        if (source.isAborted) return
        lineNumber += 1
        if (lineNumber > MAX_LINES) break
        text += `${resolver.resolve(() => parseLine(line), lineNumber)}\n`
      }
      resolver.recordUsage()
      if (text !== '') yield text
      if (lineNumber > MAX_LINES) {
        const message = say`A stream takes at most ${MAX_LINES} lines. This line and those after it were not processed.`
        yield lastLine('query_id', lineNumber, translateItem({ code: 'payload_too_large', message }, language))
        await source.discard(MAX_DISCARDED_BYTES)
        return
      }
    }
  } catch (error) {
    yield lastLine('query_id', lineNumber + 1, toFaultItem(faultOfStream(error, call), language))
  } finally {
    resolver.recordUsage()
    // Release before the caller sees the end: their next stream may start on another node at once.
    await release()
  }
}

/** The status was sent, so the last line reports the error. An unexpected one is logged. */
export function faultOfStream(error: unknown, { services, requestId }: StreamCall): Fault {
  if (!(error instanceof Fault)) services.log.error({ requestId, err: error }, 'a stream failed')
  return faultOf(error)
}

/** Says at which line a stream ended early. `id` is the name of the field that identifies an item. */
export function lastLine(id: string, line: number, error: FaultItem): string {
  return `${JSON.stringify({ [id]: null, line, error })}\n`
}

export function requireBatchRate({ services: { access }, principal }: ResolverCall, count: number): void {
  const state = access.rates.takeBatchAddresses(principal, count)
  if (!state.allowed) throw access.limitFaults.perMinute(principal, 'addresses', state)
}

const batch = catalogueOperation({
  id: 'batchBuildingLinks',
  tag: 'Building links',
  compressed: true,
  policy: credential({ scope: 'building_links:read', feature: 'building_links', cost: 'lookups' }),
  summary: 'Resolve up to 1,000 addresses at once, or stream up to 100,000 lines',
  description:
    'Results come in the order of the queries, with their `query_id`. An invalid query gets its own `error`. ' +
    'With `Content-Type: application/x-ndjson`, each request line is a query and each response line its result. ' +
    'Read the response while you send; an account can have one stream open at a time. Each line costs the same as a single lookup, and the call counts as one request. ' +
    'Each plan limits addresses per minute, matched or not (`batch_addresses_per_minute` in /plans). Above the limit, a batch gets 429 and a stream slows down. ' +
    `A batch body has at most ${BODY_LIMIT / 1024 / 1024} MiB; use a stream for many long texts. ` +
    `Without a key, you can send ${MAX_VISITOR_QUERIES} addresses per call and ${VISITOR_BATCHES_PER_MINUTE} calls per minute.`,
  body: BatchBody,
  bodyLimit: BODY_LIMIT,
  response: { status: 200, schema: BatchResponseSchema },
  example: { call: 'buildingLinks.batch', body: { queries: EXAMPLE_QUERIES }, args: [EXAMPLE_QUERIES] },
  async handle(call) {
    const requireRate = call.principal.credential.kind === 'visitor' ? requireVisitorRate : requireBatchRate
    requireRate(
      call,
      call.body.queries.reduce((sum: number, query) => sum + workOf(query), 0),
    )
    const resolver = new BatchResolver(call)
    const data: string[] = []
    for (const item of call.body.queries) {
      while (!resolver.mayGoOn()) await resolver.yieldToEventLoop()
      data.push(resolver.resolve(() => item))
    }
    resolver.recordUsage()
    const meta = JSON.stringify({ count: data.length, errors: resolver.errors, lookups: resolver.lookups })
    return { type: JSON_TYPE, body: `{"data":[${data.join(',')}],"meta":${meta}}` }
  },
  async stream(call) {
    const { services, principal, body } = call
    if (principal.credential.kind === 'visitor')
      throw new Fault('insufficient_scope', {
        detail: say`Streams need an API key. Without one, send up to ${MAX_VISITOR_QUERIES} addresses as JSON.`,
      })
    const release = await services.linkStreams.acquire(principal.account.id)
    // Nothing would read or close the response, so the stream would never be released.
    if (body.isAborted) {
      await release()
      throw new Fault('request_timeout', { detail: 'The client disconnected before the stream started.' })
    }
    const results = resolveLines(call, body, new BatchResolver(call), release)
    const lines = Readable.from(results, { objectMode: false })
    lines.once('close', () => {
      void release()
      body.drain()
    })
    return { body: lines, type: `${NDJSON}; charset=utf-8` }
  },
})

export const linkBatchRoutes: readonly Route[] = [route('POST', '/api/v1/building-links/batch', batch)]
