// Schemas of catalogue records: the single definition of every field.
import { z } from 'zod'
import { MAX_PARCELS, PARCEL_KINDS } from './parcel-ids.ts'
import { CONSTRUCTION_STATUSES, HEADLINE_STATUSES, SALES_STATUSES } from './status.ts'

export const PROVINCES = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'] as const
/** What no source says is `unknown`; nothing is filled in by default. */
export const BUILDING_TYPES = [
  'condo_apartment',
  'condo_townhouse',
  'loft',
  'mixed',
  'rental_apartment',
  'multi_unit',
  'unknown',
] as const
export const TENURES = ['condo', 'strata', 'freehold', 'co_op', 'leasehold', 'rental', 'unknown'] as const
export const NAME_SOURCES = ['source', 'address'] as const
export const LOCATION_ACCURACIES = ['rooftop', 'parcel', 'street', 'locality'] as const
export const ADDRESS_KINDS = ['municipal', 'marketing', 'historic', 'range', 'entrance'] as const
export const PLAN_AVAILABILITIES = ['coming_soon', 'available', 'limited', 'on_hold', 'sold_out', 'withdrawn'] as const
export const UNIT_STATUSES = ['unreleased', 'available', 'reserved', 'sold', 'held', 'withdrawn'] as const
export const EXPOSURES = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
export const MEDIA_KINDS = [
  'rendering_exterior',
  'rendering_interior',
  'amenity',
  'floor_plan',
  'key_plate',
  'site_plan',
  'photo',
  'video',
  'logo',
  'brochure',
  'price_list',
] as const
export const DATE_PRECISIONS = ['day', 'month', 'quarter', 'season', 'year'] as const

const int = z.int()
const count = z.int().min(0)
const money = z.int().min(0).describe('Whole Canadian dollars')
const sqft = z.int().min(0).describe('Whole square feet')
const day = z.iso.date()
const instant = z.iso.datetime()
const text = z.string()
const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

export const FuzzyDate = z
  .object({ date: day, precision: z.enum(DATE_PRECISIONS), is_estimate: z.boolean() })
  .meta({ id: 'FuzzyDate', description: 'A date and how precisely it is known' })

export const Address = z
  .object({
    line: text.describe('Street line without unit, city or province'),
    kind: z.enum(ADDRESS_KINDS),
    valid_from: day.nullable(),
    valid_to: day.nullable(),
  })
  .meta({ id: 'BuildingAddress' })

export const Parcel = z.object({
  kind: z.enum(PARCEL_KINDS).describe('`pid` of British Columbia, `pin` of Ontario, or `roll` of an assessment roll'),
  id: text.min(1).max(60).describe('As the source writes it'),
})

export const Building = z.object({
  id: int,
  project_id: int,
  name: text.nullable().describe('"Tower A"; null when the project has one building'),
  storeys: count.nullable(),
  units: count.nullable(),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  year_built: int.nullable(),
  addresses: z.array(Address),
  parcels: z.array(Parcel).max(MAX_PARCELS).nullish().describe('Missing if no source lists any'),
})

const Developer = z.object({ id: int, name: text, role: text })
const Instalment = z.object({
  percent: z.number().nullable(),
  amount: money.nullable(),
  due: text.describe('In the builder’s words: "on signing", "in 90 days", "on occupancy"'),
})
const Incentive = z.object({
  type: text,
  title: text,
  value: money.nullable(),
  valid_from: day.nullable(),
  valid_to: day.nullable(),
})
const Parking = z.object({ price: money.nullable(), monthly_fee: money.nullable(), available: z.boolean() })
export const PLANNING_STEPS = ['applied', 'approved', 'under_construction', 'completed'] as const
export const Planning = z.object({
  step: z.enum(PLANNING_STEPS),
  decision: text.max(80).describe('The source’s own words: "Council Approved"'),
  reference: text.max(40).nullable().describe('Number of the application or permit'),
  date: day
    .nullable()
    .describe('Of the application while it is in review, then of the newest date that the source gives'),
})
const SourceRef = z.object({ kind: text, observed_at: instant })

export const MediaVariant = z.object({ url: text, width: int, height: int })

export const Media = z.object({
  id: int,
  project_id: int,
  floor_plan_id: int.nullable(),
  kind: z.enum(MEDIA_KINDS),
  title: text.nullable(),
  alt: text.describe('Alternative text for people who cannot see the image'),
  position: count,
  is_cover: z.boolean(),
  mime_type: text,
  bytes: count,
  sha256: text,
  width: count,
  height: count,
  url: text.describe('Signed; valid until the end of the next UTC day'),
  variants: z.object({ thumbnail: MediaVariant, medium: MediaVariant, full: MediaVariant }).nullable(),
  stored: z
    .boolean()
    .describe('False if this server has the record but not the file. `url` then returns 404, and `variants` is null'),
  rights: text,
  created_at: instant,
})

