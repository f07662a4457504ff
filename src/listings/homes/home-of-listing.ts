// Which home a listing belongs to, and whether it is on the market. Pure.
import { createHash } from 'node:crypto'
import type { Dataset } from '../../events/event-types.ts'
import { homeUnit } from './home-unit.ts'
import { factsOf } from './listing-facts.ts'
import type { MarketStatus } from './market-status.ts'
import { marketStatus } from './market-status.ts'

export interface HomeOwner {
  readonly accountId: string
  readonly dataset: Dataset
}

/** What of a listing decides about its home. */
export interface HomeSource {
  readonly address: string
  readonly hints: { readonly unit?: string | null | undefined }
  readonly status: string | null
  readonly attributes: Readonly<Record<string, unknown>> | null
  readonly gone_at: string | null
}

interface HomeLink {
  readonly action: string
  readonly candidates: readonly { readonly building_id: number | null; readonly unit: string | null }[]
}

export interface Home {
  readonly id: string
  readonly buildingId: number
  readonly unit: string
}

export interface ListingHome {
  readonly home: Home | null
  readonly market: MarketStatus
  /** The time that the listing itself gives for leaving the market. */
  readonly offMarketAt: string | null
}

export function homeOfListing(owner: HomeOwner, listing: HomeSource, { action, candidates }: HomeLink): ListingHome {
  const { transaction, property_type, property_subtype, off_market_on } = factsOf(listing.attributes)
  const [match] = candidates
  const buildingId = action === 'accept' ? (match?.building_id ?? null) : null
  const { address, hints } = listing
  const types = [property_type, property_subtype]
  const source = { address, hint: hints.unit ?? null, unit: match?.unit ?? null, types }
  const unit = buildingId === null ? null : homeUnit(source)
  const market = marketStatus(listing.status, transaction, listing.gone_at !== null)
  return {
    home: buildingId === null || unit === null ? null : { id: homeId(owner, buildingId, unit), buildingId, unit },
    market,
    offMarketAt: market === 'active' || off_market_on === null ? null : `${off_market_on}T00:00:00.000Z`,
  }
}

/** The same home always has the same id, which says nothing about its address. */
function homeId({ accountId, dataset }: HomeOwner, buildingId: number, unit: string): string {
  const text = JSON.stringify([accountId, dataset, buildingId, unit])
  return `hom_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
}
