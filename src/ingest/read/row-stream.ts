// The rows of a file on their way into a publish: drafts checked one by one, rejects kept with their place, progress told.
import { setImmediate as turn } from 'node:timers/promises'
import type { ProjectRow } from '../row.ts'
import type { ReadItem, RejectedRow } from './draft.ts'
import { cleanText, FileRefused, Notes } from './draft.ts'
import type { SourceFile } from './source-file.ts'
import { toRow } from './to-row.ts'

export interface ImportProgress {
  readonly rows: number
  readonly rejected: number
  readonly bytes: number
  readonly bytes_total: number
}

/** Kept with the record; the rest is counted. */
const MAX_REJECTED = 1000
const PROGRESS_INTERVAL_MS = 250
/** Longest stretch of work between two turns of the event loop: requests are answered while rows are read. */
const MAX_BLOCK_MS = 8

export class RowStream {
  readonly notes = new Notes()
  readonly rejected: RejectedRow[] = []
  readonly unreadableKeys = new Set<string>()
  count = 0
  rejectedCount = 0
  rejectedByReader = 0
  /** Rejected rows without a readable key. */
  keylessRows = 0
  readonly #lineOf = new Map<string, number>()
  readonly #onProgress: ((progress: ImportProgress) => void) | undefined
  #toldAt = 0

  constructor(onProgress?: (progress: ImportProgress) => void) {
    this.#onProgress = onProgress
  }

  async *rows(file: SourceFile, items: AsyncIterable<ReadItem>, thisYear: number): AsyncGenerator<ProjectRow> {
    let since = performance.now()
    this.#toldAt = since
    for await (const item of items) {
      const now = performance.now()
      if (now - since > MAX_BLOCK_MS) {
        await turn()
        since = performance.now()
      }
      this.count++
      this.#tell(file, now)
      const checked = item.kind === 'draft' ? toRow(item.draft, thisYear) : { row: null, rejected: item.rejected }
      if (checked.row === null) {
        this.#reject(checked.rejected)
        continue
      }
      if (!this.#lineOf.has(checked.row.key))
        this.#lineOf.set(checked.row.key, item.kind === 'draft' ? item.draft.line : 0)
      yield checked.row
    }
    // An empty file is a broken export more often than an empty city.
    if (this.count === 0) throw new FileRefused('there is not a single row in the file')
    this.#tell(file, Number.POSITIVE_INFINITY)
  }

  #reject(rejected: RejectedRow): void {
    this.rejectedByReader++
    if (rejected.key === null) this.keylessRows++
    else this.unreadableKeys.add(rejected.key)
    this.#note(rejected)
  }

  /** A row that could be read but not placed. */
  rejectKey(key: string, reason: string): void {
    this.#note({ line: this.#lineOf.get(key) ?? 0, column: null, key, reason })
  }

  #note(rejected: RejectedRow): void {
    this.rejectedCount++
    const { key } = rejected
    if (this.rejected.length < MAX_REJECTED)
      this.rejected.push({ ...rejected, key: key === null ? null : cleanText(key) })
  }

  #tell(file: SourceFile, now: number): void {
    if (!this.#onProgress || now - this.#toldAt < PROGRESS_INTERVAL_MS) return
    this.#toldAt = now
    const { count: rows, rejectedCount: rejected } = this
    this.#onProgress({ rows, rejected, bytes: file.bytesRead(), bytes_total: file.bytes })
  }
}
