// Reads a feed until it is quiet or killed. Started by crash tests.

import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pino from 'pino'
import { Catalog } from '../../src/catalog/catalog.ts'
import type { DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { Feeds } from '../../src/feeds/feeds.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { Links } from '../../src/links/links.ts'
import { VerifiedAddresses } from '../../src/links/verified-addresses.ts'
import { ListingLinker } from '../../src/listings/link-listing.ts'
import { Listings } from '../../src/listings/listings.ts'
import { createGuardedSender } from '../../src/webhooks/sender/guarded-sender.ts'
import { killAt } from '../support/kill-at.ts'

export interface CrashOrder {
  readonly options: DatabaseOptions
  readonly secret: string
  /** Start and speed of the clock that all processes of this run share. */
  readonly epochMs: number
  readonly speed: number
  /** The crash point and its occurrence. Without it, the parent may kill the process. */
  readonly point?: string
  readonly time?: number
}

/** Passes without a problem after which everything must have arrived. */
const QUIET_PASSES = 3

const { options, secret, epochMs, speed, point, time = 1 } = JSON.parse(process.argv[2]!) as CrashOrder
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const db = await openDatabase(options)
const clock = { now: () => epochMs + (Date.now() - epochMs) * speed }
const catalog = new Catalog({ db })
await catalog.refresh()
const links = new Links(catalog, new VerifiedAddresses(db))
const reader = createGuardedSender({ allowPrivate: true })
const feeds = new Feeds({
  db,
  listings: new Listings({ db, links, linker: new ListingLinker(links), clock }),
  billing: { allowance: async () => ({ storedLimit: 2_000_000, lookups: 2_000_000 }), countLookups: () => {} },
  clock,
  secrets: createSecrets(secret),
  reader,
  log: pino({ level: 'warn' }, pino.destination(2)),
  holder: `child-${process.pid}`,
  userAgent: 'test',
  leaseMs: 1000,
  onCrashPoint: killAt(point, time),
})
await feeds.worker.start()
process.stdout.write('started\n')

// A line of heap size for each second: the parent compares the first with the last.
const measuring = setInterval(() => {
  collectGarbage()
  process.stdout.write(`heap ${process.memoryUsage().heapUsed}\n`)
}, 1000)

let quiet = 0
let last: string | null = null
while (quiet < QUIET_PASSES) {
  await feeds.worker.tick()
  await feeds.worker.settle()
  const feed = await db.query.selectFrom('feeds').selectAll().executeTakeFirstOrThrow()
  const isSwept =
    feed.progress.sweep === null && feed.next_sweep_at !== null && Date.parse(feed.next_sweep_at) > clock.now()
  if (feed.status === 'active' && isSwept && feed.last_success_at !== last) quiet += 1
  last = feed.last_success_at
  await sleep(10)
}
clearInterval(measuring)
await feeds.worker.stop()
await reader.close()
await catalog.stop()
await db.close()
