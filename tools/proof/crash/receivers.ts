// Webhook receivers: one works, one is slow, one fails now and then, one is down for a while.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Random } from '../../shared/random.ts'
import { listenLocally } from '../../target/listen.ts'
import type { ReceivedEvent } from './event-checks.ts'

/** `sandbox` works; the others get the events of the whole dataset. */
export const RECEIVERS = ['good', 'slow', 'flaky', 'down', 'sandbox'] as const
export type ReceiverName = (typeof RECEIVERS)[number]

const SLOW_MS = 150
const FLAKY = 0.35

export class Receivers {
  readonly events: Readonly<Record<ReceiverName, Map<string, ReceivedEvent>>>
  readonly problems: string[] = []
  isDown = false
  /** False while everything has to arrive. */
  isFlaky = true
  /** The file of a feed. */
  feedText = ''
  #port = 0
  readonly #random: Random
  readonly #texts = new Map<string, string>()
  readonly #arrivals = new Map<string, number>()
  readonly #server = createServer((request, response) => void this.#answer(request, response).catch(() => {}))

  constructor(seed: number) {
    this.#random = new Random(seed)
    this.events = { good: new Map(), slow: new Map(), flaky: new Map(), down: new Map(), sandbox: new Map() }
  }

  async start(): Promise<void> {
    this.#port = await listenLocally(this.#server)
  }

  /** Other paths accept everything and remember nothing. */
  urlOf(path: string): string {
    return `http://127.0.0.1:${this.#port}/${path}`
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const name = (request.url ?? '').slice(1) as ReceiverName
    if (request.method === 'GET')
      return void response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(this.feedText)
    if (!RECEIVERS.includes(name)) return void response.writeHead(204).end()
    if (name === 'down' && this.isDown) return void request.socket.destroy()
    if (name === 'flaky' && this.isFlaky && this.#random.chance(FLAKY)) return void response.writeHead(500).end()
    if (name === 'slow') setTimeout(() => response.writeHead(204).end(), SLOW_MS)
    else response.writeHead(204).end()
    this.#remember(name, body)
  }

  /** How often an event arrived. */
  arrivals(name: ReceiverName, id: string): number {
    return this.#arrivals.get(`${name} ${id}`) ?? 0
  }

  #remember(name: ReceiverName, body: string): void {
    const { id, type, sequence, previous_sequence } = JSON.parse(body)
    if (type === 'ping') return
    const key = `${name} ${id}`
    const before = this.#texts.get(key)
    if (before !== undefined && before !== body)
      this.problems.push(`event ${id} arrived at ${name} with two different bodies: ${differenceIn(before, body)}`)
    this.#texts.set(key, body)
    this.#arrivals.set(key, (this.#arrivals.get(key) ?? 0) + 1)
    this.events[name].set(id, { id, type, sequence, previous: previous_sequence ?? null })
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

/** Where two texts begin to differ. */
function differenceIn(one: string, other: string): string {
  const at = [...one].findIndex((character, i) => character !== other[i])
  const from = Math.max(0, at - 40)
  return `${one.slice(from, at + 60)} and ${other.slice(from, at + 60)}`
}
