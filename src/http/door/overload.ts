// Sheds load at the door, before any work: what is let in keeps its speed, and what is not learns when to come again.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Fault } from '../../kernel/fault.ts'

const SAMPLE_MS = 1000
const RETRY_AFTER_SECONDS = 2
const NANOSECONDS = 1e6

export interface LoadLimits {
  /** Requests of one route that may wait for something (a database, a disk) at a time. */
  readonly maxPending: number
  /** Milliseconds by which the event loop may lag. */
  readonly maxDelayMs: number
}

/** How far the event loop lags: the median of the last second, so that a single pause, such as a new snapshot, is no overload. */
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
  /** Saved up by requests that were refused; at one, the next is let in. */
  #credit = 0
  #refused = 0

  constructor(limits: LoadLimits, delayMs: () => number) {
    this.#limits = limits
    this.#delayMs = delayMs
  }

  /** Refuses, or lets in: all while there is room; a share that would bring the lag back to its limit while there is not. */
  enter(waiting: number): void {
    const { maxPending, maxDelayMs } = this.#limits
    const delayMs = this.#delayMs()
    if (waiting < maxPending && delayMs <= maxDelayMs) return
    this.#credit += waiting < maxPending ? maxDelayMs / delayMs : 0
    if (this.#credit >= 1) {
      this.#credit -= 1
      return
    }
    this.#refused += 1
    throw new Fault('overloaded', {
      detail: 'More is asked of this node than it can answer well. Nothing was done; send the same again later.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }

  get refused(): number {
    return this.#refused
  }
}
