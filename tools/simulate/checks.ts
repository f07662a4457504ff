// What must be true when everything works again.
import { sql } from 'kysely'
import { ListingLinker } from '../../src/listings/link-listing.ts'
import type { StoredListing } from '../../src/listings/listing-types.ts'
import type { Answers } from './answers.ts'
import { LIMIT } from './answers.ts'
import { isLinearizable } from './histories.ts'
import type { Simulation } from './simulation.ts'
import { HOUR_MS } from './simulation.ts'

/** The longest pause between two attempts is 24 hours, and 10 % more. */
const REDELIVERY_MS = 27 * HOUR_MS
/** A failing feed is read again after an hour at the latest. */
const FEED_EVERY_MS = 4 * HOUR_MS
const FEED_SLACK_MS = HOUR_MS + 120_000

export async function checkAll(simulation: Simulation, answers: Answers): Promise<void> {
  await simulation.untilReady()
  simulation.busyFor(10_000)
  const isQuiet = () =>
    simulation.observe(async (db) => {
      const { rows } = await sql<{ open: boolean }>`
      select exists (select from webhook_deliveries where status in ('pending', 'leased'))
        or exists (select from feeds where last_success_at is null or last_success_at < ${new Date(answers.healedMs).toISOString()}::timestamptz)
        as open`.execute(db.query)
      return !rows[0]!.open
    })
  await simulation.advance(answers.healedMs + REDELIVERY_MS, isQuiet)
  await checkEvents(simulation, answers)
  await checkLeases(simulation)
  await checkLinks(simulation)
  await checkFeeds(simulation, answers)
  await checkMigrations(simulation)
  checkHistories(simulation, answers)
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

/** Every stored link is what a node would answer now. */
async function checkLinks(simulation: Simulation): Promise<void> {
  const rows = await simulation.observe((db) =>
    db.query.selectFrom('listings').selectAll().where('dataset', '=', 'production').orderBy('id').execute(),
  )
  const [node] = simulation.ready
  const linker = new ListingLinker(node!.links)
  for (const row of rows) {
    const stored = row as unknown as StoredListing
    const { link } = linker.link(stored, 'production', stored.decision)
    const [was, is] = [row, link].map(({ outcome, candidates }) =>
      JSON.stringify([outcome, (candidates as { project_id: number }[]).map(({ project_id }) => project_id)]),
    )
    simulation.check(
      !row.is_stale && was === is,
      () => `the link of ${row.key} is ${was}, and should be ${is}${row.is_stale ? ' (stale)' : ''}`,
    )
  }
  simulation.count(
    'relinked',
    [...simulation.nodes, ...simulation.stopped].reduce((sum, { relinker }) => sum + relinker.relinked, 0),
  )
}

/** The listings of each file, after it was read in time. */
async function checkFeeds(simulation: Simulation, { healedMs }: Answers): Promise<void> {
  for (const feed of await simulation.observe((db) => db.query.selectFrom('feeds').selectAll().execute())) {
    const readMs = Date.parse(feed.last_success_at ?? '')
    simulation.check(
      readMs >= healedMs && readMs <= healedMs + FEED_EVERY_MS + FEED_SLACK_MS,
      () => `the feed was read at ${feed.last_success_at}; everything works since ${new Date(healedMs).toISOString()}`,
    )
    const rows = await simulation.observe((db) =>
      db.query
        .selectFrom('listings')
        .select('key')
        .where('feed_id', '=', feed.id)
        .where('gone_at', 'is', null)
        .orderBy('key')
        .execute(),
    )
    const right = simulation.network.files[0]!.keys.map((key) => `f:${key}`).sort()
    const isHeld = feed.held_sweep !== null
    simulation.check(
      isHeld ||
        rows
          .map(({ key }) => key)
          .sort()
          .join() === right.join(),
      () => `the feed has ${rows.map(({ key }) => key)}; its server has ${right}`,
    )
  }
  simulation.count(
    'feed reads',
    simulation.network.files.reduce((sum, { reads }) => sum + reads, 0),
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

function checkHistories(simulation: Simulation, { histories }: Answers): void {
  for (const [key, operations] of histories) {
    simulation.count('operations', operations.length)
    simulation.check(
      isLinearizable(operations),
      () => `no order explains the answers about ${key}: ${JSON.stringify(operations)}`,
    )
  }
}

/** A full bucket and a minute of refilling, and one percent for the ticks of clocks. */
function checkLimits(simulation: Simulation, { grants }: Answers): void {
  for (const list of grants.values()) {
    simulation.count('granted requests', list.length)
    let from = 0
    for (const [to, { atMs }] of list.entries()) {
      while (list[from]!.atMs <= atMs - 60_000) from += 1
      const window = list.slice(from, to + 1)
      if (window.length <= 2.02 * LIMIT) continue
      simulation.check(
        !window.every(({ isShared }) => isShared),
        () => `${window.length} requests in a minute, with a limit of ${LIMIT}`,
      )
    }
    simulation.count('checks')
  }
}
