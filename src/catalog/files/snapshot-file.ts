// Writes and opens the file of a snapshot.
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Tables as DatabaseTables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { SectionArray, SectionFile } from '../../kernel/section-file.ts'
import { openSectionFile, SectionFileError } from '../../kernel/section-file.ts'
import { SectionWriter } from '../../kernel/section-writer.ts'
import type { ProjectRecord } from '../records/record-types.ts'
import { FileBodies } from '../snapshot/bodies.ts'
import type { DatasetVersion } from '../snapshot/dataset-content.ts'
import { readTables, runInSteps } from '../snapshot/read-dataset.ts'
import { RecordTable } from '../snapshot/record-table.ts'
import type { SnapshotData, Tables } from '../snapshot/snapshot-data.ts'
import { indexOf } from '../snapshot/snapshot-matcher.ts'
import type { Table } from '../snapshot/table.ts'
import { tableArrays, tableFromArrays } from '../snapshot/table.ts'
import type { TableName } from '../snapshot/table-fields.ts'
import { SCHEMA_VERSION, TABLE_FIELDS, TABLE_NAMES } from '../snapshot/table-fields.ts'

interface Header {
  readonly schema: number
  readonly dataset: Dataset
  readonly versions: readonly DatasetVersion[]
}

/** Where a file is written, and the key of its digest. */
export interface FileTarget {
  readonly folder: string
  readonly secret: Uint8Array
}

export interface SnapshotFileName {
  readonly name: string
  readonly version: number
  readonly digest: string
}

/** Start of the names of the matcher's sections. */
const MATCHER = 'matcher.'

const namePrefix = (dataset: Dataset) => `${dataset}-s${SCHEMA_VERSION}-`

/** Null for other files, including those of another schema version. */
export function parseName(name: string, dataset: Dataset): SnapshotFileName | null {
  const prefix = namePrefix(dataset)
  const match = name.startsWith(prefix) ? /^(\d+)-([0-9a-f]{16})\.snapshot$/.exec(name.slice(prefix.length)) : null
  return match ? { name, version: Number(match[1]), digest: match[2]! } : null
}

/** The newest version first. */
export function sortNames(names: Iterable<string>, dataset: Dataset): SnapshotFileName[] {
  return [...names]
    .flatMap((name) => parseName(name, dataset) ?? [])
    .sort((a, b) => b.version - a.version || (a.digest < b.digest ? -1 : 1))
}

/** What a new file contains. */
type Content = Pick<SnapshotData, 'tables' | 'matcher'>

/** Reads the dataset from the database straight into a file. Returns its path. */
export function writeFromDatabase(
  db: Kysely<DatabaseTables>,
  dataset: Dataset,
  versions: readonly DatasetVersion[],
  target: FileTarget,
): Promise<string> {
  return write(dataset, versions, target, async (writer) => {
    const tables = await readTables(db, dataset, versions, writer)
    const projects = new RecordTable<ProjectRecord>('project', tables.project, new FileBodies(writer))
    return { tables, matcher: await runInSteps(indexOf(projects)) }
  })
}

/** Writes a snapshot with all its changes into a new file. Returns its path. */
export function writeFromData(data: SnapshotData, target: FileTarget): Promise<string> {
  const { dataset, versions, matcher } = data
  return write(dataset, versions, target, async (writer) => ({
    tables: await runInSteps(copyTables(data, writer)),
    matcher,
  }))
}

function* copyTables({ tables, bodies }: SnapshotData, writer: SectionWriter): Generator<void, Tables> {
  const copied: Partial<Record<TableName, Table>> = {}
  for (const name of TABLE_NAMES) {
    const { offsets, lengths, ...rest } = tables[name]
    writer.raw(name)
    const moved = new Float64Array(offsets.length)
    for (let row = 0; row < offsets.length; row++) {
      moved[row] = writer.write(bodies.read(name, offsets[row]!, lengths[row]!))
      if (row % 256 === 255) yield
    }
    copied[name] = { ...rest, lengths, offsets: moved }
  }
  return copied as Tables
}

async function write(
  dataset: Dataset,
  versions: readonly DatasetVersion[],
  { folder, secret }: FileTarget,
  fill: (writer: SectionWriter) => Promise<Content>,
): Promise<string> {
  const start = join(folder, `${namePrefix(dataset)}${versions.at(-1)!.number}`)
  const writer = new SectionWriter(start, { secret })
  try {
    const { tables, matcher } = await fill(writer)
    for (const name of TABLE_NAMES)
      for (const [section, values] of Object.entries(tableArrays(name, tables[name]))) writer.array(section, values)
    for (const [section, values] of Object.entries(matcher ?? {})) writer.array(`${MATCHER}${section}`, values)
    const header: Header = { schema: SCHEMA_VERSION, dataset, versions }
    const { path } = await writer.finish(header, (digest) => `${start}-${digest.slice(0, 16)}.snapshot`)
    return path
  } finally {
    writer.abort()
  }
}

export interface OpenedFile {
  readonly file: SectionFile
  readonly data: SnapshotData
}

/** Throws SectionFileError if the file is damaged, forged or of another schema version. */
export function openSnapshotFile(path: string, dataset: Dataset, secret: Uint8Array): OpenedFile {
  const file = openSectionFile(path, { secret })
  try {
    const header = file.header as Header
    if (header.schema !== SCHEMA_VERSION || header.dataset !== dataset)
      throw new SectionFileError(`${path} has schema ${header.schema} of dataset ${header.dataset}.`)
    const get = (section: string): SectionArray => file.array(section)
    const tables = Object.fromEntries(
      TABLE_NAMES.map((name) => [name, tableFromArrays(name, TABLE_FIELDS[name] as never, get)]),
    ) as unknown as Tables
    const sections = file.names().filter((name) => name.startsWith(MATCHER))
    const matcher = Object.fromEntries(sections.map((name) => [name.slice(MATCHER.length), get(name)]))
    return { file, data: { dataset, versions: header.versions, tables, bodies: new FileBodies(file), matcher } }
  } catch (error) {
    file.close()
    throw error
  }
}
