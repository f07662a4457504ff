// Filters floor plans, units and media, using columns built on first use.
import { Bitset } from '../snapshot/bitset.ts'
import type { Collection } from '../snapshot/collection.ts'
import type { ChildCollection, Snapshot } from '../snapshot/snapshot.ts'
import type { ProjectFilters } from './catalog-query.ts'
import { filterProjects } from './project-filters.ts'

interface Child {
  readonly id: number
  readonly project_id: number
}

export interface ChildFilter<T extends Child, Q> {
  readonly reads: readonly (keyof Q & string)[]
  readonly rows: (query: Q, columns: Columns<T>, snapshot: Snapshot) => Bitset
  /** Depends on records of another kind, so its result is cached per dataset version. */
  readonly crossKind?: true
}

/** Field values of all records as numbers; NaN if unknown. */
export class Columns<T extends Child> {
  readonly all: Collection<T>
  readonly #numbers = new Map<string, Float64Array>()
  readonly #projectRows = new WeakMap<object, Int32Array>()
  static readonly #cache = new WeakMap<object, Columns<never>>()

  private constructor(all: Collection<T>) {
    this.all = all
  }

  static of<T extends Child>(all: Collection<T>): Columns<T> {
    const cached = Columns.#cache.get(all) as Columns<T> | undefined
    if (cached) return cached
    const columns = new Columns(all)
    Columns.#cache.set(all, columns as unknown as Columns<never>)
    return columns
  }

  number(name: string, read: (record: T) => number | null): Float64Array {
    let column = this.#numbers.get(name)
    if (!column) {
      column = Float64Array.from(this.all.records, (record) => read(record) ?? Number.NaN)
      this.#numbers.set(name, column)
    }
    return column
  }

  between(name: string, read: (record: T) => number | null, min = -Infinity, max = Infinity): Bitset {
    const column = this.number(name, read)
    return Bitset.where(this.all.size, (row) => column[row]! >= min && column[row]! <= max)
  }

  /** Records for which `read` returns one of the values. */
  oneOf<V>(values: readonly V[], read: (record: T) => V): Bitset {
    const accepted = new Set(values)
    return Bitset.where(this.all.size, (row) => accepted.has(read(this.all.records[row]!)))
  }

  rowsOfProjects(snapshot: Snapshot, filters: ProjectFilters): Bitset {
    const { projects, index } = snapshot
    const set = filterProjects(projects, index, filters)
    if (set === null) return Bitset.all(this.all.size)
    let projectRow = this.#projectRows.get(projects)
    if (!projectRow) {
      projectRow = Int32Array.from(this.all.records, (record) => projects.row(record.project_id) ?? 0)
      this.#projectRows.set(projects, projectRow)
    }
    const rows = projectRow
    return Bitset.where(this.all.size, (row) => set.has(rows[row]!))
  }
}

/** The records of the given projects, without a scan. */
export function recordsOfProjects<T extends Child>(shelf: ChildCollection<T>, projectIds: readonly number[]): Bitset {
  return shelf.all.rowsOfIds(projectIds.flatMap((id) => shelf.byProject.get(id) ?? []).map((record) => record.id))
}

/** The records of the given floor plans, found through their projects. */
export function recordsOfPlans<T extends Child & { readonly floor_plan_id: number | null }>(
  children: ChildCollection<T>,
  planIds: readonly number[],
  snapshot: Snapshot,
): Bitset {
  const ids = planIds.flatMap((planId) => {
    const plan = snapshot.floorPlans.all.get(planId)
    const siblings = plan ? (children.byProject.get(plan.project_id) ?? []) : []
    return siblings.filter((record) => record.floor_plan_id === planId).map((record) => record.id)
  })
  return children.all.rowsOfIds(ids)
}

/** The records that match every filter in the query; null if it has none. */
export function filterChildren<T extends Child, Q extends object>(
  filters: readonly ChildFilter<T, Q>[],
  all: Collection<T>,
  query: Q,
  snapshot: Snapshot,
): Bitset | null {
  const columns = Columns.of(all)
  let result: Bitset | null = null
  for (const { reads, rows, crossKind } of filters) {
    if (reads.every((name) => query[name] === undefined)) continue
    const key = `${crossKind ? snapshot.version?.number : ''} ${JSON.stringify(reads.map((name) => [name, query[name]]))}`
    const set = all.cachedSet(key, () => rows(query, columns, snapshot))
    result = result === null ? set : result.and(set)
  }
  return result
}
