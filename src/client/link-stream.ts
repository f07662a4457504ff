// Streams lookups: sends queries while results arrive, and resumes after interruptions.
import type { BatchAnswer, BatchAnswers, BatchQuery, ProblemCode } from '../contract/api-types.ts'
import { PlinthError } from './errors.ts'
import { readLines } from './ndjson-lines.ts'
import type { CallOptions, Transport } from './transport.ts'
import { retryDelayMs, sleep } from './transport.ts'

const BATCH = '/api/v1/building-links/batch'
const NDJSON = 'application/x-ndjson'
const MAX_LINES = 100_000
const MAX_QUERIES = 1000
/** A batch body has at most 4 MiB; this leaves room for separators. */
const MAX_BATCH_BYTES = 4_000_000
const RETRIES = 5
/** Maximum characters per chunk. */
const CHUNK = 16_384

const encoder = new TextEncoder()

/** Final error lines after which the remaining queries can be sent again. */
const RETRYABLE_CODES: readonly ProblemCode[] = ['request_timeout', 'temporarily_unavailable', 'overloaded']
/** Final error lines sent when the caller lost access during the stream. */
const ACCESS_CODES: readonly ProblemCode[] = [
  'invalid_api_key',
  'invalid_token',
  'expired_credentials',
  'revoked_credentials',
  'account_suspended',
  'plan_required',
  'insufficient_scope',
]

export type Queries = Iterable<BatchQuery> | AsyncIterable<BatchQuery>

export interface StreamOptions extends CallOptions {
  /** `lines` sends and reads at the same time, which browsers can't do. `batches` sends up to 1,000 queries at a time. */
  readonly upload?: 'lines' | 'batches'
}

export function streamLinks(
  transport: Transport,
  queries: Queries,
  options: StreamOptions = {},
): AsyncGenerator<BatchAnswer, void, undefined> {
  const inBrowser = 'window' in globalThis || 'WorkerGlobalScope' in globalThis
  const upload = options.upload ?? (inBrowser ? 'batches' : 'lines')
  return upload === 'lines' ? inLines(transport, queries, options) : inBatches(transport, queries, options)
}

async function* inBatches(
  transport: Transport,
  queries: Queries,
  { upload, ...options }: StreamOptions,
): AsyncGenerator<BatchAnswer, void, undefined> {
  const send = async (batch: readonly BatchQuery[]) =>
    (await transport.json<BatchAnswers>('POST', BATCH, { ...options, body: { queries: batch } })).data
  let batch: BatchQuery[] = []
  let bytes = 0
  for await (const query of queries) {
    const size = encoder.encode(JSON.stringify(query)).length + 1
    if (batch.length === MAX_QUERIES || (batch.length > 0 && bytes + size > MAX_BATCH_BYTES)) {
      yield* await send(batch)
      batch = []
      bytes = 0
    }
    batch.push(query)
    bytes += size
  }
  if (batch.length > 0) yield* await send(batch)
}

/** Queries with one element of lookahead, so that a broken stream loses no query. */
class Source {
  readonly #queries: AsyncIterator<BatchQuery> | Iterator<BatchQuery>
  #ahead: Promise<IteratorResult<BatchQuery>> | undefined

  constructor(queries: Queries) {
    this.#queries = Symbol.asyncIterator in queries ? queries[Symbol.asyncIterator]() : queries[Symbol.iterator]()
  }

  peek(): Promise<IteratorResult<BatchQuery>> {
    this.#ahead ??= Promise.resolve(this.#queries.next())
    return this.#ahead
  }

  take(): void {
    this.#ahead = undefined
  }

  async close(): Promise<void> {
    await this.#queries.return?.()
  }
}

async function* inLines(
  transport: Transport,
  queries: Queries,
  { upload, ...options }: StreamOptions,
): AsyncGenerator<BatchAnswer, void, undefined> {
  const source = new Source(queries)
  const unanswered: BatchQuery[] = []
  let failures = 0
  try {
    // Open a stream only when there is a query to send: the server closes idle streams.
    while (unanswered.length > 0 || !(await source.peek()).done) {
      const before = unanswered.length
      const error = yield* oneStream(transport, source, unanswered, options)
      if (!error) {
        failures = 0
        continue
      }
      failures = unanswered.length < before ? 1 : failures + 1
      const wait = failures > (options.retries ?? RETRIES) ? null : retryDelayMs(error, failures - 1)
      if (wait === null) throw error
      await sleep(wait, options.signal)
    }
  } finally {
    await source.close()
  }
}

/** Sends queries until the source ends or the stream is full. Returns the error that interrupted it, if any. */
async function* oneStream(
  transport: Transport,
  source: Source,
  unanswered: BatchQuery[],
  options: CallOptions,
): AsyncGenerator<BatchAnswer, PlinthError | undefined, undefined> {
  const abort = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, abort.signal]) : abort.signal
  const headers = { 'content-type': NDJSON, accept: NDJSON, ...options.headers }
  const stream = linesFrom(source, unanswered, abort.signal)
  try {
    const response = await transport.send('POST', BATCH, { ...options, signal, headers, stream, timeoutMs: 0 })
    for await (const result of readLines<BatchAnswer>(response.body!)) {
      const code = result.error?.code as ProblemCode | undefined
      if (code && (RETRYABLE_CODES.includes(code) || ACCESS_CODES.includes(code))) {
        const status = ACCESS_CODES.includes(code) ? 403 : 503
        return new PlinthError({ status, code, detail: result.error!.message })
      }
      unanswered.shift()
      yield result
    }
    if (unanswered.length === 0) return undefined
    return new PlinthError({ status: 0, code: 'network_error', detail: 'The stream ended before the last result.' })
  } catch (error) {
    options.signal?.throwIfAborted()
    if (error instanceof PlinthError && error.code !== 'unexpected_answer') return error
    return new PlinthError({ status: 0, code: 'network_error', detail: 'The stream was interrupted.', cause: error })
  } finally {
    abort.abort()
  }
}

/**
 * Sends unanswered queries of the previous stream first, then the source. Takes nothing once the stream has ended.
 * Lines that are available now are sent together, without waiting for the next one.
 */
function linesFrom(source: Source, unanswered: BatchQuery[], ended: AbortSignal): ReadableStream<Uint8Array> {
  const resent = unanswered.slice()
  let lines = 0
  const next = async (later: Promise<null> | undefined): Promise<BatchQuery | 'end' | null> => {
    if (lines === MAX_LINES) return 'end'
    if (lines < resent.length) return resent[lines]!
    const ahead = later ? await Promise.race([source.peek(), later]) : await source.peek()
    if (ahead === null || ended.aborted) return null
    if (ahead.done) return 'end'
    source.take()
    unanswered.push(ahead.value)
    return ahead.value
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let text = ''
      let query = await next(undefined)
      const tick = nextTick()
      while (query !== null && query !== 'end') {
        lines += 1
        text += `${JSON.stringify(query)}\n`
        if (text.length >= CHUNK) break
        query = await next(tick.done)
      }
      tick.cancel()
      if (ended.aborted) return
      if (text !== '') controller.enqueue(encoder.encode(text))
      if (query === 'end') controller.close()
    },
  })
}

/** Resolves after all work that is ready now has run. */
function nextTick(): { done: Promise<null>; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const done = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, 0, null)
  })
  return { done, cancel: () => clearTimeout(timer) }
}
