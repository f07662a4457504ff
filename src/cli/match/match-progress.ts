// Reports the progress of `plinth match`: continuously on a terminal, and once at the end.

const REPORT_EVERY_MS = 200
const CLEAR_TO_LINE_END = '\u001b[K'

const formatCount = (count: number): string => Math.round(count).toLocaleString('en-CA')

/** `8 s`, `3 min 20 s`, `2 h 05 min` */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds)
  const padded = (value: number) => String(value).padStart(2, '0')
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${padded(whole % 60)} s`
  return `${Math.floor(whole / 3600)} h ${padded(Math.floor((whole % 3600) / 60))} min`
}

export class MatchProgress {
  readonly #errors: NodeJS.WritableStream
  readonly #onTerminal: boolean
  readonly #startMs = performance.now()
  #readyMs = this.#startMs
  #lastReportMs = Number.NEGATIVE_INFINITY
  #total: number | null = null
  #done = 0
  #count = 0

  constructor(errors: NodeJS.WritableStream) {
    this.#errors = errors
    this.#onTerminal = (errors as NodeJS.WriteStream).isTTY === true
  }

  /** The buildings are loaded. `total` is the size of the input in any unit, if it is known. */
  ready(total: number | null): void {
    this.#readyMs = performance.now()
    this.#total = total
  }

  /** `size` is in the unit of the total. */
  add(queries: number, size: number): void {
    this.#count += queries
    this.#done += size
    const now = performance.now()
    if (!this.#onTerminal || now - this.#lastReportMs < REPORT_EVERY_MS) return
    this.#lastReportMs = now
    this.#errors.write(`\r${this.#summary()}${this.#timeLeft()}${CLEAR_TO_LINE_END}`)
  }

  #seconds(): number {
    return Math.max((performance.now() - this.#readyMs) / 1000, 0.001)
  }

  #summary(): string {
    const seconds = this.#seconds()
    return `${formatCount(this.#count)} queries in ${seconds.toFixed(1)} s, ${formatCount(this.#count / seconds)} per second`
  }

  #timeLeft(): string {
    if (this.#total === null || this.#done === 0) return ''
    const left = (this.#seconds() * (this.#total - this.#done)) / this.#done
    return `, ${Math.floor((100 * this.#done) / this.#total)} %, ${formatSeconds(Math.max(0, left))} left`
  }

  end(): void {
    const load = ((this.#readyMs - this.#startMs) / 1000).toFixed(1)
    const [start, clear] = this.#onTerminal ? ['\r', CLEAR_TO_LINE_END] : ['', '']
    this.#errors.write(`${start}${this.#summary()}, plus ${load} s to load the buildings${clear}\n`)
  }
}
