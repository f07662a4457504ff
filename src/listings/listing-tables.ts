// Database tables for listings: rows, counters, and relinking (migration 0014), and homes (0025).
import type { ColumnType, Generated } from 'kysely'
import type { Json, Timestamp } from '../db/database-tables.ts'
import type { Dataset } from '../events/event-types.ts'

type NullableTime = ColumnType<string | null, string | Date | null, string | Date | null>

export interface ListingsTable {
  id: Generated<number>
  account_id: string
  dataset: Dataset
  key: string
  feed_id: string | null
  address: string
  hints: Json
  status: string | null
  attributes: Json
  outcome: string
  action: string
  reason: string | null
  reason_detail: string | null
  none_probability: number
  project_id: number | null
  building_id: number | null
  unit: string | null
  confidence: number | null
  match_method: string | null
  candidates: Json
  version_number: number
  links_revision: number
  model_version: string
  linked_at: Timestamp
  link_keys: number[]
  is_stale: boolean
  address_key: string | null
  decision: Json
  gone_at: NullableTime
  version: number
  created_at: Timestamp
  updated_at: Timestamp
  home_id: string | null
  market_status: Generated<string>
  off_market_at: NullableTime
}

export interface HomesTable {
  id: string
  account_id: string
  dataset: Dataset
  building_id: number
  unit: string
  status: string
  listings: number
  first_seen: Timestamp
  last_seen: NullableTime
  updated_at: Timestamp
}

export interface ListingPassesTable {
  id: Generated<number>
  dataset: Dataset
  why: string
  link_keys: number[] | null
  to_version: number
  cursor: number
  total: number
  done: number
  changed: number
  created_at: Timestamp
  finished_at: NullableTime
}

declare module '../db/database-tables.ts' {
  interface Tables {
    listings: ListingsTable
    listing_accounts: { account_id: string; dataset: Dataset; stored: number; free_links_used: number }
    listing_sync: { dataset: Dataset; version_number: number; links_revision: number; model_version: string }
    listing_passes: ListingPassesTable
    homes: HomesTable
  }
}
