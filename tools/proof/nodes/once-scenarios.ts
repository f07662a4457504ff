// Without any fault, everything happens once: one change is one event, and a POST that is sent again changes nothing.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { holdsWithin } from '../../shared/waiting.ts'
import { listenLocally } from '../../target/listen.ts'
import { createKey } from '../../target/operator.ts'
/** POSTs that create something, and where it is listed. */
import CREATIONS from './creations.json' with { type: 'json' }
import type { Pair } from './pair.ts'
import { ask } from './pair.ts'
import type { Scenario } from './scenarios.ts'

/** Slow enough that a second sender would begin before the first one is done. */
const RECEIVER_MS = 200
const ARRIVAL_MS = 30_000
/** In which a second copy would arrive. */
const QUIET_MS = 2500
const LISTINGS = 60
const AT_ONCE = 6

class Receiver {
  /** How often each event arrived, by its id. */
  readonly arrived = new Map<string, number>()
  secret = ''
  unsigned = 0
  readonly #server = createServer(async (request, response) => {
    const body = await text(request)
    await sleep(RECEIVER_MS)
    response.writeHead(204).end()
    const { id, type } = JSON.parse(body)
    if (type === 'ping') return
    const signed = `${request.headers['webhook-id']}.${request.headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(this.secret.replace('whsec_', ''), 'base64')
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
    if (request.headers['webhook-signature'] !== expected) this.unsigned += 1
    this.arrived.set(id, (this.arrived.get(id) ?? 0) + 1)
  })

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listenLocally(this.#server)}/`
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

/** Calls `work` for each number, a few at a time. */
async function forEach(count: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Two addresses that lead to two projects. */
async function twoAddresses(pair: Pair, key: string): Promise<[string, string]> {
  const { body } = await ask(pair.first, 'GET', '/api/v1/projects?limit=2&fields=address', { key })
  return body.data.map(({ address }: { address: string }) => address)
}

export const oneEvent: Scenario = {
  name: 'one event for each change',
  needs: 'anything',
  async run(pair, breach) {
    const { key } = await createKey(pair.first, 'elite')
    const nodes = [pair.first, pair.other]
    const receiver = new Receiver()
    let requests = 0
    const send = async (i: number, method: string, path: string, body?: object) => {
      requests += 1
      return ask(nodes[i % nodes.length]!, method, path, { key, body })
    }
    try {
      const endpoint = { url: await receiver.start(), event_types: ['listing.*'] }
      const made = (await send(0, 'POST', '/api/v1/webhooks/endpoints', endpoint)).body?.data
      receiver.secret = made?.secret ?? ''
      const isEnabled = async () =>
        (await send(0, 'GET', `/api/v1/webhooks/endpoints/${made?.id}`)).body?.data?.status === 'enabled'
      if (!(await holdsWithin(ARRIVAL_MS, isEnabled, 200))) throw new Error('the endpoint was not enabled')
      const addresses = await twoAddresses(pair, key)
      for (const address of addresses)
        await forEach(LISTINGS, async (i) => {
          const { status, text } = await send(i, 'PUT', `/api/v1/listings/once-${i}`, { address })
          if (status >= 300 || status === 0) breach(`PUT of a listing: ${status} ${text.slice(0, 200)}`)
        })
      await forEach(LISTINGS, async (i) => {
        const { status, body } = await send(i + 1, 'GET', `/api/v1/listings/once-${i}`)
        if (body?.data?.address !== addresses[1]) breach(`listing once-${i} is not what was acknowledged: ${status}`)
      })
      const { body } = await send(1, 'GET', '/api/v1/listings/changes?since=0&limit=200')
      const events: { id: string; event_id?: string }[] = body?.data ?? []
      if (events.length !== LISTINGS) breach(`${LISTINGS} changes made ${events.length} events`)
      const { arrived } = receiver
      await holdsWithin(ARRIVAL_MS, () => arrived.size >= LISTINGS)
      await sleep(QUIET_MS)
      const copies = [...arrived.values()].reduce((all, count) => all + count, 0)
      if (arrived.size !== LISTINGS) breach(`of ${LISTINGS} events ${arrived.size} arrived`)
      if (copies > arrived.size) breach(`${arrived.size} events arrived ${copies} times, without any failure`)
      if (receiver.unsigned > 0) breach(`${receiver.unsigned} events had another signature`)
      return { requests }
    } finally {
      receiver.stop()
    }
  },
}

/** The account has this often a thing with the name. */
async function count(pair: Pair, key: string, list: string, name: string): Promise<number> {
  const { text } = await ask(pair.other, 'GET', list, { key })
  return text.split(JSON.stringify(name)).length - 1
}

export const samePost: Scenario = {
  name: 'the same POST again',
  needs: 'anything',
  async run(pair, breach) {
    let requests = 0
    for (const { path, list = path, body, other } of CREATIONS as readonly Creation[]) {
      const { key } = await createKey(pair.first, 'elite')
      const post = (node: Pair['first'], sent: object) => {
        requests += 1
        return ask(node, 'POST', path, { key, body: sent, headers: { 'idempotency-key': 'once-and-only-once' } })
      }
      const first = await post(pair.first, body)
      if (first.status !== 201) throw new Error(`POST ${path}: ${first.status} ${first.text.slice(0, 300)}`)
      const again = await post(pair.other, body)
      if (again.text !== first.text) breach(`POST ${path} again: ${again.status} ${again.text.slice(0, 200)}`)
      const reused = await post(pair.other, { ...body, ...other })
      if (reused.body?.code !== 'idempotency_key_reused')
        breach(`another POST ${path} with the same key: ${reused.status} ${reused.text.slice(0, 200)}`)
      const found = await count(pair, key, list, 'made only once')
      if (found !== 1) breach(`POST ${path} made ${found} of one`)
    }
    return { requests }
  },
}

interface Creation {
  readonly path: string
  readonly list?: string
  readonly body: { readonly name?: string; readonly description?: string }
  /** What makes it another request. */
  readonly other: object
}
