// Ten times the load that the server can carry, measured in the same run.
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepBusy, Tally, textOf } from './attack-connection.ts'
import { addressOf, LINKS, linkRequest, pick } from './attack-requests.ts'
import type { AttackResult, AttackTarget } from './messages.ts'

const FACTOR = 10
const CAPACITY_MS = 3000
/** Too few responses say nothing; a slow machine gets more time. */
const MIN_ANSWERED = 50
const MAX_CAPACITY_MS = 30_000
const TICK_MS = 5
/** Callers that do what Retry-After says, among those that do not. */
const POLITE_CONNECTIONS = 20

export interface Load {
  readonly capacityConnections: number
  readonly connections: number
  /** Requests in one write. Built before the attack, so that sending costs as little as possible. */
  readonly burst: number
  /** A connection with so many is given up for a new one, as clients do that time out. */
  readonly maxUnanswered: number
  readonly requestOf: (target: AttackTarget, i: number) => string
}

const BURSTS = 64

const lookups: Load = {
  capacityConnections: 32,
  connections: 1000,
  burst: 10,
  maxUnanswered: 60,
  requestOf: ({ keys }, i) => linkRequest(keys, i),
}

const ADDRESSES = 1000

const batches: Load = {
  capacityConnections: 8,
  connections: 1000,
  burst: 1,
  maxUnanswered: 1,
  requestOf: ({ keys }, i) => {
    const queries = Array.from({ length: ADDRESSES }, (_, n) => ({ address: addressOf(i * ADDRESSES + n) }))
    return textOf({ method: 'POST', path: `${LINKS}/batch`, key: pick(keys, i), body: JSON.stringify({ queries }) })
  },
}

const tenfoldLookups = (target: AttackTarget, ms: number) => tenfold(lookups, target, ms)
const tenfoldBatches = (target: AttackTarget, ms: number) => tenfold(batches, target, ms)

/** Sends ten times what the server can carry, whether it answers or not. */
async function tenfold(load: Load, target: AttackTarget, ms: number): Promise<AttackResult> {
  const { port } = target
  const requests = Array.from({ length: BURSTS * load.burst }, (_, i) => load.requestOf(target, i))
  const capacity = await capacityOf(load, requests, port)
  const tally = new Tally(port)
  const started = performance.now()
  const until = started + ms
  const sender = new LoadSender(load, requests, port, tally)
  const polite = keepBusy(port, POLITE_CONNECTIONS, ms, tally, (i, n) => pick(requests, 31 * i + n), 100)
  let due = 0
  for (let last = started; performance.now() < until; ) {
    await sleep(TICK_MS)
    const now = performance.now()
    due += (capacity * FACTOR * (now - last)) / 1000 / load.burst
    last = now
    for (; due >= 1; due--) sender.send()
  }
  const seconds = (performance.now() - started) / 1000
  tally.isOver = true
  sender.close()
  await polite
  return {
    ...(await tally.result()),
    capacity,
    offered: tally.sent / seconds,
    served: (tally.statuses[200] ?? 0) / seconds,
  }
}

/** Requests per second that it answers with 200 when a few callers always wait for the response. */
async function capacityOf({ capacityConnections }: Load, requests: readonly string[], port: number): Promise<number> {
  const tally = new Tally(port)
  let ms = 0
  while (ms < CAPACITY_MS || ((tally.statuses[200] ?? 0) < MIN_ANSWERED && ms < MAX_CAPACITY_MS)) {
    await keepBusy(port, capacityConnections, CAPACITY_MS, tally, (i, n) => pick(requests, 31 * i + n))
    ms += CAPACITY_MS
  }
  return (tally.statuses[200] ?? 0) / (ms / 1000)
}

const STATUS_LINE = Buffer.from('HTTP/1.1 ')
const STATUS_DIGITS = 3

/** Counts status lines without reading the rest: reading all of it would slow the sender down. */
export class StatusCounter {
  #rest = Buffer.alloc(0)

  count(chunk: Buffer, onStatus: (status: string) => void): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const needed = STATUS_LINE.length + STATUS_DIGITS
    let from = 0
    for (let at = bytes.indexOf(STATUS_LINE); at >= 0 && at + needed <= bytes.length; ) {
      onStatus(bytes.toString('latin1', at + STATUS_LINE.length, at + needed))
      from = at + needed
      at = bytes.indexOf(STATUS_LINE, from)
    }
    // A status line may be cut by the end of the chunk.
    this.#rest = Buffer.from(bytes.subarray(Math.max(from, bytes.length - needed + 1)))
  }
}

interface OpenConnection {
  readonly socket: Socket
  unanswered: number
}

class LoadSender {
  readonly #load: Load
  readonly #bursts: readonly Buffer[]
  readonly #port: number
  readonly #tally: Tally
  readonly #pool: (OpenConnection | undefined)[]
  #sent = 0

  constructor(load: Load, requests: readonly string[], port: number, tally: Tally) {
    this.#load = load
    this.#port = port
    this.#tally = tally
    this.#bursts = Array.from({ length: BURSTS }, (_, i) =>
      Buffer.from(requests.slice(i * load.burst, (i + 1) * load.burst).join('')),
    )
    this.#pool = Array.from({ length: load.connections })
  }

  send(): void {
    const { burst, maxUnanswered, connections } = this.#load
    const at = this.#sent % connections
    let connection = this.#pool[at]
    if (connection && connection.unanswered + burst > maxUnanswered) {
      this.#tally.dropped += connection.unanswered
      connection.socket.resetAndDestroy()
      connection = undefined
    }
    connection ??= this.#open(at)
    connection.unanswered += burst
    connection.socket.write(pick(this.#bursts, this.#sent))
    this.#sent += 1
    this.#tally.sent += burst
  }

  #open(at: number): OpenConnection {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    const opened: OpenConnection = { socket, unanswered: 0 }
    const counter = new StatusCounter()
    const { statuses } = this.#tally
    socket.on('data', (chunk: Buffer) =>
      counter.count(chunk, (status) => {
        opened.unanswered -= 1
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    )
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.#pool[at] === opened) this.#pool[at] = undefined
    })
    this.#pool[at] = opened
    return opened
  }

  close(): void {
    for (const connection of this.#pool) connection?.socket.resetAndDestroy()
  }
}

export const LOAD_ATTACKS = { tenfoldLookups, tenfoldBatches }
