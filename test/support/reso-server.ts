// A stand-in for a RESO Web API: pages, tokens, the dialects of real servers, and their faults.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Place, ResoRow } from './reso-rows.ts'
import { keyOf, ResoRows } from './reso-rows.ts'

/** What goes wrong with one request. */
export const RESO_FAULTS = ['429', '503', '500', 'html', 'garbage', 'half', 'reset', 'no rows list', 'no key'] as const
export type ResoFault =
  | (typeof RESO_FAULTS)[number]
  | '401'
  | '404'
  | 'redirect'
  | 'foreign link'
  | 'replay'
  | 'bad row'

export interface ResoOptions {
  readonly rows?: number
  /** Consecutive rows that share a time. */
  readonly rowsPerTime?: number
  readonly fieldsOf?: (index: number, version: number) => Readonly<Record<string, unknown>>
  /** A static token that every request must have. */
  readonly bearer?: string
  /** Client credentials that the token endpoint accepts. */
  readonly client?: { readonly id: string; readonly secret: string }
}

export interface ResoRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly authorization: string | undefined
}

const CLIENT_ERROR = { error: { code: '400', message: '' } }

export class ResoServer {
  readonly rows: ResoRows
  readonly requests: ResoRequest[] = []
  /** Taken by the next requests for a page, first to last. */
  readonly faults: ResoFault[] = []
  /** Decides about a fault when none is queued. */
  randomFault: () => ResoFault | undefined = () => undefined
  /** Delays a page until the promise resolves. */
  beforePage: () => Promise<void> | undefined = () => undefined
  /** The server sends at most this many rows and links to the next page. */
  pageCap = Number.POSITIVE_INFINITY
  ignoresFilter = false
  /** Changes are announced as EntityEvent, from this sequence number on. Null: the server has no such resource. */
  firstEvent: number | null = null
  ignoresOrder = false
  /** Fields that a $select must not name. */
  missingFields: readonly string[] = []
  /** Requests that one token is good for. */
  tokenUses = Number.POSITIVE_INFINITY
  /** Sent with 429 and 503. */
  retryAfter = '7'
  readonly #options: ResoOptions
  readonly #server = createServer((request, response) => this.#answer(request, response))
  readonly #tokens = new Map<string, number>()
  #tokensIssued = 0
  /** By the order of the rows. */
  readonly #lastPages = new Map<string | null, string>()

  private constructor(options: ResoOptions) {
    this.#options = options
    this.rows = new ResoRows(options.rows ?? 0, options.rowsPerTime ?? 1, options.fieldsOf)
  }

