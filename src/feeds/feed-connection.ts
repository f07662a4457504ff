// Requests to a feed's server, with its credentials and through the guarded sender.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts'
import type { GuardedReader, GuardedRequest, GuardedResponse } from '../webhooks/sender/guarded-sender.ts'
import type { FeedAuth } from './feed-auth.ts'
import { FeedProblem } from './read/feed-problem.ts'

const PAGE_BYTES = 32 * 1024 * 1024
const TOKEN_BYTES = 64 * 1024
const FILE_BYTES = 4 * 1024 * 1024 * 1024
const PAGE_MS = MINUTE_MS
const FILE_MS = 2 * MINUTE_MS
/** A token this close to its end is not used any more. */
const TOKEN_MARGIN_MS = 30_000
const DEFAULT_TOKEN_MS = HOUR_MS

export interface ConnectionOptions {
  readonly reader: GuardedReader
  readonly auth: FeedAuth
  readonly userAgent: string
  readonly now: () => number
  readonly signal: AbortSignal
}

/** A file as it arrives, or undefined if it is the one that was read last. */
export interface OpenFile {
  readonly body: AsyncIterable<Buffer>
  /** Identifies this state of the file; null if the server sends nothing that does. */
  readonly etag: string | null
}

interface Token {
  readonly text: string
  readonly expiresAt: number
}

export class FeedConnection {
  readonly #options: ConnectionOptions
  #token: Token | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** One page of JSON. */
  async json(url: string): Promise<unknown> {
    const response = await this.#withToken((headers) =>
      this.#send({ method: 'GET', url, headers, maxBytes: PAGE_BYTES, timeoutMs: PAGE_MS }),
    )
    requireSuccess(response, this.#options.now())
    return parseJson(response)
  }

  /** Streams a file to `read`; returns undefined if the server says that it has not changed since `etag`. */
  async file<T>(url: string, etag: string | null, read: (file: OpenFile) => Promise<T>): Promise<T | undefined> {
    const { reader, signal, now } = this.#options
    const result = await this.#withToken(async (headers) => {
      const conditions = etag === null ? {} : { 'if-none-match': etag }
      const request = { method: 'GET', url, maxBytes: FILE_BYTES, timeoutMs: FILE_MS } as const
      const outcome = await reader.stream(
        { ...request, headers: { ...this.#headers(), accept: '*/*', ...headers, ...conditions } },
        async (response) => {
          if (response.status === 304 || response.status === 401) return { status: response.status, value: undefined }
          requireSuccess({ ...response, body: EMPTY }, now())
          const file = { body: response.body, etag: response.headers.etag ?? null }
          return { status: response.status, value: await read(file) }
        },
        signal,
      )
      if (outcome.kind === 'failed') throw failureOf(outcome)
      return { ...outcome.value, headers: {}, body: EMPTY }
    })
    if (result.status === 401) throw credentialsRefused(401)
    return result.value
  }

