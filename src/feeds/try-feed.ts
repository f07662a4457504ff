// Reads the first rows of a feed and shows how they would be mapped, without storing anything.
import type { FeedConnection } from './feed-connection.ts'
import type { FeedInput } from './feed-store.ts'
import type { RejectedRow } from './feed-tables.ts'
import { FeedProblem } from './read/feed-problem.ts'
import type { FieldMapping, Target } from './read/field-mapping.ts'
import { hasNoHeader, resoMapping } from './read/field-mapping.ts'
import type { FileKind } from './read/file-records.ts'
import { readFileRecords } from './read/file-records.ts'
import type { FeedRecord, MappedListing, MappedRecord } from './read/map-record.ts'
import { mapRecord, mapRow } from './read/map-record.ts'
import { readChangesPage, readFieldNames } from './read/reso-page.ts'
import { changesUrl, sampleUrl } from './read/reso-query.ts'
import { FileMappings } from './read-file.ts'
import { askForKnownFields, resoSource } from './read-reso.ts'

const SAMPLE_ROWS = 10
export const TRIAL_MS = 20_000

export interface FeedTrial {
  readonly problem: { readonly code: FeedProblem['code']; readonly detail: string } | null
  /** Which of the feed's fields fills which field of a listing. */
  readonly fields: Readonly<Partial<Record<Target, readonly string[]>>>
  /** Fields that were asked for and that the server does not have. */
  readonly unknown_fields: readonly string[]
  /** All fields that the feed has; empty if the server does not show them. */
  readonly available_fields: readonly string[]
  /** The first values of each field. */
  readonly samples: Readonly<Record<string, readonly string[]>>
  readonly rows: readonly MappedListing[]
  readonly rejected: readonly RejectedRow[]
}

const NOTHING: FeedTrial = {
  problem: null,
  fields: {},
  unknown_fields: [],
  available_fields: [],
  samples: {},
  rows: [],
  rejected: [],
}

/** `signal` is that of the connection. It ends the trial. */
export async function tryFeed(input: FeedInput, connection: FeedConnection, signal: AbortSignal): Promise<FeedTrial> {
  try {
    return await (input.kind === 'reso' ? tryReso(input, connection) : tryFile(input, connection))
  } catch (error) {
    if (!(error instanceof FeedProblem)) throw error
    const { code, message } = signal.aborted ? tooSlow() : error
    return { ...NOTHING, problem: { code, detail: message } }
  }
}

function tooSlow(): FeedProblem {
  return new FeedProblem('timeout', `The server did not send the first rows within ${TRIAL_MS / 1000} seconds.`)
}

async function tryReso(input: FeedInput, connection: FeedConnection): Promise<FeedTrial> {
  const mapping = resoMapping(input.fields, input.url!)
  const source = { ...resoSource(input, mapping), pageSize: SAMPLE_ROWS }
  const { result, unknownFields } = await askForKnownFields(mapping, [], (select) =>
    connection.json(changesUrl(source, select, null)),
  )
  const { rows } = readChangesPage(result, source, null)
  const available = await connection.json(sampleUrl(source, 1)).then(
    (json) => readFieldNames(json, source),
    () => [],
  )
  const mapped = rows.map((row) => ({ line: null, mapped: mapRow(row, mapping, input.key_prefix) }))
  return {
    ...trialOf(withoutFields(mapping, unknownFields), mapped),
    unknown_fields: unknownFields,
    available_fields: available,
    samples: samplesOf(rows.map(({ record }) => record)),
  }
}

async function tryFile(input: FeedInput, connection: FeedConnection): Promise<FeedTrial> {
  const mappings = new FileMappings(input.fields)
  const trial = await connection.file(input.url!, null, async ({ body }) => {
    const mapped: { line: number; mapped: MappedRecord }[] = []
    const records: FeedRecord[] = []
    let problem: FeedTrial['problem'] = null
    let fields: FieldMapping = {}
    let columns: readonly string[] = []
    for await (const { line, record } of readFileRecords(input.kind as FileKind, body, hasNoHeader(input.fields))) {
      if (typeof record === 'string') mapped.push({ line, mapped: { kind: 'rejected', key: null, reason: record } })
      else {
        if (columns.length === 0) columns = Object.keys(record)
        records.push(record)
        try {
          fields = records.length === 1 ? mappings.of(record) : fields
          mapped.push({ line, mapped: mapRecord(record, mappings.of(record), input.key_prefix) })
        } catch (error) {
          if (!(error instanceof FeedProblem)) throw error
          // The columns are shown all the same: the customer says what they mean.
          problem = { code: error.code, detail: error.message }
        }
      }
      if (records.length === SAMPLE_ROWS || mapped.length === SAMPLE_ROWS) break
    }
    return { ...trialOf(fields, mapped), problem, available_fields: columns, samples: samplesOf(records) }
  })
  return trial ?? NOTHING
}

const SAMPLES = 2
const SAMPLE_LENGTH = 100

function samplesOf(records: readonly FeedRecord[]): Record<string, string[]> {
  const samples: Record<string, string[]> = Object.create(null)
  for (const [name, value] of records.flatMap((record) => Object.entries(record))) {
    samples[name] ??= []
    const values = samples[name]
    if (values.length < SAMPLES && value !== null && value !== '' && typeof value !== 'object')
      values.push(String(value).slice(0, SAMPLE_LENGTH))
  }
  return samples
}

function trialOf(
  fields: FieldMapping,
  mapped: readonly { readonly line: number | null; readonly mapped: MappedRecord }[],
): FeedTrial {
  return {
    ...NOTHING,
    fields,
    rows: mapped.flatMap((row) => (row.mapped.kind === 'listing' ? [row.mapped.listing] : [])),
    rejected: mapped.flatMap(({ line, mapped: row }) =>
      row.kind === 'rejected' ? [{ key: row.key, line, reason: row.reason }] : [],
    ),
  }
}

function withoutFields(mapping: FieldMapping, unknown: readonly string[]): FieldMapping {
  const known = Object.entries(mapping).map(([target, names]) => [target, names.filter((n) => !unknown.includes(n))])
  return Object.fromEntries(known.filter(([, names]) => names!.length > 0))
}
