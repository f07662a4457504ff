// Sheds load before any work is done, so that accepted requests stay fast.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Fault } from '../../kernel/fault.ts'

const SAMPLE_MS = 1000
const RETRY_AFTER_SECONDS = 2
const MAX_RETRY_AFTER_SECONDS = 30
const NANOSECONDS = 1e6

export interface LoadLimits {
  /** Requests of one route that may wait for the database or disk at a time. */
  readonly maxPending: number
  readonly maxDelayMs: number
}

/** Event loop lag as the median of the last second, so that a single pause, such as a new snapshot, does not count. */
export function watchEventLoop(): { delayMs(): number; stop(): void } {
  const histogram = monitorEventLoopDelay({ resolution: 10 })
  histogram.enable()
  let delayMs = 0
  const timer = setInterval(() => {
    delayMs = histogram.percentile(50) / NANOSECONDS
    histogram.reset()
  }, SAMPLE_MS)
  timer.unref()
  return {
    delayMs: () => delayMs,
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}

export class Overload {
  readonly #limits: LoadLimits
  readonly #delayMs: () => number
  /** Grows with every refused request; at 1 the next request is accepted. */
  #credit = 0
  #refused = 0

  constructor(limits: LoadLimits, delayMs: () => number) {
    this.#limits = limits
    this.#delayMs = delayMs
  }

  /** Above the limit it accepts only the share of requests that brings the lag back to the limit. */
  enter(pending: number): void {
    const { maxPending, maxDelayMs } = this.#limits
    const delayMs = this.#delayMs()
    if (pending < maxPending && delayMs <= maxDelayMs) return
    this.#credit += pending < maxPending ? maxDelayMs / delayMs : 0
    if (this.#credit >= 1) {
      this.#credit -= 1
      return
    }
    this.#refused += 1
    throw new Fault('overloaded', {
      detail: 'The server is overloaded. Nothing was changed. Try again after the delay in Retry-After.',
      retryAfterSeconds: retryAfter(delayMs / maxDelayMs),
    })
  }

  get refused(): number {
    return this.#refused
  }
}

/** If a tenth of the requests fits, the refused ones must spread over ten times as long to fit too. */
function retryAfter(excess: number): number {
  return Math.min(MAX_RETRY_AFTER_SECONDS, Math.ceil(RETRY_AFTER_SECONDS * Math.max(1, excess)))
}
