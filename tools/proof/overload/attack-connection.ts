// One attacking connection, and the count of what all of them sent and received.
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AttackResult, AttackTarget, Retries } from './messages.ts'
import type { ReceivedResponse } from './response-reader.ts'
import { ResponseReader } from './response-reader.ts'

export interface RequestText {
  readonly method?: string
  readonly path: string
  readonly key?: string | undefined
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function textOf({ method = 'GET', path, key, body, headers = {} }: RequestText): string {
  const lines = Object.entries({
    host: 'attack.test',
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** How many refused requests are sent again when Retry-After is over, and how long the part waits for that. */
const MAX_RETRIES = 200
const MAX_RETRY_SECONDS = 90
/** Between two of them, so that they span the whole attack. */
const RETRY_EVERY_MS = 40

export class Tally {
  sent = 0
  dropped = 0
  held = 0
  withoutRetryAfter = 0
  isOver = false
  readonly statuses: Record<string, number> = {}
  readonly retries: Retries = { during: 0, throughDuring: 0, after: 0, throughAfter: 0 }
  readonly #port: number
  readonly #pending: Promise<void>[] = []
  #nextRetryMs = 0

  constructor(port: number) {
    this.#port = port
  }

  received({ status, retryAfter }: ReceivedResponse, request?: string): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
    if (status !== 503 && status !== 429) return
    if (retryAfter === undefined) this.withoutRetryAfter += 1
    else if (status === 503 && request && retryAfter <= MAX_RETRY_SECONDS) {
      const nowMs = performance.now()
      if (nowMs < this.#nextRetryMs || this.#pending.length >= MAX_RETRIES) return
      this.#nextRetryMs = nowMs + RETRY_EVERY_MS
      this.#pending.push(this.#retry(request, retryAfter))
    }
  }

  /** Undefined if the server accepts no connection, which is counted. */
  open(onSocket?: (socket: Socket) => void): Promise<Connection | undefined> {
    return Connection.open(this.#port, onSocket).catch(() => {
      this.dropped += 1
      return undefined
    })
  }

  /** One request and its response on an open connection. */
  async exchange(connection: Connection, request: string): Promise<void> {
    this.sent += 1
    const response = await connection.exchange(request)
    if (response) this.received(response, request)
    else this.dropped += 1
  }

  /** One request on a connection of its own, as a client that does what Retry-After says. */
  async #retry(request: string, seconds: number): Promise<void> {
    await sleep(seconds * 1000)
    const wasOver = this.isOver
    const connection = await Connection.open(this.#port).catch(() => undefined)
    const response = await connection?.exchange(request)
    connection?.close()
    const isThrough = response !== undefined && response.status !== 503
    this.retries[wasOver ? 'after' : 'during'] += 1
    if (isThrough) this.retries[wasOver ? 'throughAfter' : 'throughDuring'] += 1
  }

  async result(): Promise<AttackResult> {
    this.isOver = true
    await Promise.all(this.#pending)
    const { sent, statuses, dropped, held, withoutRetryAfter, retries } = this
    return { sent, statuses, dropped, held, withoutRetryAfter, retries }
  }
}

/** Longer than every limit of the server: a response after this time does not come. */
const EXCHANGE_MS = 60_000

export class Connection {
  readonly socket: Socket
  readonly reader = new ResponseReader()
  #waiting: ((response: ReceivedResponse | undefined) => void)[] = []
  isClosed = false

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk: Buffer) => {
      for (const response of this.reader.push(chunk)) this.#waiting.shift()?.(response)
    })
    socket.on('close', () => {
      this.isClosed = true
      for (const resolve of this.#waiting.splice(0)) resolve(undefined)
    })
    socket.on('error', () => {})
  }

  static open(port: number, onSocket?: (socket: Socket) => void): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        onSocket?.(socket)
        resolve(new Connection(socket))
      })
    })
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Undefined if the connection ends before the response. */
  exchange(request: string): Promise<ReceivedResponse | undefined> {
    return new Promise((resolve) => {
      if (this.isClosed) return resolve(undefined)
      const timer = setTimeout(() => resolve(undefined), EXCHANGE_MS)
      this.#waiting.push((response) => {
        clearTimeout(timer)
        resolve(response)
      })
      this.socket.write(request)
    })
  }

  /** Frees the port at once, so that thousands of connections do not fill the table of closed ones. */
  close(): void {
    this.socket.resetAndDestroy()
  }
}

/** Opens many connections a few at a time: a burst would fill the queue of the listener, which is no fault of the server. */
export async function openMany(count: number, tally: Tally): Promise<Connection[]> {
  const opened: Connection[] = []
  const AT_ONCE = 100
  for (let i = 0; i < count; i += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - i) }, () => tally.open())
    for (const connection of await Promise.all(some)) if (connection) opened.push(connection)
  }
  return opened
}

export interface Running extends AttackTarget {
  readonly tally: Tally
  readonly ms: number
  /** When the attack ends, by `performance.now()`. */
  readonly until: number
}

/** An attack with its count. The connections that it returns are closed at its end. */
export function attack(run: (running: Running) => Promise<readonly Connection[] | undefined>) {
  return async (target: AttackTarget, ms: number): Promise<AttackResult> => {
    const tally = new Tally(target.port)
    const open = await run({ ...target, tally, ms, until: performance.now() + ms })
    for (const connection of open ?? []) connection.close()
    return tally.result()
  }
}

/** Opens the connections, sends one request after the other on each for so long, then closes all of them. */
export async function keepBusy(
  port: number,
  connections: number,
  ms: number,
  tally: Tally,
  requestOf: (connection: number, n: number) => string,
  pauseMs = 0,
): Promise<void> {
  const pool: (Connection | undefined)[] = await openMany(connections, tally)
  const until = performance.now() + ms
  const isOver = () => performance.now() >= until
  const runOne = async (number: number) => {
    for (let n = 0; !isOver(); n++) {
      if (pool[number]?.isClosed !== false) pool[number] = await Connection.open(port).catch(() => undefined)
      const request = requestOf(number, n)
      tally.sent += 1
      const response = await pool[number]?.exchange(request)
      if (response) tally.received(response, request)
      else if (!isOver()) tally.dropped += 1
      if (response?.closes) pool[number] = undefined
      if (pauseMs > 0 || !response) await sleep(Math.max(pauseMs, 10))
    }
    pool[number]?.close()
  }
  const timer = setTimeout(() => {
    for (const connection of pool) connection?.close()
  }, ms)
  await Promise.all(pool.map((_, number) => runOne(number)))
  clearTimeout(timer)
}
