// Filters and sorts of catalogue queries, independent of HTTP and MCP.

import type { FloorPlan, MediaKind, Project, Province, Unit } from '../records/record-schemas.ts'
import type { Sort } from '../snapshot/collection.ts'

/** What the caller's plan may see. */
export interface View {
  /** Includes PAID_MEDIA_KINDS in lists and counts. */
  readonly paidMedia: boolean
  /** Includes counts of unit rows. */
  readonly unitRows?: boolean | undefined
}

/** Filters by name. A record must match one value of every filter that is set. */
type Filters<T> = { readonly [Name in keyof T]?: T[Name] | undefined }
type Ranges<Name extends string> = Filters<Record<`min_${Name}` | `max_${Name}`, number>>
type Ids<Name extends string> = Filters<Record<Name, readonly number[]>>

interface Location {
  /** West, south, east, north. */
  bbox: readonly [number, number, number, number]
  near: { readonly latitude: number; readonly longitude: number }
  radius_km: number
}

interface ProjectValues extends Location {
  city: readonly string[]
  province: readonly Province[]
  neighbourhood: readonly string[]
  developer: readonly string[]
  status: readonly Project['status'][]
  sales_status: readonly Project['sales_status'][]
  construction_status: readonly Project['construction_status'][]
  building_type: readonly Project['building_type'][]
  tenure: readonly Project['tenure'][]
  /** YYYY-MM-DD */
  occupancy_from: string
  occupancy_to: string
  amenity: readonly string[]
  /** As people write it: "TSCC 2345". */
  condo_corp: readonly string[]
  parcel: readonly string[]
  q: string
  /** RFC 3339 */
  updated_since: string
}

/** The year built is of the project or of one of its buildings. */
export type ProjectFilters = Ids<'ids'> &
  Ranges<'price' | 'psf' | 'beds' | 'sqft' | 'storeys' | 'units' | 'year_built'> &
  Filters<ProjectValues>

/** Only records of projects that match. */
type OfProjects = Filters<{ project: ProjectFilters }>

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

type Sorted<T, Keys extends readonly string[]> = T & Filters<{ sort: Sort<Keys[number]> }>

export type ProjectQuery = Sorted<ProjectFilters, typeof PROJECT_SORTS>

export type BuildingFilters = Ids<'ids' | 'project_id'> &
  Ranges<'year_built' | 'storeys' | 'units'> &
  Filters<
    Location & {
      /** Upper case without a space: "M5V" or "M5V2T6". */ postal_code: readonly string[]
      parcel: readonly string[]
    }
  > &
  OfProjects

export const BUILDING_SORTS = ['id', 'name', 'year_built', 'storeys', 'units', 'updated_at', 'distance'] as const
export type BuildingQuery = Sorted<BuildingFilters, typeof BUILDING_SORTS>

export type FloorPlanFilters = Ids<'ids' | 'project_id' | 'building_id'> &
  Ranges<'beds' | 'price' | 'psf' | 'sqft'> &
  Filters<{ availability: readonly FloorPlan['availability'][]; is_penthouse: boolean; updated_since: string }> &
  OfProjects

export const FLOOR_PLAN_SORTS = ['id', 'price', 'psf', 'interior_sqft', 'bedrooms', 'updated_at'] as const
export type FloorPlanQuery = Sorted<FloorPlanFilters, typeof FLOOR_PLAN_SORTS>

export type UnitFilters = Ids<'ids' | 'project_id' | 'floor_plan_id' | 'building_id'> &
  Ranges<'price' | 'sqft' | 'floor' | 'beds'> &
  Filters<{ status: readonly Unit['status'][] }> &
  OfProjects

export const UNIT_SORTS = ['id', 'price', 'interior_sqft', 'floor', 'unit_number'] as const
export type UnitQuery = Sorted<UnitFilters, typeof UNIT_SORTS>

export type MediaFilters = Ids<'ids' | 'project_id' | 'floor_plan_id'> &
  Filters<{ kind: readonly MediaKind[] }> &
  OfProjects

export const MEDIA_SORTS = ['id', 'position', 'created_at'] as const
export type MediaQuery = Sorted<MediaFilters, typeof MEDIA_SORTS>
