// Where the next pass over a feed begins, so that no late row is missed. Pure.
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Position } from './reso-query.ts'

/** Clocks of servers jump back, and rows become visible after rows with a later time. */
export const REREAD_MS = 10 * MINUTE_MS

/** What earlier passes have seen. Times without a comment are of Plinth's clock, in milliseconds. */
export interface PassHistory {
  /** The newest row of all passes. */
  readonly newest: Position
  readonly newestSeenAt: number
  readonly lastStartedAt: number
  readonly lastEndedAt: number
}

/**
 * A row that the last pass missed was written after that pass began, with a time at most REREAD_MS behind the newest time
 * the server had given out. While the pass ran, the server gave out later times; hence the duration. Since the newest row
 * was seen, the server's clock has gone on without rows; hence the quiet time. After ten quiet minutes nothing is read
 * again.
 */
export function startOfPass(history: PassHistory | null): Position | null {
  if (!history) return null
  const { newest, newestSeenAt, lastStartedAt, lastEndedAt } = history
  const newestMs = Date.parse(newest.at)
  const rereadMs = REREAD_MS + (lastEndedAt - lastStartedAt)
  // A time in the future comes from a wrong clock. Rows get ordinary times once it is corrected.
  if (newestMs > lastStartedAt) return timeOnly(lastStartedAt - rereadMs)
  const quietMs = Math.max(0, lastStartedAt - newestSeenAt)
  return rereadMs > quietMs ? timeOnly(newestMs - rereadMs + quietMs) : newest
}

/** A filter has no negative years: some servers give rows without a time the first one. */
const FIRST_MS = Date.parse('0000-01-01T00:00:00Z')

const timeOnly = (ms: number): Position => ({ at: new Date(Math.max(FIRST_MS, ms)).toISOString(), key: null })
