// Shows import progress: a bar on a terminal, a plain line every few seconds elsewhere.
import type { ImportProgress } from '../../ingest/read/row-stream.ts'
import type { Screen } from '../progress-bar.ts'
import { CLEAR_LINE, progressBar } from '../progress-bar.ts'

const PLAIN_LINE_EVERY_MS = 5000

export class ProgressLine {
  readonly #screen: Screen
  readonly #now: () => number
  #lastLineAt: number
  #barVisible = false
  /** Set once a plain line was printed, so that the final numbers follow it. */
  #latestCounts: string | undefined

  constructor(screen: Screen, now: () => number = () => performance.now()) {
    this.#screen = screen
    this.#now = now
    this.#lastLineAt = now()
  }

  show({ rows, rejected, bytes, bytes_total }: ImportProgress): void {
    // A small file is read completely before its first row is checked, so bytes alone would show 100 % too early.
    const share = bytes_total === 0 ? 0 : Math.min(0.99, bytes / bytes_total)
    const percent = `${Math.floor(share * 100)} %`.padStart(5)
    const counts = `${rows} ${rows === 1 ? 'row' : 'rows'}${rejected > 0 ? `, ${rejected} rejected` : ''}`
    if (this.#screen.isTTY) {
      this.#screen.write(`${CLEAR_LINE}${progressBar(share)} ${percent}  ${counts}`)
      this.#barVisible = true
    } else if (this.#now() - this.#lastLineAt >= PLAIN_LINE_EVERY_MS) {
      this.#lastLineAt = this.#now()
      this.#screen.write(`${percent.trim()} read, ${counts}\n`)
      this.#latestCounts = counts
    } else if (this.#latestCounts !== undefined) this.#latestCounts = counts
  }

  end(): void {
    if (this.#barVisible) this.#screen.write(CLEAR_LINE)
    if (this.#latestCounts !== undefined) this.#screen.write(`${this.#latestCounts} in total\n`)
    this.#barVisible = false
    this.#latestCounts = undefined
  }
}
