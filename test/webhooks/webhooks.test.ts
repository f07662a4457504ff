// Webhooks on both databases with a manual clock: states, leases, fairness, maintenance.
import { expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import type { SendOutcome, WebhookRequest } from '../../src/webhooks/sender/guarded-sender.ts'
import { forEachDatabase } from '../support/databases.ts'
import { draft } from './drafts.ts'
import {
  answered,
  deliveriesOf,
  enabledEndpoint,
  newAccount,
  ownerOf,
  publish,
  senderOf,
  settle,
  TestClock,
  updated,
  webhookStage,
  webhooksOn,
} from './stage.ts'

const DAY = 86_400_000
const endpointOf = (db: Database, id: string) =>
  db.query.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

forEachDatabase('webhooks', (open) => {
  it('retry ten times over 75 hours with the same ID and bytes; a dead delivery can be sent again', async () => {
    const db = await open()
    let status = 500
    const { clock, sent, webhooks, account, endpoint, turn } = await webhookStage(db, () => answered(status))
    await endpoint()
    await publish(db, updated(1))
    const started = clock.ms
    for (;;) {
      await turn()
      const [delivery] = await deliveriesOf(db)
      if (delivery!.status === 'dead') break
      clock.ms = Date.parse(delivery!.next_attempt_at!)
    }
    expect(sent).toHaveLength(10)
    expect(Math.floor((clock.ms - started) / 3_600_000)).toBe(75)
    expect(new Set(sent.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
    expect(new Set(sent.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10)
    const [dead] = await deliveriesOf(db)
    status = 200
    await webhooks.redeliver(ownerOf(account), dead!.id)
    await turn()
    expect((await deliveriesOf(db))[0]).toMatchObject({ status: 'delivered', attempts: 11 })
    expect(sent[10]!.body).toBe(sent[0]!.body)
    const attempts = await db.query.selectFrom('webhook_attempts').select('number').orderBy('number').execute()
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  it('reach an endpoint that was down as soon as it answers again, whatever their schedule', async () => {
    const db = await open()
    const arrived = new Map<number, number | null>()
    let isUp = false
    const { clock, endpoint, turn, publishNow } = await webhookStage(db, ({ body }) => {
      if (!isUp) return answered(503)
      const { sequence, previous_sequence } = JSON.parse(body)
      arrived.set(sequence, previous_sequence)
      return answered(200)
    })
    await endpoint()
    for (let second = 0; second < 60; second += 5) {
      await publishNow(updated(second + 1))
      await turn()
      clock.ms += 5500
    }
    expect((await deliveriesOf(db)).filter(({ round_attempts }) => round_attempts >= 2).length).toBeGreaterThan(9)
    isUp = true
    await publishNow(updated(99))
    await turn()
    const deliveries = await deliveriesOf(db)
    expect(deliveries.filter(({ status }) => status !== 'delivered')).toEqual([])
    expect([...arrived.keys()].sort((a, b) => a - b)).toEqual(deliveries.map(({ sequence }) => sequence))
    // The chain has no gap: each event names the one before it.
    const events = [...arrived].sort(([a], [b]) => a - b)
    expect(events.slice(1).map(([, previous]) => previous)).toEqual(events.slice(0, -1).map(([sequence]) => sequence))
  })

  it('send waiting deliveries at once when the receiver asks for a replay', async () => {
    const db = await open()
    let isUp = false
    const { clock, sent, webhooks, account, endpoint, turn } = await webhookStage(db, () => answered(isUp ? 200 : 503))
    const id = await endpoint()
    await publish(db, updated(1, 2, 3))
    for (let attempt = 0; attempt < 3; attempt++) {
      await turn()
      clock.ms += 6000
    }
    isUp = true
    sent.length = 0
    const waiting = await deliveriesOf(db)
    expect(waiting.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
    await webhooks.replay(ownerOf(account), id, waiting[0]!.sequence! - 1)
    await turn()
    const arrived = sent.map(({ body }) => JSON.parse(body).sequence)
    expect(arrived.toSorted((a, b) => a - b)).toEqual(waiting.map(({ sequence }) => sequence))
  })

  it.each([
    ['that failed under a clock that was a day ahead is sent', DAY, answered(500), 1],
    ['keeps its step of the schedule', 0, answered(500), 0],
    ['keeps the delay that its receiver asked for', 0, answered(503, { 'retry-after': '36000' }), 0],
  ])('a delivery %s', async (_, aheadMs, failure, expected) => {
    const db = await open()
    let response = failure
    const { clock, sent, webhooks, endpoint, turn, publishNow } = await webhookStage(db, () => response)
    await endpoint()
    clock.ms += aheadMs
    await publishNow(updated(1))
    await turn()
    response = answered(200)
    sent.length = 0
    clock.ms -= aheadMs
    await webhooks.worker.countBacklog()
    await turn()
    expect(sent).toHaveLength(expected)
  })

  it('keep the schedule of one delivery that fails while others succeed', async () => {
    const db = await open()
    const isBad = ({ body }: WebhookRequest) => JSON.parse(body).data.resource.id === 1
    const { clock, sent, endpoint, turn, publishNow } = await webhookStage(db, (request) =>
      answered(isBad(request) ? 500 : 200),
    )
    await endpoint()
    await publish(db, updated(1))
    for (let event = 2; event < 100; event++) {
      await publishNow(updated(event))
      await turn()
      clock.ms += 20_000
    }
    const bad = (await deliveriesOf(db))[0]!
    expect(bad.status).toBe('pending')
    // At most ten attempts in half an hour, and then those of its own schedule.
    expect(sent.filter(isBad).length).toBeLessThanOrEqual(13)
  })

  it('disable an endpoint after five days of failure, notify only its account, hold its deliveries', async () => {
    const db = await open()
    const { clock, sent, webhooks, endpoint, turn, publishNow } = await webhookStage(db, ({ url }) =>
      answered(url.includes('bad') ? 500 : 200),
    )
    const bad = await endpoint('https://bad.example/')
    await endpoint('https://good.example/')
    await endpoint('https://other.example/', 1, (await newAccount(db)).id)
    for (let day = 0; day < 6; day++) {
      await publishNow(updated(day + 1))
      await turn()
      clock.ms += DAY
    }
    await turn()
    expect(await endpointOf(db, bad)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
    const heard = sent.map(({ url, body }) => `${url} ${JSON.parse(body).type}`)
    expect(heard.filter((line) => line.includes('webhook_endpoint'))).toEqual([
      'https://good.example/ webhook_endpoint.disabled',
    ])
    const waiting = (await deliveriesOf(db)).filter(
      ({ endpoint_id, status }) => endpoint_id === bad && status === 'pending',
    )
    expect(waiting.length).toBeGreaterThan(0)
    expect(waiting.every(({ next_attempt_at }) => next_attempt_at === null)).toBe(true)
    clock.ms += 6 * DAY
    await webhooks.worker.runMaintenance()
    const held = (await deliveriesOf(db)).filter(({ id }) => waiting.some((row) => row.id === id))
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set(['dead']))
    clock.ms += 31 * DAY
    await webhooks.worker.runMaintenance()
    expect(await deliveriesOf(db)).toEqual([])
    expect(await db.query.selectFrom('webhook_payloads').selectAll().execute()).toEqual([])
    expect(await db.query.selectFrom('webhook_attempts').selectAll().execute()).toEqual([])
  })

  it('take over the leases of a dead node and ignore its late result', async () => {
    const db = await open()
    const clock = new TestClock()
    const answers: ((outcome: SendOutcome) => void)[] = []
    const slow = webhooksOn(
      db,
      senderOf(() => new Promise((answer) => answers.push(answer))),
      { clock },
    )
    await enabledEndpoint(db, slow, (await newAccount(db)).id, 'https://a.example/')
    await publish(db, updated(1))
    await slow.worker.tick()
    // A tick ends during the next claim, which must not come after the lease has expired.
    await slow.worker.deliverer.pump()
    let bodies = 0
    const sender = senderOf(async () => {
      bodies += 1
      return answered(503)
    })
    const other = webhooksOn(db, sender, { clock, holder: 'node-2' })
    await other.worker.tick()
    expect(bodies).toBe(0)
    clock.ms += 60_000
    await settle(db, other, clock.ms)
    expect(bodies).toBe(1)
    const [before] = await deliveriesOf(db)
    answers[0]!(answered(500))
    await slow.worker.stop()
    const [after] = await deliveriesOf(db)
    expect(after).toEqual({ ...before, attempts: 2 })
  })

  it('release unfinished deliveries on stop without counting an attempt', async () => {
    const db = await open()
    const failed = { kind: 'failed', code: 'reset', detail: 'aborted', ms: 1 } as const
    const { webhooks, endpoint } = await webhookStage(
      db,
      (_, signal) => new Promise((resolve) => signal!.addEventListener('abort', () => resolve(failed))),
    )
    await endpoint()
    await publish(db, updated(1))
    await webhooks.worker.tick()
    expect((await deliveriesOf(db))[0]).toMatchObject({ status: 'leased' })
    await webhooks.worker.deliverer.stop(0)
    expect((await deliveriesOf(db))[0]).toMatchObject({ status: 'pending', attempts: 0, lease_holder: null })
  })

  it('truncate events that are too large', async () => {
    const db = await open()
    const { sent, endpoint, turn } = await webhookStage(db)
    await endpoint()
    const changes = (characters: number) => ({
      changes: [{ field: 'description', from: null, to: 'é'.repeat(characters) }],
    })
    await publish(db, [
      draft('project.updated', 1, { body: changes(9000) }),
      draft('project.updated', 2, { body: changes(11_000) }),
    ])
    await turn()
    const [whole, thin] = sent.map(({ body }) => JSON.parse(body)).sort((a, b) => a.sequence - b.sequence)
    expect(whole.data.changes[0].to).toHaveLength(9000)
    expect(whole).not.toHaveProperty('truncated')
    expect(thin).toMatchObject({ truncated: true, data: { changes: [{ field: 'description', from: null, to: null }] } })
    expect(sent.every(({ body }) => Buffer.byteLength(body) < 20_000)).toBe(true)
  })

  it('store any response body', async () => {
    const db = await open()
    const odd = { ...answered(500), bodyStart: 'a\0b\ud800c' } as SendOutcome
    const { endpoint, turn } = await webhookStage(db, () => odd)
    await endpoint()
    await publish(db, updated(1))
    await turn()
    const [attempt] = await db.query.selectFrom('webhook_attempts').select('response_body_start').execute()
    expect(attempt!.response_body_start).toBe('a\ufffdb\ufffdc')
  })

  it('deliver to 600 endpoints without delay while a third of them hang', async () => {
    const db = await open()
    const clock = new TestClock()
    const hanging = new Map<() => void, string>()
    const heard = new Set<string>()
    const busy = { endpoint: new Map<string, number>(), most: 0, failing: 0, mostFailing: 0 }
    let [wanted, enough] = [0, () => {}]
    const hears = (count: number) =>
      new Promise<void>((resolve) => {
        wanted = count
        enough = resolve
        if (heard.size >= wanted) resolve()
      })
    const sender = senderOf(async ({ url, headers }) => {
      const now = (busy.endpoint.get(url) ?? 0) + 1
      busy.endpoint.set(url, now)
      busy.most = Math.max(busy.most, now)
      try {
        if (url.includes('bad')) {
          busy.failing += 1
          busy.mostFailing = Math.max(busy.mostFailing, busy.failing)
          await new Promise<void>((release) => hanging.set(release, url))
          busy.failing -= 1
          return { kind: 'failed', code: 'timeout', detail: '', ms: 15_000 }
        }
        heard.add(`${url} ${headers['webhook-id']}`)
        if (heard.size >= wanted) enough()
        return answered(200)
      } finally {
        busy.endpoint.set(url, busy.endpoint.get(url)! - 1)
      }
    })
    const webhooks = webhooksOn(db, sender, { clock })
    const account = await newAccount(db)
    const model = await endpointOf(db, await enabledEndpoint(db, webhooks, account.id, 'https://model.example/'))
    await db.query.deleteFrom('webhook_endpoints').execute()
    const json = {
      event_types: JSON.stringify(['*']),
      filters: JSON.stringify(model.filters),
      secrets: JSON.stringify(model.secrets),
    }
    const rows = Array.from({ length: 600 }, (_, n) => {
      const host = `${n % 3 === 0 ? 'bad' : 'good'}-${n}.example`
      return { ...model, ...json, id: `whe_${String(n).padStart(4, '0')}`, host, url: `https://${host}/` }
    })
    await db.query.insertInto('webhook_endpoints').values(rows).execute()
    const good = rows.filter(({ host }) => host.startsWith('good')).length
    await publish(db, updated(1))
    const first = hears(good)
    await webhooks.worker.tick()
    await first
    expect(hanging.size).toBe(600 - good)
    clock.ms += 15_000
    for (const release of hanging.keys()) release()
    hanging.clear()
    const failing = () =>
      db.query.selectFrom('webhook_endpoints').select('id').where('failing_since', 'is not', null).execute()
    while ((await failing()).length < 600 - good);
    // Known failing endpoints share a limited number of slots.
    clock.ms += 6000
    busy.mostFailing = 0
    await publish(db, updated(2, 3, 4, 5, 6))
    const rest = hears(good * 6)
    await webhooks.worker.tick()
    await rest
    expect(busy.mostFailing).toBeLessThanOrEqual(128)
    expect(busy.most).toBeLessThanOrEqual(4)
    for (const release of hanging.keys()) release()
    hanging.clear()
    await webhooks.worker.deliverer.stop(0)
  })
})
