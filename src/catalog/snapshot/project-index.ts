// The columns of projects that filters and facets read, by the names of the filters.

import type { ProjectRecord } from '../records/record-types.ts'
import type { Collection } from './collection.ts'
import type { ListColumn } from './columns.ts'
import { vectorsOf } from './distance.ts'

/** Lowest and highest value per row; NaN if unknown, so that comparisons fail. */
export interface Range {
  readonly low: Float64Array
  readonly high: Float64Array
}

export class ProjectIndex {
  readonly city: ListColumn
  readonly province: ListColumn
  readonly neighbourhood: ListColumn
  readonly developer: ListColumn
  readonly status: ListColumn
  readonly sales_status: ListColumn
  readonly construction_status: ListColumn
  readonly building_type: ListColumn
  readonly tenure: ListColumn
  readonly amenity: ListColumn
  readonly condo_corp: ListColumn
  readonly words: ListColumn
  readonly price: Range
  readonly psf: Range
  readonly beds: Range
  readonly sqft: Range
  readonly storeys: Range
  readonly units: Range
  readonly year_built: Range
  readonly occupancy: Range
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  readonly updatedAt: Float64Array
  #vectors: Float64Array | null = null

  constructor(projects: Collection<ProjectRecord>) {
    const range = (name: string): Range => ({
      low: projects.numbers(`${name}_low`),
      high: projects.numbers(`${name}_high`),
    })
    this.city = projects.lists('city')
    this.province = projects.lists('province')
    this.neighbourhood = projects.lists('neighbourhood')
    this.developer = projects.lists('developer')
    this.status = projects.lists('status')
    this.sales_status = projects.lists('sales_status')
    this.construction_status = projects.lists('construction_status')
    this.building_type = projects.lists('building_type')
    this.tenure = projects.lists('tenure')
    this.amenity = projects.lists('amenity')
    this.condo_corp = projects.lists('condo_corp')
    this.words = projects.lists('words')
    this.price = range('price')
    this.psf = range('psf')
    this.beds = range('beds')
    this.sqft = range('sqft')
    this.storeys = { low: projects.numbers('storeys'), high: projects.numbers('storeys') }
    this.units = { low: projects.numbers('units'), high: projects.numbers('units') }
    this.year_built = range('year_built')
    this.occupancy = range('occupancy')
    this.latitude = projects.numbers('latitude')
    this.longitude = projects.numbers('longitude')
    this.updatedAt = projects.numbers('updated_ms')
  }

  /** Unit vectors, three numbers per row. */
  get vectors(): Float64Array {
    this.#vectors ??= vectorsOf(this.latitude, this.longitude)
    return this.#vectors
  }
}
