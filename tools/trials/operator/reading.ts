// Reads an installation over its API: the same requests on every version.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../target/requests.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { check } from '../image/steps.ts'

export interface ReadRequest {
  /** A name in `Credentials`. */
  readonly who: string
  readonly path: string
  /** Sent by POST. */
  readonly body?: unknown
}

/** Bearer keys by the name of their owner. The operator's key is that of the server. */
export interface Credentials {
  readonly keys: Readonly<Record<string, string>>
  readonly cookie: string
}

export interface Read {
  readonly status: number
  readonly data?: unknown
  readonly meta?: unknown
}

/** By who reads which path. */
export type Reading = ReadonlyMap<string, Read>

const nameOf = ({ who, path, body }: ReadRequest): string =>
  `${who} ${path.replace('/api/v1', '')}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`

const RATE_LIMITED = 429
const PAGES = 100

export class Reader {
  readonly #server: ServerProcess
  readonly #credentials: Credentials

  constructor(server: ServerProcess, credentials: Credentials) {
    this.#server = server
    this.#credentials = credentials
  }

  async read(requests: readonly ReadRequest[]): Promise<Reading> {
    const reading = new Map<string, Read>()
    for (const request of requests) reading.set(nameOf(request), await this.one(request))
    return reading
  }

  /** All pages of a list, as one. */
  async one(request: ReadRequest): Promise<Read> {
    const { path } = request
    const answer = await this.#send(request, path)
    const { status, body } = answer
    if (body === undefined || path.includes('/exports/')) return { status, data: linesOf(answer) }
    // An error: its code, without the id of the request.
    if (status >= 400) return { status, data: { code: body.code, merged_into: body.merged_into } }
    if (!Array.isArray(body.data) || body.meta === undefined)
      return { status, data: body.data ?? body, meta: body.meta }
    const data = [...body.data]
    let { meta } = body
    for (let page = 1; meta.has_more; page++) {
      check(page < PAGES, `${path} has too many pages`)
      const next = await this.#send(request, nextPath(path, meta, page))
      check(next.status === 200, `page ${page} of ${path}: ${next.status}`, next.text)
      data.push(...next.body.data)
      meta = next.body.meta
    }
    return { status, data, meta }
  }

  async #send({ who, body }: ReadRequest, path: string): Promise<Answer> {
    const key = who === 'operator' ? this.#server.operatorKey() : this.#credentials.keys[who]
    const credential = who === 'person' ? { cookie: this.#credentials.cookie } : { key }
    for (;;) {
      const answer = await send(this.#server.url, body === undefined ? 'GET' : 'POST', path, { ...credential, body })
      check(answer.status !== 0 && answer.status < 500, `${who} ${path}: ${answer.status}`, answer.error ?? answer.text)
      if (answer.status !== RATE_LIMITED) return answer
      await sleep(Number(answer.headers['retry-after'] ?? 1) * 1000)
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: responses of two versions
function nextPath(path: string, meta: any, page: number): string {
  const next = new URL(path, 'http://plinth.test')
  if (meta.next_cursor !== undefined) next.searchParams.set('cursor', meta.next_cursor)
  else if (meta.next_since !== undefined) next.searchParams.set('since', meta.next_since)
  else next.searchParams.set('page', String(page + 1))
  return next.pathname + next.search
}

/** NDJSON by line, other text as it is. */
function linesOf({ text }: Answer): unknown {
  const lines = text.trimEnd().split('\n')
  return lines.every((line) => line.startsWith('{')) ? lines.map((line) => JSON.parse(line)) : lines
}
