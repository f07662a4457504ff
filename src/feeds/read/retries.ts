// Asks a feed's server again after a fault that may pass, with longer and longer pauses.
import { MINUTE_MS } from '../../kernel/time.ts'
import type { ProblemCode } from './feed-problem.ts'
import { FeedProblem } from './feed-problem.ts'

/** Pauses before the retries of one page, 39 s in all, up to half of each left out at random. */
const DELAYS_MS = [200, 500, 1000, 2000, 5000, 10_000, 20_000]

/** A server that asks for a longer pause is asked again in a later run. */
export const MAX_WAIT_MS = MINUTE_MS

/** How often one page is asked for again. Problems that are not here need a person. */
const RETRIES: Readonly<Partial<Record<ProblemCode, number>>> = {
  rate_limited: DELAYS_MS.length,
  server_error: DELAYS_MS.length,
  unreachable: DELAYS_MS.length,
  not_json: DELAYS_MS.length,
  // Each takes up to a minute.
  timeout: 2,
  // A page that was cut, or an older one again.
  invalid_page: 3,
  unexpected_rows: 3,
  incomplete_file: 2,
  // An expired token is replaced at once. This is for a token that expires early.
  credentials_refused: 1,
}

/** `wait` may throw, which ends the retries. */
export async function withRetries<T>(
  ask: () => Promise<T>,
  wait: (ms: number) => Promise<void>,
  random: () => number = Math.random,
): Promise<T> {
  for (let retry = 0; ; retry++)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof FeedProblem)) throw error
      const { code, retryAfterMs = 0 } = error
      if (retry >= (RETRIES[code] ?? 0) || retryAfterMs > MAX_WAIT_MS) throw error
      await wait(Math.max(retryAfterMs, Math.ceil(DELAYS_MS[retry]! * (1 - random() / 2))))
    }
}
