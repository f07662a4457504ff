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

/** Values that have no range. */
const SINGLE_VALUES: ReadonlySet<string> = new Set(['storeys', 'units'])

export class ProjectIndex {
  readonly #projects: Collection<ProjectRecord>
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  #vectors: Float64Array | null = null

  constructor(projects: Collection<ProjectRecord>) {
    this.#projects = projects
    this.latitude = projects.numbers('latitude')
    this.longitude = projects.numbers('longitude')
  }

  list(name: string): ListColumn {
    return this.#projects.lists(name)
  }

  range(name: string): Range {
    const [low, high] = SINGLE_VALUES.has(name) ? [name, name] : [`${name}_low`, `${name}_high`]
    return { low: this.#projects.numbers(low), high: this.#projects.numbers(high) }
  }

  /** Unit vectors, three numbers per row. */
  get vectors(): Float64Array {
    this.#vectors ??= vectorsOf(this.latitude, this.longitude)
    return this.#vectors
  }
}
