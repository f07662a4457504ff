// A test server that fails by script: each request runs the next entry, then the last one repeats.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Script = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export interface FlakyServer {
  readonly url: string
  /** The headers of every request so far. */
  readonly seen: IncomingMessage['headers'][]
  stop(): Promise<void>
}

export async function startFlakyServer(...script: readonly Script[]): Promise<FlakyServer> {
  const seen: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    const step = script[Math.min(seen.length, script.length - 1)]!
    seen.push(request.headers)
    // Either side may close the connection.
    Promise.resolve(step(request, response)).catch(() => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Script =>
  (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/problem+json', 'x-request-id': 'req_1', ...headers })
    response.end(JSON.stringify({ status, code, detail: `It is ${code}.`, errors: [], request_id: 'req_1' }))
  }

export const answer =
  (body: unknown): Script =>
  (request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

export const hangUp: Script = (request) => {
  request.socket.destroy()
}
