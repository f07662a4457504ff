// What an empty database is filled with: the sandbox everywhere, the demonstration on the embedded engine.
import type { Database } from './db/database.ts'
import { demoProjects } from './demo/generate.ts'
import { SANDBOX_PROJECTS } from './demo/sandbox.ts'
import { publishRows } from './ingest/publish.ts'
import type { ProjectRow } from './ingest/row.ts'
import type { Clock } from './kernel/clock.ts'

export const DEMO_SOURCE = 'demo'
export const SANDBOX_SOURCE = 'sandbox'

interface FirstDataOptions {
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

export async function publishDemo(db: Database, { clock, demoProjects: count, say }: FirstDataOptions): Promise<void> {
  say(`making the demonstration dataset: ${count} projects, real streets, invented buildings`)
  const started = performance.now()
  const rows = counted(demoProjects({ count }), (done) => say(`  ${done} of ${count} projects`))
  await publishRows(db, { dataset: 'production', source: DEMO_SOURCE, rows, at: new Date(clock.now()) })
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

const SAID_EVERY = 1000

function* counted(rows: Iterable<ProjectRow>, say: (done: number) => void): Generator<ProjectRow> {
  let done = 0
  for (const row of rows) {
    yield row
    done += 1
    if (done % SAID_EVERY === 0) say(done)
  }
}
