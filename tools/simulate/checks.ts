// What must be true when everything works again.
import { sql } from 'kysely'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { ListingLinker } from '../../src/listings/link-listing.ts'
import type { StoredListing } from '../../src/listings/listing-types.ts'
import type { Answers } from './answers.ts'
import { LIMIT } from './answers.ts'
import { isLinearizable, readValue } from './histories.ts'
import type { Simulation } from './simulation.ts'
import { FEED_EVERY_MS, HOUR_MS, nextDue } from './simulation.ts'

/** The longest pause between two attempts is 24 hours, and 10 % more. */
const REDELIVERY_MS = 27 * HOUR_MS
/** A failing feed is read again after an hour at the latest. */
const FEED_SLACK_MS = HOUR_MS + 120_000

export async function checkAll(simulation: Simulation, answers: Answers): Promise<void> {
  await simulation.untilReady()
  simulation.busyFor(10_000)
  // Reading a feed publishes events, which are then delivered.
  const isQuiet = () =>
    simulation.observe(async (db) => {
      const feeds = await db.query.selectFrom('feeds').select('last_success_at').execute()
      const { work } = await nextDue(db, simulation.time.nowMs)
      const isRead = feeds.every(({ last_success_at: at }) => Date.parse(at ?? '') >= answers.healedMs)
      return isRead && work === Number.POSITIVE_INFINITY
    })
  await simulation.advance(answers.healedMs + REDELIVERY_MS, isQuiet)
  await checkEvents(simulation, answers)
  await checkLeases(simulation)
  await checkLinks(simulation, true)
  await checkFeeds(simulation, answers)
  await checkMigrations(simulation)
  await checkHistories(simulation, answers)
  checkLimits(simulation, answers)
}

/** Every event is stored as its writer was told, and came to every receiver at least once, always the same. */
async function checkEvents(simulation: Simulation, { published }: Answers): Promise<void> {
  const { network } = simulation
  const events = await simulation.observe((db) =>
    db.query
      .selectFrom('events')
      .select(['id', 'sequence', 'resource_id', 'type'])
      .where('type', '!=', 'ping')
      .orderBy('sequence')
      .execute(),
  )
  const stored = new Map<number, number>()
  for (const { type, resource_id } of events)
    if (type === 'project.updated') stored.set(Number(resource_id), (stored.get(Number(resource_id)) ?? 0) + 1)
  for (const { first, count, outcome } of published) {
    const found = Array.from({ length: count }, (_, i) => stored.get(first + i) ?? 0)
    const right = outcome === 'unknown' ? [0, 1] : outcome === 'stored' ? [1] : [0]
    simulation.check(
      right.some((times) => found.every((one) => one === times)),
      () => `events ${first} to ${first + count - 1} were ${outcome}, and are stored ${found.join(', ')} times`,
    )
  }
  for (const receiver of network.receivers) {
    simulation.check(
      receiver.altered.size === 0,
      () => `${receiver.url} got ${[...receiver.altered]} twice with different texts`,
    )
    const missing = events.filter(({ id }) => !receiver.events.has(id))
    simulation.check(
      missing.length === 0,
      () =>
        `${receiver.url} did not get ${missing.length} of ${events.length} events: ${missing.slice(0, 3).map(({ id }) => id)}`,
    )
    simulation.count('deliveries', receiver.requests)
  }
  simulation.count('events', events.length)
}

async function checkLeases(simulation: Simulation): Promise<void> {
  const { rows } = await simulation.observe((db) =>
    sql<{ name: string; was: string; holder: string; at: string }>`
      select * from simulated_leases where was <> holder and until > at`.execute(db.query),
  )
  simulation.check(rows.length === 0, () => `two holders at one moment: ${JSON.stringify(rows[0])}`)
}

/**
 * Every stored link is what a node would answer now. Also between days, unless links are computed again then: later data would
 * replace a wrong link.
 */
export async function checkLinks(simulation: Simulation, isEnd: boolean): Promise<void> {
  const { rows: syncs } = await simulation.observe((db) =>
    sql<{ version: number; open: boolean }>`
      select version_number as version, exists (select from listing_passes where finished_at is null)
        or exists (select from listings where is_stale) as open
      from listing_sync where dataset = 'production'`.execute(db.query),
  )
  const [{ version, open }] = syncs as [{ version: number; open: boolean }]
  const node = simulation.ready.find(({ links }) => (links.snapshot('production').version?.number ?? 0) === version)
  if (!isEnd && (open || !node)) return
  simulation.check(node !== undefined && !open, () => `links are not computed again for version ${version}`)
  const rows = await simulation.observe((db) =>
    db.query.selectFrom('listings').selectAll().where('dataset', '=', 'production').orderBy('id').execute(),
  )
  const linker = new ListingLinker(node!.links)
  for (const row of rows) {
    const stored = row as unknown as StoredListing
    const { link } = linker.link(stored, 'production', stored.decision)
    const [was, is] = [row, link].map(({ outcome, candidates }) =>
      JSON.stringify([outcome, (candidates as { project_id: number }[]).map(({ project_id }) => project_id)]),
    )
    simulation.check(was === is, () => `the link of ${row.key} is ${was}, and should be ${is}`)
  }
}

