// Reads files as an import does, without a database.
import { join } from 'node:path'
import { openInput } from '../../src/ingest/formats/read-files.ts'
import type { Mapping } from '../../src/ingest/read/mapping.ts'
import { NO_MAPPING } from '../../src/ingest/read/mapping.ts'
import { RowStream } from '../../src/ingest/read/row-stream.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import type { StartContext } from '../../src/ingest/rolls/roll-table.ts'
import { temporaryFolder } from './databases.ts'

interface Reading extends Pick<StartContext, 'snapshot'> {
  readonly format?: string
  readonly mapping?: Mapping
  readonly allowsShareAlike?: boolean
}

export async function readRows(files: string | readonly string[], options: Reading = {}) {
  const { format, mapping = NO_MAPPING, snapshot, allowsShareAlike = false } = options
  const input = await openInput([files].flat(), undefined, format, mapping)
  const stream = new RowStream()
  if (!allowsShareAlike) stream.notes.osmProblem = 'not allowed'
  const rows: ProjectRow[] = []
  const context = { mapping, notes: stream.notes, workFolder: join(await temporaryFolder(), 'w'), snapshot }
  for await (const row of stream.rows(input, input.read(context), 2026)) rows.push(row)
  return {
    rows,
    rejected: stream.rejected,
    remarks: Object.fromEntries(stream.notes.remarks),
    format: input.format.name,
  }
}
