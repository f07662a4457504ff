// Fills an empty database: the sandbox, and the demonstration on the embedded database.
import type { Database } from '../db/database.ts'
import { demoRowsAt } from '../demo/prepared-rows.ts'
import type { Dataset } from '../events/event-types.ts'
import type { GeneratedSource } from '../ingest/import/refresh.ts'
import { recordRefresh } from '../ingest/import/refresh.ts'
import { publishRows } from '../ingest/publish/publish.ts'
import { publishFirst } from '../ingest/publish/publish-first.ts'
import type { ProjectRow } from '../ingest/record/row.ts'
import { DEMO_SOURCE } from '../ingest/record/source-names.ts'
import type { Clock } from '../kernel/clock.ts'
import { utcDay } from '../kernel/clock.ts'
import type { Desk } from '../links/desk/curator-desk.ts'
import { readSandbox, SANDBOX_VERIFIED } from './sandbox.ts'

const SANDBOX_SOURCE = 'sandbox'

/** The demonstration changes daily: prices move, units sell, projects launch. */
export function demoSource(count: number): GeneratedSource {
  return { name: DEMO_SOURCE, rows: (day) => demoRowsAt(day, count) }
}

/** Publishes the sandbox at every start. Returns false if it did not change. */
export async function ensureSandbox(db: Database, clock: Clock): Promise<boolean> {
  const at = new Date(clock.now())
  const publish = { dataset: 'sandbox', source: SANDBOX_SOURCE, rows: await readSandbox(), at } as const
  return (await publishRows(db, publish)).published
}

/** Gives developers a verified address in the sandbox to try. */
export async function ensureVerifiedExample(desk: Desk): Promise<void> {
  await desk.seedVerifiedAddress(
    { ...SANDBOX_VERIFIED, dataset: 'sandbox', buildingId: null, note: 'an example' },
    'plinth',
  )
}

/** True for an embedded database without data. On PostgreSQL the operator decides. */
export async function needsDemonstration(db: Database): Promise<boolean> {
  return db.kind === 'embedded' && !(await hasVersion(db, 'production'))
}

interface DemoOptions {
  readonly clock: Clock
  readonly demoProjects: number
}

/** Publishes the demonstration next to running requests; `onProgress` gets the number of projects written. */
export async function publishFirstDemo(
  db: Database,
  { clock, demoProjects, onProgress }: DemoOptions & { onProgress: (done: number) => void },
): Promise<void> {
  const rows = demoRowsAt(utcDay(clock.now()), demoProjects)
  const at = new Date(clock.now())
  const publish = { dataset: 'production', source: DEMO_SOURCE, rows, at, actor: 'system' } as const
  const version = await publishFirst(db, { ...publish, onProgress })
  await recordDemo(db, clock, version)
}

/** Publishes the demonstration in one transaction, for `plinth demo`. */
export async function publishDemo(
  db: Database,
  { clock, demoProjects: count, report }: DemoOptions & { report: (line: string) => void },
): Promise<void> {
  report(`creating the demonstration dataset: ${count} projects, real streets, invented buildings`)
  const started = performance.now()
  const at = new Date(clock.now())
  const rows = reportProgress(demoRowsAt(utcDay(clock.now()), count), (done) =>
    report(`  ${done} of ${count} projects`),
  )
  const { version } = await publishRows(db, { dataset: 'production', source: DEMO_SOURCE, rows, at, actor: 'system' })
  await recordDemo(db, clock, version)
  report(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** So that the daily refresh does not publish the same day again. */
async function recordDemo(db: Database, clock: Clock, version: string | null): Promise<void> {
  await recordRefresh(db, {
    day: utcDay(clock.now()),
    finished_at: new Date(clock.now()).toISOString(),
    sources: [{ source: DEMO_SOURCE, published: true, version, outcome: 'published' }],
  })
}

export async function hasVersion(db: Database, dataset: Dataset): Promise<boolean> {
  const versions = db.query.selectFrom('dataset_versions').select('number').where('dataset', '=', dataset)
  return (await versions.limit(1).executeTakeFirst()) !== undefined
}

const REPORT_EVERY = 1000

async function* reportProgress(
  rows: AsyncIterable<ProjectRow>,
  report: (done: number) => void,
): AsyncGenerator<ProjectRow> {
  let done = 0
  for await (const row of rows) {
    yield row
    done += 1
    if (done % REPORT_EVERY === 0) report(done)
  }
}
