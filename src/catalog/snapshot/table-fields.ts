// The tables of a snapshot and their columns. Bump SCHEMA_VERSION with every change here.
import { condoCorpKey } from '@plinth/matcher/internal/read/condo-corp-number'
import { factsOfBuilding } from '../records/building-facts.ts'
import { parcelKey } from '../records/parcel-ids.ts'
import type { Building } from '../records/record-schemas.ts'
import type { MediaRecord, PlanRecord, ProjectRecord, UnitRecord } from '../records/record-types.ts'
import { cityParts, foldCity, parentCity, placeNames } from './city-names.ts'
import type { Removed } from './dataset-content.ts'
import { daySpan } from './date-span.ts'
import { foldText } from './fold-name.ts'
import type { StoredHistory } from './history-table.ts'
import { hashText } from './id-lookup.ts'
import { matcherInput } from './snapshot-matcher.ts'
import type { Field, Fields } from './table.ts'

/** Files of another schema version are not opened but built anew. */
export const SCHEMA_VERSION = 5

const number = <T>(read: (record: T) => number | null): Field<T> => ({ kind: 'number', read })
const id = <T>(read: (record: T) => number | null): Field<T> => ({ kind: 'id', read })
const sortedNumber = <T>(read: (record: T) => number | null): Field<T> => ({ kind: 'sorted number', read })
const sortedText = <T>(read: (record: T) => string | null): Field<T> => ({ kind: 'sorted text', read })
const texts = <T>(read: (record: T) => Iterable<string | null>): Field<T> => ({ kind: 'texts', read })
const ids = <T>(read: (record: T) => Iterable<number>): Field<T> => ({ kind: 'ids', read })

/** Filters find no empty names. */
const filled = (names: readonly (string | null)[]) => names.map((name) => name || null)

const occupancyOf = ({ occupancy_date }: ProjectRecord) => (occupancy_date === null ? null : daySpan(occupancy_date))

const PROJECT_FIELDS = {
  name: sortedText((p) => foldText(p.name)),
  price_from: sortedNumber((p) => p.price_from ?? p.price_to),
  occupancy_date: sortedText((p) => p.occupancy_date?.date ?? null),
  launch_date: sortedText((p) => p.launch_date?.date ?? null),
  updated_at: sortedText((p) => p.updated_at),

  // If one end of a range is unknown, the other is used for both.
  price_low: number((p) => p.price_from ?? p.price_to),
  price_high: number((p) => p.price_to ?? p.price_from),
  psf_low: number((p) => p.psf_from ?? p.psf_to),
  psf_high: number((p) => p.psf_to ?? p.psf_from),
  beds_low: number((p) => p.bedrooms_min ?? p.bedrooms_max),
  beds_high: number((p) => p.bedrooms_max ?? p.bedrooms_min),
  sqft_low: number((p) => p.size_min_sqft ?? p.size_max_sqft),
  sqft_high: number((p) => p.size_max_sqft ?? p.size_min_sqft),
  storeys: number((p) => p.storeys),
  units: number((p) => p.units_total),
  year_built_low: number((p) => least(yearsBuilt(p))),
  year_built_high: number((p) => greatest(yearsBuilt(p))),
  occupancy_low: number((p) => occupancyOf(p)?.[0] ?? null),
  occupancy_high: number((p) => occupancyOf(p)?.[1] ?? null),
  latitude: number((p) => p.latitude),
  longitude: number((p) => p.longitude),
  updated_ms: number((p) => Date.parse(p.updated_at)),

  city: texts((p) => filled([p.city_name, ...placeNames(p)].map(foldCity))),
  neighbourhood: texts((p) =>
    filled([p.neighbourhood_name && foldText(p.neighbourhood_name), ...cityParts(p).map(foldText)]),
  ),
  developer: texts((p) =>
    filled([p.developer && foldText(p.developer), ...p.developers.map(({ name }) => foldText(name))]),
  ),
  province: texts((p) => [p.province]),
  status: texts((p) => [p.status]),
  sales_status: texts((p) => [p.sales_status]),
  construction_status: texts((p) => [p.construction_status]),
  building_type: texts((p) => [p.building_type]),
  tenure: texts((p) => [p.tenure]),
  amenity: texts((p) => filled(p.amenities.map(foldText))),
  condo_corp: texts((p) => [p.condo_corp && condoCorpKey(p.condo_corp.registry, p.condo_corp.number)]),
  parcel: texts((p) => p.buildings.flatMap(parcelKeys)),
  words: texts((p) => filled([...wordsOf(p)])),

  // Names as facets and lists show them. The first city is the project's own.
  city_names: texts((p) => [p.city_name, parentCity(p)]),
  neighbourhood_names: texts((p) => [p.neighbourhood_name]),
  developer_names: texts((p) => p.developers.map(({ name }) => name)),
  developer_ids: texts((p) => [...new Map(p.developers.map(({ id, name }) => [id, `${id} ${name}`])).values()]),
  own_names: texts(ownNames),
  source_kinds: texts((p) => p.sources.map(({ kind }) => kind)),
  // `2026-11-14 nar`: the day on which a source first reported its newest values.
  observed: texts((p) => p.sources.map(({ kind, observed_at }) => `${observed_at.slice(0, 10)} ${kind}`)),

  // What a point on a map shows: decoding two thousand projects would take too long.
  point_name: sortedText((p) => p.name),
  point_slug: sortedText((p) => p.slug),
  point_price: number((p) => p.price_from),

  matcher_input: number(matcherInput),
  slug: id((p) => hashText(p.slug)),
  building_ids: ids((p) => p.buildings.map((building) => building.id)),
} satisfies Fields<ProjectRecord>

