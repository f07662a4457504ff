// The customers' side of the network: receivers of webhooks, and servers with files of listings.

import type { GuardedReader, Sender, SendOutcome } from '../../src/webhooks/sender/guarded-sender.ts'
import type { Random } from '../shared/random.ts'
import type { VirtualTime } from './virtual-time.ts'

const TIMEOUT_MS = 15_000

/** Everything that one URL got: the events by id, with their text and the time of the first. */
export class Receiver {
  readonly url: string
  readonly events = new Map<string, { readonly text: string; readonly firstMs: number }>()
  /** Ids that came with another text. */
  readonly altered = new Set<string>()
  requests = 0
  isDown = false
  /** How likely a request fails while the receiver is up. */
  faultRate: number

  constructor(url: string, faultRate: number) {
    this.url = url
    this.faultRate = faultRate
  }

  take(body: string, atMs: number): void {
    this.requests += 1
    const parsed = JSON.parse(body)
    for (const event of parsed.type === 'batch' ? parsed.data.events : [parsed]) {
      const text = JSON.stringify(event)
      const known = this.events.get(event.id)
      if (!known) this.events.set(event.id, { text, firstMs: atMs })
      else if (known.text !== text) this.altered.add(event.id)
    }
  }
}

/** A file of listings that changes; its server may be down. */
export class FileServer {
  readonly url: string
  keys: readonly string[] = []
  reads = 0
  isDown = false
  faultRate = 0

  constructor(url: string) {
    this.url = url
  }

  get text(): string {
    return this.keys
      .map((key, i) => `${JSON.stringify({ key, address: `${(i % 8) + 1} Widmer Lane, Toronto, ON` })}\n`)
      .join('')
  }
}

export class Network {
  readonly receivers: readonly Receiver[]
  readonly files: readonly FileServer[]
  readonly #time: VirtualTime
  readonly #random: Random

  constructor(time: VirtualTime, random: Random, receivers: readonly Receiver[], files: readonly FileServer[]) {
    this.#time = time
    this.#random = random
    this.receivers = receivers
    this.files = files
  }

  get sender(): Sender {
    return {
      send: async ({ url, body }) => {
        const receiver = this.receivers.find((one) => one.url === url)!
        await this.#time.sleep(5 + this.#random.next() * 200)
        if (receiver.isDown) return failed('connect')
        const fault = this.#random.chance(receiver.faultRate) ? this.#random.pick(FAULTS) : undefined
        if (fault === 'lost') return failed('reset')
        if (fault === 'refused') return answered(503)
        receiver.take(body, this.#time.nowMs)
        await this.#time.sleep(fault === 'answer lost' ? TIMEOUT_MS : 5 + this.#random.next() * 200)
        return fault ? failed('timeout') : answered(200)
      },
      check: async () => true,
      close: async () => {},
    }
  }

  get reader(): GuardedReader {
    return {
      request: async () => failed('connect'),
      stream: async ({ url, headers }, read, signal) => {
        const file = this.files.find((one) => one.url === url)!
        await this.#time.sleep(5 + this.#random.next() * 500)
        if (file.isDown || this.#random.chance(file.faultRate)) return failed('connect')
        file.reads += 1
        const { text } = file
        const etag = `"${Buffer.from(text).toString('base64url').slice(-60)}${text.length}"`
        const isSame = headers['if-none-match'] === etag
        const body = this.#chunks(isSame ? '' : text, this.#random.chance(file.faultRate), signal)
        try {
          return { kind: 'read', value: await read({ status: isSame ? 304 : 200, headers: { etag }, body }), ms: 1 }
        } catch (error) {
          if (error instanceof CutOff) return failed('reset')
          throw error
        }
      },
      check: async () => true,
    }
  }

  async *#chunks(text: string, isCut: boolean, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
    const half = text.length >> 1
    yield Buffer.from(text.slice(0, half))
    await this.#time.sleep(this.#random.next() * 3000)
    if (isCut || signal?.aborted) throw new CutOff()
    yield Buffer.from(text.slice(half))
  }
}

class CutOff extends Error {}

const FAULTS = ['lost', 'refused', 'answer lost'] as const

const failed = (code: 'connect' | 'reset' | 'timeout') => ({ kind: 'failed' as const, code, detail: '', ms: 1 })

const answered = (status: number): SendOutcome => ({ kind: 'response', status, headers: {}, bodyStart: '', ms: 1 })
