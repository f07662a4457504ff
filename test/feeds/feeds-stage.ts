// Test fixture: feeds with a manual clock that read a stand-in server.
import { setImmediate as turn } from 'node:timers/promises'
import pino from 'pino'
import type { Database } from '../../src/db/database.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import type { FeedInput } from '../../src/feeds/feed-store.ts'
import type { FeedRow, FeedRunRow } from '../../src/feeds/feed-tables.ts'
import type { FeedWorkerOptions } from '../../src/feeds/feed-worker.ts'
import { Feeds } from '../../src/feeds/feeds.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import type { StoredListing } from '../../src/listings/listing-types.ts'
import { createGuardedSender } from '../../src/webhooks/sender/guarded-sender.ts'
import type { ListingsStage } from '../listings/listings-stage.ts'
import { listingsStage } from '../listings/listings-stage.ts'
import { cleanUp } from '../support/databases.ts'
import type { ResoFault, ResoOptions } from '../support/reso-server.ts'
import { ResoServer } from '../support/reso-server.ts'

export const START = Date.parse('2026-11-16T12:00:00Z')
export const EVERY_MS = 30_000

export interface FeedsStage extends ListingsStage {
  readonly db: Database
  readonly feeds: Feeds
  readonly clock: { ms: number }
  readonly allowance: { storedLimit: number; lookups: number }
  /** Lookups that were billed. */
  readonly billed: () => number
  /** Pauses before retries. They pass at once on the manual clock. */
  readonly pauses: number[]
  add(input: Partial<FeedInput>): Promise<string>
  /** Lets the time pass and runs the feed if it is due. */
  pass(id: string, ms?: number): Promise<FeedRow>
  feed(id: string): Promise<FeedRow>
  runs(id: string): Promise<FeedRunRow[]>
  stored(): Promise<StoredListing[]>
  /** What the account was told about its feeds and the listings that left them, in order. */
  told(): Promise<{ type: string; resource_id: string; body: { details: Record<string, unknown> } }[]>
  /** Of listings that left the feed. */
  goneKeys(): Promise<string[]>
}

export const RESO: FeedInput = {
  name: 'Test feed',
  kind: 'reso',
  url: '',
  auth: { kind: 'none' },
  resource: 'Property',
  filter: null,
  fields: {},
  page_size: 100,
  every_seconds: EVERY_MS / 1000,
  key_prefix: '',
}

/** Two good pages, then as many faults as end a run. The third page is asked for while the second is stored. */
export const ENDED = [undefined, undefined, ...Array<ResoFault>(8).fill('500')] as ResoFault[]

export const secrets = createSecrets('a secret for feeds in tests, long enough')

export async function feedsStage(db: Database, more: Partial<FeedWorkerOptions> = {}): Promise<FeedsStage> {
  const base = await listingsStage(db)
  const clock = { ms: START }
  const allowance = { storedLimit: 10_000, lookups: 10_000 }
  let billed = 0
  const pauses: number[] = []
  const reader = createGuardedSender({ allowPrivate: true })
  const feeds = new Feeds({
    db,
    listings: base.listings,
    billing: {
      allowance: async () => ({ ...allowance, lookups: allowance.lookups - billed }),
      countLookups: (_account, _dataset, lookups) => {
        billed += lookups
      },
    },
    clock: { now: () => clock.ms },
    secrets,
    reader,
    log: pino({ level: 'silent' }),
    holder: 'node-1',
    userAgent: 'test',
    pause: async (ms) => {
      pauses.push(ms)
      clock.ms += ms
    },
    ...more,
  })
  cleanUp(async () => {
    await feeds.worker.stop()
    await reader.close()
  })
  const feed = (id: string) => db.query.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const stored = async () =>
    (await db.query.selectFrom('listings').selectAll().orderBy('key').execute()) as unknown as StoredListing[]
  return {
    ...base,
    db,
    feeds,
    clock,
    allowance,
    billed: () => billed,
    pauses,
    feed,
    async add(input) {
      const { id } = await db.tx((tx) => feeds.create(tx, base.owner, { ...RESO, ...input }, SYSTEM))
      return id
    },
    async pass(id, ms = EVERY_MS) {
      clock.ms += ms
      await feeds.worker.tick()
      await feeds.worker.settle()
      await turn()
      return feed(id)
    },
    runs: (id) =>
      db.query
        .selectFrom('feed_runs')
        .selectAll()
        .where('feed_id', '=', id)
        .orderBy('started_at')
        .orderBy('id')
        .execute(),
    stored,
    told: async () =>
      (await db.query
        .selectFrom('events')
        .select(['type', 'resource_id', 'body'])
        .where((eb) => eb.or([eb('type', 'like', 'feed.%'), eb('type', '=', 'listing.gone')]))
        .where('account_id', '=', base.owner.accountId)
        .orderBy('sequence')
        .execute()) as Awaited<ReturnType<FeedsStage['told']>>,
    goneKeys: async () => (await stored()).filter(({ gone_at }) => gone_at !== null).map(({ key }) => key),
  }
}

/** A new feed of a server with its rows. */
export async function resoFeed(db: Database, options: ResoOptions) {
  const stage = await feedsStage(db)
  const server = await resoServer(options)
  return { stage, server, id: await stage.add({ url: server.url }) }
}

export async function resoServer(options: ResoOptions = {}): Promise<ResoServer> {
  const server = await ResoServer.start(options)
  cleanUp(() => server.stop())
  return server
}
