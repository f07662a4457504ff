// What an empty database is filled with: the sandbox everywhere, the demonstration on the embedded engine.
import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { demoRowsAt } from '../demo/day.ts'
import { SANDBOX_PROJECTS, SANDBOX_VERIFIED } from '../demo/sandbox.ts'
import type { GeneratedSource } from '../ingest/import/refresh.ts'
import { recordRefresh } from '../ingest/import/refresh.ts'
import { publishRows } from '../ingest/publish/publish.ts'
import type { ProjectRow } from '../ingest/row.ts'
import { DEMO_SOURCE } from '../ingest/source-names.ts'
import type { Clock } from '../kernel/clock.ts'
import { utcDay } from '../kernel/clock.ts'
import type { Desk } from '../links/desk/curator-desk.ts'

const SANDBOX_SOURCE = 'sandbox'

/** The demonstration lives on: each day a few prices move, units sell, a project launches. */
export function demoSource(count: number): GeneratedSource {
  return { name: DEMO_SOURCE, rows: (day) => yieldToEventLoop(demoRowsAt(day, count)) }
}

export interface FirstDataOptions {
  readonly clock: Clock
  readonly demoProjects: number
  readonly say: (line: string) => void
}

/** The sandbox follows the code at every start; unchanged, that changes nothing. */
export async function ensureData(db: Database, options: FirstDataOptions): Promise<void> {
  const at = new Date(options.clock.now())
  await publishRows(db, { dataset: 'sandbox', source: SANDBOX_SOURCE, rows: SANDBOX_PROJECTS, at })
  if (db.kind === 'embedded' && (await isEmpty(db))) await publishDemo(db, options)
}

/** One verified address in the sandbox, for developers to try. */
export async function ensureVerifiedExample(desk: Desk): Promise<void> {
  await desk.seedVerifiedAddress(
    { ...SANDBOX_VERIFIED, dataset: 'sandbox', buildingId: null, note: 'an example' },
    'plinth',
  )
}

export async function publishDemo(db: Database, { clock, demoProjects: count, say }: FirstDataOptions): Promise<void> {
  say(`making the demonstration dataset: ${count} projects, real streets, invented buildings`)
  const started = performance.now()
  const at = new Date(clock.now())
  const made = counted(demoRowsAt(utcDay(clock.now()), count), (done) => say(`  ${done} of ${count} projects`))
  const rows = yieldToEventLoop(made)
  const { version } = await publishRows(db, { dataset: 'production', source: DEMO_SOURCE, rows, at, actor: 'system' })
  await recordRefresh(db, {
    day: utcDay(clock.now()),
    finished_at: new Date(clock.now()).toISOString(),
    sources: [{ source: DEMO_SOURCE, published: true, version, outcome: 'published' }],
  })
  say(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

async function isEmpty(db: Database): Promise<boolean> {
  const row = await db.query
    .selectFrom('dataset_versions')
    .select('number')
    .where('dataset', '=', 'production')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
}

/** Longest stretch of work between two turns of the event loop: requests are answered while rows are made. */
const MAX_BLOCK_MS = 8

async function* yieldToEventLoop<T>(items: Iterable<T>): AsyncGenerator<T> {
  let since = performance.now()
  for (const item of items) {
    if (performance.now() - since > MAX_BLOCK_MS) {
      await turn()
      since = performance.now()
    }
    yield item
  }
}

const SAID_EVERY = 1000

function* counted(rows: Iterable<ProjectRow>, say: (done: number) => void): Generator<ProjectRow> {
  let done = 0
  for (const row of rows) {
    yield row
    done += 1
    if (done % SAID_EVERY === 0) say(done)
  }
}
