// Campaigns: listings of one home and transaction that follow each other closely. Pure.
import { groupBy } from '../../catalog/snapshot/group-by.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { Transaction } from './market-status.ts'

/** A listing that begins later after the one before it begins another campaign. */
export const MAX_GAP_DAYS = 90

export interface ListingSpan {
  readonly key: string
  readonly transaction: Transaction | null
  /** Days, such as 2026-11-14. */
  readonly listed_on: string
  /** Null while it is on the market. */
  readonly off_market_on: string | null
}

export interface Campaign {
  readonly transaction: Transaction | null
  readonly listed_on: string
  readonly off_market_on: string | null
  /** From the first day to the last one or today, with the gaps. */
  readonly days_on_market: number
  /** The same without the gaps. Days of two listings at once count once. */
  readonly days_listed: number
  /** In the order in which they began. */
  readonly keys: readonly string[]
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const later = (one: string | null, other: string | null) =>
  one === null || other === null ? null : one > other ? one : other

/** Newest first. Listings without a transaction are never joined with others. */
export function campaignsOf(listings: readonly ListingSpan[], today: string): Campaign[] {
  const campaigns: Campaign[] = []
  for (const [transaction, spans] of groupBy(listings, (one) => one.transaction)) {
    let open: ListingSpan[] = []
    let end: string | null = null
    const close = () => {
      if (open.length > 0) campaigns.push(campaignOf(transaction, open, end, today))
    }
    for (const span of spans.sort(byStart)) {
      if (open.length > 0 && dayNumber(span.listed_on) - dayNumber(end ?? today) > MAX_GAP_DAYS) {
        close()
        open = []
      }
      end = open.length === 0 ? span.off_market_on : later(end, span.off_market_on)
      open.push(span)
    }
    close()
  }
  return campaigns.sort((a, b) => (a.listed_on < b.listed_on ? 1 : a.listed_on > b.listed_on ? -1 : 0))
}

const byStart = (a: ListingSpan, b: ListingSpan): number =>
  a.listed_on === b.listed_on ? (a.key < b.key ? -1 : 1) : a.listed_on < b.listed_on ? -1 : 1

function campaignOf(
  transaction: Transaction | null,
  spans: readonly ListingSpan[],
  off_market_on: string | null,
  today: string,
): Campaign {
  const { listed_on } = spans[0]!
  let until = dayNumber(listed_on)
  let days_listed = 0
  for (const span of spans) {
    const last = dayNumber(span.off_market_on ?? today)
    days_listed += Math.max(0, last - Math.max(until, dayNumber(span.listed_on)))
    until = Math.max(until, last)
  }
  const days_on_market = Math.max(0, dayNumber(off_market_on ?? today) - dayNumber(listed_on))
  return { transaction, listed_on, off_market_on, days_on_market, days_listed, keys: spans.map(({ key }) => key) }
}
