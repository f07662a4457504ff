// Batches on both databases with a manual clock: forming, retries, replay, settings.
import { expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import type { WebhookRequest } from '../../src/webhooks/sender/guarded-sender.ts'
import { forEachDatabase } from '../support/databases.ts'
import { draft } from './drafts.ts'
import { answered, deliveriesOf, ownerOf, publish, webhookStage } from './stage.ts'

const SECOND = 1000
const DAY = 86_400_000
const updates = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => draft('project.updated', first + i))

interface Event {
  readonly id: string
  readonly sequence: number
  readonly previous_sequence?: number
  readonly data: { readonly resource: { readonly id: number } }
}

/** The events of a request, alone or in a batch. */
function eventsIn({ body }: WebhookRequest): Event[] {
  const message = JSON.parse(body)
  return message.type === 'batch' ? message.data.events : [message]
}

const idsOf = (events: readonly Event[]) => events.map(({ data }) => data.resource.id)
const oneTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

async function stageOf(db: Database) {
  const answer = { status: 200 }
  const stage = await webhookStage(db, () => answered(answer.status))
  const endpoint = (maxBatch: number, url?: string) => stage.endpoint(url, maxBatch)
  const setMaxBatch = (id: string, max_batch: number) =>
    stage.webhooks.updateEndpoint(ownerOf(stage.account), id, undefined, { max_batch }, SYSTEM)
  return { ...stage, answer, endpoint, setMaxBatch }
}

/** Turns until every event is queued: each second may allow one more batch. */
async function drain(db: Database, { turn }: { turn(afterMs?: number): Promise<void> }): Promise<void> {
  const open = () =>
    db.query
      .selectFrom('webhook_endpoints')
      .innerJoin('counters', (join) => join.on('counters.name', '=', 'sequence'))
      .select('webhook_endpoints.id')
      .whereRef('batch_sequence', '<', 'counters.value')
      .execute()
  do await turn(61 * SECOND)
  while ((await open()).length > 0)
}