  static async start(options: ResoOptions = {}): Promise<ResoServer> {
    const made = new ResoServer(options)
    made.#server.listen(0, '127.0.0.1')
    await once(made.#server, 'listening')
    return made
  }

  /** The service root. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/odata`
  }

  get tokenUrl(): string {
    return `${this.url}/token`
  }

  get tokensIssued(): number {
    return this.#tokensIssued
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname: path, searchParams: query } = new URL(request.url!, this.url)
    const { authorization } = request.headers
    this.requests.push({ path, query, authorization })
    if (path === '/odata/token') this.#issueToken(request, response)
    else if (!this.#isAuthorized(authorization)) json(response, 401, { error: 'unauthorized' })
    else if (path !== '/odata/Property' && (path !== '/odata/EntityEvent' || this.firstEvent === null))
      json(response, 404, { error: 'no such resource' })
    else {
      const fault = this.faults.shift() ?? this.randomFault()
      const delay = this.beforePage()
      const answer = () => this.#page(path === '/odata/EntityEvent', query, response, fault)
      if (delay) delay.then(answer)
      else answer()
    }
  }

  #issueToken(request: IncomingMessage, response: ServerResponse): void {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const form = new URLSearchParams(body)
      const { id, secret } = this.#options.client ?? {}
      if (form.get('client_id') !== id || form.get('client_secret') !== secret)
        return json(response, 401, { error: 'invalid_client' })
      this.#tokensIssued += 1
      const access_token = `token-${this.#tokensIssued}`
      this.#tokens.set(access_token, 0)
      json(response, 200, { access_token, token_type: 'Bearer', expires_in: 3600 })
    })
  }

  #isAuthorized(authorization: string | undefined): boolean {
    const { bearer, client } = this.#options
    if (bearer !== undefined) return authorization === `Bearer ${bearer}`
    if (!client) return true
    const token = authorization?.replace('Bearer ', '') ?? ''
    const uses = this.#tokens.get(token)
    if (uses === undefined || uses >= this.tokenUses) return false
    this.#tokens.set(token, uses + 1)
    return true
  }

  #page(isEvents: boolean, query: URLSearchParams, response: ServerResponse, fault: ResoFault | undefined): unknown {
    if (fault === '429' || fault === '503') return json(response, Number(fault), {}, { 'retry-after': this.retryAfter })
    if (fault === '401' || fault === '404' || fault === '500') return json(response, Number(fault), {})
    if (fault === 'redirect') return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    if (fault === 'reset') return response.socket!.resetAndDestroy()
    if (fault === 'html') return send(response, 'text/html', '<!doctype html><title>Under maintenance</title>')
    if (fault === 'garbage') return send(response, 'application/json', '{"value":[{"ListingKey":"L0000')
    if (fault === 'no rows list') return json(response, 200, { value: { ListingKey: 'L1' } })
    if (fault === 'no key') return json(response, 200, { value: [{ UnparsedAddress: '1 Main St' }] })
    const isNext = query.get('$filter')?.includes(' gt ')
    const lastPage = fault === 'replay' && isNext && this.#lastPages.get(query.get('$orderby'))
    if (lastPage) return send(response, 'application/json', lastPage)
    if (isEvents) return json(response, 200, { value: this.#events(query) })
    const select = query.get('$select')?.split(',')
    const unknown = select?.find((name) => this.missingFields.includes(name))
    if (unknown !== undefined) {
      const message = `Could not find a property named '${unknown}' on type 'Property'.`
      return json(response, 400, { ...CLIENT_ERROR, error: { ...CLIENT_ERROR.error, message } })
    }
    const page = this.#find(query)
    if (page === undefined) return json(response, 400, CLIENT_ERROR)
    const { rows, hasMore } = page
    // The time of a row loses its offset, and stays so until the row changes.
    if (fault === 'bad row' && rows.length > 1) {
      this.rows.badTimes.add(Number(rows[1]!.key.slice(1)))
      return this.#page(isEvents, query, response, undefined)
    }
    const value = rows.map(({ fields }) => (select ? pick(fields, select) : fields))
    const link = fault === 'foreign link' ? 'https://elsewhere.tld/odata/Property' : this.#linkAfter(query, rows.at(-1))
    const isLinked = fault === 'foreign link' || (hasMore && this.pageCap < Number.POSITIVE_INFINITY)
    const text = JSON.stringify({ value, ...(isLinked && { '@odata.nextLink': link }) })
    if (rows.length > 0) this.#lastPages.set(query.get('$orderby'), text)
    if (fault !== 'half') return send(response, 'application/json', text)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    return response.write(text.slice(0, text.length / 2), () => response.socket!.destroy())
  }

  #events(query: URLSearchParams): object[] {
    const all = this.rows.log.map((index, i) => ({
      EntityEventSequence: this.firstEvent! + i,
      ResourceName: 'Property',
      ResourceRecordKey: keyOf(index),
    }))
    const after = Number(/EntityEventSequence gt (\d+)$/.exec(query.get('$filter') ?? '')?.[1] ?? -1)
    const found = all.filter(({ EntityEventSequence }) => EntityEventSequence > after)
    if (query.get('$orderby') === 'EntityEventSequence desc') found.reverse()
    return found.slice(0, Math.min(Number(query.get('$top')), this.pageCap))
  }

  #find(query: URLSearchParams): { rows: ResoRow[]; hasMore: boolean } | undefined {
    const asked = Number(query.get('$top') ?? 50)
    const limit = Math.min(asked, this.pageCap)
    const byKey = query.get('$orderby') === 'ListingKey asc'
    const token = query.get('$skiptoken')
    const filter = this.ignoresFilter ? { after: null, status: null } : parseFilter(query.get('$filter'))
    if (!filter) return undefined
    if (filter.keys) {
      const isAsked = ({ fields }: ResoRow) => filter.status === null || fields.StandardStatus === filter.status
      return { rows: this.rows.withKeys(filter.keys).filter(isAsked).slice(0, limit), hasMore: false }
    }
    const after = token === null ? filter.after : (JSON.parse(token) as Place)
    const rows = this.rows.after(after, byKey ? 'key' : 'time', filter.status, limit + 1)
    const found = rows.slice(0, limit)
    return { rows: this.ignoresOrder ? found.reverse() : found, hasMore: rows.length > limit }
  }

  /** The link says where to go on by itself: it is not a filter that a client could write. */
  #linkAfter(query: URLSearchParams, last: ResoRow | undefined): string {
    const next = new URLSearchParams(query)
    if (last) next.set('$skiptoken', JSON.stringify({ at: last.at, key: last.key }))
    return `${this.url}/Property?${next}`
  }
}

const TIME = 'ModificationTimestamp'
const BY_KEYS = /^ListingKey eq '[^']*'( or ListingKey eq '[^']*')*$/
const BY_POSITION = new RegExp(`^\\(${TIME} gt (\\S+)\\) or \\(${TIME} eq (\\S+) and ListingKey gt '([^']*)'\\)$`)

/** The only filters that some servers have: by time and key, by time, by key, and one status. */
function parseFilter(text: string | null): { after: Place | null; status: string | null; keys?: string[] } | undefined {
  const own = /^\(StandardStatus eq '([^']*)'\) and \((.*)\)$/.exec(text ?? '')
  const status = own?.[1] ?? /^StandardStatus eq '([^']*)'$/.exec(text ?? '')?.[1] ?? null
  const rest = own ? own[2]! : status === null ? text : null
  if (rest === null) return { after: null, status }
  if (BY_KEYS.test(rest)) return { after: null, status, keys: [...rest.matchAll(/'([^']*)'/g)].map(([, key]) => key!) }
  const position = BY_POSITION.exec(rest)
  if (position && position[1] === position[2])
    return { after: { at: Date.parse(position[1]!), key: position[3]! }, status }
  const since = new RegExp(`^${TIME} ge (\\S+)$`).exec(rest)
  if (since) return { after: { at: Date.parse(since[1]!), key: '' }, status }
  const key = /^ListingKey gt '([^']*)'$/.exec(rest)
  return key ? { after: { at: 0, key: key[1]! }, status } : undefined
}

function pick(fields: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
}

function send(response: ServerResponse, type: string, text: string, status = 200, headers = {}): unknown {
  return response
    .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text), ...headers })
    .end(text)
}

function json(response: ServerResponse, status: number, body: unknown, headers = {}): unknown {
  return send(response, 'application/json', JSON.stringify(body), status, headers)
}
