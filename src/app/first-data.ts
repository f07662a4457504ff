// Fills an empty database: the sandbox, and the demonstration on the embedded database.
import type { Database } from '../db/database.ts'
import { demoRowsAt } from '../demo/prepared-rows.ts'
import type { Dataset } from '../events/event-types.ts'
import type { GeneratedSource } from '../ingest/import/refresh.ts'
import { lastRefresh, recordRefresh } from '../ingest/import/refresh.ts'
import { publishRows } from '../ingest/publish/publish.ts'
import { publishInSlices } from '../ingest/publish/publish-in-slices.ts'
import type { ProjectRow } from '../ingest/record/row.ts'
import { DEMO_SOURCE } from '../ingest/record/source-names.ts'
import type { Clock } from '../kernel/clock.ts'
import { utcDay } from '../kernel/clock.ts'
import type { Desk } from '../links/desk/curator-desk.ts'
import { readSandbox, SANDBOX_SOURCE, SANDBOX_VERIFIED } from './sandbox.ts'

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

/** True for an embedded database whose first data is not complete. On PostgreSQL the operator decides. */
export async function needsDemonstration(db: Database): Promise<boolean> {
  if (db.kind !== 'embedded' || (await lastRefresh(db)) !== null) return false
  const versions = db.query.selectFrom('dataset_versions').select('number').where('dataset', '=', 'production')
  return (await versions.where('source', '!=', DEMO_SOURCE).limit(1).executeTakeFirst()) === undefined
}

/** Sources that have rows now, without the demonstration. */
export async function realSources(db: Database): Promise<string[]> {
  const rows = await db.query
    .selectFrom('identities')
    .select('source')
    .distinct()
    .where('dataset', '=', 'production')
    .where('present', '=', true)
    .where('source', '!=', DEMO_SOURCE)
    .orderBy('source')
    .execute()
  return rows.map(({ source }) => source)
}

interface DemoOptions {
  readonly clock: Clock
  readonly demoProjects: number
}

/** The first projects are a fair sample of all, and are there within seconds. */
export const SAMPLE_PROJECTS = 300

interface FirstDemoOptions extends DemoOptions {
  /** Called with the number of projects written. */
  readonly onProgress: (done: number) => void
  /** Called when the sample is published, which can be read while the rest is written. */
  readonly onSample: () => void
}

/** Publishes the demonstration next to running requests: a sample, then the rest. */
export async function publishFirstDemo(
  db: Database,
  { clock, demoProjects, onProgress, onSample }: FirstDemoOptions,
): Promise<void> {
  const at = new Date(clock.now())
  const publish = (count: number) => {
    const rows = demoRowsAt(utcDay(clock.now()), count)
    return publishInSlices(db, { dataset: 'production', source: DEMO_SOURCE, rows, at, actor: 'system', onProgress })
  }
  await publish(Math.min(demoProjects, SAMPLE_PROJECTS))
  onSample()
  await recordDemo(db, clock, await publish(demoProjects))
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

/** The demonstration is complete, and the daily refresh does not publish the same day again. */
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
