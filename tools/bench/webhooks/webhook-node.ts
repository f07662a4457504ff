// One delivering node of the benchmark of webhooks, in a process of its own.
import pino from 'pino'
import { createAccount } from '../../../src/access/accounts/accounts.ts'
import { createPayloads } from '../../../src/app/webhook-payloads.ts'
import type { Database } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/database.ts'
import { SYSTEM } from '../../../src/events/audit-log.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { createSecrets } from '../../../src/kernel/secrets.ts'
import { createGuardedSender } from '../../../src/webhooks/sender/guarded-sender.ts'
import { Webhooks } from '../../../src/webhooks/webhooks.ts'

/** All endpoints of the benchmark are on one host, so the limit per host would limit the whole run. */
const CAPS = { endpoint: 4, failingEndpoint: 1, failing: 128, host: 64, batches: 64 }

export interface WebhookNode {
  readonly webhooks: Webhooks
  stop(): Promise<void>
}

export function openNode(db: Database): WebhookNode {
  const sender = createGuardedSender({ allowPrivate: true })
  const webhooks = new Webhooks({
    db,
    secrets: createSecrets('a secret for the benchmark, long enough for it'),
    clock: systemClock,
    sender,
    payloads: createPayloads(() => ({ url: '', variants: null, stored: true })),
    log: pino({ level: 'warn' }),
    holder: `node-${process.pid}`,
    userAgent: 'bench',
    caps: CAPS,
  })
  const stop = async () => {
    await webhooks.worker.stop()
    await sender.close()
  }
  return { webhooks, stop }
}

export async function createEndpoints(
  db: Database,
  { webhooks }: WebhookNode,
  count: number,
  maxBatch: number,
  urlOf: (n: number) => string,
): Promise<void> {
  const account = await db.tx((tx) => createAccount(tx, null, 'elite'))
  const owner = { accountId: account.id, dataset: 'production' } as const
  const filters = { province: [], city: [], project_ids: [] }
  for (let n = 0; n < count; n++) {
    const input = { url: urlOf(n), description: null, event_types: ['*'], filters, max_batch: maxBatch }
    const { endpoint } = await db.tx((tx) =>
      webhooks.createEndpoint(tx, { ...owner, plan: 'elite' }, input, 100, SYSTEM),
    )
    await webhooks.enable(owner, endpoint.id, SYSTEM)
  }
}

if (process.send) {
  const db = await openDatabase({ url: process.argv[2], dataDir: '' })
  const node = openNode(db)
  const { worker } = node.webhooks
  await worker.start()
  // The server calls it every second, and after each publish on the same node.
  const timer = setInterval(() => void worker.tick().catch(console.error), 1000)
  process.on('message', () => worker.wake())
  process.on('disconnect', async () => {
    clearInterval(timer)
    await node.stop()
    await db.close()
    process.exit()
  })
  process.send('ready')
}
