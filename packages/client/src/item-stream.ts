// Streams items: sends them while results arrive, and resumes after interruptions.
import type { ProblemCode } from './api-types.ts'
import { PlinthError } from './errors.ts'
import { readLines } from './ndjson-lines.ts'
import type { CallOptions, Transport } from './transport.ts'
import { retryDelayMs, sleep } from './transport.ts'

const NDJSON = 'application/x-ndjson'
const MAX_ITEMS = 1000
/** A batch body has at most 4 MiB; this leaves room for separators. */
const MAX_BATCH_BYTES = 4_000_000
const RETRIES = 5
/** Maximum characters per chunk. */
const CHUNK = 16_384

const encoder = new TextEncoder()

/** Final error lines after which the remaining items can be sent again. */
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

/** A final error line after an unexpected error; sending the items again may not help. */
const FAILURE_CODE: ProblemCode = 'internal_error'

export type Items<Item> = Iterable<Item> | AsyncIterable<Item>

/** What is streamed where. `Result` is only a type: one result for each item, in order. */
export interface StreamKind<Item, Result extends ItemResult> {
  readonly path: string
  /** The most lines of one stream. */
  readonly maxLines: number
  /** The body of a request with a list of items. */
  readonly toBody: (items: readonly Item[]) => object
  readonly result?: Result
}

export interface ItemResult {
  readonly error?: { readonly code: string; readonly message: string } | undefined
}

export interface StreamOptions extends CallOptions {
  /** `lines` sends and reads at the same time, which browsers can't do. `batches` sends up to 1,000 items at a time. */
  readonly upload?: 'lines' | 'batches'
}

export function streamItems<Item, Result extends ItemResult>(
  transport: Transport,
  kind: StreamKind<Item, Result>,
  items: Items<Item>,
  options: StreamOptions = {},
): AsyncGenerator<Result, void, undefined> {
  const inBrowser = 'window' in globalThis || 'WorkerGlobalScope' in globalThis
  const upload = options.upload ?? (inBrowser ? 'batches' : 'lines')
  return upload === 'lines' ? inLines(transport, kind, items, options) : inBatches(transport, kind, items, options)
}

async function* inBatches<Item, Result extends ItemResult>(
  transport: Transport,
  { path, toBody }: StreamKind<Item, Result>,
  items: Items<Item>,
  { upload, ...options }: StreamOptions,
): AsyncGenerator<Result, void, undefined> {
  const send = async (batch: readonly Item[]) =>
    (await transport.json<{ data: Result[] }>('POST', path, { ...options, body: toBody(batch) })).data
  let batch: Item[] = []
  let bytes = 0
  for await (const item of items) {
    const size = encoder.encode(JSON.stringify(item)).length + 1
    if (batch.length === MAX_ITEMS || (batch.length > 0 && bytes + size > MAX_BATCH_BYTES)) {
      yield* await send(batch)
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += size
  }
  if (batch.length > 0) yield* await send(batch)
}

/** Items with one element of lookahead, so that a broken stream loses none. */
class Source<Item> {
  readonly #items: AsyncIterator<Item> | Iterator<Item>
  #ahead: Promise<IteratorResult<Item>> | undefined

  constructor(items: Items<Item>) {
    this.#items = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  }

  peek(): Promise<IteratorResult<Item>> {
    this.#ahead ??= Promise.resolve(this.#items.next())
    return this.#ahead
  }

  take(): void {
    this.#ahead = undefined
  }

  async close(): Promise<void> {
    await this.#items.return?.()
  }
}

async function* inLines<Item, Result extends ItemResult>(
  transport: Transport,
  kind: StreamKind<Item, Result>,
  items: Items<Item>,
  { upload, ...options }: StreamOptions,
): AsyncGenerator<Result, void, undefined> {
  const source = new Source(items)
  const unanswered: Item[] = []
  let failures = 0
  try {
    // Open a stream only when there is an item to send: the server closes idle streams.
    while (unanswered.length > 0 || !(await source.peek()).done) {
      const before = unanswered.length
      const error = yield* oneStream(transport, kind, source, unanswered, options)
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

/** The status that the response would have had, if the line with this code ends the stream. */
function finalStatusOf(code: ProblemCode): number | undefined {
  if (RETRYABLE_CODES.includes(code)) return 503
  if (ACCESS_CODES.includes(code)) return 403
  return code === FAILURE_CODE ? 500 : undefined
}

/** Sends items until the source ends or the stream is full. Returns the error that interrupted it, if any. */
async function* oneStream<Item, Result extends ItemResult>(
  transport: Transport,
  { path, maxLines }: StreamKind<Item, Result>,
  source: Source<Item>,
  unanswered: Item[],
  options: CallOptions,
): AsyncGenerator<Result, PlinthError | undefined, undefined> {
  const abort = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, abort.signal]) : abort.signal
  const headers = { 'content-type': NDJSON, accept: NDJSON, ...options.headers }
  const stream = linesFrom(source, unanswered, maxLines, abort.signal)
  try {
    const response = await transport.send('POST', path, { ...options, signal, headers, stream, timeoutMs: 0 })
    for await (const result of readLines<Result>(response.body!)) {
      const code = result.error?.code as ProblemCode | undefined
      const status = code && finalStatusOf(code)
      if (status) return new PlinthError({ status, code, detail: result.error!.message })
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
 * Sends unanswered items of the previous stream first, then the source. Takes nothing once the stream has ended.
 * Lines that are available now are sent together, without waiting for the next one.
 */
function linesFrom<Item>(
  source: Source<Item>,
  unanswered: Item[],
  maxLines: number,
  ended: AbortSignal,
): ReadableStream<Uint8Array> {
  const resent = unanswered.slice()
  let lines = 0
  const next = async (later: Promise<null> | undefined): Promise<Item | 'end' | null> => {
    if (lines === maxLines) return 'end'
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
      let item = await next(undefined)
      const tick = nextTick()
      while (item !== null && item !== 'end') {
        lines += 1
        text += `${JSON.stringify(item)}\n`
        if (text.length >= CHUNK) break
        item = await next(tick.done)
      }
      tick.cancel()
      if (ended.aborted) return
      if (text !== '') controller.enqueue(encoder.encode(text))
      if (item === 'end') controller.close()
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
