// Shows the progress of a load: its share, and the counts at the end.
import type { ListingBatchResult } from '@plinth/client'
import type { Screen } from '../terminal/progress-bar.ts'
import { CLEAR_LINE, ShareLine } from '../terminal/progress-bar.ts'

/** Further errors are only counted. */
const MAX_REPORTED = 20

type Outcome = NonNullable<ListingBatchResult['result']> | 'error'

export class LoadProgress {
  readonly #screen: Screen
  readonly #bytes: number
  readonly #line: ShareLine
  #reported = 0
  readonly counts: Record<Outcome, number> = {
    created: 0,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    not_found: 0,
    error: 0,
  }

  constructor(screen: Screen, bytes: number) {
    this.#screen = screen
    this.#line = new ShareLine(screen)
    this.#bytes = bytes
  }

  /** `bytes` is where in the file the row ends that the server has stored. */
  add(outcome: Outcome, bytes: number): void {
    this.counts[outcome] += 1
    this.#line.show(this.#bytes === 0 ? null : bytes / this.#bytes, () => this.summary())
  }

  report(message: string): void {
    this.#reported += 1
    if (this.#reported > MAX_REPORTED) return
    if (this.#screen.isTTY) this.#screen.write(CLEAR_LINE)
    this.#screen.write(`${message}\n`)
  }

  end(): void {
    this.#line.clear()
    if (this.#reported > MAX_REPORTED) this.#screen.write(`${this.#reported - MAX_REPORTED} more errors\n`)
  }

  summary(): string {
    const { error, ...counts } = this.counts
    const parts = Object.entries(counts).filter(([name, count]) => count > 0 || name === 'created')
    const texts = parts.map(([name, count]) => `${count.toLocaleString('en-CA')} ${name.replace('_', ' ')}`)
    if (error > 0) texts.push(`${error.toLocaleString('en-CA')} with errors`)
    return texts.join(', ')
  }
}
