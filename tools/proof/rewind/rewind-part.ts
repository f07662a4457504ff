// The database goes back to an older copy under its nodes: ids, data, credentials and errors afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../target/operator.ts'
import type { Answer } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { Receivers } from '../crash/receivers.ts'
import { ask, Pair, timeUntil } from '../nodes/pair.ts'
import { importRows } from '../nodes/seen.ts'
import type { Part, PartReport, PartRun } from '../part.ts'
import { timeMachineOf } from './time-machine.ts'

/** The promise. */
const FORGOTTEN_MS = 2000
/** Requests go on this long after the step back. */
const WATCHED_MS = 5000
/** Nodes have started again by then. */
const START_MS = 120_000
const PLAN = 'elite'
const SEARCH = '/api/v1/projects?q=Osprey&limit=50'

interface Tally {
  events: number
  requests: number
  errors: number
  ghosts: number
  foreign: number
  twice: number
}

class Round {
  readonly #pair: Pair
  readonly #receivers: Receivers
  readonly #tally: Tally
  readonly #breach: (what: string) => void

  constructor(pair: Pair, receivers: Receivers, tally: Tally, breach: (what: string) => void) {
    this.#pair = pair
    this.#receivers = receivers
    this.#tally = tally
    this.#breach = breach
  }

  /** `price` is different in every state of the data. */
  async run(price: number): Promise<void> {
    const pair = this.#pair
    const machine = timeMachineOf(pair)
    const early = await createKey(pair.first, PLAN)
    const get = async (path: string) => (await ask(pair.first, 'GET', path, { key: early.key })).body
    const endpoint = await this.#endpoint(early.key)
    await importRows(pair, price)
    await this.#untilReceived(async () => (await get('/api/v1/dataset'))?.data?.sequence)
    await machine.copy()
    await Promise.all(pair.nodes.map((node) => node.ready()))

    const late = await createKey(pair.first, PLAN)
    await importRows(pair, price + 1)
    const lost = (await get('/api/v1/dataset')).data
    await this.#untilReceived(async () => lost.sequence)
    await timeUntil(async () => (await ask(pair.other, 'GET', '/api/v1/me', { key: late.key })).status === 200)
    // Each node looks once a second: both have seen the numbers that are lost now.
    await sleep(FORGOTTEN_MS)
    let isBack = false
    const writing = this.#writeUntil(() => isBack, early.key)
    await machine.goBack()
    isBack = true
    await writing
    await this.#watch(late.key, early.key, { lostPrice: 500_000 + price + 1 })

    await importRows(pair, price + 2)
    const now = (await get('/api/v1/dataset')).data
    if (now.version === lost.version) this.#breach(`version ${now.version} was given to other data`)
    await this.#untilReceived(async () => now.sequence)
    const position = lost.sequence
    const { status, body } = await ask(pair.first, 'GET', `/api/v1/changes?since=${position}`, { key: early.key })
    if (status !== 410) this.#breach(`a position of lost changes (${position}) got ${status}`)
    const told = await get(`/api/v1/changes?since=${body?.last_sequence ?? 0}&types=dataset.*`)
    if (!told?.data?.some(({ type }: { type: string }) => type === 'dataset.rewound'))
      this.#breach('no dataset.rewound in the changes')
    // The next round has one of its own, which gets its own chain of events.
    await ask(pair.first, 'DELETE', endpoint, { key: early.key })
  }

  /** The first write to an older database comes before a node sees the step back: its event gets a number that a lost one had. */
  async #writeUntil(isBack: () => boolean, key: string): Promise<void> {
    const until = performance.now() + START_MS
    for (let n = 1; performance.now() < until; n++) {
      const isLast = isBack()
      // Another building each time, so that each write has an event.
      const body = { address: `${5 + 2 * (n % 12)} Osprey Crescent, Toronto` }
      const { status } = await ask(this.#pair.first, 'PUT', '/api/v1/listings/back', { key, body })
      if (isLast && status > 0 && status < 300) return
      await sleep(5)
    }
  }