/**
 * The feed is read in time, and has every listing of its file. It has no other, unless the sweep was held: then those that are
 * missing are as many as the customer is told, more than 30 %, and leave the feed when the customer approves.
 */
async function checkFeeds(simulation: Simulation, { healedMs }: Answers): Promise<void> {
  const [file] = simulation.network.files
  const right = file!.keys.map((key) => `f:${key}`)
  const feed = () => simulation.observe((db) => db.query.selectFrom('feeds').selectAll().executeTakeFirstOrThrow())
  const { id, last_success_at, held_sweep } = await feed()
  const readMs = Date.parse(last_success_at ?? '')
  simulation.check(
    readMs >= healedMs && readMs <= healedMs + FEED_EVERY_MS + FEED_SLACK_MS,
    () => `the feed was read at ${last_success_at}; everything works since ${new Date(healedMs).toISOString()}`,
  )
  const keys = async () => {
    const stored = simulation.observe((db) =>
      db.query.selectFrom('listings').select('key').where('feed_id', '=', id).where('gone_at', 'is', null).execute(),
    )
    return (await stored).map(({ key }) => key)
  }
  const before = await keys()
  const missing = before.filter((key) => !right.includes(key)).length
  const isHeld = missing > 0.3 * before.length
  simulation.check(
    right.every((key) => before.includes(key)) && (isHeld || missing === 0),
    () => `the feed has ${before}; its server has ${right}`,
  )
  simulation.check(
    isHeld ? held_sweep?.stored === before.length && held_sweep.missing === missing : held_sweep === null,
    () => `the held sweep is ${JSON.stringify(held_sweep)}, with ${missing} of ${before.length} listings missing`,
  )
  if (isHeld) {
    const [node] = simulation.ready
    const owner = { accountId: simulation.accountId, dataset: 'production' as const }
    await simulation.time.until(simulation.time.as(node, () => node!.feeds.approve(owner, id, SYSTEM)))
    const after = await keys()
    simulation.check(
      after.length === right.length && right.every((key) => after.includes(key)),
      () => `the feed has ${after} after approval; its server has ${right}`,
    )
    simulation.count('held sweeps')
  }
  simulation.count('feed reads', file!.reads)
  const all = [...simulation.nodes, ...simulation.stopped]
  simulation.count(
    'relinked',
    all.reduce((sum, { relinker }) => sum + relinker.relinked, 0),
  )
}

async function checkMigrations(simulation: Simulation): Promise<void> {
  const { migrated } = simulation.all
  simulation.check(new Set(migrated).size === migrated.length, () => `a migration was made twice: ${migrated}`)
  const rows = await simulation.observe((db) =>
    sql<{ version: number }>`select version from schema_migrations order by applied_at, version`.execute(db.query),
  )
  const versions = rows.rows.map(({ version }) => version)
  simulation.check(
    versions.every((version, i) => version === i + 1),
    () => `migrations were made in the order ${versions}`,
  )
}

/** Each history ends with a read of what is stored now. */
async function checkHistories(simulation: Simulation, { histories }: Answers): Promise<void> {
  const [node] = simulation.ready
  const owner = { accountId: simulation.accountId, dataset: 'production' as const }
  for (const [key, operations] of histories) {
    const callMs = simulation.time.nowMs
    const presented = await simulation.time.until(simulation.time.as(node, () => node!.listings.get(owner, key)))
    operations.push({ kind: 'read', callMs, returnMs: simulation.time.nowMs, answer: readValue(presented?.listing) })
    simulation.count('operations', operations.length)
    simulation.check(
      isLinearizable(operations),
      () => `no order explains the answers about ${key}: ${JSON.stringify(operations)}`,
    )
  }
}

/** In any minute a full bucket and a minute of refilling, and the documented tolerance of one request for each node. */
function checkLimits(simulation: Simulation, { grants }: Answers): void {
  for (const list of grants.values()) {
    simulation.count('granted requests', list.length)
    let from = 0
    for (const [to, { atMs }] of list.entries()) {
      while (list[from]!.atMs <= atMs - 60_000) from += 1
      const window = list.slice(from, to + 1)
      if (window.length <= 2 * LIMIT + 3) continue
      simulation.check(
        !window.every(({ isShared }) => isShared),
        () => `${window.length} requests in a minute, with a limit of ${LIMIT}`,
      )
    }
    simulation.count('checks')
  }
}
