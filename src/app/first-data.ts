// Fills an empty database: the sandbox, and on the embedded database real buildings and invented projects.
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
import type { Config } from '../kernel/config.ts'
import { isIncluded } from '../kernel/config.ts'
import type { Desk } from '../links/desk/curator-desk.ts'
import { publishRealBuildings, SYSTEM } from './real-buildings.ts'
import { SANDBOX_VERIFIED, sandboxSources } from './sandbox.ts'

/** The demonstration changes daily: prices move, units sell, projects launch. */
export function demoSource(count: number): GeneratedSource {
  return { name: DEMO_SOURCE, rows: (day) => demoRowsAt(day, count) }
}

/** Publishes the sandbox at every start. Returns false if it did not change. */
export async function ensureSandbox(db: Database, clock: Clock): Promise<boolean> {
  const at = new Date(clock.now())
  let published = false
  for (const rows of await sandboxSources())
    published = (await publishRows(db, { dataset: 'sandbox', ...rows, at })).published || published
  return published
}

/** Gives developers a verified address in the sandbox to try. */
export async function ensureVerifiedExample(desk: Desk): Promise<void> {
  await desk.seedVerifiedAddress(
    { ...SANDBOX_VERIFIED, dataset: 'sandbox', buildingId: null, note: 'an example' },
    'plinth',
  )
}

type Demonstration = Pick<Config, 'demonstration' | 'demoProjects'>

/** True for an embedded database whose first data is not complete. On PostgreSQL the operator decides. */
export async function needsFirstData(db: Database, { demonstration }: Demonstration): Promise<boolean> {
  if (demonstration === 'none' || db.kind !== 'embedded' || (await lastRefresh(db)) !== null) return false
  const versions = db.query.selectFrom('dataset_versions').select('number').where('dataset', '=', 'production')
  const imported = versions.where('source', '!=', DEMO_SOURCE).where('actor', 'is distinct from', SYSTEM)
  return (await imported.limit(1).executeTakeFirst()) === undefined
}

interface FirstDataOptions extends Demonstration {
  readonly clock: Clock
}

/** Without real buildings, the first invented projects are a fair sample of all, and are there within seconds. */
export const SAMPLE_PROJECTS = 300

interface FirstDataWatch {
  /** Called with the number of invented projects written. */
  readonly onProgress: (done: number) => void
  /** Called when there is data that can be read while the rest is written. */
  readonly onReadable: () => void
}

/** Publishes the first data next to running requests: real buildings or a sample, then the rest. */
export async function publishFirstData(
  db: Database,
  { clock, demonstration, demoProjects, onProgress, onReadable }: FirstDataOptions & FirstDataWatch,
): Promise<void> {
  const at = new Date(clock.now())
  const publish = (count: number) => {
    const rows = demoRowsAt(utcDay(clock.now()), count)
    return publishInSlices(db, { dataset: 'production', source: DEMO_SOURCE, rows, at, actor: SYSTEM, onProgress })
  }
  if (isIncluded(demonstration, 'real')) await publishRealBuildings(db, at)
  else await publish(Math.min(demoProjects, SAMPLE_PROJECTS))
  onReadable()
  await recordDemo(db, clock, isIncluded(demonstration, 'invented') ? await publish(demoProjects) : null)
}

/** Publishes the same in a transaction per release and one for the invented projects, for `plinth demo`. */
export async function publishDemo(
  db: Database,
  { clock, demonstration, demoProjects: count, report }: FirstDataOptions & { report: (line: string) => void },
): Promise<void> {
  const started = performance.now()
  const at = new Date(clock.now())
  let version: string | null = null
  if (isIncluded(demonstration, 'real')) {
    report('publishing the real buildings of Toronto and Vancouver')
    await publishRealBuildings(db, at, report)
  }
  if (isIncluded(demonstration, 'invented')) {
    report(`creating ${count} invented projects on real streets`)
    const rows = reportProgress(demoRowsAt(utcDay(clock.now()), count), (done) =>
      report(`  ${done} of ${count} projects`),
    )
    ;({ version } = await publishRows(db, { dataset: 'production', source: DEMO_SOURCE, rows, at, actor: SYSTEM }))
  }
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
