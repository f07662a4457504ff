// One request and its response, from the first check to the last byte.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream'
import type { PresentedCredentials } from '../../access/authenticator.ts'
import type { RateState } from '../../access/limits/rate-limit.ts'
import type { Principal, Session } from '../../access/rights/principal.ts'
import type { Actor } from '../../access/rights/roles.ts'
import type { Fault } from '../../kernel/fault.ts'
import { newRequestId } from '../../kernel/ids.ts'
import type { Language } from '../../kernel/language.ts'
import { requestSinceMs } from '../../kernel/turns.ts'
import type { QueryValues } from './input/query-string.ts'
import type { Overload } from './load/overload.ts'
import type { ProblemPage } from './problem.ts'
import type { Route } from './route.ts'

export interface HttpServerOptions {
  /** Number of trusted proxies. Entries of X-Forwarded-For beyond theirs can be forged. */
  readonly trustProxy: number
  /** While true, every response closes its connection. */
  draining(): boolean
  readonly overload: Overload
  /** Renders an error for people. */
  problemPage(fault: Fault, requestId: string, language: Language, hasSession: boolean, baseUrl: string): ProblemPage
}

type Params = Readonly<Record<string, string>>

const NO_VALUES = {}
const COOKIE = 'set-cookie'

/** All fields are set at once, so that every exchange has the same shape. */
export class Exchange {
  readonly id = newRequestId()
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly options: HttpServerOptions
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The caller's IP address. */
  readonly address: string
  readonly startedMs = requestSinceMs()
  route: Route | undefined = undefined
  /** Set for a mounted handler. Its path is logged instead of the URL, which may contain a secret. */
  mount: { readonly name: string; readonly path: string } | undefined = undefined
  params: Params = NO_VALUES
  body: unknown = undefined
  queryValues: QueryValues = NO_VALUES
  /** The `?lang=` of a page. */
  languageChoice: Language | undefined = undefined
  principal: Principal | undefined = undefined
  actor: Actor | undefined = undefined
  session: Session | undefined = undefined
  credentials: PresentedCredentials | undefined = undefined
  rate: RateState | undefined = undefined
  status = 200
  /** Names and values by turns, as `writeHead` takes them. */
  readonly #head: string[]

  constructor(request: IncomingMessage, response: ServerResponse, options: HttpServerOptions) {
    this.request = request
    this.response = response
    this.options = options
    this.method = request.method!
    this.url = request.url!
    this.headers = request.headers
    this.address = clientAddress(request, options.trustProxy)
    this.#head = ['x-request-id', this.id, 'x-content-type-options', 'nosniff']
    if (options.draining()) this.#head.push('connection', 'close')
  }

  /** Names are in lower case. A later value replaces an earlier one, except for cookies. */
  setHeader(name: string, value: string): this {
    const index = name === COOKIE ? -1 : this.#indexOf(name)
    if (index < 0) this.#head.push(name, value)
    else this.#head[index + 1] = value
    return this
  }

  setHeaders(headers: Readonly<Record<string, string>>): this {
    for (const name in headers) this.setHeader(name, headers[name]!)
    return this
  }

  header(name: string): string | undefined {
    const index = this.#indexOf(name)
    return index < 0 ? undefined : this.#head[index + 1]
  }

  removeHeader(name: string): void {
    const index = this.#indexOf(name)
    if (index >= 0) this.#head.splice(index, 2)
  }

  #indexOf(name: string): number {
    const head = this.#head
    for (let i = 0; i < head.length; i += 2) if (head[i] === name) return i
    return -1
  }

  send(body?: string | Buffer): void {
    const { response, status } = this
    const bytes = body === undefined ? 0 : Buffer.byteLength(body)
    if (bytes > 0) this.setHeader('content-length', String(bytes))
    else if (status !== 204 && status !== 304 && this.header('content-length') === undefined)
      this.#head.push('content-length', '0')
    response.writeHead(status, this.#head)
    if (typeof body === 'string' && bytes > 0) sendText(body, bytes, response)
    else response.end(body)
  }

  redirect(url: string, status: number): void {
    this.status = status
    this.setHeader('location', url).send()
  }

  /** Gives the response, with the headers so far, to a handler that writes it itself. */
  handOver(): ServerResponse {
    const { response } = this
    const head = this.#head
    for (let i = 0; i < head.length; i += 2)
      if (head[i] === COOKIE) response.appendHeader(COOKIE, head[i + 1]!)
      else response.setHeader(head[i]!, head[i + 1]!)
    return response
  }

  /** `fail` gets the error of a stream that has sent nothing yet. */
  sendStream(stream: Readable, fail: (error: Error) => void): void {
    if (this.method === 'HEAD') {
      stream.destroy()
      this.response.writeHead(this.status, this.#head)
      this.response.end()
      return
    }
    // `writeHead` would send the status before the first bytes exist.
    const response = this.handOver()
    response.statusCode = this.status
    finished(stream, { writable: false }, (error) => {
      if (!error) return
      if (response.headersSent || response.destroyed) response.destroy()
      else fail(error)
    })
    finished(response, { readable: false }, () => stream.destroy())
    stream.pipe(response)
  }
}

/**
 * Head and body in one string. `end(body)` adds an empty chunk, and for several chunks Node allocates memory and a request
 * object that the garbage collector must free: 16 % of a short request.
 */
function sendText(body: string, bytes: number, response: ServerResponse): void {
  const { socket } = response
  socket?.cork()
  // ASCII is the same in Latin-1, and Node copies that faster.
  response.write(body, bytes === body.length ? 'latin1' : 'utf8')
  socket?.uncork()
  response.end()
}

/** Every trusted proxy adds the address that it saw at the end of X-Forwarded-For. Entries before theirs can be forged. */
function clientAddress({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const direct = socket.remoteAddress ?? ''
  const forwarded = headers['x-forwarded-for']
  if (trustedProxies === 0 || typeof forwarded !== 'string') return direct
  const seen = forwarded.split(',').map((address) => address.trim())
  const nearestFirst = [direct, ...seen.filter((address) => address !== '').reverse()]
  return nearestFirst[Math.min(trustedProxies, nearestFirst.length - 1)]!
}
