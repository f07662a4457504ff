// Source rows for tests: a small project with one building and some history.
import type { FloorPlanRow, MediaRow, ProjectRow, UnitRow } from '../../src/ingest/record/row.ts'

export function planRow(key: string, overrides: Partial<FloorPlanRow> = {}): FloorPlanRow {
  return {
    key,
    building_key: 'tower',
    name: `Plan ${key}`,
    bedrooms: 1,
    dens: 0,
    bedrooms_label: '1',
    bathrooms_full: 1,
    bathrooms_half: 0,
    interior_sqft: 600,
    exterior_sqft: null,
    exposure: ['S'],
    floor_min: 2,
    floor_max: 20,
    is_penthouse: false,
    units_count: 18,
    availability: 'available',
    price: 600_000,
    launch_price: 580_000,
    ...overrides,
  }
}

export function unitRow(key: string, plan: string, overrides: Partial<UnitRow> = {}): UnitRow {
  const unit = { unit_number: key, floor: 5, exposure: 'S' as const, interior_sqft: 600, price: 610_000 }
  return { key, floor_plan_key: plan, ...unit, status: 'available', ...overrides }
}

export function mediaRow(key: string, kind: MediaRow['kind'], overrides: Partial<MediaRow> = {}): MediaRow {
  return {
    key,
    floor_plan_key: null,
    kind,
    title: null,
    alt: `A ${kind}`,
    position: 0,
    is_cover: false,
    mime_type: 'image/svg+xml',
    bytes: 1000,
    sha256: key.padEnd(64, '0'),
    width: 1200,
    height: 800,
    rights: 'test',
    origin: `drawing:${key}`,
    ...overrides,
  }
}

export function projectRow(key: string, overrides: Partial<ProjectRow> = {}): ProjectRow {
  return {
    key,
    name: `House ${key}`,
    name_fr: null,
    aliases: [],
    city_name: 'Toronto',
    province: 'ON',
    neighbourhood_name: 'Annex',
    postal_code: 'M5R 1A1',
    address: `${key} Bloor St W, Toronto, ON`,
    latitude: 43.667,
    longitude: -79.4,
    location_accuracy: 'rooftop',
    developers: [{ name: 'Tall Ltd.', role: 'developer' }],
    architects: [],
    interior_designers: [],
    building_type: 'condo_apartment',
    tenure: 'condo',
    storeys: 20,
    units_total: 200,
    sales_status: 'selling',
    construction_status: 'pre_construction',
    price_from: 600_000,
    price_to: 900_000,
    size_min_sqft: 600,
    size_max_sqft: 900,
    bedrooms_min: 1,
    bedrooms_max: 2,
    launch_date: { date: '2025-03-01', precision: 'month', is_estimate: false },
    occupancy_date: { date: '2028-01-01', precision: 'quarter', is_estimate: true },
    completion_date: null,
    year_built: null,
    condo_corp: null,
    deposit: null,
    maintenance_fee: null,
    parking: null,
    locker: null,
    incentives: [],
    amenities: ['Gym'],
    description: 'A house.',
    description_fr: null,
    website_url: null,
    buildings: [
      {
        key: 'tower',
        name: null,
        storeys: 20,
        units: 200,
        latitude: null,
        longitude: null,
        year_built: null,
        addresses: [{ line: `${key} Bloor St W`, kind: 'municipal', valid_from: null, valid_to: null }],
      },
    ],
    floor_plans: [planRow('a'), planRow('b', { bedrooms: 2, bedrooms_label: '2', interior_sqft: 900, price: 900_000 })],
    units: [unitRow('501', 'a'), unitRow('601', 'a'), unitRow('502', 'b', { price: 905_000, interior_sqft: 900 })],
    media: [
      mediaRow(`${key}-front`, 'rendering_exterior', { is_cover: true }),
      mediaRow(`${key}-a`, 'floor_plan', { floor_plan_key: 'a' }),
      mediaRow(`${key}-prices`, 'price_list'),
    ],
    history: [
      {
        floor_plan_key: null,
        field: 'sales_status',
        from: 'pre_launch',
        to: 'selling',
        effective_at: '2025-03-01T00:00:00Z',
      },
      { floor_plan_key: 'a', field: 'price', from: 580_000, to: 600_000, effective_at: '2026-01-15T00:00:00Z' },
    ],
    ...overrides,
  }
}
