// Filters floor plans, units and media by their columns.
import { Bitset } from '../snapshot/bitset.ts'
import type { Collection } from '../snapshot/collection.ts'
import type { ChildCollection } from '../snapshot/lookups.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
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

/** Filters by the columns of a kind. */
export class Columns<T extends Child> {
  readonly all: Collection<T>
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

  between(name: string, min?: number, max?: number): Bitset {
    return this.all.sorted<number>(name).between(min, max)
  }

  /** Records with one of the values. */
  oneOf<V extends string | number>(name: string, values: readonly V[]): Bitset {
    const accepted = new Set(values)
    return this.all.sorted<V>(name).matching((value) => accepted.has(value))
  }

  rowsOfProjects(snapshot: Snapshot, filters: ProjectFilters): Bitset {
    const { projects, index } = snapshot
    const set = filterProjects(projects, index, filters)
    if (set === null) return Bitset.all(this.all.size)
    let projectRow = this.#projectRows.get(projects)
    if (!projectRow) {
      projectRow = Int32Array.from(this.all.idsOf('project_id'), (id) => projects.row(id) ?? 0)
      this.#projectRows.set(projects, projectRow)
    }
    const rows = projectRow
    return Bitset.where(this.all.size, (row) => set.has(rows[row]!))
  }
}

/** The records of the given projects, without a scan. */
export function recordsOfProjects<T extends Child>(
  children: ChildCollection<T>,
  projectIds: readonly number[],
): Bitset {
  return Bitset.of(
    children.all.size,
    projectIds.flatMap((id) => [...children.rowsOfProject(id)]),
  )
}

/** The records of the given floor plans, found through their projects. */
export function recordsOfPlans<T extends Child & { readonly floor_plan_id: number | null }>(
  children: ChildCollection<T>,
  planIds: readonly number[],
  { floorPlans }: Snapshot,
): Bitset {
  const planOf = children.all.idsOf('floor_plan_id')
  const projectOf = floorPlans.all.idsOf('project_id')
  const rows = planIds.flatMap((planId) => {
    const plan = floorPlans.all.row(planId)
    const siblings = plan === undefined ? [] : [...children.rowsOfProject(projectOf[plan]!)]
    return siblings.filter((row) => planOf[row] === planId)
  })
  return Bitset.of(children.all.size, rows)
}

type RangeOf<Name extends string> = { readonly [Bound in `min_${Name}` | `max_${Name}`]?: number | undefined }
type ValuesOf<Name extends string> = { readonly [N in Name]?: readonly (string | number)[] | undefined }

/** By `min_…` and `max_…`, which read a column of numbers. */
export function range<T extends Child, Name extends string>(name: Name, column: string): ChildFilter<T, RangeOf<Name>> {
  const [min, max] = [`min_${name}`, `max_${name}`] as const
  return { reads: [min, max], rows: (query, columns) => columns.between(column, query[min], query[max]) }
}

/** By one of several values of the column with the filter's name. */
export function oneOf<T extends Child, Name extends string>(name: Name): ChildFilter<T, ValuesOf<Name>> {
  return { reads: [name], rows: (query, columns) => columns.oneOf(name, query[name] ?? []) }
}

/** What every kind of record can be filtered by, besides its project's ID. */
export function commonFilters<T extends Child>(): readonly [
  ChildFilter<T, { readonly ids?: readonly number[] | undefined }>,
  ChildFilter<T, { readonly project?: ProjectFilters | undefined }>,
] {
  return [
    { reads: ['ids'], rows: ({ ids }, { all }) => all.rowsOfIds(ids ?? []) },
    {
      reads: ['project'],
      crossKind: true,
      rows: ({ project }, columns, snapshot) => columns.rowsOfProjects(snapshot, project ?? {}),
    },
  ]
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
