// Reads open data with one line per dwelling: filters, groups on disk, yields one draft per building.

import { DiskSorter } from '../files/disk-sorter.ts'
import type { SourceFile } from '../files/source-file.ts'
import type { Notes, ReadItem } from '../record/draft.ts'
import { cleanText, FileRefused, rejectedItem } from '../record/draft.ts'
import { dbfLines, isDbf } from './dbf-lines.ts'
import { inReadingOrder } from './file-kinds.ts'
import type { LineReader } from './roll-lines.ts'
import { csvLines, geoJsonLines } from './roll-lines.ts'
import type { DraftOptions, RecordOrReason, RollRecord, RollTable, StartContext } from './roll-table.ts'
import { xmlRecords } from './xml-records.ts'

export interface RollOptions extends Pick<StartContext, 'snapshot'> {
  readonly minUnits: number
  /** A folder for temporary files. Created when needed and deleted at the end. */
  readonly workFolder: string
  readonly onProgress?: ((progress: RollProgress) => void) | undefined
  /** Characters of records to sort in memory. */
  readonly runLength?: number
}

export interface RollProgress {
  readonly phase: 'reading' | 'grouping'
  /** Lines read. */
  readonly rows: number
  readonly done: number
  readonly total: number
}

const READERS: Readonly<Record<NonNullable<RollTable['shape']>, LineReader>> = {
  csv: csvLines,
  geojson: geoJsonLines,
  xml: xmlRecords,
}

/** Records of one building. A file that puts everything into one group must not fill the memory. */
const MAX_GROUP = 50_000
const MAX_KEY_LENGTH = 200
const PROGRESS_INTERVAL_MS = 250

export async function* readRoll(
  files: readonly SourceFile[],
  table: RollTable,
  options: RollOptions,
  notes: Notes,
): AsyncGenerator<ReadItem> {
  const context = { snapshot: options.snapshot, allowsShareAlike: notes.osmProblem === null }
  const started = (await table.start?.(context)) ?? table
  const roll = new Roll(await inReadingOrder(files, started), started, options, notes)
  try {
    for (const at of files.keys()) yield* roll.read(at)
    yield* roll.groups()
  } finally {
    await roll.close()
  }
}

interface Group {
  readonly key: string
  /** At most MAX_GROUP; `size` counts all. */
  readonly records: RollRecord[]
  /** The file of each record. */
  readonly files: number[]
  size: number
}

class Roll {
  readonly #files: readonly SourceFile[]
  readonly #table: RollTable
  readonly #options: RollOptions
  readonly #notes: Notes
  readonly #sorter: DiskSorter
  #records = 0
  #reportedAt = 0
  #phase: RollProgress['phase'] | undefined

  constructor(files: readonly SourceFile[], table: RollTable, options: RollOptions, notes: Notes) {
    this.#files = files
    this.#table = table
    this.#options = options
    this.#notes = notes
    this.#sorter = new DiskSorter(options.workFolder, options.runLength)
  }

  close(): Promise<void> {
    return this.#sorter.close()
  }

  /** Stores the records of one file, and yields its rejected lines. */
  async *read(fileAt: number): AsyncGenerator<ReadItem> {
    const file = this.#files[fileAt]!
    const table = this.#table
    const open: LineReader = isDbf(file) ? dbfLines : READERS[table.shape ?? 'csv']
    const before = this.#notes.lines
    let mayBeEmpty = false
    for await (const { kind, lines } of open(file, table, this.#notes)) {
      mayBeEmpty = kind.mayBeEmpty === true
      const rejected: ReadItem[] = []
      let mustFlush = false
      for (const { line, cells, problem } of lines) {
        this.#notes.lines++
        const found: RecordOrReason = problem === null ? kind.recordOf(cells, line) : { reject: problem, column: null }
        if ('length' in found) for (const record of found) mustFlush = this.#store(record, fileAt) || mustFlush
        else if ('skip' in found) this.#notes.remark(found.skip)
        else if ('reject' in found) rejected.push(this.#rejected(fileAt, line, found.reject, found.column))
        else if (this.#store(found, fileAt)) mustFlush = true
      }
      if (mustFlush) await this.#sorter.flush()
      yield* rejected
      this.#report('reading', bytesRead(this.#files), bytesTotal(this.#files))
    }
    if (this.#notes.lines === before && !mayBeEmpty) throw new FileRefused(`${cleanText(file.name)} has no rows`)
  }

  /** One text per record: the key first, so that sorting groups them; the line last, so that its order is not that of the file. */
  #store({ key, line, values }: RollRecord, fileAt: number): boolean {
    this.#records++
    return this.#sorter.add(JSON.stringify([key.slice(0, MAX_KEY_LENGTH), ...values, line, fileAt]))
  }

  async *groups(): AsyncGenerator<ReadItem> {
    this.#notes.remark('lines read', this.#notes.lines)
    let group: Group | undefined
    let done = 0
    for await (const batch of this.#sorter.sorted()) {
      for (const text of batch) {
        const record = JSON.parse(text) as (string | number | null)[]
        const key = record[0] as string
        if (group?.key !== key) {
          if (group) yield* this.#draft(group)
          group = { key, records: [], files: [], size: 0 }
        }
        if (++group.size > MAX_GROUP) continue
        group.files.push(record.pop() as number)
        group.records.push({ key, line: record.pop() as number, values: record.slice(1) })
      }
      done += batch.length
      this.#report('grouping', done, this.#records)
    }
    if (group) yield* this.#draft(group)
  }

  *#draft({ key, records, files, size }: Group): Generator<ReadItem> {
    const first = records.reduce((best, { line }, at) => {
      const other = records[best]!.line
      return files[at]! < files[best]! || (files[at] === files[best] && line < other) ? at : best
    }, 0)
    const { line } = records[first]!
    if (size > MAX_GROUP) {
      yield this.#rejected(files[first]!, line, `${size} lines have this key; the limit is ${MAX_GROUP}`, null, key)
      return
    }
    const options: DraftOptions = { minUnits: this.#options.minUnits, remark: (text) => this.#notes.remark(text) }
    const draft = this.#table.draftOf(key, records, options)
    if (draft === null) this.#notes.remark(`buildings with fewer than ${this.#options.minUnits} units: left out`)
    else yield { kind: 'draft', draft: { ...draft, line, ...this.#fileName(files[first]!) } }
  }

  #rejected(fileAt: number, line: number, reason: string, column: string | null, key: string | null = null): ReadItem {
    const item = rejectedItem(line, reason, column, key)
    return item.kind === 'rejected' ? { ...item, rejected: { ...item.rejected, ...this.#fileName(fileAt) } } : item
  }

  /** A line number alone is enough for one file. */
  #fileName(fileAt: number): { readonly file?: string } {
    return this.#files.length > 1 ? { file: this.#files[fileAt]!.name } : {}
  }

  #report(phase: RollProgress['phase'], done: number, total: number): void {
    const { onProgress } = this.#options
    const now = performance.now()
    if (!onProgress || (phase === this.#phase && now - this.#reportedAt < PROGRESS_INTERVAL_MS)) return
    this.#phase = phase
    this.#reportedAt = now
    onProgress({ phase, rows: this.#notes.lines, done, total })
  }
}

const bytesRead = (files: readonly SourceFile[]) => files.reduce((sum, file) => sum + file.bytesRead(), 0)
const bytesTotal = (files: readonly SourceFile[]) => files.reduce((sum, file) => sum + file.bytes, 0)
