// Filters and sorts of catalogue queries, independent of HTTP and MCP.

import type { Building, FloorPlan, MediaKind, Project, Province, Unit } from '../records/record-schemas.ts'
import type { Sort } from '../snapshot/collection.ts'

/** What the caller's plan may see. */
export interface View {
  /** Includes PAID_MEDIA_KINDS in lists and counts. */
  readonly paidMedia: boolean
  /** Includes counts of unit rows. */
  readonly unitRows?: boolean | undefined
}

/** A project must match one value of every filter. */
export interface ProjectFilters {
  readonly ids?: readonly number[] | undefined
  readonly city?: readonly string[] | undefined
  readonly province?: readonly Province[] | undefined
  readonly neighbourhood?: readonly string[] | undefined
  readonly developer?: readonly string[] | undefined
  readonly status?: readonly Project['status'][] | undefined
  readonly sales_status?: readonly Project['sales_status'][] | undefined
  readonly construction_status?: readonly Project['construction_status'][] | undefined
  readonly building_type?: readonly Project['building_type'][] | undefined
  readonly tenure?: readonly Project['tenure'][] | undefined
  readonly min_price?: number | undefined
  readonly max_price?: number | undefined
  readonly min_psf?: number | undefined
  readonly max_psf?: number | undefined
  readonly min_beds?: number | undefined
  readonly max_beds?: number | undefined
  readonly min_sqft?: number | undefined
  readonly max_sqft?: number | undefined
  /** YYYY-MM-DD */
  readonly occupancy_from?: string | undefined
  readonly occupancy_to?: string | undefined
  readonly min_storeys?: number | undefined
  readonly max_storeys?: number | undefined
  readonly min_units?: number | undefined
  readonly max_units?: number | undefined
  /** Of the project or of one of its buildings. */
  readonly min_year_built?: number | undefined
  readonly max_year_built?: number | undefined
  readonly amenity?: readonly string[] | undefined
  /** As people write it: "TSCC 2345". */
  readonly condo_corp?: readonly string[] | undefined
  /** West, south, east, north. */
  readonly bbox?: readonly [number, number, number, number] | undefined
  readonly near?: { readonly latitude: number; readonly longitude: number } | undefined
  readonly radius_km?: number | undefined
  readonly q?: string | undefined
  /** RFC 3339 */
  readonly updated_since?: string | undefined
}

export const PROJECT_SORTS = [
  'id',
  'name',
  'price_from',
  'occupancy_date',
  'launch_date',
  'updated_at',
  'distance',
] as const
export type ProjectSort = (typeof PROJECT_SORTS)[number]

export interface ProjectQuery extends ProjectFilters {
  readonly sort?: Sort<ProjectSort> | undefined
}

/** A building must match one value of every filter. */
export interface BuildingFilters {
  readonly ids?: readonly number[] | undefined
  readonly project_id?: readonly number[] | undefined
  /** Upper case without a space: "M5V" or "M5V2T6". */
  readonly postal_code?: readonly string[] | undefined
  readonly min_year_built?: number | undefined
  readonly max_year_built?: number | undefined
  readonly min_storeys?: number | undefined
  readonly max_storeys?: number | undefined
  readonly min_units?: number | undefined
  readonly max_units?: number | undefined
  readonly bbox?: ProjectFilters['bbox']
  readonly near?: ProjectFilters['near']
  readonly radius_km?: number | undefined
  /** Only buildings of projects that match. */
  readonly project?: ProjectFilters | undefined
}

export const BUILDING_SORTS = ['id', 'name', 'year_built', 'storeys', 'units', 'updated_at', 'distance'] as const

export interface BuildingQuery extends BuildingFilters {
  readonly sort?: Sort<(typeof BUILDING_SORTS)[number]> | undefined
}

export interface FloorPlanFilters {
  readonly ids?: readonly number[] | undefined
  readonly project_id?: readonly number[] | undefined
  readonly building_id?: readonly Building['id'][] | undefined
  readonly availability?: readonly FloorPlan['availability'][] | undefined
  readonly min_beds?: number | undefined
  readonly max_beds?: number | undefined
  readonly min_price?: number | undefined
  readonly max_price?: number | undefined
  readonly min_psf?: number | undefined
  readonly max_psf?: number | undefined
  readonly min_sqft?: number | undefined
  readonly max_sqft?: number | undefined
  readonly is_penthouse?: boolean | undefined
  readonly updated_since?: string | undefined
  /** Only plans of projects that match. */
  readonly project?: ProjectFilters | undefined
}

export const FLOOR_PLAN_SORTS = ['id', 'price', 'psf', 'interior_sqft', 'bedrooms', 'updated_at'] as const
export interface FloorPlanQuery extends FloorPlanFilters {
  readonly sort?: Sort<(typeof FLOOR_PLAN_SORTS)[number]> | undefined
}

export interface UnitFilters {
  readonly ids?: readonly number[] | undefined
  readonly project_id?: readonly number[] | undefined
  readonly floor_plan_id?: readonly number[] | undefined
  readonly building_id?: readonly number[] | undefined
  readonly status?: readonly Unit['status'][] | undefined
  readonly min_price?: number | undefined
  readonly max_price?: number | undefined
  readonly min_sqft?: number | undefined
  readonly max_sqft?: number | undefined
  readonly min_floor?: number | undefined
  readonly max_floor?: number | undefined
  readonly min_beds?: number | undefined
  readonly max_beds?: number | undefined
  readonly project?: ProjectFilters | undefined
}

export const UNIT_SORTS = ['id', 'price', 'interior_sqft', 'floor', 'unit_number'] as const
export interface UnitQuery extends UnitFilters {
  readonly sort?: Sort<(typeof UNIT_SORTS)[number]> | undefined
}

export interface MediaFilters {
  readonly ids?: readonly number[] | undefined
  readonly project_id?: readonly number[] | undefined
  readonly floor_plan_id?: readonly number[] | undefined
  readonly kind?: readonly MediaKind[] | undefined
  readonly project?: ProjectFilters | undefined
}

export const MEDIA_SORTS = ['id', 'position', 'created_at'] as const
export interface MediaQuery extends MediaFilters {
  readonly sort?: Sort<(typeof MEDIA_SORTS)[number]> | undefined
}
