// A value from the database that may be a second old, and older while the database is slow.
import { setTimeout as sleep } from 'node:timers/promises'

const MAX_AGE_MS = 1000
/** How long a caller waits for a newer value. */
const PATIENCE_MS = 100

export class RecentValue<T> {
  readonly #read: () => Promise<T>
  #last: { readonly value: T; readonly readAtMs: number } | undefined
  #reading: Promise<T> | undefined

  constructor(read: () => Promise<T>) {
    this.#read = read
  }

  async get(): Promise<T> {
    const last = this.#last
    if (!last) return this.#readOnce()
    if (performance.now() - last.readAtMs < MAX_AGE_MS) return last.value
    const newer = this.#readOnce().catch(() => last.value)
    return Promise.race([newer, sleep(PATIENCE_MS, last.value, { ref: false })])
  }

  /** However many callers wait, the database is asked once. */
  #readOnce(): Promise<T> {
    this.#reading ??= this.#read()
      .then((value) => {
        this.#last = { value, readAtMs: performance.now() }
        return value
      })
      .finally(() => {
        this.#reading = undefined
      })
    return this.#reading
  }
}
