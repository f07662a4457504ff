// A few jobs at once, the rest in line, and beyond that a refusal: heavy work must never take the machine from the lookups.
import { Fault } from './fault.ts'

export interface QueueLimits {
  readonly atOnce: number
  readonly waiting: number
  /** What those are told who find the line full. */
  readonly full: string
}

export class WorkQueue {
  readonly #limits: QueueLimits
  readonly #line: (() => void)[] = []
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.atOnce) await this.#wait()
    else this.#running++
    try {
      return await job()
    } finally {
      // The place is handed on, not given back, so that nobody slips in before the one who waited longest.
      const next = this.#line.shift()
      if (next) next()
      else this.#running--
    }
  }

  #wait(): Promise<void> {
    if (this.#line.length >= this.#limits.waiting)
      throw new Fault('overloaded', { detail: this.#limits.full, retryAfterSeconds: 5 })
    return new Promise((resolve) => this.#line.push(resolve))
  }
}
