// Limits concurrent jobs and queues a few more, so that heavy work never starves lookups.
import { Fault } from './fault.ts'
import { RetrySlots } from './retry-slots.ts'

export interface QueueLimits {
  readonly concurrency: number
  readonly maxWaiting: number
  /** The error detail when the queue is full. */
  readonly fullMessage: string
  /** Refused callers are spread over so long, if there are many. People wait less patiently than programs. */
  readonly maxRetryAfterSeconds: number
}

const MIN_RETRY_AFTER_MS = 5000
/** How much one more job changes the average. */
const AVERAGE_SHARE = 1 / 8

export class WorkQueue {
  readonly #limits: QueueLimits
  readonly #queue: (() => void)[] = []
  readonly #slots: RetrySlots
  #running = 0
  #averageMs: number | undefined

  constructor(limits: QueueLimits) {
    this.#limits = limits
    this.#slots = new RetrySlots(limits.maxRetryAfterSeconds)
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.concurrency) await this.#wait()
    else this.#running++
    const startedMs = performance.now()
    try {
      return await job()
    } finally {
      const ms = performance.now() - startedMs
      this.#averageMs = (this.#averageMs ?? ms) * (1 - AVERAGE_SHARE) + ms * AVERAGE_SHARE
      // Passes the slot to the first waiting job, so that no new job overtakes it.
      const next = this.#queue.shift()
      if (next) next()
      else this.#running--
    }
  }

  /** Throws if `run` would refuse a job now, so that a caller can check before it sends a response. */
  requireRoom(): void {
    if (this.#running >= this.#limits.concurrency && this.#queue.length >= this.#limits.maxWaiting)
      throw new Fault('overloaded', { detail: this.#limits.fullMessage, retryAfterSeconds: this.#secondsUntilRoom() })
  }

  #wait(): Promise<void> {
    this.requireRoom()
    return new Promise((resolve) => this.#queue.push(resolve))
  }

  /** When the waiting jobs are done, and those of callers who were refused before. */
  #secondsUntilRoom(): number {
    const jobMs = (this.#averageMs ?? 0) / this.#limits.concurrency
    return this.#slots.take(Math.max(MIN_RETRY_AFTER_MS, this.#queue.length * jobMs), jobMs)
  }
}
