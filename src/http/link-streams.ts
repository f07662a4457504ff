// One stream an account at a time: a second one would only take turns with the first.
import { Fault } from '../kernel/fault.ts'

const RETRY_AFTER_SECONDS = 5

export class LinkStreams {
  readonly #open = new Set<string>()

  /** Takes the account's place, or refuses; call what comes back when the stream is over. */
  take(accountId: string): () => void {
    if (this.#open.has(accountId))
      throw new Fault('rate_limited', {
        detail: 'One stream an account at a time; the other one is still running.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    this.#open.add(accountId)
    return () => this.#open.delete(accountId)
  }

  get size(): number {
    return this.#open.size
  }
}