export const Project = z.object({
  id: int,
  slug: text,
  name: text,
  name_source: z
    .enum(NAME_SOURCES)
    .describe('`address` if no source names the project and it is called by its address'),
  invented: z
    .boolean()
    .describe('True if the project and its buildings do not exist: most of the sandbox, and part of the demonstration'),
  name_fr: text.nullable(),
  aliases: z.array(text),
  city_name: text,
  province: z.enum(PROVINCES),
  neighbourhood_name: text.nullable(),
  postal_code: text.nullable(),
  address: text.describe('The canonical address, unique across projects'),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  location_accuracy: z.enum(LOCATION_ACCURACIES).nullable(),
  developer: text.nullable().describe('Display name; joint ventures are joined by " & "'),
  developers: z.array(Developer),
  architects: z.array(text),
  interior_designers: z.array(text),
  building_type: z.enum(BUILDING_TYPES).describe('`multi_unit`: several dwellings of a kind that no source says'),
  tenure: z.enum(TENURES),
  storeys: count.nullable(),
  units_total: count.nullable(),
  status: z.enum(HEADLINE_STATUSES).describe('Derived from `sales_status` and `construction_status`'),
  sales_status: z.enum(SALES_STATUSES),
  construction_status: z.enum(CONSTRUCTION_STATUSES),
  planning: Planning.nullish().describe('The city’s decision. Null if no source has one'),
  status_changed_at: instant.nullable(),
  price_from: money.nullable(),
  price_to: money.nullable(),
  psf_from: money.nullable(),
  psf_to: money.nullable(),
  currency: z.literal('CAD'),
  size_min_sqft: sqft.nullable(),
  size_max_sqft: sqft.nullable(),
  bedrooms_min: count.nullable(),
  bedrooms_max: count.nullable(),
  launch_date: FuzzyDate.nullable(),
  occupancy_date: FuzzyDate.nullable(),
  completion_date: FuzzyDate.nullable(),
  year_built: int.nullable(),
  condo_corp: z.object({ registry: text, number: int }).nullable(),
  deposit: z.object({ total_percent: z.number(), instalments: z.array(Instalment) }).nullable(),
  maintenance_fee: z.object({ amount_per_sqft: z.number(), includes: z.array(text) }).nullable(),
  parking: Parking.nullable(),
  locker: Parking.nullable(),
  incentives: z.array(Incentive),
  amenities: z.array(text),
  buildings_count: count,
  floor_plans_count: count,
  available_floor_plans_count: count,
  media_count: count,
  cover_media: Media.nullable(),
  description: text,
  description_fr: text.nullable(),
  website_url: text.nullable(),
  sources: z.array(SourceRef),
  merged_into: int.nullable(),
  created_at: instant,
  updated_at: instant,
  data_as_of: instant.describe('When a source first reported the newest values of this record'),
})

export const FloorPlan = z.object({
  id: int,
  project_id: int,
  building_id: int.nullable(),
  name: text,
  bedrooms: count.describe('0 is a studio'),
  dens: count,
  bedrooms_label: text.describe('"Studio", "1", "1+1"'),
  bathrooms_full: count,
  bathrooms_half: count,
  interior_sqft: sqft,
  exterior_sqft: sqft.nullable(),
  exposure: z.array(z.enum(EXPOSURES)),
  floor_min: int.nullable(),
  floor_max: int.nullable(),
  is_penthouse: z.boolean(),
  units_count: count.nullable(),
  availability: z.enum(PLAN_AVAILABILITIES),
  price: money.nullable(),
  psf: money.nullable(),
  launch_price: money.nullable(),
  price_changed_at: instant.nullable(),
  media_ids: z.array(int),
  updated_at: instant,
})

export const Unit = z.object({
  id: int,
  floor_plan_id: int,
  project_id: int,
  building_id: int.nullable(),
  unit_number: text,
  floor: int,
  exposure: z.enum(EXPOSURES).nullable(),
  interior_sqft: sqft,
  price: money.nullable(),
  status: z.enum(UNIT_STATUSES),
  status_changed_at: instant.nullable(),
})

export type Address = z.infer<typeof Address>
export type Project = z.infer<typeof Project>
export type Building = z.infer<typeof Building>
export type FloorPlan = z.infer<typeof FloorPlan>
export type Planning = z.infer<typeof Planning>
export type Unit = z.infer<typeof Unit>
export type Media = z.infer<typeof Media>
export type MediaKind = (typeof MEDIA_KINDS)[number]
export type Province = (typeof PROVINCES)[number]
