// Receives webhooks and checks their signatures with the secrets of the endpoints.
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { WebhookEvent } from '@plinth/client'
import { eventsOf, verifyWebhook } from '@plinth/client'
import { holdsWithin } from '../../shared/waiting.ts'
import { listenLocally } from '../../target/listen.ts'

const WITHIN_MS = 60_000

export class Receiver {
  readonly #server: Server
  #port = 0
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
    receiver.#port = await listenLocally(receiver.#server)
    return receiver
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.#port}${path}`
  }

  expect(path: string, secret: string): void {
    this.#secrets.set(path, secret)
  }

  received(path: string): WebhookEvent[] {
    if (!this.#received.has(path)) this.#received.set(path, [])
    return this.#received.get(path)!
  }

  /** Waits for an event at `path` for which `isWanted` is true. */
  async event(path: string, isWanted: (event: WebhookEvent) => boolean): Promise<void> {
    if (await holdsWithin(WITHIN_MS, () => this.received(path).some(isWanted))) return
    throw new Error(`No event with a valid signature at ${path} after ${WITHIN_MS / 1000} s; ${this.invalid} invalid.`)
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
