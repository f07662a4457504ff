// What an empty database is filled with: the sandbox everywhere, the demonstration on the embedded engine.
import type { Database } from './db/database.ts'
import { SANDBOX_PROJECTS } from './demo/sandbox.ts'
import { publishRows } from './ingest/publish.ts'
import type { Clock } from './kernel/clock.ts'

export async function ensureData(db: Database, clock: Clock, say: (line: string) => void): Promise<void> {
  const at = new Date(clock.now())
  say('reading the sandbox')
  await publishRows(db, { dataset: 'sandbox', source: 'sandbox', rows: SANDBOX_PROJECTS, at })
  await publishRows(db, {
    dataset: 'production',
    source: 'demo',
    rows: SANDBOX_PROJECTS.map(({ id: _, ...row }) => row),
    at,
  })
}