forEachDatabase('webhook batches', (open) => {
  it('turn a burst of 3,000 events into 6 requests, in order, each event as it is sent alone', async () => {
    const db = await open()
    const stage = await stageOf(db)
    await stage.endpoint(500, 'https://batches.example/')
    await stage.endpoint(1, 'https://single.example/')
    await publish(db, updates(1, 10))
    await stage.turn()
    await publish(db, updates(11, 2990))
    await db.query.deleteFrom('webhook_endpoints').where('url', '=', 'https://single.example/').execute()
    await drain(db, stage)
    const batches = stage.sent.filter(({ url }) => url.includes('batches'))
    const alone = stage.sent.filter(({ url }) => url.includes('single'))
    expect(batches.length).toBeLessThanOrEqual(8)
    const events = batches.flatMap(eventsIn)
    expect(idsOf(events)).toEqual(oneTo(3000))
    const byId = new Map(events.map((event) => [event.id, event]))
    expect(alone).toHaveLength(10)
    for (const request of alone) for (const event of eventsIn(request)) expect(byId.get(event.id)).toEqual(event)
    for (const [i, event] of events.entries())
      expect(event.previous_sequence).toBe(i === 0 ? undefined : events[i - 1]!.sequence)
    for (const { body, headers } of batches) {
      const message = JSON.parse(body)
      expect(message).toMatchObject({ id: headers['webhook-id'], type: 'batch' })
      expect(message.id).toMatch(/^bat_/)
    }
  })

  it('send a batch that is not full at most once a second', async () => {
    const db = await open()
    const stage = await stageOf(db)
    await stage.endpoint(100)
    await publish(db, updates(1, 1))
    await stage.turn()
    await publish(db, updates(2, 3))
    await stage.turn()
    await publish(db, updates(5, 2))
    await stage.turn(999)
    expect(stage.sent.map(eventsIn).map(idsOf)).toEqual([[1]])
    await stage.turn(1)
    expect(stage.sent.map(eventsIn).map(idsOf)).toEqual([[1], [2, 3, 4, 5, 6]])
  })

  it('keep a body under 1 MB', async () => {
    const db = await open()
    const stage = await stageOf(db)
    await stage.endpoint(500)
    const changes = [{ field: 'description', from: null, to: 'é'.repeat(8000) }]
    await publish(
      db,
      updates(1, 130).map((event) => ({ ...event, body: { ...event.body, changes } })),
    )
    await drain(db, stage)
    expect(stage.sent.length).toBe(3)
    for (const { body } of stage.sent) expect(Buffer.byteLength(body)).toBeLessThan(1_010_000)
    expect(idsOf(stage.sent.flatMap(eventsIn))).toEqual(oneTo(130))
  })

  it('retry a batch with the same id and bytes; log it; send a dead one again', async () => {
    const db = await open()
    const stage = await stageOf(db)
    const { clock, answer, webhooks, account } = stage
    await stage.endpoint(10)
    await publish(db, updates(1, 4))
    answer.status = 500
    for (;;) {
      await stage.turn()
      const [delivery] = await deliveriesOf(db)
      if (delivery!.status === 'dead') break
      clock.ms = Date.parse(delivery!.next_attempt_at!)
    }
    expect(stage.sent).toHaveLength(10)
    expect(new Set(stage.sent.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
    const { deliveries } = await webhooks.listDeliveries({ owner: ownerOf(account), types: ['batch'], limit: 10 })
    expect(deliveries).toMatchObject([{ event_type: 'batch', event_count: 4, sequence: 4, status: 'dead' }])
    const detail = await webhooks.readDelivery(ownerOf(account), deliveries[0]!.id)
    expect(detail.body).toBe(stage.sent[0]!.body)
    expect(detail.attempts).toHaveLength(10)
    answer.status = 200
    await webhooks.redeliver(ownerOf(account), deliveries[0]!.id)
    await stage.turn()
    expect(stage.sent[10]!.body).toBe(stage.sent[0]!.body)
    expect((await deliveriesOf(db))[0]).toMatchObject({ status: 'delivered', attempts: 11 })
  })

  it('form few batches while an endpoint fails, and catch up when it works again', async () => {
    const db = await open()
    const stage = await stageOf(db)
    await stage.endpoint(100)
    stage.answer.status = 500
    for (let n = 1; n <= 30; n++) {
      await publish(db, updates(n, 1))
      await stage.turn(SECOND)
    }
    expect((await deliveriesOf(db)).length).toBeLessThanOrEqual(2)
    stage.answer.status = 200
    await drain(db, stage)
    await stage.turn(360 * SECOND)
    const arrived = new Set(idsOf(stage.sent.flatMap(eventsIn)))
    expect([...arrived].sort((a, b) => a - b)).toEqual(oneTo(30))
    expect((await deliveriesOf(db)).every(({ status }) => status === 'delivered')).toBe(true)
  })

  it('hold batches of an endpoint that is not verified, and skip those of a paused one', async () => {
    const db = await open()
    const stage = await stageOf(db)
    const { webhooks, account, sent } = stage
    const id = await stage.endpoint(100)
    const setStatus = (status: 'pending' | 'enabled') =>
      db.query.updateTable('webhook_endpoints').set({ status }).where('id', '=', id).execute()
    await setStatus('pending')
    await publish(db, updates(1, 3))
    await stage.turn(61 * SECOND)
    expect(sent).toEqual([])
    expect(await deliveriesOf(db)).toMatchObject([{ event_count: 3, next_attempt_at: null, status: 'pending' }])
    await webhooks.enable(ownerOf(account), id, SYSTEM)
    await drain(db, stage)
    expect(idsOf(sent.filter(({ body }) => body.includes('"batch"')).flatMap(eventsIn))).toEqual([1, 2, 3])
    await webhooks.updateEndpoint(ownerOf(account), id, undefined, { isPaused: true }, SYSTEM)
    await publish(db, updates(4, 2))
    await drain(db, stage)
    await webhooks.enable(ownerOf(account), id, SYSTEM)
    await publish(db, updates(6, 1))
    await drain(db, stage)
    // The gap is visible: event 5 was not sent.
    const last = eventsIn(sent.at(-1)!)
    expect(last).toMatchObject([{ data: { resource: { id: 6 } }, previous_sequence: 5 }])
    await webhooks.replay(ownerOf(account), id, 3)
    await drain(db, stage)
    expect(idsOf(eventsIn(sent.at(-1)!))).toEqual([4, 5, 6])
  })

  it('replay in batches, with the ids and bytes of the events as before', async () => {
    const db = await open()
    const stage = await stageOf(db)
    const { webhooks, account, sent } = stage
    const id = await stage.endpoint(4)
    await publish(db, updates(1, 10))
    await drain(db, stage)
    const before = sent.splice(0).flatMap(eventsIn)
    await webhooks.replay(ownerOf(account), id, 2)
    await drain(db, stage)
    expect(sent.map(eventsIn).map(idsOf)).toEqual([
      [3, 4, 5, 6],
      [7, 8, 9, 10],
    ])
    expect(sent.flatMap(eventsIn).slice(1)).toEqual(before.slice(3))
  })

  it('send every event once while max_batch changes', async () => {
    const db = await open()
    const stage = await stageOf(db)
    const { sent } = stage
    const id = await stage.endpoint(1)
    let published = 0
    const publishSome = async (count: number) => {
      await publish(db, updates(published + 1, count))
      published += count
    }
    const settings = [3, 1, 50, 2, 1, 500, 1]
    for (const max of settings) {
      await publishSome(7)
      await stage.setMaxBatch(id, max)
      await publishSome(5)
      await stage.turn(500)
      await publishSome(4)
    }
    await drain(db, stage)
    const events = sent.flatMap(eventsIn)
    expect(idsOf(events).sort((a, b) => a - b)).toEqual(oneTo(published))
    const inOrder = events.sort((a, b) => a.sequence - b.sequence)
    for (const [i, { previous_sequence }] of inOrder.entries())
      if (i > 0) expect(previous_sequence).toBe(inOrder[i - 1]!.sequence)
    expect(await endpointOf(db, id)).toMatchObject({ max_batch: 1, batch_sequence: null })
  })

  it('put only matching events into a batch', async () => {
    const db = await open()
    const stage = await stageOf(db)
    const id = await stage.endpoint(10)
    const filters = { province: [], city: [], project_ids: [2, 2000, 5001] }
    await stage.webhooks.updateEndpoint(ownerOf(stage.account), id, undefined, { filters }, SYSTEM)
    await publish(db, updates(1, 6000))
    await drain(db, stage)
    expect(idsOf(stage.sent.flatMap(eventsIn))).toEqual([2, 2000, 5001])
  })

  it('keep the payloads of a batch that is sent again after a month', async () => {
    const db = await open()
    const stage = await stageOf(db)
    const { clock, webhooks, account } = stage
    await stage.endpoint(10)
    await publish(db, updates(1, 3))
    await stage.turn()
    const [delivery] = await deliveriesOf(db)
    clock.ms += 29 * DAY
    await webhooks.redeliver(ownerOf(account), delivery!.id)
    await stage.turn()
    clock.ms += 2 * DAY
    await webhooks.worker.runMaintenance()
    expect((await webhooks.readDelivery(ownerOf(account), delivery!.id)).body).toBe(stage.sent[0]!.body)
    clock.ms += 31 * DAY
    await webhooks.worker.runMaintenance()
    expect(await db.query.selectFrom('webhook_payloads').select('event_id').execute()).toEqual([])
    expect(await db.query.selectFrom('webhook_batches').select('delivery_id').execute()).toEqual([])
  })
})

const endpointOf = (db: Database, id: string) =>
  db.query.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
