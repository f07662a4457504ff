// Batches are leased by the node that forms them, and sent one after the other.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { CAPS } from '../../src/webhooks/claim.ts'
import type { Sender, SendOutcome, WebhookRequest } from '../../src/webhooks/sender/guarded-sender.ts'
import type { WebhooksOptions } from '../../src/webhooks/webhooks.ts'
import { forEachDatabase } from '../support/databases.ts'
import {
  answered,
  deliveriesOf,
  enabledEndpoint,
  newAccount,
  publish,
  START,
  senderOf,
  settle,
  updated,
  webhooksOn,
} from './stage.ts'

const oneTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

const idsIn = ({ body }: WebhookRequest): number[] =>
  JSON.parse(body).data.events.map((event: { data: { resource: { id: number } } }) => event.data.resource.id)

/** A node, and endpoints with batches of ten. */
async function nodeOf(db: Database, sender: Sender, endpoints: number, more: Partial<WebhooksOptions> = {}) {
  const node = webhooksOn(db, sender, more)
  const { id } = await newAccount(db)
  for (const n of oneTo(endpoints)) await enabledEndpoint(db, node, id, `https://${n}.example/`, 10)
  return node
}

/** A sender whose responses the test gives, and a promise of each request. */
function slowSender() {
  const requests: { readonly request: WebhookRequest; readonly answer: (outcome: SendOutcome) => void }[] = []
  const arrivals = new Map<number, () => void>()
  const sender = senderOf(
    (request) =>
      new Promise((answer) => {
        requests.push({ request, answer })
        arrivals.get(requests.length)?.()
      }),
  )
  const arrived = (count: number) =>
    new Promise<void>((resolve) => (requests.length >= count ? resolve() : arrivals.set(count, resolve)))
  return { sender, requests, arrived }
}

forEachDatabase('batches leased as they are formed', (open) => {
  it('are sent one after the other, and full ones are followed by the next without a tick', async () => {
    const db = await open()
    const { sender, requests, arrived } = slowSender()
    const node = await nodeOf(db, sender, 1)
    const other = webhooksOn(db, sender, { holder: 'node-2' })
    await publish(db, updated(...oneTo(50)))
    await node.worker.tick()
    for (const count of oneTo(5)) {
      await arrived(count)
      // Four are formed ahead.
      if (count <= 4) await other.worker.tick()
      expect(requests).toHaveLength(count)
      requests[count - 1]!.answer(answered(200))
    }
    await settle(db, node, START)
    expect(requests.map(({ request }) => idsIn(request))).toEqual(
      oneTo(5).map((batch) => oneTo(50).slice((batch - 1) * 10, batch * 10)),
    )
    expect((await deliveriesOf(db)).every(({ status, attempts }) => status === 'delivered' && attempts === 1)).toBe(
      true,
    )
  })

  it('are sent by another node with the same bytes when the lease of the first one ended', async () => {
    const db = await open()
    const first = slowSender()
    const node = await nodeOf(db, first.sender, 1)
    await publish(db, updated(1, 2, 3))
    await node.worker.tick()
    await first.arrived(1)
    const second = slowSender()
    const later = START + 61_000
    const other = webhooksOn(db, second.sender, { holder: 'node-2', clock: { now: () => later } })
    await other.worker.tick()
    await second.arrived(1)
    const [before, after] = [first.requests[0]!.request, second.requests[0]!.request]
    expect(after.body).toBe(before.body)
    expect(after.headers['webhook-id']).toBe(before.headers['webhook-id'])
    second.requests[0]!.answer(answered(200))
    await settle(db, other, later)
    expect(await deliveriesOf(db)).toMatchObject([{ status: 'delivered', event_count: 3 }])
    first.requests[0]!.answer(answered(200))
    await node.worker.stop()
  })

  it('wait for a claim when the node already has as many batches as it may lease', async () => {
    const db = await open()
    const sent: string[] = []
    const sender = senderOf(async ({ url }) => {
      sent.push(url)
      return answered(200)
    })
    const node = await nodeOf(db, sender, 3, { caps: { ...CAPS, batches: 1 } })
    await publish(db, updated(1))
    await settle(db, node, START)
    expect(sent.sort()).toEqual(['https://1.example/', 'https://2.example/', 'https://3.example/'])
  })

  it('have the payloads that are stored when another node stored them first', async () => {
    const db = await open()
    const sent: WebhookRequest[] = []
    const sender = senderOf(async (request) => {
      sent.push(request)
      return answered(200)
    })
    const node = await nodeOf(db, sender, 1, {
      payloads: {
        isEntitled: () => true,
        planIncludes: () => true,
        ping: () => '{}',
        async write(tx, requests) {
          for (const { event, plan } of requests)
            await sql`insert into webhook_payloads (event_id, plan, body, created_at)
              values (${event.id}, ${plan}, '{"from":"another"}', now())`.execute(tx)
          return requests.map(() => '{"from":"this"}')
        },
      },
    })
    await publish(db, updated(1, 2))
    await settle(db, node, START)
    expect(JSON.parse(sent[0]!.body).data.events).toEqual([
      { from: 'another' },
      { from: 'another', previous_sequence: 1 },
    ])
  })
})
