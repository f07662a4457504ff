// One delivering node in its own process, for the throughput benchmark on PostgreSQL.
import pino from 'pino'
import { createPayloads } from '../src/app/webhook-payloads.ts'
import { openDatabase } from '../src/db/database.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createSecrets } from '../src/kernel/secrets.ts'
import { createGuardedSender } from '../src/webhooks/sender/guarded-sender.ts'
import { Webhooks } from '../src/webhooks/webhooks.ts'

export const BENCH_SECRET = 'a secret for the benchmark, long enough for it'

/** All endpoints of the benchmark are on one host, so the limit per host would limit the whole run. */
export const BENCH_CAPS = { endpoint: 4, failingEndpoint: 1, failing: 128, host: 64, batches: 64 }

if (process.send) {
  const db = await openDatabase({ url: process.argv[2], dataDir: '' })
  const sender = createGuardedSender({ allowPrivate: true })
  const { worker } = new Webhooks({
    db,
    secrets: createSecrets(BENCH_SECRET),
    clock: systemClock,
    sender,
    payloads: createPayloads(() => {
      throw new Error('The benchmark has no media')
    }),
    log: pino({ level: 'warn' }),
    holder: `node-${process.pid}`,
    userAgent: 'bench',
    caps: BENCH_CAPS,
  })
  await worker.start()
  // The server calls it every second, and after each publish on the same node.
  const timer = setInterval(() => void worker.tick().catch(console.error), 1000)
  process.on('message', (message) => {
    if (message === 'wake') worker.wake()
    else process.send!({ cpu: process.cpuUsage(), counts: [...worker.deliverer.counts] })
  })
  process.on('disconnect', async () => {
    clearInterval(timer)
    await worker.stop()
    await sender.close()
    await db.close()
    process.exit()
  })
  process.send('ready')
}
