// Checks the rows of a file one by one, collects rejected rows, and reports progress.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
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

/** Stored with the run. Further rejected rows are only counted. */
const MAX_REJECTED = 1000
const PROGRESS_INTERVAL_MS = 250
/** Longest time without yielding to the event loop, so that requests are served during an import. */
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
  #reportedAt = 0

  constructor(onProgress?: (progress: ImportProgress) => void) {
    this.#onProgress = onProgress
  }

  async *rows(file: SourceFile, items: AsyncIterable<ReadItem>, thisYear: number): AsyncGenerator<ProjectRow> {
    let since = performance.now()
    this.#reportedAt = since
    for await (const item of items) {
      const now = performance.now()
      if (now - since > MAX_BLOCK_MS) {
        await yieldToEventLoop()
        since = performance.now()
      }
      this.count++
      this.#reportProgress(file, now)
      const checked = item.kind === 'draft' ? toRow(item.draft, thisYear) : { row: null, rejected: item.rejected }
      if (checked.row === null) {
        this.#reject(checked.rejected)
        continue
      }
      const { key } = checked.row
      const line = item.kind === 'draft' ? item.draft.line : 0
      const firstLine = this.#lineOf.get(key)
      if (firstLine !== undefined) {
        const column = item.kind === 'draft' ? (item.draft.columns?.key ?? 'key') : null
        this.#reject({ line, column, key, reason: `line ${firstLine} has the same key` })
        continue
      }
      this.#lineOf.set(key, line)
      yield checked.row
    }
    // An empty file is more likely a broken export than an empty city.
    if (this.count === 0) throw new FileRefused('the file has no rows')
    this.#reportProgress(file, Number.POSITIVE_INFINITY)
  }

  #reject(rejected: RejectedRow): void {
    this.rejectedByReader++
    if (rejected.key === null) this.keylessRows++
    else this.unreadableKeys.add(rejected.key)
    this.#addRejected(rejected)
  }

  /** Rejects a row that was read but could not be published. */
  rejectKey(key: string, reason: string): void {
    this.#addRejected({ line: this.#lineOf.get(key) ?? 0, column: null, key, reason })
  }

  #addRejected(rejected: RejectedRow): void {
    this.rejectedCount++
    const { key } = rejected
    if (this.rejected.length < MAX_REJECTED)
      this.rejected.push({ ...rejected, key: key === null ? null : cleanText(key) })
  }

  #reportProgress(file: SourceFile, now: number): void {
    if (!this.#onProgress || now - this.#reportedAt < PROGRESS_INTERVAL_MS) return
    this.#reportedAt = now
    const { count: rows, rejectedCount: rejected } = this
    this.#onProgress({ rows, rejected, bytes: file.bytesRead(), bytes_total: file.bytes })
  }
}
