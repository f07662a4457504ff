// Shows the progress of a load: a bar on a terminal, and the counts at the end.
import type { ListingBatchResult } from '@plinth/client'
import type { Screen } from '../terminal/progress-bar.ts'
import { CLEAR_LINE, progressBar } from '../terminal/progress-bar.ts'

const DRAW_EVERY_MS = 200
/** Further errors are only counted. */
const MAX_REPORTED = 20

type Outcome = NonNullable<ListingBatchResult['result']> | 'error'

export class LoadProgress {
  readonly #screen: Screen
  readonly #bytes: number
  #drawnAt = Number.NEGATIVE_INFINITY
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
    this.#bytes = bytes
  }

  add(outcome: Outcome, bytesRead: number): void {
    this.counts[outcome] += 1
    const now = performance.now()
    if (!this.#screen.isTTY || now - this.#drawnAt < DRAW_EVERY_MS) return
    this.#drawnAt = now
    const share = this.#bytes === 0 ? 0 : Math.min(1, bytesRead / this.#bytes)
    this.#screen.write(`${CLEAR_LINE}${progressBar(share)}  ${this.summary()}`)
  }

  report(message: string): void {
    this.#reported += 1
    if (this.#reported > MAX_REPORTED) return
    if (this.#screen.isTTY) this.#screen.write(CLEAR_LINE)
    this.#screen.write(`${message}\n`)
  }

  end(): void {
    if (this.#screen.isTTY) this.#screen.write(CLEAR_LINE)
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
