// Promises whose failure is reported elsewhere, and pauses that can end early.
import { setTimeout as sleep } from 'node:timers/promises'

/** Somebody awaits the promise later, and hears of its failure then. Until then it must not count as unhandled. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** Resolves when the promise settles. Whoever made it reports its failure. */
export function settled(promise: Promise<unknown>): Promise<void> {
  return promise.then(
    () => {},
    () => {},
  )
}

/** Waits, and ends early when the signal aborts. Does not keep the process alive. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return settled(sleep(ms, undefined, { signal, ref: false }))
}
