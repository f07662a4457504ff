// A test receiver on loopback that records requests and can be awaited.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly id: string
  readonly type: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any
}

export interface Receiver {
  readonly url: string
  readonly got: Received[]
  /** The response status; 204 by default. */
  answer: (received: Received, response: ServerResponse) => void
  /** Resolves with the first match, past or future. */
  gets(wanted: (received: Received) => boolean): Promise<Received>
  /** Resolves when this many requests match. */
  getsMany(count: number, wanted?: (received: Received) => boolean): Promise<Received[]>
  stop(): Promise<void>
}

export const answering =
  (status: number, headers: Record<string, string> = {}): Receiver['answer'] =>
  (_, response) =>
    void response.writeHead(status, headers).end(status === 204 ? undefined : `answer ${status}`)

export async function startReceiver(): Promise<Receiver> {
  const got: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const body = JSON.parse(text)
      const received = {
        id: String(request.headers['webhook-id']),
        type: body.type,
        headers: request.headers,
        text,
        body,
      }
      got.push(received)
      receiver.answer(received, response)
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const getsMany: Receiver['getsMany'] = (count, wanted = () => true) =>
    new Promise((resolve) => {
      const look = () => {
        const found = got.filter(wanted)
        if (found.length < count) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got,
    answer: answering(204),
    getsMany,
    gets: async (wanted) => (await getsMany(1, wanted))[0]!,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}
