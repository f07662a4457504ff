// Schemas for homes: one unit of one building with its listings over time.
import { z } from 'zod'
import type { PresentedHome } from '../../listings/listings.ts'
import { PageMeta, paging } from '../rest/paging-params.ts'
import { enumListParam, integerParam, textParam, timestampParam } from '../rest/request-params.ts'

const STATUSES = ['active', 'sold', 'leased', 'off_market'] as const
const transaction = z.enum(['sale', 'lease']).nullable()
const marks = z.array(z.enum(['assignment', 'potl'])).describe('What the listing says that it is')
const nullableText = z.string().nullable()
const status = z.enum(STATUSES)

export const HomeListingSchema = z
  .object({
    key: z.string().describe('Your key of the listing'),
    mls_number: nullableText,
    board: nullableText,
    feed: nullableText,
    office: nullableText,
    transaction,
    status: nullableText.describe('As you sent it'),
    market_status: status.describe('What the status means'),
    listed_on: z.iso.date().describe('`listed_on` of the listing, or the day on which it was stored'),
    off_market_on: z.iso.date().nullable().describe('Null while it is on the market'),
    first_seen: z.iso.datetime(),
    last_seen: z.iso
      .datetime()
      .nullable()
      .describe('When it left the market or its feed. Null while it is on the market'),
    legal_level: nullableText,
    legal_unit: nullableText,
    marks,
  })
  .meta({ id: 'HomeListing' })

export const CampaignSchema = z
  .object({
    transaction,
    listed_on: z.iso.date().describe('When its first listing began'),
    off_market_on: z.iso.date().nullable().describe('When its last listing ended. Null while one is on the market'),
    days_on_market: z.int().describe('Days from `listed_on` to `off_market_on` or today, with the gaps'),
    days_listed: z.int().describe('The same without the gaps'),
    keys: z.array(z.string()).describe('Keys of its listings, in the order in which they began'),
  })
  .meta({ id: 'HomeCampaign' })

export const HomeSchema = z
  .object({
    id: z.string(),
    building: z.object({
      id: z.int(),
      name: nullableText,
      address: nullableText,
      project_id: z.int().nullable(),
      project_name: nullableText,
    }),
    unit: z.string().describe('The normalized unit: `#1203`, `Apt 1203` and `1203` are 1203'),
    legal_level: nullableText.describe('Of the newest listing that has one. It may differ from the floor of the unit'),
    legal_unit: nullableText,
    status: status.describe('`active` if a listing is on the market, else how the last one left it'),
    marks,
    boards: z.array(z.string()).describe('Boards of its listings, or their feeds and labels'),
    relistings: z.int().describe('MLS numbers, or keys without one, after the first'),
    first_seen: z.iso.datetime().describe('When the first of its listings was stored'),
    last_seen: z.iso.datetime().nullable().describe('When the last one left the market. Null while one is on it'),
    listing_count: z.int(),
    listings: z.array(HomeListingSchema).describe('The newest 100, newest first'),
    campaigns: z.array(CampaignSchema).describe('Newest first'),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Home' })

const EventListing = HomeListingSchema.pick({ key: true, feed: true, mls_number: true, transaction: true }).nullable()

/** A home in its events, without its address and its unit. */
export const HomeChangeSchema = z.object({
  id: z.string(),
  building_id: z.int(),
  status: status.nullable(),
  listings: z.int().describe('Number of its listings'),
  listing: EventListing.describe('The new listing of `home.relisted`'),
  previous: EventListing.describe('The newest listing that the home had before'),
})

export const HomesQuery = z.object({
  building_id: integerParam(1, 999_999_999, 'In this building').optional(),
  project_id: integerParam(1, 999_999_999, 'In the buildings of this project').optional(),
  unit: textParam(40, 'With this unit, however it is written').optional(),
  status: enumListParam(STATUSES, 'With one of these statuses').optional(),
  min_listings: integerParam(
    1,
    1000,
    'With at least this number of listings. 2 leaves out homes listed once',
  ).optional(),
  updated_since: timestampParam('One of its listings changed at or after this time').optional(),
  ...paging,
})
export const HomesPage = z.object({ data: z.array(HomeSchema), meta: PageMeta })

export function toHomeJson({ home, listings, target, ...view }: PresentedHome): z.output<typeof HomeSchema> {
  const { relistings, boards, legal_level, legal_unit, campaigns } = view
  return {
    id: home.id,
    building: {
      id: home.building_id,
      name: target?.building_name ?? null,
      address: target?.canonical_mls_address ?? null,
      project_id: target?.project_id ?? null,
      project_name: target?.project_name ?? null,
    },
    ...{ unit: home.unit, legal_level, legal_unit },
    status: home.status as (typeof STATUSES)[number],
    marks: [...view.marks],
    ...{ boards: [...boards], relistings },
    ...{ first_seen: home.first_seen, last_seen: home.last_seen, listing_count: home.listings },
    listings: listings.map((listing) => ({ ...listing, marks: [...listing.marks] })),
    campaigns: campaigns.map((campaign) => ({ ...campaign, keys: [...campaign.keys] })),
    updated_at: home.updated_at,
  }
}
