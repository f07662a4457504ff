// Receives webhooks and checks their signatures with the secrets of the endpoints.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookEvent } from '@plinth/client'
import { eventsOf, verifyWebhook } from '@plinth/client'

const WITHIN_MS = 60_000

export class Receiver {
  readonly #server: Server
  readonly #received = new Map<string, WebhookEvent[]>()
  readonly #secrets = new Map<string, string>()
  /** Paths that answer 500. */
  readonly failing = new Set<string>()
  invalid = 0

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const path = request.url!
      const body = await buffer(request)
      // The first ping arrives before the response that has the secret.
      const secret = this.#secrets.get(path)
      if (secret !== undefined) {
        const message = await verifyWebhook(body, request.headers, secret).catch(() => undefined)
        if (message === undefined) this.invalid += 1
        else if (!this.failing.has(path)) this.received(path).push(...eventsOf(message))
      }
      response.writeHead(secret !== undefined && this.failing.has(path) ? 500 : 204).end()
    })
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver()
    receiver.#server.listen(0, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`
  }

  expect(path: string, secret: string): void {
    this.#secrets.set(path, secret)
  }

  received(path: string): WebhookEvent[] {
    if (!this.#received.has(path)) this.#received.set(path, [])
    return this.#received.get(path)!
  }

  /** The first event at `path`, after the first `from` ones, for which `isWanted` is true. */
  async event(path: string, isWanted: (event: WebhookEvent) => boolean, from = 0): Promise<WebhookEvent> {
    for (const until = Date.now() + WITHIN_MS; Date.now() < until; await sleep(50)) {
      const event = this.received(path).slice(from).find(isWanted)
      if (event) return event
    }
    throw new Error(`No event with a valid signature at ${path} after ${WITHIN_MS / 1000} s; ${this.invalid} invalid.`)
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
