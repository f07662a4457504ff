// Compares webhook deliveries per second with a bare loop of signed POST requests.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { createAccount } from '../src/access/accounts/accounts.ts'
import { createPayloads } from '../src/app/webhook-payloads.ts'
import type { Database } from '../src/db/database.ts'
import { openDatabase } from '../src/db/database.ts'
import { SYSTEM } from '../src/events/audit-log.ts'
import { publishEvents } from '../src/events/outbox.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createSecrets } from '../src/kernel/secrets.ts'
import type { Sender } from '../src/webhooks/sender/guarded-sender.ts'
import { createGuardedSender } from '../src/webhooks/sender/guarded-sender.ts'
import { newWebhookSecret, signatureHeaders } from '../src/webhooks/signature.ts'
import { Webhooks } from '../src/webhooks/webhooks.ts'
import { recordGoal } from './goals.ts'
import { resultsMonth, writeResultsSection } from './results-file.ts'
import { benchEvent, benchThroughput } from './webhook-throughput.ts'

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

async function makeEndpoints(db: Database, webhooks: Webhooks, url: string): Promise<void> {
  const account = await db.tx((tx) => createAccount(tx, null, 'elite'))
  const input = {
    url,
    description: null,
    event_types: ['*'],
    filters: { province: [], city: [], project_ids: [] },
    max_batch: 1,
  }
  for (let n = 0; n < ENDPOINTS; n++)
    await db.tx((tx) =>
      webhooks.createEndpoint(tx, { accountId: account.id, dataset: 'production', plan: 'elite' }, input, 100, SYSTEM),
    )
  await delivered(db, webhooks, ENDPOINTS)
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
  await benchEmbedded()
  const seconds = process.argv.find((argument) => argument.startsWith('--seconds='))?.slice('--seconds='.length)
  console.log('PostgreSQL, two nodes, 10 endpoints, one receiver, on this machine')
  const table = await benchThroughput(seconds === undefined ? undefined : Number(seconds))
  if (!table || !process.argv.includes('--write-results')) return
  writeResultsSection('webhooks', `${resultsMonth()} · \`npm run bench webhooks -- --write-results\`\n\n${table}`)
  const received = table
    .split('\n')
    .find((line) => line.includes('`max_batch`'))
    ?.split(' | ')[2]
  recordGoal('webhooks', `${received ?? '?'}/s`)
}

async function benchEmbedded(): Promise<void> {
  const receiver = fork(fileURLToPath(new URL('./webhook-receiver.mjs', import.meta.url)), { execArgv: [] })
  const [port] = (await once(receiver, 'message')) as [number]
  const url = `http://127.0.0.1:${port}/`
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  const db = await openDatabase({ dataDir })
  const sender = createGuardedSender({ allowPrivate: true })
  const webhooks = new Webhooks({
    db,
    secrets: createSecrets('a secret for the benchmark, long enough for it'),
    clock: systemClock,
    sender,
    payloads: createPayloads(() => {
      throw new Error('The benchmark has no media')
    }),
    log: pino({ level: 'silent' }),
    holder: 'bench',
    userAgent: 'bench',
    // all endpoints of the benchmark are on one host
    caps: { endpoint: 4, failingEndpoint: 1, failing: 128, host: AT_ONCE, batches: 64 },
  })
  try {
    await makeEndpoints(db, webhooks, url)
    await bareRate(sender, url)
    const bare = await bareRate(sender, url)
    const drafts = Array.from({ length: EVENTS }, (_, i) => benchEvent(i + 1))
    const started = performance.now()
    await db.tx((tx) => publishEvents(tx, 'production', drafts, new Date()))
    await delivered(db, webhooks, TOTAL + ENDPOINTS)
    const ours = (TOTAL * 1000) / (performance.now() - started)
    console.log(`${TOTAL} deliveries to ${ENDPOINTS} endpoints on loopback, ${AT_ONCE} at once, embedded database`)
    console.log(`  bare loop of signed POSTs    ${bare.toFixed(0).padStart(6)} per second`)
    console.log(
      `  publish, fan out, deliver    ${ours.toFixed(0).padStart(6)} per second   ${((100 * ours) / bare).toFixed(0)} % of bare`,
    )
  } finally {
    await webhooks.worker.stop()
    await sender.close()
    await db.close()
    receiver.disconnect()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
