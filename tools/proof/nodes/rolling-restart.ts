// Nodes restart one after the other behind a load balancer: no request fails, and no write is lost.
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../target/operator.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import type { Pair } from './pair.ts'
import { ask, timeUntil } from './pair.ts'
import type { Scenario } from './scenarios.ts'
import { knows } from './scenarios.ts'

const CLIENTS = 8
/** Each client stays below its limit on one node. */
const PAUSE_MS = 120
const BALANCER_MS = 200

/** Sends to the nodes in turn, and not to a node whose `/readyz` is not 200, as a load balancer does. */
class Balancer {
  readonly #pair: Pair
  readonly #ready = new Set<number>([0, 1])
  #next = 0
  #isOn = true
  readonly #watching: Promise<void>
  readonly failed: string[] = []
  sent = 0

  constructor(pair: Pair) {
    this.#pair = pair
    this.#watching = this.#watch()
  }

  async #watch(): Promise<void> {
    while (this.#isOn) {
      for (const number of [0, 1]) {
        const { status } = await ask(this.#pair.nodes[number]!, 'GET', '/readyz', { timeoutMs: 5000 })
        if (status === 200) this.#ready.add(number)
        else this.#ready.delete(number)
      }
      await sleep(BALANCER_MS)
    }
  }

  /** Returns the keys of the listings that were acknowledged. */
  async client(key: string): Promise<ReadonlySet<string>> {
    const written = new Set<string>()
    let turn = 0
    while (this.#isOn) {
      const ready = [...this.#ready]
      if (ready.length === 0) {
        this.failed.push('no node is ready')
        await sleep(BALANCER_MS)
        continue
      }
      const number = ready[this.#next++ % ready.length]!
      // On kept connections, as a load balancer uses them. Reads and writes in turn.
      const { url } = this.#pair.nodes[number]!
      const isWrite = ++turn % 2 === 0
      const listing = `rolling-${turn}`
      const { status, error } = isWrite
        ? await send(url, 'PUT', `/api/v1/listings/${listing}`, {
            key,
            body: { address: `${turn} Rolling Rd, Toronto` },
          })
        : await send(url, 'GET', '/api/v1/me', { key })
      this.sent += 1
      if (status !== 200) this.failed.push(`node ${number}, ${isWrite ? 'write' : 'read'}: ${status} ${error ?? ''}`)
      else if (isWrite) written.add(listing)
      await sleep(PAUSE_MS)
    }
    return written
  }

  isReady(number: number): boolean {
    return this.#ready.has(number)
  }

  async stop(): Promise<void> {
    this.#isOn = false
    await this.#watching
  }
}

const SILENT_CLIENTS = 20
/** Most supervisors kill a process that takes longer. */
const MAX_STOP_SECONDS = 30

/** Clients that send nothing, and one that never ends its headers: a server must stop in spite of them. */
function openSilent({ port }: ServerProcess): Socket[] {
  return Array.from({ length: SILENT_CLIENTS + 1 }, (_, i) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    if (i === SILENT_CLIENTS) socket.write('GET /api/v1/me HTTP/1.1\r\nHos')
    return socket
  })
}

async function keysOfListings(pair: Pair, key: string): Promise<Set<string>> {
  const stored = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await ask(pair.other, 'GET', `/api/v1/listings?limit=200${page}`, { key })
    for (const one of body.data) stored.add(one.key)
    cursor = body.meta.next_cursor ?? null
  }
  return stored
}

export const rollingRestart: Scenario = {
  name: 'rolling restart under load',
  needs: 'two nodes',
  async run(pair, breach) {
    const keys = await Promise.all(Array.from({ length: CLIENTS }, () => createKey(pair.first, 'elite')))
    for (const { key } of keys) await timeUntil(knows(pair.other, key))
    const balancer = new Balancer(pair)
    const clients = keys.map(({ key }) => balancer.client(key))
    const stops: number[] = []
    for (const number of [0, 1]) {
      const silent = openSilent(pair.nodes[number]!)
      await sleep(1000)
      stops.push(await pair.restart(number))
      for (const socket of silent) socket.destroy()
      await timeUntil(async () => balancer.isReady(number))
    }
    const stopSeconds = Math.max(...stops)
    await balancer.stop()
    for (const [i, written] of (await Promise.all(clients)).entries()) {
      const stored = await keysOfListings(pair, keys[i]!.key)
      const lost = [...written].filter((listing) => !stored.has(listing))
      if (lost.length > 0) breach(`${lost.length} of ${written.size} acknowledged writes are lost: ${lost[0]}`)
    }
    if (balancer.failed.length > 0)
      breach(`${balancer.failed.length} of ${balancer.sent} requests failed, first: ${balancer.failed[0]}`)
    if (stopSeconds > MAX_STOP_SECONDS) breach(`a server took ${stopSeconds.toFixed(1)} s to stop`)
    return { requests: balancer.sent, stopSeconds }
  },
}
