// Reads HTTP/1.1 responses from the bytes of one connection, pipelined ones too.

export interface ReceivedResponse {
  readonly status: number
  /** Seconds in Retry-After; undefined without one. */
  readonly retryAfter: number | undefined
  /** The server closes the connection after this response. */
  readonly closes: boolean
}

const HEAD_END = Buffer.from('\r\n\r\n')

type Body =
  | { readonly kind: 'length'; left: number }
  | { readonly kind: 'chunked'; left: number; state: 'size' | 'data' | 'end' }
  | undefined

/** Keeps only what is needed to find the end of each response: bodies are dropped as they arrive. */
export class ResponseReader {
  #rest: Buffer = Buffer.alloc(0)
  #body: Body
  #current: ReceivedResponse | undefined
  bodyBytes = 0

  /** The responses that ended in this chunk. Throws if the bytes are not HTTP. */
  push(chunk: Buffer): ReceivedResponse[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const ended: ReceivedResponse[] = []
    for (;;) {
      if (!this.#current && !this.#readHead()) return ended
      if (!this.#skipBody()) return ended
      ended.push(this.#current!)
      this.#current = undefined
      this.#body = undefined
    }
  }

  /** The status of a response that has begun but not ended. */
  get unfinished(): number | undefined {
    return this.#current?.status
  }

  #readHead(): boolean {
    const end = this.#rest.indexOf(HEAD_END)
    if (end < 0) return false
    const head = this.#rest.toString('latin1', 0, end)
    this.#rest = this.#rest.subarray(end + HEAD_END.length)
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
    if (!(status >= 100)) throw new Error(`Not an HTTP response: ${head.slice(0, 80)}`)
    const retryAfter = /\r\nretry-after: (\d+)/i.exec(head)?.[1]
    this.#current = {
      status,
      retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
      closes: /\r\nconnection: close/i.test(head),
    }
    if (/\r\ntransfer-encoding: chunked/i.test(head)) this.#body = { kind: 'chunked', left: 0, state: 'size' }
    else this.#body = { kind: 'length', left: Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) }
    return true
  }

  /** True when the body is complete. */
  #skipBody(): boolean {
    const body = this.#body!
    if (body.kind === 'length') {
      this.#skip(body)
      return body.left === 0
    }
    for (;;) {
      if (body.state === 'data') {
        this.#skip(body)
        if (body.left > 0) return false
        body.state = 'size'
      }
      const end = this.#rest.indexOf('\r\n')
      if (end < 0) return false
      const line = this.#rest.toString('latin1', 0, end)
      this.#rest = this.#rest.subarray(end + 2)
      if (body.state === 'end') return true
      const size = Number.parseInt(line, 16)
      // The last chunk is followed by an empty line; others by their data and a line end.
      if (size === 0) body.state = 'end'
      else {
        body.left = size + 2
        body.state = 'data'
      }
    }
  }

  #skip(body: { left: number }): void {
    const skipped = Math.min(body.left, this.#rest.length)
    body.left -= skipped
    this.bodyBytes += skipped
    this.#rest = this.#rest.subarray(skipped)
  }
}
