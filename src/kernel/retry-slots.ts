// Tells refused callers when to come back, each at another time: if all came at once, most would be refused again.

export class RetrySlots {
  readonly #maxMs: number
  /** The time that the last caller got. */
  #lastMs = 0

  constructor(maxSeconds: number) {
    this.#maxMs = maxSeconds * 1000
  }

  /**
   * Seconds until there is room: after `soonestMs`, and after all who were refused before, of whom each needs `jobMs`. If there
   * are too many for the longest wait, the first slots are given again.
   */
  take(soonestMs: number, jobMs: number): number {
    const nowMs = performance.now()
    const soonest = nowMs + Math.min(soonestMs, this.#maxMs)
    const next = Math.max(soonest, this.#lastMs + jobMs)
    this.#lastMs = next > nowMs + this.#maxMs ? soonest : next
    return Math.ceil(Math.round(this.#lastMs - nowMs) / 1000)
  }
}
