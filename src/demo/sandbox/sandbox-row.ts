// Short forms for writing a sandbox project by hand: what is not said is unknown.
import type { FloorPlanRow, HistoryRow, ProjectRow, UnitRow } from '../../ingest/row.ts'
import type { Look, MediaSet } from '../demo-media.ts'
import { projectMedia } from '../demo-media.ts'

type Given = Partial<Omit<ProjectRow, 'media'>> &
  Pick<
    ProjectRow,
    'id' | 'name' | 'city_name' | 'province' | 'address' | 'sales_status' | 'construction_status' | 'buildings'
  >
type Exposure = FloorPlanRow['exposure'][number]

export function sandboxProject(given: Given, look: Omit<Look, 'seed' | 'tone'>, set: MediaSet['set']): ProjectRow {
  const row: Omit<ProjectRow, 'media'> = {
    key: `sandbox-${given.id}`,
    name_fr: null,
    aliases: [],
    neighbourhood_name: null,
    postal_code: null,
    latitude: null,
    longitude: null,
    location_accuracy: null,
    developers: [],
    architects: [],
    interior_designers: [],
    building_type: 'condo_apartment',
    tenure: 'condo',
    storeys: null,
    units_total: null,
    price_from: null,
    price_to: null,
    launch_date: null,
    occupancy_date: null,
    completion_date: null,
    year_built: null,
    condo_corp: null,
    deposit: null,
    maintenance_fee: null,
    parking: null,
    locker: null,
    incentives: [],
    amenities: [],
    description: '',
    description_fr: null,
    website_url: null,
    floor_plans: [],
    units: [],
    history: [],
    ...sizes(given.floor_plans ?? []),
    ...given,
  }
  const seed = (given.id ?? 0) * 11
  return { ...row, media: projectMedia(row, { ...look, seed, tone: seed % 6 }, { set, photos: 2 }) }
}

function sizes(plans: readonly FloorPlanRow[]) {
  const areas = plans.map((plan) => plan.interior_sqft)
  const bedrooms = plans.map((plan) => plan.bedrooms)
  const known = plans.length > 0
  return {
    size_min_sqft: known ? Math.min(...areas) : null,
    size_max_sqft: known ? Math.max(...areas) : null,
    bedrooms_min: known ? Math.min(...bedrooms) : null,
    bedrooms_max: known ? Math.max(...bedrooms) : null,
  }
}

/** `rooms` as on a sales sheet: "0", "1+1", "2"; `baths` "2" or "2.1" for two full and one half. */
export function plan(
  name: string,
  rooms: string,
  baths: string,
  interiorSqft: number,
  exposure: readonly Exposure[],
  rest: Partial<FloorPlanRow> = {},
): FloorPlanRow {
  const [bedrooms = 0, dens = 0] = rooms.split('+').map(Number)
  const [full = 1, half = 0] = baths.split('.').map(Number)
  return {
    key: name.toLowerCase().replaceAll(' ', '-'),
    building_key: null,
    name,
    bedrooms,
    dens,
    bedrooms_label: bedrooms === 0 ? 'Studio' : rooms,
    bathrooms_full: full,
    bathrooms_half: half,
    interior_sqft: interiorSqft,
    exterior_sqft: null,
    exposure: [...exposure],
    floor_min: null,
    floor_max: null,
    is_penthouse: false,
    units_count: null,
    availability: 'sold_out',
    price: null,
    launch_price: null,
    ...rest,
  }
}

export function unit(
  plan: FloorPlanRow,
  number: string,
  floor: number,
  price: number | null,
  status: UnitRow['status'],
): UnitRow {
  return {
    key: number,
    floor_plan_key: plan.key,
    unit_number: number,
    floor,
    exposure: plan.exposure[0] ?? null,
    interior_sqft: plan.interior_sqft,
    price,
    status,
  }
}

/** The life of one field, oldest value first; each value held until the next. */
export function story(
  field: string,
  values: readonly (readonly [day: string, value: unknown])[],
  floorPlanKey: string | null = null,
): HistoryRow[] {
  return values.map(([day, value], at) => ({
    floor_plan_key: floorPlanKey,
    field,
    from: values[at - 1]?.[1] ?? null,
    to: value,
    effective_at: `${day}T14:00:00Z`,
  }))
}

export function oldestFirst(...stories: readonly HistoryRow[][]): HistoryRow[] {
  return stories.flat().sort((a, b) => (a.effective_at < b.effective_at ? -1 : a.effective_at > b.effective_at ? 1 : 0))
}
