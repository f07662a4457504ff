// Reads a whole CSV or NDJSON file: every row, and then what is no longer in it.

import type { FeedRun } from './feed-run.ts'
import { GROUP } from './feed-run.ts'
import { FeedProblem } from './read/feed-problem.ts'
import type { FieldChanges, FieldMapping } from './read/field-mapping.ts'
import { fileMapping, hasNoHeader } from './read/field-mapping.ts'
import type { FileKind } from './read/file-records.ts'
import { readFileRecords } from './read/file-records.ts'
import type { FeedRecord, MappedRecord } from './read/map-record.ts'
import { mapRecord } from './read/map-record.ts'
import type { RunRow } from './run-step.ts'

/** Lines of NDJSON can have different fields. Mappings of this many sets of fields are remembered. */
const MAX_MAPPINGS = 100

/** Reads the feed's URL, unless its server says that the file is the one that was read last. */
export async function readFileUrl(run: FeedRun): Promise<void> {
  await run.startOver()
  const { etag: known } = run.progress
  await run.retrying(() =>
    run.connection.file(run.feed.url!, known, async ({ body, etag }) => {
      await readFile(run, body)
      await run.advance({ ...run.progress, etag })
    }),
  )
}

/** An interrupted read starts again from the top: what is stored already costs nothing. */
export async function readFile(run: FeedRun, bytes: AsyncIterable<Buffer>): Promise<void> {
  await run.startOver()
  const { kind, fields, key_prefix } = run.feed
  const mappings = new FileMappings(fields)
  const sweep = { after: null, startedAt: run.now() }
  await run.beginSweep({ ...run.progress, etag: null, sweep })
  let rows: RunRow[] = []
  let wrong: string | null = null
  let isUsable = false
  const onHeader = (columns: readonly string[]) => mappings.require(columns)
  for await (const { line, record } of readFileRecords(kind as FileKind, bytes, hasNoHeader(fields), onHeader)) {
    const mapped: MappedRecord =
      typeof record === 'string'
        ? { kind: 'rejected', key: null, reason: record }
        : mapRecord(record, mappings.of(record), key_prefix)
    if (mapped.kind === 'listing') isUsable = true
    else wrong ??= `Line ${line}: ${mapped.reason}`
    rows.push({ mapped, line, progress: run.progress })
    if (rows.length < GROUP) continue
    run.reached('page read')
    await run.store(rows)
    rows = []
  }
  run.reached('page read')
  await run.store(rows)
  // It may be another file. An empty one is held for approval instead.
  if (wrong !== null && !isUsable)
    throw new FeedProblem('invalid_file', `No row of the file can be stored. Nothing was marked gone. ${wrong}`)
  await run.endSweep({ ...run.progress, pass: null, sweep: null })
}

export class FileMappings {
  readonly #changes: FieldChanges
  readonly #bySet = new Map<string, FieldMapping>()

  constructor(changes: FieldChanges) {
    this.#changes = changes
  }

  of(record: FeedRecord): FieldMapping {
    const columns = Object.keys(record)
    const set = JSON.stringify(columns)
    const known = this.#bySet.get(set)
    if (known) return known
    const mapping = this.#bySet.size === 0 ? this.require(columns) : fileMapping(this.#changes, columns)
    if (this.#bySet.size < MAX_MAPPINGS) this.#bySet.set(set, mapping)
    return mapping
  }

  /** Throws if the columns are not those of listings. */
  require(columns: readonly string[]): FieldMapping {
    const mapping = fileMapping(this.#changes, columns)
    requireColumns(mapping, columns)
    return mapping
  }
}

/** A file with other columns would reject every row and mark every listing gone. */
function requireColumns(mapping: FieldMapping, columns: readonly string[]): void {
  const isIn = (names: readonly string[] | undefined) => names?.some((name) => columns.includes(name)) ?? false
  const has = columns
    .slice(0, 20)
    .join(', ')
    .slice(0, 300)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd')
  const advice = `The file has: ${has}. Set "fields" to the names in the file.`
  if (!isIn(mapping.key)) throw new FeedProblem('invalid_file', `No column has the key of a listing. ${advice}`)
  if (!isIn(mapping.address) && !isIn(mapping.street_name))
    throw new FeedProblem('invalid_file', `No column has the address of a listing. ${advice}`)
}