const parcelKeys = ({ parcels }: Readonly<Building>) => [...new Set((parcels ?? []).map(({ id }) => parcelKey(id)))]

/** Names that are not only an address of the project: the name, the French one, the aliases. */
function ownNames({ name, name_fr, aliases, buildings }: ProjectRecord): string[] {
  const lines = new Set<string>()
  for (const { addresses } of buildings)
    for (const { line, kind } of addresses) if (kind !== 'marketing') lines.add(foldText(line))
  const names = [name, ...(name_fr === null ? [] : [name_fr]), ...aliases]
  return [...new Set(names)].filter((text) => text !== '' && !lines.has(foldText(text)))
}

function* wordsOf(project: ProjectRecord): Generator<string> {
  const all = [
    ...[project.name, project.name_fr, ...project.aliases, project.developer, project.address],
    ...[project.neighbourhood_name, project.city_name],
    ...project.developers.map(({ name }) => name),
    ...project.buildings.flatMap(({ name, addresses }) => [name, ...addresses.map(({ line }) => line)]),
  ]
  for (const text of all) if (text) yield* foldText(text).split(' ')
}

/** Of the project and of its buildings. */
const yearsBuilt = ({ year_built, buildings }: ProjectRecord) =>
  [year_built, ...buildings.map((building) => building.year_built)].filter((year) => year !== null)
const least = (values: readonly number[]) => (values.length === 0 ? null : Math.min(...values))
const greatest = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values))

/** A building and the project that it is part of. */
export interface BuildingRow {
  readonly project: ProjectRecord
  readonly building: Readonly<Building>
}

/** Only what differs between the buildings of a project. Other filters read the columns of projects. */
const BUILDING_FIELDS = {
  project_id: id(({ project }) => project.id),
  name: sortedText((row) => {
    const { name } = factsOfBuilding(row)
    return name === null ? null : foldText(name)
  }),
  year_built: sortedNumber((row) => factsOfBuilding(row).year_built),
  storeys: sortedNumber((row) => factsOfBuilding(row).storeys),
  units: sortedNumber((row) => factsOfBuilding(row).units),
  updated_at: sortedText(({ project }) => project.updated_at),
  postal_code: sortedText((row) => factsOfBuilding(row).postal_code?.replace(' ', '') ?? null),
  parcel: texts(({ building }) => parcelKeys(building)),
  latitude: number((row) => factsOfBuilding(row).latitude),
  longitude: number((row) => factsOfBuilding(row).longitude),
} satisfies Fields<BuildingRow>

const PLAN_FIELDS = {
  project_id: id((plan) => plan.project_id),
  price: sortedNumber((plan) => plan.price),
  psf: sortedNumber((plan) => plan.psf),
  interior_sqft: sortedNumber((plan) => plan.interior_sqft),
  bedrooms: sortedNumber((plan) => plan.bedrooms),
  updated_at: sortedText((plan) => plan.updated_at),
  availability: sortedText((plan) => plan.availability),
  building_id: sortedNumber((plan) => plan.building_id),
  is_penthouse: sortedNumber((plan) => Number(plan.is_penthouse)),
} satisfies Fields<PlanRecord>

const UNIT_FIELDS = {
  project_id: id((unit) => unit.project_id),
  floor_plan_id: id((unit) => unit.floor_plan_id),
  price: sortedNumber((unit) => unit.price),
  interior_sqft: sortedNumber((unit) => unit.interior_sqft),
  floor: sortedNumber((unit) => unit.floor),
  // 9 comes before 10, and PH1 before PH10.
  unit_number: sortedText((unit) => unit.unit_number.replace(/\d+/g, (digits) => digits.padStart(6, '0'))),
  status: sortedText((unit) => unit.status),
  building_id: sortedNumber((unit) => unit.building_id),
} satisfies Fields<UnitRecord>

const MEDIA_FIELDS = {
  project_id: id((item) => item.project_id),
  floor_plan_id: id((item) => item.floor_plan_id),
  position: sortedNumber((item) => item.position),
  created_at: sortedText((item) => item.created_at),
  kind: sortedText((item) => item.kind),
  sha256: id((item) => hashText(item.sha256)),
} satisfies Fields<MediaRecord>

/** In the order in which a build fills them. */
export const TABLE_FIELDS = {
  project: PROJECT_FIELDS as Fields<ProjectRecord>,
  floor_plan: PLAN_FIELDS as Fields<PlanRecord>,
  unit: UNIT_FIELDS as Fields<UnitRecord>,
  media: MEDIA_FIELDS as Fields<MediaRecord>,
  removed_project: {
    slug: id(({ body }) => hashText(body.slug)),
    building_ids: ids(({ body }) => body.buildings.map((building) => building.id)),
  } as Fields<Removed<ProjectRecord>>,
  removed_floor_plan: { project_id: id(({ body }) => body.project_id) } as Fields<Removed<PlanRecord>>,
  history_project: {} as Fields<StoredHistory>,
  history_floor_plan: {} as Fields<StoredHistory>,
  building: BUILDING_FIELDS as Fields<BuildingRow>,
} as const

export type TableName = keyof typeof TABLE_FIELDS
export const TABLE_NAMES = Object.keys(TABLE_FIELDS) as TableName[]

/** The type of the values that a table stores. */
export type StoredIn<N extends TableName> = (typeof TABLE_FIELDS)[N] extends Fields<infer T> ? T : never
