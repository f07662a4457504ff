// Makes the workers of a machine share one rate limit: each tells the others what callers used.

/** Of what is left. A caller that took more may reach its limit before the next exchange. */
const URGENT_SHARE = 0.05

/** Bucket time by caller, in milliseconds. */
type Spent = Map<string, number>

/**
 * Each worker has the whole bucket and learns what the others took within two exchanges. In that time it may take only its
 * part of what was left, so that all together take no more than the limit, plus at most one per worker. While callers have
 * plenty left, exchanges are rare: at thousands of requests per second they would cost a fifth of the processor.
 */
export class RateSharing {
  #workers = 1
  #spent: Spent = new Map()
  /** Of the previous exchange: the others may not know it yet. */
  #previous: Spent = new Map()
  #schedule: ((isUrgent: boolean) => void) | undefined
  #isScheduled = false
  #isUrgent = false
  /** Applies what other workers took. */
  readonly #apply: (caller: string, ms: number) => void

  constructor(apply: (caller: string, ms: number) => void) {
    this.#apply = apply
  }

  /** From now on, limits are shared by this many workers. */
  join(workers: number): void {
    this.#workers = workers
  }

  /** `schedule` must call `takeSpent` a moment later, or very soon when it is urgent. */
  onSpent(schedule: (isUrgent: boolean) => void): void {
    this.#schedule = schedule
  }

  /** True when taking `ms` more is within this worker's part of the `leftMs` of the bucket. */
  allows(caller: string, leftMs: number, ms: number): boolean {
    if (this.#workers === 1) return true
    const mine = (this.#spent.get(caller) ?? 0) + (this.#previous.get(caller) ?? 0)
    return mine === 0 || mine + ms <= (leftMs + mine) / this.#workers
  }

  /** `leftMs` is what was left before. */
  spend(caller: string, ms: number, leftMs: number): void {
    if (this.#workers === 1) return
    const mine = (this.#spent.get(caller) ?? 0) + ms
    this.#spent.set(caller, mine)
    const isUrgent = mine > URGENT_SHARE * leftMs
    if (isUrgent ? this.#isUrgent : this.#isScheduled) return
    this.#isScheduled = true
    this.#isUrgent = isUrgent
    this.#schedule?.(isUrgent)
  }

  /** What to send to the other workers. */
  takeSpent(): Readonly<Record<string, number>> | undefined {
    const spent = this.#spent
    this.#previous = spent
    this.#spent = new Map()
    this.#isScheduled = spent.size > 0
    this.#isUrgent = false
    if (spent.size === 0) return undefined
    this.#schedule?.(false)
    return Object.fromEntries(spent)
  }

  addSpent(spent: Readonly<Record<string, number>>): void {
    for (const [caller, ms] of Object.entries(spent)) this.#apply(caller, ms)
  }
}
