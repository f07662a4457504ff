// The columns of projects that filters and facets read, by the names of the filters.

import type { ProjectRecord } from '../records/record-types.ts'
import type { Collection } from './collection.ts'
import type { ListColumn } from './columns.ts'
import { vectorsOf } from './distance.ts'
import { ValueRange } from './value-range.ts'

/** Values that have no range. */
const SINGLE_VALUES: ReadonlySet<string> = new Set(['storeys', 'units'])

export class ProjectIndex {
  readonly #projects: Collection<ProjectRecord>
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  readonly #ranges = new Map<string, ValueRange>()
  #vectors: Float64Array | null = null

  constructor(projects: Collection<ProjectRecord>) {
    this.#projects = projects
    this.latitude = projects.numbers('latitude')
    this.longitude = projects.numbers('longitude')
  }

  list(name: string): ListColumn {
    return this.#projects.lists(name)
  }

  range(name: string): ValueRange {
    let range = this.#ranges.get(name)
    if (!range) {
      const [low, high] = SINGLE_VALUES.has(name) ? [name, name] : [`${name}_low`, `${name}_high`]
      range = new ValueRange(this.#projects.numbers(low), this.#projects.numbers(high))
      this.#ranges.set(name, range)
    }
    return range
  }

  /** Unit vectors, three numbers per row. */
  get vectors(): Float64Array {
    this.#vectors ??= vectorsOf(this.latitude, this.longitude)
    return this.#vectors
  }
}
