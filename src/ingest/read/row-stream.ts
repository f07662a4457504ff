// Checks the rows of a file one by one, collects rejected rows, and reports progress.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { SourceFile } from '../files/source-file.ts'
import type { Draft, ReadItem, RejectedRow } from '../record/draft.ts'
import { cleanText, FileRefused, Notes } from '../record/draft.ts'
import type { ProjectRow } from '../record/row.ts'
import { toRow } from './to-row.ts'

/** What an import does, in order. Small imports skip some. */
export type ImportPhase = 'downloading' | 'reading' | 'grouping' | 'joining' | 'writing' | 'publishing'

export interface ImportProgress {
  readonly phase: ImportPhase
  /** Parts of the phase that are done, and all of them; `total` is 0 while it is unknown. */
  readonly done: number
  readonly total: number
  /** Lines of the file while reading; later, rows. */
  readonly rows: number
  readonly rejected: number
  readonly bytes: number
  readonly bytes_total: number
}

/** Stored with the run. Further rejected rows are only counted. */
const MAX_REJECTED = 1000
const PROGRESS_INTERVAL_MS = 250
/** Longest time without yielding to the event loop, so that requests are served during an import. */
const MAX_BLOCK_MS = 8

/** Sees every row that is read, and every rejected one with the path of the field. */
export interface RowWatcher {
  add(row: ProjectRow): void
  reject(path: string, rejected: RejectedRow): void
}

export class RowStream {
  readonly notes = new Notes()
  readonly rejected: RejectedRow[] = []
  readonly unreadableKeys = new Set<string>()
  count = 0
  rejectedCount = 0
  rejectedByReader = 0
  /** Rejected lines of files with several lines per row. */
  rejectedLines = 0
  /** Rejected rows without a readable key. */
  keylessRows = 0
  readonly #placeOf = new Map<string, Pick<RejectedRow, 'line' | 'file'>>()
  readonly #onProgress: ((progress: ImportProgress) => void) | undefined
  readonly #watcher: RowWatcher | undefined
  #reportedAt = 0
  /** Progress of a reader that groups lines before it returns rows. */
  #reader: Pick<ImportProgress, 'phase' | 'rows' | 'done' | 'total'> | undefined
  #input: Pick<SourceFile, 'bytes' | 'bytesRead'> | undefined

  constructor(onProgress?: (progress: ImportProgress) => void, watcher?: RowWatcher) {
    this.#onProgress = onProgress
    this.#watcher = watcher
  }

  /** What the reader did not reject. */
  async *drafts(input: Pick<SourceFile, 'bytes' | 'bytesRead'>, items: AsyncIterable<ReadItem>): AsyncGenerator<Draft> {
    let since = performance.now()
    this.#reportedAt = since
    this.#input = input
    for await (const item of items) {
      const now = performance.now()
      if (now - since > MAX_BLOCK_MS) {
        await yieldToEventLoop()
        since = performance.now()
      }
      this.count++
      this.#reportRows(input, now)
      if (item.kind === 'draft') {
        yield item.draft
        continue
      }
      this.#watcher?.reject('', item.rejected)
      this.#reject(item.rejected)
    }
    // An empty file is more likely a broken export than an empty city.
    if (this.count === 0) throw new FileRefused('the file has no rows')
    this.#reportRows(input, Number.POSITIVE_INFINITY)
  }

  async *rows(
    input: Pick<SourceFile, 'bytes' | 'bytesRead'>,
    items: AsyncIterable<ReadItem>,
    thisYear: number,
  ): AsyncGenerator<ProjectRow> {
    for await (const draft of this.drafts(input, items)) {
      const checked = toRow(draft, thisYear)
      const { line, file, columns } = draft
      if (checked.row === null) {
        this.#watcher?.reject(checked.path, checked.rejected)
        this.#reject(file === undefined ? checked.rejected : { ...checked.rejected, file })
        continue
      }
      const { key } = checked.row
      const place = file === undefined ? { line } : { line, file }
      const first = this.#placeOf.get(key)
      if (first !== undefined) {
        const reason = `line ${first.line}${first.file === file ? '' : ` of ${first.file}`} has the same key`
        this.#reject({ ...place, column: columns?.key ?? 'key', key, reason })
        continue
      }
      this.#placeOf.set(key, place)
      this.#watcher?.add(checked.row)
      yield checked.row
    }
  }

  #reject(rejected: RejectedRow): void {
    // A line without a key is only a part of a building, which its other lines still report.
    if (rejected.key === null && this.notes.lines > 0) {
      this.rejectedLines++
      this.#addRejected(rejected)
      return
    }
    this.rejectedByReader++
    if (rejected.key === null) this.keylessRows++
    else this.unreadableKeys.add(rejected.key)
    this.#addRejected(rejected)
  }

  /** Rejects a row that was read but could not be published. */
  rejectKey(key: string, reason: string): void {
    this.#addRejected({ ...(this.#placeOf.get(key) ?? { line: 0 }), column: null, key, reason })
  }

  #addRejected(rejected: RejectedRow): void {
    this.rejectedCount++
    const { key, column } = rejected
    if (this.rejected.length < MAX_REJECTED)
      this.rejected.push({ ...rejected, key: key && cleanText(key), column: column && cleanText(column) })
  }

  /** For a reader that reports its own progress. */
  readonly reportReader = (progress: Pick<ImportProgress, 'phase' | 'rows' | 'done' | 'total'>): void => {
    this.#reader = progress
    this.#report(progress)
  }

  /** For what follows the reading. */
  readonly reportPhase = (phase: ImportPhase, done = 0, total = 0): void =>
    this.#report({ phase, done, total, rows: this.count })

  #reportRows(input: Pick<SourceFile, 'bytes' | 'bytesRead'>, now: number): void {
    if (now - this.#reportedAt < PROGRESS_INTERVAL_MS) return
    this.#reportedAt = now
    this.#report(this.#reader ?? { phase: 'reading', rows: this.count, done: input.bytesRead(), total: input.bytes })
  }

  #report(progress: Pick<ImportProgress, 'phase' | 'rows' | 'done' | 'total'>): void {
    const [bytes, bytes_total] = [this.#input?.bytesRead() ?? 0, this.#input?.bytes ?? 0]
    this.#onProgress?.({ ...progress, rejected: this.rejectedCount, bytes, bytes_total })
  }
}
