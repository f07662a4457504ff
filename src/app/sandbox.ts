// Reads the sandbox projects from assets/sandbox with our NDJSON importer.
import { fileURLToPath } from 'node:url'
import type { Snapshot, SnapshotOptions } from '../catalog/snapshot/snapshot.ts'
import { openSourceFile } from '../ingest/files/source-file.ts'
import { readNdjson } from '../ingest/read/ndjson.ts'
import { RowStream } from '../ingest/read/row-stream.ts'
import type { ProjectRow } from '../ingest/record/row.ts'
import { newestRows } from './real-buildings.ts'
import { snapshotOfRows } from './rows-snapshot.ts'

const FILE = fileURLToPath(new URL('../../assets/sandbox/projects.ndjson', import.meta.url))

/** A verified address, to try out `match_method: "verified"`. No source has it. */
export const SANDBOX_VERIFIED = { line: '6 Old Wharf Lane', city: 'Toronto', province: 'ON', projectId: 7 } as const

/** Fixed, so that a wrong system clock cannot reject a row. */
const YEAR = 2026

/** The source of the sandbox projects. */
export const SANDBOX_SOURCE = 'sandbox'

/** Invented projects. Keys end with their ids. */
export async function readSandbox(): Promise<ProjectRow[]> {
  const file = await openSourceFile(FILE)
  const stream = new RowStream()
  const rows: ProjectRow[] = []
  for await (const row of stream.rows(file, readNdjson(file, {}, stream.notes), YEAR))
    rows.push({ ...row, id: Number(row.key.replace('sandbox-', '')) })
  const [rejected] = stream.rejected
  if (rejected) throw new Error(`${FILE}, line ${rejected.line}, ${rejected.column}: ${rejected.reason}`)
  return rows
}

/** Real buildings for samples that work with every key. Their ids are those of the first data, by the city's key. */
const REAL_SOURCE = 'toronto'
const REAL_IDS: ReadonlyMap<string, number> = new Map([
  ['4153508', 1710],
  ['4153548', 1745],
])

export async function readSandboxReal(): Promise<ProjectRow[]> {
  const rows: ProjectRow[] = []
  for await (const row of newestRows(REAL_SOURCE, new Set(REAL_IDS.keys())))
    rows.push({ ...row, id: REAL_IDS.get(row.key)! })
  return rows
}

/** The sandbox by source, in the order in which it is published. */
export const sandboxSources = async () =>
  [
    { source: SANDBOX_SOURCE, rows: await readSandbox() },
    { source: REAL_SOURCE, rows: await readSandboxReal() },
  ] as const

/** The sandbox without a database. People have decided nothing there. */
export async function readSandboxSnapshot(options: SnapshotOptions): Promise<Snapshot> {
  const facts = { dataset: 'sandbox', publishedAt: `${YEAR}-01-01T00:00:00.000Z` } as const
  return snapshotOfRows(await sandboxSources(), { ...options, ...facts })
}
