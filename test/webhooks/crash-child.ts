// Publishes and delivers events until done or killed. Started by crash tests.
import { sql } from 'kysely'
import type { DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { createGuardedSender } from '../../src/webhooks/sender/guarded-sender.ts'
import { killAt } from '../support/kill-at.ts'
import { draft } from './drafts.ts'
import { publish, webhooksOn } from './stage.ts'

export interface CrashOrder {
  readonly options: DatabaseOptions
  /** Start of the clock that all processes of this run share. */
  readonly epochMs: number
  /** Total number of events. */
  readonly events: number
  /** The crash point and its occurrence. Without it, the parent may kill the process. */
  readonly point?: string
  readonly time?: number
}

const { options, epochMs, events, point, time = 1 } = JSON.parse(process.argv[2]!) as CrashOrder
const db = await openDatabase(options)
// The clock runs 100 times faster: a 5 s retry takes 50 ms, a five-minute lease 3 s.
const clock = { now: () => epochMs + (Date.now() - epochMs) * 100 }
const webhooks = webhooksOn(db, createGuardedSender({ allowPrivate: true }), {
  clock,
  leaseMs: 300_000,
  holder: `child-${process.pid}`,
  onCrashPoint: killAt(point, time),
})
await webhooks.worker.start()

/** Reports each event after its commit. A later process continues where this one died. */
async function publishAll(): Promise<void> {
  const row = await db.query
    .selectFrom('events')
    .select((eb) => eb.fn.max(sql<number>`resource_id::int`).as('last'))
    .where('type', '=', 'project.updated')
    .executeTakeFirst()
  for (let id = (row?.last ?? 0) + 1; id <= events; id++) {
    await publish(db, [draft('project.updated', id)], new Date(clock.now()))
    process.stdout.write(`${id}\n`)
    webhooks.worker.wake()
  }
}

async function isDone(): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select (select sequence from webhook_cursor) = (select value from counters where name = 'sequence')
      and not exists (select from webhook_endpoints where batch_sequence < (select sequence from webhook_cursor))
      and not exists (select from webhook_deliveries where status = 'leased'
        or (status = 'pending' and next_attempt_at is not null)) as done`.execute(db.query)
  return rows[0]!.done
}

await publishAll()
do await webhooks.worker.tick()
while (!(await isDone()))
await webhooks.worker.stop()
await db.close()