  /** Returns its path. */
  async #endpoint(key: string): Promise<string> {
    const body = { url: this.#receivers.urlOf('good'), event_types: ['*'] }
    const {
      status,
      text,
      body: made,
    } = await ask(this.#pair.first, 'POST', '/api/v1/webhooks/endpoints', { key, body })
    if (status !== 201) throw new Error(`no endpoint: ${status} ${text.slice(0, 300)}`)
    const path = `/api/v1/webhooks/endpoints/${made.data.id}`
    await timeUntil(async () => (await ask(this.#pair.first, 'GET', path, { key })).body?.data?.status === 'enabled')
    return path
  }

  async #untilReceived(sequence: () => Promise<number>): Promise<void> {
    const last = await sequence()
    const arrived = () => [...this.#receivers.events.good.values()].some((event) => (event.sequence ?? 0) >= last)
    const { seconds } = await timeUntil(async () => arrived())
    if (!arrived()) this.#breach(`event ${last} did not arrive in ${Math.round(seconds)} s`)
  }

  /** Requests of a lost and of a known caller, at all nodes. */
  async #watch(late: string, early: string, { lostPrice }: { readonly lostPrice: number }): Promise<void> {
    const started = performance.now()
    const writes = [
      ['GET', '/api/v1/me', undefined],
      ['POST', '/api/v1/api-keys', { mode: 'live' }],
      ['POST', '/api/v1/webhooks/endpoints', { url: this.#receivers.urlOf('other'), event_types: ['*'] }],
      ['PUT', '/api/v1/listings/lost', { address: '5 Osprey Crescent, Toronto' }],
      ['GET', '/api/v1/usage', undefined],
    ] as const
    for (;;) {
      const sinceMs = performance.now() - started
      if (sinceMs > WATCHED_MS) return
      for (const node of this.#pair.nodes) {
        for (const [method, path, body] of writes) {
          const answer = await this.#ask(node, method, path, { key: late, body })
          if (answer.status < 300 && answer.status > 0 && sinceMs > FORGOTTEN_MS) {
            this.#tally.ghosts += 1
            this.#breach(`a lost key works after ${Math.round(sinceMs)} ms: ${method} ${path}`)
          }
        }
        const { text, status } = await this.#ask(node, 'GET', SEARCH, { key: early })
        if (status === 401) this.#breach('a key that is not lost was refused')
        if (sinceMs > FORGOTTEN_MS && text.includes(String(lostPrice))) {
          this.#tally.foreign += 1
          this.#breach(`lost data after ${Math.round(sinceMs)} ms`)
        }
      }
    }
  }

  async #ask(
    node: ServerProcess,
    method: string,
    path: string,
    options: { key: string; body?: unknown },
  ): Promise<Answer> {
    const answer = await ask(node, method, path, options)
    this.#tally.requests += 1
    if (answer.status === 500) {
      this.#tally.errors += 1
      this.#breach(`500 for ${method} ${path}`)
    }
    return answer
  }

  /** Ids with two bodies, and numbers with two ids. Changes of listings may have been written before the step back was seen. */
  close(): void {
    for (const problem of this.#receivers.problems.splice(0)) {
      this.#tally.twice += 1
      this.#breach(problem)
    }
    const ids = new Map<number, string>()
    for (const { id, type, sequence } of this.#receivers.events.good.values()) {
      if (sequence === undefined || sequence === null || type.startsWith('listing.')) continue
      if (ids.has(sequence)) {
        this.#tally.twice += 1
        this.#breach(`the number ${sequence} was given to ${ids.get(sequence)} and ${id}`)
      }
      ids.set(sequence, id)
    }
    this.#tally.events += this.#receivers.events.good.size
    this.#receivers.events.good.clear()
  }
}

async function runRounds(run: PartRun, pair: Pair, receivers: Receivers): Promise<PartReport> {
  const { breaches } = run
  const tally: Tally = { events: 0, requests: 0, errors: 0, ghosts: 0, foreign: 0, twice: 0 }
  let done = 0
  for (; done < run.count && !run.signal.aborted; done++) {
    run.progress(done)
    const seed = run.seed + done
    const round = new Round(pair, receivers, tally, (what) => breaches.push({ what, seed }))
    await round.run((seed % 1000) * 10).catch((error: Error) => breaches.push({ what: error.message, seed }))
    round.close()
  }
  const whole = (value: number) => value.toLocaleString('en')
  return {
    done,
    breaches,
    figures: {
      'events received': whole(tally.events),
      'ids or numbers given twice': whole(tally.twice),
      'requests after the step back': whole(tally.requests),
      'lost data or keys after 2 s': whole(tally.ghosts + tally.foreign),
      'server errors': whole(tally.errors),
    },
  }
}

export const rewindPart: Part = {
  name: 'rewind',
  title: 'The database goes back to an older copy: ids, data, keys and positions afterwards',
  unit: 'rounds',
  count: 3,
  minutes: 10,
  databases: 'both',
  async run(run) {
    const receivers = new Receivers(run.seed)
    await receivers.start()
    const pair = await Pair.start(run)
    try {
      return await runRounds(run, pair, receivers)
    } finally {
      await pair.end()
      await receivers.stop()
    }
  },
}
