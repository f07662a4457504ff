// Reports the progress of `plinth match`: while it runs, and once at the end.
import { ShareLine } from '../terminal/progress-bar.ts'

const formatCount = (count: number): string => Math.round(count).toLocaleString('en-CA')

export class MatchProgress {
  readonly #errors: NodeJS.WritableStream
  readonly #line: ShareLine
  readonly #startMs = performance.now()
  #readyMs = this.#startMs
  #total: number | null = null
  #done = 0
  #count = 0

  constructor(errors: NodeJS.WritableStream) {
    this.#errors = errors
    this.#line = new ShareLine(errors)
  }

  /** The buildings are loaded. `total` is the size of the input in any unit, if it is known. */
  ready(total: number | null): void {
    this.#readyMs = performance.now()
    this.#total = total
    this.#show()
  }

  /** `size` is in the unit of the total. */
  add(queries: number, size: number): void {
    this.#count += queries
    this.#done += size
    this.#show()
  }

  #show(): void {
    this.#line.show(this.#total && this.#done / this.#total, () => this.#summary())
  }

  #summary(): string {
    const seconds = Math.max((performance.now() - this.#readyMs) / 1000, 0.001)
    return `${formatCount(this.#count)} queries in ${seconds.toFixed(1)} s, ${formatCount(this.#count / seconds)} per second`
  }

  /** A server has its buildings loaded. */
  end(isLocal: boolean): void {
    const load = ((this.#readyMs - this.#startMs) / 1000).toFixed(1)
    this.#line.clear()
    this.#errors.write(`${this.#summary()}${isLocal ? `, plus ${load} s to load the buildings` : ''}\n`)
  }
}
