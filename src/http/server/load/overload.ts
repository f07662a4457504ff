// Sheds load before any work is done, so that accepted requests stay fast.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Fault } from '../../../kernel/fault.ts'
import { takeLongestWaitMs } from '../../../kernel/turns.ts'
import type { PendingRequests } from './pending-requests.ts'
import { MAX_RETRY_AFTER_SECONDS, RETRY_AFTER_SECONDS } from './pending-requests.ts'

const SAMPLE_MS = 1000
const NANOSECONDS = 1e6

export interface LoadLimits {
  /** Requests of one route that may wait for the database or disk at a time. */
  readonly maxPending: number
  readonly maxDelayMs: number
}

export interface EventLoopWatch {
  /** The median of the last second, so that a single pause, such as a new snapshot, does not count. */
  delayMs(): number
  /** The longest time that a request waited for its turn in the last second. */
  longestWaitMs(): number
  stop(): void
}

export function watchEventLoop(): EventLoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: 10 })
  histogram.enable()
  let delayMs = 0
  let longestWaitMs = 0
  const timer = setInterval(() => {
    delayMs = histogram.percentile(50) / NANOSECONDS
    longestWaitMs = takeLongestWaitMs()
    histogram.reset()
  }, SAMPLE_MS)
  timer.unref()
  return {
    delayMs: () => delayMs,
    longestWaitMs: () => longestWaitMs,
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
  enter(pending: Pick<PendingRequests, 'count' | 'secondsUntilRoom'>): void {
    const { maxPending, maxDelayMs } = this.#limits
    const delayMs = this.#delayMs()
    const isFull = pending.count >= maxPending
    if (!isFull && delayMs <= maxDelayMs) return
    this.#credit += isFull ? 0 : maxDelayMs / delayMs
    if (this.#credit >= 1) {
      this.#credit -= 1
      return
    }
    // If a tenth of the requests fits, the refused ones must spread over ten times as long to fit too.
    const seconds = (RETRY_AFTER_SECONDS * delayMs) / maxDelayMs
    throw this.#refusal(Math.max(seconds, isFull ? pending.secondsUntilRoom(maxPending) : 0))
  }

  /** Call just before a request may start to wait: many may have entered in one turn, when there was room for one. */
  requireRoom(pending: Pick<PendingRequests, 'count' | 'secondsUntilRoom'>): void {
    const { maxPending } = this.#limits
    if (pending.count >= maxPending) throw this.#refusal(pending.secondsUntilRoom(maxPending))
  }

  #refusal(seconds: number): Fault {
    this.#refused += 1
    return new Fault('overloaded', {
      detail: 'The server is overloaded. Nothing was changed. Try again after the delay in Retry-After.',
      retryAfterSeconds: Math.min(MAX_RETRY_AFTER_SECONDS, Math.ceil(Math.max(RETRY_AFTER_SECONDS, seconds))),
    })
  }

  get refused(): number {
    return this.#refused
  }
}
