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
/** Others come too, and take some of the room. */
const SLOT_MARGIN = 2

export class WorkQueue {
  readonly #limits: QueueLimits
  readonly #queue: (() => void)[] = []
  readonly #slots: RetrySlots
  /** When each job that runs started, the oldest first. */
  readonly #started = new Set<{ readonly ms: number }>()
  #running = 0
  #averageMs: number | undefined

  constructor(limits: QueueLimits) {
    this.#limits = limits
    this.#slots = new RetrySlots(limits.maxRetryAfterSeconds)
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.concurrency) await this.#wait()
    else this.#running++
    const started = { ms: performance.now() }
    this.#started.add(started)
    try {
      return await job()
    } finally {
      this.#started.delete(started)
      const ms = performance.now() - started.ms
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
    const jobMs = this.#expectedMs() / this.#limits.concurrency
    return this.#slots.take(Math.max(MIN_RETRY_AFTER_MS, this.#queue.length * jobMs), SLOT_MARGIN * jobMs)
  }

  /** How long the next job will take. The oldest one tells it first when jobs become slower. */
  #expectedMs(): number {
    const [oldest] = this.#started
    return Math.max(this.#averageMs ?? 0, oldest ? performance.now() - oldest.ms : 0)
  }
}
