// Limits concurrent jobs and queues a few more, so that heavy work never starves lookups.
import { Fault } from './fault.ts'

export interface QueueLimits {
  readonly concurrency: number
  readonly maxWaiting: number
  /** The error detail when the queue is full. */
  readonly fullMessage: string
}

export class WorkQueue {
  readonly #limits: QueueLimits
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.concurrency) await this.#wait()
    else this.#running++
    try {
      return await job()
    } finally {
      // Passes the slot to the first waiting job, so that no new job overtakes it.
      const next = this.#queue.shift()
      if (next) next()
      else this.#running--
    }
  }

  #wait(): Promise<void> {
    if (this.#queue.length >= this.#limits.maxWaiting)
      throw new Fault('overloaded', { detail: this.#limits.fullMessage, retryAfterSeconds: 5 })
    return new Promise((resolve) => this.#queue.push(resolve))
  }
}
