// Finds records by something other than their ID: project, slug, file hash, building.
import type { Building } from '../records/record-schemas.ts'
import type { ProjectRecord } from '../records/record-types.ts'
import type { Collection } from './collection.ts'
import { IdListColumn } from './columns.ts'
import { HashLookup, hashText, IdGroups, IdLookup } from './id-lookup.ts'
import type { RecordTable } from './record-table.ts'

/** Records by a text of which the table stores the hash. */
export class TextLookup<T extends object> {
  readonly #table: RecordTable<T>
  readonly #column: string
  readonly #textOf: (record: T) => string
  #lookup: HashLookup | null = null

  constructor(table: RecordTable<T>, column: string, textOf: (record: T) => string) {
    this.#table = table
    this.#column = column
    this.#textOf = textOf
  }

  get(text: string): T | undefined {
    this.#lookup ??= new HashLookup(this.#table.idsOf(this.#column))
    const row = this.#lookup.find(hashText(text), (candidate) => this.#textOf(this.#table.at(candidate)) === text)
    return row === undefined ? undefined : this.#table.at(row)
  }
}

/** Records of a table grouped by project. */
export class ProjectGroups<T extends object> {
  readonly #table: RecordTable<T>
  #groups: IdGroups | null = null

  constructor(table: RecordTable<T>) {
    this.#table = table
  }

  /** In ID order. */
  rowsOf(projectId: number): Uint32Array {
    this.#groups ??= new IdGroups(this.#table.idsOf('project_id'))
    return this.#groups.rowsOf(projectId)
  }

  recordsOf(projectId: number): T[] {
    return Array.from(this.rowsOf(projectId), (row) => this.#table.at(row))
  }
}

/** Records of one kind that belong to projects. */
export class ChildCollection<T extends { readonly id: number; readonly project_id: number }> {
  readonly all: Collection<T>
  readonly #groups: ProjectGroups<T>

  constructor(all: Collection<T>) {
    this.all = all
    this.#groups = new ProjectGroups(all)
  }

  /** In ID order. */
  ofProject(projectId: number): T[] {
    return this.#groups.recordsOf(projectId)
  }

  rowsOfProject(projectId: number): Uint32Array {
    return this.#groups.rowsOf(projectId)
  }

  countOf(projectId: number): number {
    return this.#groups.rowsOf(projectId).length
  }
}

/** Buildings by ID. They are part of their project's record. */
export class Buildings {
  readonly #projects: Collection<ProjectRecord>
  readonly #column: IdListColumn
  #lookup: IdLookup | null = null

  constructor(projects: Collection<ProjectRecord>) {
    this.#projects = projects
    const column = projects.table.columns.building_ids
    if (!(column instanceof IdListColumn)) throw new TypeError('projects have no column building_ids')
    this.#column = column
  }

  get size(): number {
    return this.#column.codes.length
  }

  /** In the order of projects. */
  ids(): Uint32Array {
    return this.#column.codes
  }

  get(id: number): Readonly<Building> | undefined {
    const row = this.#rowOf(id)
    return row === undefined ? undefined : this.#projects.at(row).buildings.find((building) => building.id === id)
  }

  #rowOf(id: number): number | undefined {
    if (!this.#lookup) {
      const { starts, codes } = this.#column
      const rows = new Uint32Array(codes.length)
      for (let row = 0; row + 1 < starts.length; row++) rows.fill(row, starts[row]!, starts[row + 1]!)
      this.#lookup = new IdLookup(codes, (i) => rows[i]!)
    }
    return this.#lookup.row(id)
  }
}
