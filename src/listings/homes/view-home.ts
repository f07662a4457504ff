// A home as callers see it: its listings, boards, marks and campaigns. Pure.
import type { Campaign } from './campaigns.ts'
import { campaignsOf } from './campaigns.ts'
import type { HomeListingRow, StoredHome } from './find-homes.ts'
import type { ListingFacts, Mark } from './listing-facts.ts'
import { factsOf, MARKS } from './listing-facts.ts'
import type { MarketStatus } from './market-status.ts'

export interface HomeListing
  extends Pick<ListingFacts, 'mls_number' | 'office' | 'transaction' | 'legal_level' | 'legal_unit' | 'marks'> {
  readonly key: string
  readonly board: string | null
  readonly feed: string | null
  /** As sent. */
  readonly status: string | null
  readonly market_status: MarketStatus
  readonly listed_on: string
  readonly off_market_on: string | null
  readonly first_seen: string
  readonly last_seen: string | null
}

export interface HomeView {
  readonly home: StoredHome
  /** Newest first. */
  readonly listings: readonly HomeListing[]
  readonly relistings: number
  readonly boards: readonly string[]
  readonly marks: readonly Mark[]
  readonly legal_level: string | null
  readonly legal_unit: string | null
  readonly campaigns: readonly Campaign[]
}

export function viewHome(home: StoredHome, now: Date): HomeView {
  const listings = home.rows.map(toListing)
  const boards = listings.flatMap(({ board, feed }) => board ?? feed ?? [])
  const numbers = new Set(listings.map(({ key, mls_number }) => mls_number ?? `key ${key}`))
  const legal = listings.find(({ legal_level, legal_unit }) => legal_level !== null || legal_unit !== null)
  return {
    home,
    listings,
    relistings: numbers.size - 1,
    boards: [...new Set(boards)].sort(),
    marks: MARKS.filter((mark) => listings.some(({ marks }) => marks.includes(mark))),
    legal_level: legal?.legal_level ?? null,
    legal_unit: legal?.legal_unit ?? null,
    campaigns: campaignsOf(listings, dayOf(now.toISOString())),
  }
}

function toListing(row: HomeListingRow): HomeListing {
  const { mls_number, office, transaction, legal_level, legal_unit, marks, board } = factsOf(row.attributes)
  const end = row.off_market_at && dayOf(row.off_market_at)
  // A listing that came off the market already is as old as its end, unless it says when it began.
  const listed_on = row.hints.listed_on ?? earlier(dayOf(row.created_at), end)
  return {
    key: row.key,
    ...{ mls_number, board, feed: row.feed_id, office, transaction },
    ...{ status: row.status, market_status: row.market_status },
    listed_on,
    off_market_on: end !== null && end < listed_on ? listed_on : end,
    first_seen: row.created_at,
    last_seen: row.off_market_at,
    ...{ legal_level, legal_unit, marks },
  }
}

const dayOf = (time: string): string => time.slice(0, 10)
const earlier = (day: string, end: string | null): string => (end !== null && end < day ? end : day)
