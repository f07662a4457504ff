// A keep-alive connection with a strict reader of responses: what does not follow HTTP is reported.
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Manners } from './conditions.ts'

export interface Answer {
  /** 0 when there was none. */
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  /** How the response breaks HTTP; '' if it does not. */
  readonly broken: string
  readonly end: 'complete' | 'closed' | 'timeout'
}

const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/
const NO_HEADERS: ReadonlyMap<string, string> = new Map()
const EMPTY = Buffer.alloc(0)

export class Connection {
  readonly #port: number
  #socket: Socket | undefined
  #received: Buffer = EMPTY
  #wake: () => void = () => undefined
  #closed = true
  /** The socket has answered before, so the server may have closed it meanwhile. */
  #used = false

  constructor(port: number) {
    this.#port = port
  }

  /** Sends a request and reads its response. An idle connection that the server closed is opened again. */
  async send(bytes: Buffer, isHead: boolean, timeoutMs: number): Promise<Answer> {
    const reused = this.#used && !this.#closed
    const answer = await this.#exchange(bytes, isHead, timeoutMs)
    if (answer.end === 'closed' && answer.status === 0 && reused && this.#received.length === 0)
      return this.#exchange(bytes, isHead, timeoutMs)
    return answer
  }

  /** Sends bytes on a connection of its own, ends it, and returns what arrives until the server closes it. */
  async sendAndEnd(bytes: Buffer, timeoutMs: number, cut: boolean): Promise<{ received: Buffer; closed: boolean }> {
    this.close()
    this.#open()
    this.#socket!.write(bytes)
    if (cut) this.#socket!.destroySoon()
    else this.#socket!.end()
    const until = Date.now() + timeoutMs
    while (!this.#closed && Date.now() < until) await this.#more(until)
    const closed = this.#closed
    const received = this.#received
    this.close()
    return { received, closed }
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
    this.#closed = true
    this.#received = EMPTY
  }

  #open(): void {
    this.#received = EMPTY
    this.#closed = false
    this.#used = false
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => {
      if (this.#socket !== socket) return
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    const closed = () => {
      if (this.#socket !== socket) return
      this.#closed = true
      socket.destroy()
      this.#wake()
    }
    socket.on('end', closed)
    socket.on('close', closed)
    socket.on('error', closed)
  }

  async #exchange(bytes: Buffer, isHead: boolean, timeoutMs: number): Promise<Answer> {
    if (this.#closed || !this.#socket) this.#open()
    if (this.#received.length > 0) return this.#fail('closed', `bytes that no request asked for: ${this.#start()}`)
    const until = Date.now() + timeoutMs
    this.#socket!.write(bytes)
    const answer = await this.#read(isHead, until)
    this.#used = true
    if (answer.end !== 'complete' || /\bclose\b/i.test(answer.headers.get('connection') ?? '')) this.close()
    else if (this.#received.length > 0) {
      const extra = this.#start()
      this.close()
      return { ...answer, broken: answer.broken || `bytes after the response: ${extra}` }
    }
    return answer
  }

  async #read(isHead: boolean, until: number): Promise<Answer> {
    for (;;) {
      let end = this.#received.indexOf('\r\n\r\n')
      while (end < 0) {
        if (this.#closed) return this.#fail('closed', this.#received.length > 0 ? 'a cut head' : '')
        if (!(await this.#more(until))) return this.#fail('timeout', '')
        end = this.#received.indexOf('\r\n\r\n')
      }
      const head = readHead(this.#received.subarray(0, end).toString('latin1'))
      this.#received = this.#received.subarray(end + 4)
      if (head.status >= 100 && head.status < 200 && head.status !== 101) continue
      return this.#readBody(head, isHead, until)
    }
  }

  async #readBody(head: Head, isHead: boolean, until: number): Promise<Answer> {
    const { status, headers } = head
    const done = (body: Buffer, end: Answer['end'], broken = head.broken): Answer => ({
      status,
      headers,
      body,
      end,
      broken,
    })
    if (isHead || status === 204 || status === 304 || status === 101) return done(EMPTY, 'complete')
    const length = headers.get('content-length')
    if (headers.get('transfer-encoding') === 'chunked') {
      const reader = new ChunkReader()
      for (;;) {
        const left = reader.push(this.#received)
        this.#received = left ?? EMPTY
        if (reader.broken) return done(reader.body(), 'closed', reader.broken)
        if (left) return done(reader.body(), 'complete')
        if (this.#closed) return done(reader.body(), 'closed', head.broken || 'the chunks end early')
        if (!(await this.#more(until))) return done(reader.body(), 'timeout')
      }
    }
    if (length !== undefined && !/^\d+$/.test(length)) return done(EMPTY, 'closed', `Content-Length: ${length}`)
    const wanted = length === undefined ? Number.POSITIVE_INFINITY : Number(length)
    const pieces: Buffer[] = []
    let size = 0
    for (;;) {
      const piece = this.#received.subarray(0, wanted - size)
      this.#received = this.#received.subarray(piece.length)
      pieces.push(piece)
      size += piece.length
      if (size === wanted) return done(Buffer.concat(pieces), 'complete')
      if (this.#closed) {
        const body = Buffer.concat(pieces)
        return length === undefined
          ? done(body, 'complete')
          : done(body, 'closed', head.broken || 'the body ends early')
      }
      if (!(await this.#more(until))) return done(Buffer.concat(pieces), 'timeout')
    }
  }

  /** False when the time is over. */
  async #more(until: number): Promise<boolean> {
    const left = until - Date.now()
    if (left <= 0) return false
    let timer: NodeJS.Timeout | undefined
    const inTime = await new Promise<boolean>((resolve) => {
      this.#wake = () => resolve(true)
      timer = setTimeout(() => resolve(false), left)
    })
    clearTimeout(timer)
    return inTime
  }

  #start(): string {
    return JSON.stringify(this.#received.subarray(0, 80).toString('latin1'))
  }

  #fail(end: 'closed' | 'timeout', broken: string): Answer {
    return { status: 0, headers: NO_HEADERS, body: EMPTY, broken, end }
  }
}

/** Long enough for an answer to a slow request. */
const READ_MS = 3000

/** Sends as a client that is slow, or that leaves. Its answer is not looked at. */
export async function sendBadly(
  port: number,
  bytes: Buffer,
  { pauseMs = 0, leaveMs }: Manners,
  at: number,
): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).on('error', () => socket.destroy())
  // In the body, or in the head.
  const [cut, wait] = [[bytes.length - 1, bytes.length >> 1][at % 2], leaveMs === undefined ? READ_MS : at % leaveMs]
  socket.write(bytes.subarray(0, cut))
  await sleep(pauseMs)
  if (!socket.destroyed) socket.write(bytes.subarray(cut))
  if (leaveMs === undefined) socket.resume()
  await sleep(wait)
  socket.destroy()
}

interface Head {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly broken: string
}

export function readHead(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n')
  const status = /^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]*$/.exec(first)?.[1]
  const headers = new Map<string, string>()
  let broken = status ? '' : `status line ${JSON.stringify(first.slice(0, 80))}`
  for (const line of lines) {
    const [, name, value] = HEADER.exec(line) ?? []
    if (name === undefined) {
      broken ||= `header line ${JSON.stringify(line.slice(0, 80))}`
      continue
    }
    const key = name.toLowerCase()
    const previous = headers.get(key)
    if (previous !== undefined && (key === 'content-length' || key === 'content-type')) broken ||= `two ${key} headers`
    headers.set(key, previous === undefined ? value! : `${previous}\n${value}`)
  }
  return { status: Number(status ?? 0), headers, broken }
}

/** Decodes chunked bodies; keeps its place between pieces. */
class ChunkReader {
  readonly #pieces: Buffer[] = []
  #rest: Buffer = EMPTY
  broken = ''

  body(): Buffer {
    return Buffer.concat(this.#pieces)
  }

  /** Returns what follows the body once it is complete. */
  push(bytes: Buffer): Buffer | undefined {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    for (;;) {
      const end = this.#rest.indexOf('\r\n')
      if (end < 0) return undefined
      const size = this.#rest.subarray(0, end).toString('latin1')
      if (!/^[0-9a-fA-F]{1,8}$/.test(size)) {
        this.broken = `chunk size ${JSON.stringify(size.slice(0, 40))}`
        return undefined
      }
      const length = Number.parseInt(size, 16)
      const next = end + 2 + length + 2
      if (this.#rest.length < next) return undefined
      this.#pieces.push(this.#rest.subarray(end + 2, end + 2 + length))
      this.#rest = this.#rest.subarray(next)
      if (length === 0) return this.#rest
    }
  }
}
