// Decides when a worker that died starts again, and when to stop trying.

/** A worker that ran this long had started well; its death is not part of a crash loop. */
const HEALTHY_MS = 30_000
const FIRST_DELAY_MS = 100
const MAX_DELAY_MS = 5_000
/** Deaths in a row, over all workers, after which the service ends. */
const MAX_DEATHS = 8

export class RestartPolicy {
  #deaths = 0

  /** Milliseconds to wait before the next start, or undefined to end the service. */
  delayAfter(livedMs: number): number | undefined {
    if (livedMs >= HEALTHY_MS) this.#deaths = 0
    this.#deaths += 1
    if (this.#deaths > MAX_DEATHS) return undefined
    // The first replacement starts at once: the others carry its load.
    return this.#deaths === 1 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#deaths - 2))
  }
}
