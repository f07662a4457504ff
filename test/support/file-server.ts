// A stand-in for open data portals: files with ranges and validators, and what goes wrong with servers.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanUp } from './databases.ts'

/** What goes wrong with one request. The connection is cut after so many bytes of the body, once the promise resolves. */
export type FileFault =
  | { readonly cut: number; readonly when?: Promise<unknown> }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly endless: true }

interface ServedFile {
  body: Buffer
  /** Sent with the file, over what the server sends itself. Undefined leaves a header out. */
  headers?: Readonly<Record<string, string | undefined>>
  ranges?: boolean
}

export interface FileRequest {
  readonly path: string
  readonly range: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly status: number
}

export class FileServer {
  readonly files = new Map<string, ServedFile>()
  readonly requests: FileRequest[] = []
  /** Taken by the next requests for a path. */
  readonly faults = new Map<string, FileFault[]>()
  /** Bytes of bodies that were sent, by path. */
  readonly sent = new Map<string, number>()
  readonly #server = createServer((request, response) => this.#answer(request, response))

  static async start(): Promise<FileServer> {
    const server = new FileServer()
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    cleanUp(async () => {
      server.#server.closeAllConnections()
      await new Promise((done) => server.#server.close(done))
    })
    return server
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  serve(path: string, body: string | Buffer, options: Omit<ServedFile, 'body'> = {}): void {
    this.files.set(path, { body: Buffer.from(body), ...options })
  }

  failNext(path: string, ...faults: FileFault[]): void {
    this.faults.set(path, [...(this.faults.get(path) ?? []), ...faults])
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(request.url ?? '')
    const fault = this.faults.get(path)?.shift()
    const file = this.files.get(path)
    const { range, 'if-none-match': ifNoneMatch } = request.headers
    const head = (status: number, headers: Record<string, string | undefined> = {}) => {
      this.requests.push({ path, range, ifNoneMatch, status })
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value)
      response.writeHead(status)
    }
    if (fault && 'status' in fault) {
      head(fault.status, fault.headers)
      return void response.end()
    }
    if (!file) {
      head(404)
      return void response.end()
    }
    const etag = `"${createHash('sha256').update(file.body).digest('hex').slice(0, 16)}"`
    if (ifNoneMatch === etag) {
      head(304)
      return void response.end()
    }
    const isRange = range !== undefined && file.ranges !== false && request.headers['if-range'] === etag
    const start = isRange ? Number(/^bytes=(\d+)-$/.exec(range)![1]) : 0
    const size = file.body.length
    const headers = { etag, 'last-modified': new Date(0).toUTCString(), ...file.headers }
    if (isRange && start >= size) {
      head(416, { ...headers, 'content-range': `bytes */${size}` })
      return void response.end()
    }
    const content = { 'content-range': isRange ? `bytes ${start}-${size - 1}/${size}` : undefined }
    if (!fault || !('endless' in fault)) Object.assign(content, { 'content-length': String(size - start) })
    head(isRange ? 206 : 200, { ...content, ...headers })
    this.#send(path, file.body.subarray(start), fault, response)
  }

  #send(path: string, body: Buffer, fault: FileFault | undefined, response: ServerResponse): void {
    const count = (chunk: Buffer) => this.sent.set(path, (this.sent.get(path) ?? 0) + chunk.length)
    if (fault && 'endless' in fault) {
      const more = () => {
        while (!response.destroyed && response.write(body)) count(body)
      }
      response.on('drain', more)
      more()
      return
    }
    const { cut = body.length, when } = (fault ?? {}) as { cut?: number; when?: Promise<unknown> }
    const part = body.subarray(0, cut)
    count(part)
    if (!fault) return void response.end(part)
    response.write(part, () => void Promise.resolve(when).then(() => response.destroy()))
  }
}
