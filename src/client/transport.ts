// One request from call to answer: credentials, time limit, retries that cannot do a thing twice.
import { errorFromResponse, PlinthError } from './errors.ts'

export interface ClientOptions {
  /** Where the service is, such as https://plinth.example; a path before /api/v1 is kept. */
  readonly baseUrl: string
  /** `pl_live_…` or `pl_test_…`. In a browser use test keys or short-lived tokens only: whoever sees the page sees it. */
  readonly apiKey?: string
  readonly accessToken?: string
  /** Called before each attempt, for tokens that are renewed. */
  readonly getToken?: () => string | Promise<string>
  readonly fetch?: typeof fetch
  /** How often a failed attempt is repeated where that is safe; 3 unless said otherwise. */
  readonly retries?: number
  /** For each attempt, until the answer begins; 30,000 unless said otherwise, 0 for no limit. */
  readonly timeoutMs?: number
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  readonly retries?: number
  readonly timeoutMs?: number
  /** For POSTs that make something; the client makes one up when there is none, and keeps it over its retries. */
  readonly idempotencyKey?: string
}

export interface RequestOptions extends CallOptions {
  readonly query?: object
  readonly body?: unknown
  /** A body that is sent as it is; it is not repeated. */
  readonly stream?: ReadableStream<Uint8Array>
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

const RETRIES = 3
const TIMEOUT_MS = 30_000
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 20_000
/** Longer than this a program should decide for itself whether it waits. */
const MAX_RETRY_AFTER_SECONDS = 60

/** A part of a path that no escaping keeps in its place: whoever parses the URL takes it, and the part before it, away. */
const DOTS = /\/(?:\.|%2e){1,2}(?:\/|$)/i

export class Transport {
  readonly #options: ClientOptions
  readonly #base: string

  constructor(options: ClientOptions) {
    if (!URL.canParse(options.baseUrl) || !/^https?:/.test(options.baseUrl))
      throw new TypeError(`baseUrl must be an http or https URL, not "${options.baseUrl}"`)
    this.#options = options
    this.#base = options.baseUrl.replace(/\/+$/, '')
  }

  /** The answer's JSON. */
  async json<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
    const response = await this.send(method, path, options)
    if (response.status === 204) return undefined as T
    try {
      return (await response.json()) as T
    } catch (cause) {
      options.signal?.throwIfAborted()
      const detail = `The answer to ${method} ${path} ended early or is not JSON.`
      const requestId = response.headers.get('x-request-id')
      throw new PlinthError({ status: response.status, code: 'unexpected_answer', detail, requestId, cause })
    }
  }

  /** The answer as it comes; anything but 2xx is thrown. */
  async send(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
    if (DOTS.test(path)) {
      const detail = 'An id cannot be "." or "..": the request would go somewhere else.'
      throw new PlinthError({ status: 400, code: 'invalid_parameter', detail, requestId: null })
    }
    const url = this.#base + path + queryString(options.query)
    // The same key at every attempt: the second of them gets what the first one made.
    const idempotencyKey = method === 'POST' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
    const repeatable = options.stream === undefined && method !== 'PATCH'
    const retries = repeatable ? (options.retries ?? this.#options.retries ?? RETRIES) : 0
    for (let attempt = 0; ; attempt++) {
      const failure = await this.#attempt(method, url, options, idempotencyKey)
      if (failure instanceof Response) return failure
      const wait = attempt < retries ? retryDelayMs(failure, attempt) : null
      if (wait === null) throw failure
      await sleep(wait, options.signal)
    }
  }

  async #attempt(
    method: Method,
    url: string,
    options: RequestOptions,
    idempotencyKey: string | undefined,
  ): Promise<Response | PlinthError> {
    const { signal, body, stream } = options
    signal?.throwIfAborted()
    const token = await this.#token()
    const timer = new AbortController()
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS
    const alarm = timeoutMs > 0 ? setTimeout(() => timer.abort(), timeoutMs) : undefined
    try {
      const response = await (this.#options.fetch ?? fetch)(url, {
        method,
        signal: signal ? AbortSignal.any([signal, timer.signal]) : timer.signal,
        // Cookies are no credentials of this client, and a redirect would carry the key elsewhere.
        credentials: 'omit',
        redirect: 'error',
        headers: {
          accept: 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(stream === undefined ? {} : ({ body: stream, duplex: 'half' } as RequestInit)),
      })
      return response.ok ? response : await errorFromResponse(response)
    } catch (cause) {
      signal?.throwIfAborted()
      if (timer.signal.aborted)
        return new PlinthError({ status: 0, code: 'timeout', detail: `No answer within ${timeoutMs} ms.`, cause })
      const detail = `The server at ${this.#base} cannot be reached: ${networkErrorText(cause)}`
      return new PlinthError({ status: 0, code: 'network_error', detail, cause })
    } finally {
      clearTimeout(alarm)
    }
  }

  async #token(): Promise<string | undefined> {
    const { apiKey, accessToken, getToken } = this.#options
    return getToken ? await getToken() : (accessToken ?? apiKey)
  }
}

/** Milliseconds before the next attempt; null when another attempt would not help. */
export function retryDelayMs(error: PlinthError, attempt: number, random: number = Math.random()): number | null {
  const passing = ['network_error', 'timeout', 'idempotency_in_progress'].includes(error.code)
  if (!passing && error.status !== 503 && error.code !== 'rate_limited' && error.status !== 502 && error.status !== 504)
    return null
  if (error.retryAfter !== null) {
    // A little later than asked, and not all callers at once.
    return error.retryAfter > MAX_RETRY_AFTER_SECONDS ? null : error.retryAfter * 1000 + random * FIRST_DELAY_MS
  }
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS) * (0.5 + random / 2)
}

/** `{city: ['Toronto', 'Ottawa'], limit: 5}` → `?city=Toronto&city=Ottawa&limit=5`; a tuple of numbers is one value. */
export function queryString(query: object = {}): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    const numbers = Array.isArray(value) && value.every((part) => typeof part === 'number')
    for (const one of Array.isArray(value) && !numbers ? value : [value]) text.append(name, String(one))
  }
  const written = text.toString()
  return written === '' ? '' : `?${written}`
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    signal?.addEventListener('abort', leave, { once: true })
    if (signal?.aborted) leave()
  })
}

/** Node hides the reason one level deeper. */
function networkErrorText(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message ? cause.message : message
}