  /** Tokens expire during a run: after a 401, a new one is tried once. A static token has no second try. */
  async #withToken<T extends { readonly status: number }>(
    send: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T> {
    const response = await send(await this.#authorization())
    if (response.status !== 401 || this.#options.auth.kind !== 'client_credentials') return response
    this.#token = undefined
    const second = await send(await this.#authorization())
    if (second.status === 401) this.#token = undefined
    return second
  }

  async #authorization(): Promise<Record<string, string>> {
    const { auth, now } = this.#options
    if (auth.kind === 'none') return {}
    if (auth.kind === 'bearer') return { authorization: `Bearer ${auth.token}` }
    if (!this.#token || this.#token.expiresAt <= now()) this.#token = await this.#fetchToken(auth)
    return { authorization: `Bearer ${this.#token.text}` }
  }

  async #fetchToken(auth: Extract<FeedAuth, { kind: 'client_credentials' }>): Promise<Token> {
    const { token_url, client_id, client_secret, scope } = auth
    const form = { grant_type: 'client_credentials', client_id, client_secret, ...(scope !== null && { scope }) }
    const response = await this.#send({
      method: 'POST',
      url: token_url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      maxBytes: TOKEN_BYTES,
      timeoutMs: PAGE_MS,
    })
    if (response.status === 400 || response.status === 401 || response.status === 403)
      throw new FeedProblem(
        'credentials_refused',
        `The token server responded with ${response.status}. Check the client id, the client secret and the scope.`,
      )
    requireSuccess(response, this.#options.now())
    const { access_token, expires_in } = parseJson(response) as { access_token?: unknown; expires_in?: unknown }
    if (typeof access_token !== 'string' || !/^[\x21-\x7e]+$/.test(access_token))
      throw new FeedProblem('credentials_refused', 'The token server sent no access_token.')
    const lifeMs = Number(expires_in) > 0 ? Number(expires_in) * 1000 : DEFAULT_TOKEN_MS
    return { text: access_token, expiresAt: this.#options.now() + Math.max(0, lifeMs - TOKEN_MARGIN_MS) }
  }

  #headers(): Record<string, string> {
    return { accept: 'application/json', 'user-agent': this.#options.userAgent }
  }

  async #send(request: GuardedRequest): Promise<GuardedResponse> {
    const { reader, signal } = this.#options
    const outcome = await reader.request({ ...request, headers: { ...this.#headers(), ...request.headers } }, signal)
    if (outcome.kind === 'failed') throw failureOf(outcome)
    return outcome
  }
}

const EMPTY = Buffer.alloc(0)
const ERROR_START = 4096

type Answer = Pick<GuardedResponse, 'status' | 'headers' | 'body'>

/** Thrown for a 400, with the server's text: it may name a field that the server does not have. */
export class RequestRefused extends FeedProblem {
  readonly text: string
  constructor(status: number, text: string) {
    super('request_refused', `The server responded with ${status}. Check the filter, the resource and the fields.`)
    this.text = text
  }
}

function requireSuccess({ status, headers, body }: Answer, nowMs: number): void {
  if (status >= 200 && status < 300) return
  if (status === 401 || status === 403) throw credentialsRefused(status)
  if (status === 429 || status === 408 || status >= 500) {
    const wait = retryAfter(headers['retry-after'], nowMs)
    const code = status === 429 ? 'rate_limited' : 'server_error'
    throw new FeedProblem(code, `The server responded with ${status} and is asked again later.`, wait)
  }
  if (status >= 300 && status < 400)
    throw new FeedProblem('redirected', `The server responded with ${status}, a redirect. Use the final URL.`)
  if (status === 404 || status === 410)
    throw new FeedProblem('not_found', `The server responded with ${status}. Check the URL and the resource.`)
  throw new RequestRefused(status, body.toString('utf8', 0, ERROR_START))
}

function credentialsRefused(status: number): FeedProblem {
  return new FeedProblem(
    'credentials_refused',
    `The server responded with ${status}. Check that the credentials are valid and allow this resource.`,
  )
}

/** Seconds or a date, at most a day. */
export function retryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), DAY_MS)
}

function parseJson({ body }: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    const isMarkup = body.toString('utf8', 0, 100).trimStart().startsWith('<')
    const what = isMarkup ? 'a page of HTML or XML' : 'text that is not valid JSON'
    throw new FeedProblem(
      'not_json',
      `The server sent ${what}. Check the URL; the server may also be under maintenance.`,
    )
  }
}

const FAILURES = {
  blocked_address: [
    'url_refused',
    'The URL must use https on port 443 or 8443, and its host must have a public address',
  ],
  dns: ['unreachable', 'The host name of the URL does not resolve'],
  connect: ['unreachable', 'The server does not accept connections'],
  tls: ['unreachable', 'The certificate of the server is not valid'],
  timeout: ['timeout', 'The server took too long to respond'],
  reset: ['unreachable', 'The connection ended before the response was complete'],
  too_large: ['too_large', 'The response is too large. Choose a smaller page size'],
  protocol: ['unreachable', 'The response is not valid HTTP'],
} as const

function failureOf({ code }: { readonly code: keyof typeof FAILURES }): FeedProblem {
  const [problem, text] = FAILURES[code]
  return new FeedProblem(problem, `${text}.`)
}
