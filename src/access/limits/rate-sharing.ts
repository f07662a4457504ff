// Makes the workers of a machine share one rate limit: each tells the others what callers used.

/** Bucket time by caller, in milliseconds. */
type Spent = Map<string, number>

/**
 * Each worker has the whole bucket and learns what the others took within two exchanges, about 20 ms. In that time it may take
 * only its part of what was left, so that all together take no more than the limit, plus at most one per worker.
 */
export class RateSharing {
  #workers = 1
  #spent: Spent = new Map()
  /** Of the previous exchange: the others may not know it yet. */
  #previous: Spent = new Map()
  #schedule: (() => void) | undefined
  /** Applies what other workers took. */
  readonly #apply: (caller: string, ms: number) => void

  constructor(apply: (caller: string, ms: number) => void) {
    this.#apply = apply
  }

  /** From now on, limits are shared by this many workers. */
  join(workers: number): void {
    this.#workers = workers
  }

  /** `schedule` must call `takeSpent` a moment later. */
  onSpent(schedule: () => void): void {
    this.#schedule = schedule
  }

  /** True when taking `ms` more is within this worker's part of the `leftMs` of the bucket. */
  allows(caller: string, leftMs: number, ms: number): boolean {
    if (this.#workers === 1) return true
    const mine = (this.#spent.get(caller) ?? 0) + (this.#previous.get(caller) ?? 0)
    return mine === 0 || mine + ms <= (leftMs + mine) / this.#workers
  }

  spend(caller: string, ms: number): void {
    if (this.#workers === 1) return
    if (this.#spent.size === 0 && this.#previous.size === 0) this.#schedule?.()
    this.#spent.set(caller, (this.#spent.get(caller) ?? 0) + ms)
  }

  /** What to send to the other workers. */
  takeSpent(): Readonly<Record<string, number>> | undefined {
    const spent = this.#spent
    this.#previous = spent
    this.#spent = new Map()
    if (spent.size === 0) return undefined
    this.#schedule?.()
    return Object.fromEntries(spent)
  }

  addSpent(spent: Readonly<Record<string, number>>): void {
    for (const [caller, ms] of Object.entries(spent)) this.#apply(caller, ms)
  }
}
