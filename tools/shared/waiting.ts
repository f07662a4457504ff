// Waits until something holds.
import { setTimeout as sleep } from 'node:timers/promises'

/** False if it does not hold within the time. */
export async function holdsWithin(
  ms: number,
  condition: () => boolean | Promise<boolean>,
  everyMs = 50,
): Promise<boolean> {
  for (const until = Date.now() + ms; ; await sleep(everyMs)) {
    if (await condition()) return true
    if (Date.now() > until) return false
  }
}
