// Sends requests: credentials, timeout, and retries that are safe to repeat.
import { errorFromResponse, PlinthError } from './errors.ts'

export interface ClientOptions {
  /** URL of the Plinth server, such as https://plinth.example. May include a path before /api/v1. */
  readonly baseUrl: string
  /** `pl_live_…` or `pl_test_…`. In a browser, use only test keys or short-lived tokens, because visitors can read them. */
  readonly apiKey?: string
  readonly accessToken?: string
  /** Called before each attempt, for tokens that expire. */
  readonly getToken?: () => string | Promise<string>
  /** Language of error messages, sent as Accept-Language. Default: the browser's, or English. */
  readonly language?: 'en' | 'fr'
  readonly fetch?: typeof fetch
  /** Number of retries for requests that are safe to repeat. Default: 3. */
  readonly retries?: number
  /** Timeout of each attempt until the response starts. Default: 30,000. Use 0 for no timeout. */
  readonly timeoutMs?: number
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  readonly retries?: number
  readonly timeoutMs?: number
  /** Idempotency key for POST requests. By default the client generates one and reuses it for retries. */
  readonly idempotencyKey?: string
}

export interface RequestOptions extends CallOptions {
  readonly query?: object | undefined
  readonly body?: unknown
  /** A raw body. Requests with a stream are not retried; a Blob can be sent again. */
  readonly stream?: ReadableStream<Uint8Array> | Blob
}

/** A list that is never divided into pages. */
export interface WholeList<T> {
  readonly data: T[]
  readonly meta: { readonly total: number }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const RETRIES = 3
const TIMEOUT_MS = 30_000
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 20_000
/** For a longer wait, the client throws so that the program can decide. */
const MAX_RETRY_AFTER_SECONDS = 60

/** URL parsers remove `.` and `..` segments even when escaped, which would change the path. */
const DOTS = /\/(?:\.|%2e){1,2}(?:\/|$)/i

export class Transport {
  readonly #options: ClientOptions
  readonly #base: string

  constructor(options: ClientOptions) {
    if (!URL.canParse(options.baseUrl) || !/^https?:/.test(options.baseUrl))
      throw new TypeError(`baseUrl must be an http or https URL; got "${options.baseUrl}"`)
    this.#options = options
    this.#base = options.baseUrl.replace(/\/+$/, '')
  }

  /** Returns the JSON body of the response. */
  async json<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
    const response = await this.send(method, path, options)
    if (response.status === 204) return undefined as T
    try {
      return (await response.json()) as T
    } catch (cause) {
      options.signal?.throwIfAborted()
      const detail = `The response to ${method} ${path} is incomplete or is not JSON.`
      const requestId = response.headers.get('x-request-id')
      throw new PlinthError({ status: response.status, code: 'unexpected_answer', detail, requestId, cause })
    }
  }

  /** Returns the `data` of the response. */
  async data<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return (await this.json<{ data: T }>(method, path, options)).data
  }

  /** Returns the response. Throws a PlinthError unless the status is 2xx. */
  async send(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
    if (DOTS.test(path)) {
      const detail = 'An id must not be "." or "..".'
      throw new PlinthError({ status: 400, code: 'invalid_parameter', detail, requestId: null })
    }
    const url = this.#base + path + queryString(options.query)
    // The same key for every attempt, so that a retry gets the first attempt's result.
    const idempotencyKey = method === 'POST' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
    const repeatable = !(options.stream instanceof ReadableStream) && method !== 'PATCH'
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
    const { language } = this.#options
    signal?.throwIfAborted()
    const token = await this.#token()
    const timer = new AbortController()
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS
    const timeout = timeoutMs > 0 ? setTimeout(() => timer.abort(), timeoutMs) : undefined
    try {
      const response = await (this.#options.fetch ?? fetch)(url, {
        method,
        signal: signal ? AbortSignal.any([signal, timer.signal]) : timer.signal,
        // The client does not use cookies, and a redirect could send the key to another server.
        credentials: 'omit',
        redirect: 'error',
        headers: {
          accept: 'application/json',
          ...(language === undefined ? {} : { 'accept-language': language }),
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
        return new PlinthError({ status: 0, code: 'timeout', detail: `No response within ${timeoutMs} ms.`, cause })
      const detail = `Can't reach the server at ${this.#base}: ${networkErrorText(cause)}`
      return new PlinthError({ status: 0, code: 'network_error', detail, cause })
    } finally {
      clearTimeout(timeout)
    }
  }

  async #token(): Promise<string | undefined> {
    const { apiKey, accessToken, getToken } = this.#options
    return getToken ? await getToken() : (accessToken ?? apiKey)
  }
}

/** Milliseconds before the next attempt, or null if a retry would not help. */
export function retryDelayMs(error: PlinthError, attempt: number, random: number = Math.random()): number | null {
  const isTransient = ['network_error', 'timeout', 'idempotency_in_progress'].includes(error.code)
  if (
    !isTransient &&
    error.status !== 503 &&
    error.code !== 'rate_limited' &&
    error.status !== 502 &&
    error.status !== 504
  )
    return null
  if (error.retryAfter !== null) {
    // Add jitter, so that not all callers retry at the same time.
    return error.retryAfter > MAX_RETRY_AFTER_SECONDS ? null : error.retryAfter * 1000 + random * FIRST_DELAY_MS
  }
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS) * (0.5 + random / 2)
}

/** `{city: ['Toronto', 'Ottawa'], limit: 5}` → `?city=Toronto&city=Ottawa&limit=5`. A list of numbers is one value. */
export function queryString(query: object = {}): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    const numbers = Array.isArray(value) && value.every((part) => typeof part === 'number')
    for (const item of Array.isArray(value) && !numbers ? value : [value]) text.append(name, String(item))
  }
  const params = text.toString()
  return params === '' ? '' : `?${params}`
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
  })
}

/** Node puts the actual reason in `cause`. */
function networkErrorText(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message ? cause.message : message
}
