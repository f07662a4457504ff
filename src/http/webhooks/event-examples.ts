// One invented example delivery for each event type.
import type { EventType, FieldChange } from '../../events/event-types.ts'

const AT = '2026-11-14T06:00:04.211Z'
const MEDIA_URL = 'https://api.plinth.example/media/88210/full?expires=1763251199&signature=4fZ0q1'

const media = {
  id: 88210,
  project_id: 1480,
  floor_plan_id: null,
  kind: 'rendering_exterior',
  title: 'From the seawall',
  alt: 'A tower of glass and pale brick, seen from the water',
  position: 0,
  is_cover: true,
  mime_type: 'image/webp',
  bytes: 184_220,
  sha256: '9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab',
  width: 1600,
  height: 1067,
  url: MEDIA_URL,
  variants: null,
  stored: true,
  rights: 'Created for the demonstration dataset',
  created_at: '2026-03-02T06:00:02.005Z',
}

const project = {
  id: 1480,
  slug: 'the-howe-residences',
  name: 'The Howe Residences',
  name_source: 'source',
  name_fr: null,
  aliases: ['Howe Residences'],
  city_name: 'Vancouver',
  province: 'BC',
  neighbourhood_name: 'Downtown',
  postal_code: 'V6Z 0G5',
  address: '1480 Howe St, Vancouver, BC',
  latitude: 49.27571,
  longitude: -123.13092,
  location_accuracy: 'rooftop',
  developer: 'Northshore Living',
  developers: [{ id: 1012, name: 'Northshore Living', role: 'developer' }],
  architects: ['Arbutus & Stone'],
  interior_designers: [],
  building_type: 'condo_apartment',
  tenure: 'strata',
  storeys: 54,
  units_total: 401,
  status: 'selling',
  sales_status: 'selling',
  construction_status: 'under_construction',
  status_changed_at: '2026-03-02T00:00:00Z',
  price_from: 684_900,
  price_to: 2_450_000,
  psf_from: 1285,
  psf_to: 1640,
  currency: 'CAD',
  size_min_sqft: 487,
  size_max_sqft: 1512,
  bedrooms_min: 0,
  bedrooms_max: 3,
  launch_date: { date: '2026-03-02', precision: 'day', is_estimate: false },
  occupancy_date: { date: '2029-04-01', precision: 'quarter', is_estimate: true },
  completion_date: null,
  year_built: null,
  condo_corp: null,
  deposit: { total_percent: 15, instalments: [{ percent: 5, amount: null, due: 'on signing' }] },
  maintenance_fee: { amount_per_sqft: 0.68, includes: ['water', 'heat'] },
  parking: { price: 65_000, monthly_fee: null, available: true },
  locker: null,
  incentives: [],
  amenities: ['Gym', 'Rooftop terrace'],
  buildings_count: 1,
  floor_plans_count: 18,
  available_floor_plans_count: 11,
  media_count: 7,
  cover_media: media,
  description: 'A demonstration project on a real street.',
  description_fr: null,
  website_url: null,
  sources: [{ kind: 'demo', observed_at: AT }],
  merged_into: null,
  created_at: '2026-03-02T06:00:02.005Z',
  updated_at: AT,
  data_as_of: AT,
}

const plan = {
  id: 20_114,
  project_id: 1480,
  building_id: 1733,
  name: 'B2',
  bedrooms: 1,
  dens: 1,
  bedrooms_label: '1+1',
  bathrooms_full: 1,
  bathrooms_half: 0,
  interior_sqft: 612,
  exterior_sqft: 74,
  exposure: ['SW'],
  floor_min: 6,
  floor_max: 38,
  is_penthouse: false,
  units_count: 33,
  availability: 'available',
  price: 824_900,
  psf: 1348,
  launch_price: 809_900,
  price_changed_at: AT,
  media_ids: [88_231],
  updated_at: AT,
}

const unit = {
  id: 301_877,
  floor_plan_id: 20_114,
  project_id: 1480,
  building_id: 1733,
  unit_number: '1203',
  floor: 12,
  exposure: 'SW',
  interior_sqft: 612,
  price: 829_900,
  status: 'sold',
  status_changed_at: AT,
}

const municipal = { line: '1480 Howe St', kind: 'municipal', valid_from: null, valid_to: null }
const marketing = { line: '1482 Howe St', kind: 'marketing', valid_from: null, valid_to: null }

