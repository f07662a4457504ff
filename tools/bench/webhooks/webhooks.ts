// Compares webhook deliveries per second with a bare loop of signed POST requests.
import type { Database } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/database.ts'
import { publishEvents } from '../../../src/events/outbox.ts'
import type { Sender } from '../../../src/webhooks/sender/guarded-sender.ts'
import { newWebhookSecret, signatureHeaders } from '../../../src/webhooks/signature.ts'
import type { Webhooks } from '../../../src/webhooks/webhooks.ts'
import { percent, whole } from '../../shared/tables.ts'
import { recordGoal } from '../speed/goals.ts'
import { inFolder, publish } from '../speed/measure.ts'
import { createEndpoints, openNode } from './webhook-node.ts'
import { benchEvent, benchThroughput, startReceiver } from './webhook-throughput.ts'

const ENDPOINTS = 16
const AT_ONCE = 64
const EVENTS = 125
const TOTAL = ENDPOINTS * EVENTS

async function bareRate(sender: Sender, url: string): Promise<number> {
  const secret = newWebhookSecret()
  const body = JSON.stringify({ ...benchEvent(1), padding: 'x'.repeat(300) })
  const started = performance.now()
  let left = TOTAL
  const lane = async () => {
    while (left-- > 0) {
      const headers = {
        'content-type': 'application/json',
        ...signatureHeaders('evt_1', Date.now() / 1000, body, [secret]),
      }
      const outcome = await sender.send({ url, headers, body })
      if (outcome.kind !== 'response') throw new Error(outcome.detail)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return (TOTAL * 1000) / (performance.now() - started)
}

async function delivered(db: Database, webhooks: Webhooks, count: number): Promise<void> {
  for (;;) {
    await webhooks.worker.tick()
    const query = db.query.selectFrom('webhook_deliveries').select((eb) => eb.fn.countAll<number>().as('done'))
    const { done } = await query.where('status', '=', 'delivered').executeTakeFirstOrThrow()
    if (done >= count) return
  }
}

/** `--seconds=5` shortens the runs on PostgreSQL; `--write-results` writes them to RESULTS.md. */
export async function benchWebhooks(): Promise<void> {
  await inFolder(benchEmbedded)
  console.log('PostgreSQL, two nodes, 10 endpoints, one receiver, on this machine')
  const throughput = await benchThroughput()
  if (!throughput) return
  publish('webhooks', throughput.text)
  recordGoal('webhooks', `${throughput.perSecond}/s`)
}

async function benchEmbedded(dataDir: string): Promise<void> {
  const { receiver, port } = await startReceiver()
  const url = `http://127.0.0.1:${port}/`
  const db = await openDatabase({ dataDir })
  const node = openNode(db)
  try {
    await createEndpoints(db, node, ENDPOINTS, 1, () => url)
    await delivered(db, node.webhooks, ENDPOINTS)
    await bareRate(node.sender, url)
    const bare = await bareRate(node.sender, url)
    const drafts = Array.from({ length: EVENTS }, (_, i) => benchEvent(i + 1))
    const started = performance.now()
    await db.tx((tx) => publishEvents(tx, 'production', drafts, new Date()))
    await delivered(db, node.webhooks, TOTAL + ENDPOINTS)
    const ours = (TOTAL * 1000) / (performance.now() - started)
    console.log(`${TOTAL} deliveries to ${ENDPOINTS} endpoints on loopback, ${AT_ONCE} at once, embedded database`)
    console.log(`  bare loop of signed POSTs    ${whole(bare)} per second`)
    console.log(`  publish, fan out, deliver    ${whole(ours)} per second   ${percent(ours, bare, 0)} of bare`)
  } finally {
    await node.stop()
    await db.close()
    receiver.disconnect()
  }
}