const building = {
  id: 1733,
  project_id: 1480,
  project_name: project.name,
  project_slug: project.slug,
  name: project.name,
  names: [project.name, ...project.aliases],
  address: project.address,
  addresses: [municipal, marketing],
  city_name: project.city_name,
  province: project.province,
  neighbourhood_name: project.neighbourhood_name,
  postal_code: project.postal_code,
  latitude: project.latitude,
  longitude: project.longitude,
  location_accuracy: project.location_accuracy,
  storeys: 54,
  units: 401,
  year_built: null,
  building_type: project.building_type,
  tenure: project.tenure,
  status: project.status,
  condo_corp: null,
  developer: project.developer,
  amenities: project.amenities,
  site_buildings: [],
  floor_plans_count: project.floor_plans_count,
  units_count: 401,
  media_count: project.media_count,
  updated_at: AT,
  data_as_of: AT,
  links: {
    project: '/api/v1/projects/1480',
    floor_plans: '/api/v1/projects/1480/floor-plans',
    units: '/api/v1/projects/1480/units',
    media: '/api/v1/projects/1480/media',
  },
}

const link = { building_id: 1733, canonical_mls_address: '1480 Howe St, Vancouver, BC' }
const decision = 'dec_4tPq0VtWc1u8Rz2eKxYb'

const linkOfListing = { project_id: 1480, building_id: 1733, unit: '1203', outcome: 'matched' }
const linkChange = {
  key: 'C7012345',
  why: 'verification',
  before: { ...linkOfListing, match_confidence: 0.62, recommended_action: 'review' },
  after: { ...linkOfListing, match_confidence: 1, recommended_action: 'accept' },
}

const version = {
  version: '2026-11-14.1',
  number: 318,
  source: 'demo',
  kind: 'import',
  counts: { projects: 6200, buildings: 7411, floor_plans: 61_208, units: 402_119, media: 98_034 },
  retired: [],
  summary: null,
}

const endpoint = {
  id: 'whe_7Jd0sQm2LkZx9TfVbN3a',
  url: 'https://hooks.brokerage.example/plinth',
  description: 'Listings, production',
  status: 'disabled',
  disabled_reason: 'failing for five days',
}

const changed = (field: string, from: unknown, to: unknown): FieldChange => ({ field, from, to })

type Example = readonly [id: number | string, object: object | null, ...changes: FieldChange[]]

const EXAMPLES: Readonly<Record<Exclude<EventType, 'ping'>, Example>> = {
  'project.created': [1480, project],
  'project.updated': [1480, project, changed('storeys', 52, 54)],
  'project.status_changed': [1480, project, changed('construction_status', 'pre_construction', 'under_construction')],
  'project.price_changed': [1480, project, changed('price_from', 669_900, 684_900), changed('psf_from', 1257, 1285)],
  'project.removed': [1481, null],
  'floor_plan.created': [20_114, plan],
  'floor_plan.updated': [20_114, plan, changed('exterior_sqft', null, 74)],
  'floor_plan.price_changed': [20_114, plan, changed('price', 809_900, 824_900), changed('psf', 1323, 1348)],
  'floor_plan.availability_changed': [20_114, plan, changed('availability', 'coming_soon', 'available')],
  'floor_plan.removed': [20_115, null],
  'unit.status_changed': [301_877, unit, changed('status', 'reserved', 'sold')],
  'media.added': [88_210, media],
  'media.removed': [88_209, null],
  'building.created': [1733, building],
  'building.updated': [1733, building, changed('storeys', 52, 54)],
  'building.address_changed': [1733, building, changed('addresses', [municipal], [municipal, marketing])],
  'building.removed': [1734, null],
  'building_link.verified': [decision, link, changed('project_id', null, 1480), changed('building_id', null, 1733)],
  'building_link.revoked': [decision, link, changed('project_id', 1480, null), changed('building_id', 1733, null)],
  'listing.link_changed': [
    linkChange.key,
    linkChange,
    changed('match_confidence', 0.62, 1),
    changed('recommended_action', 'review', 'accept'),
  ],
  'dataset.published': [version.version, version],
  'webhook_endpoint.disabled': [endpoint.id, endpoint, changed('status', 'enabled', 'disabled')],
}

const FIRST_SEQUENCE = 48_211

/** Sequence numbers are consecutive, as for an endpoint that receives every event. */
const sequenced = Object.entries(EXAMPLES).map(([type, [id, object, ...changes]], i) => {
  const sequence = FIRST_SEQUENCE + i
  const data = { resource: { type: type.slice(0, type.indexOf('.')), id }, changes, object }
  const event = `evt_${sequence.toString(36).padStart(12, '0')}`
  return [type, { id: event, type, timestamp: AT, sequence, data, previous_sequence: sequence - 1 }] as const
})

export const EVENT_EXAMPLES = {
  ...Object.fromEntries(sequenced),
  ping: {
    id: 'evt_2Kq8vHs0WnXy4TdCbA1z',
    type: 'ping',
    timestamp: AT,
    data: { resource: { type: 'webhook_endpoint', id: endpoint.id }, changes: [], object: null },
  },
  batch: {
    id: 'bat_7Tq2mLw9RzKx3VbNcY5d',
    type: 'batch',
    timestamp: AT,
    data: { events: sequenced.slice(0, 2).map(([, event]) => event) },
  },
} as Readonly<Record<EventType | 'batch', object>>
