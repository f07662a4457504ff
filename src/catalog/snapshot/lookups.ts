// Finds records by something other than their ID: project, slug, file hash, building.
import type { Building } from '../records/record-schemas.ts'
import type { ProjectRecord } from '../records/record-types.ts'
import type { Bodies } from './bodies.ts'
import { Collection } from './collection.ts'
import type { IdListColumn } from './columns.ts'
import type { Removed } from './dataset-content.ts'
import { vectorsOf } from './distance.ts'
import { HashLookup, hashText, IdGroups, IdLookup } from './id-lookup.ts'
import type { RecordTable } from './record-table.ts'
import type { Table } from './table.ts'
import type { BuildingRow } from './table-fields.ts'

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

/** Buildings by ID, with columns. Each is read from its project's record. */
export class Buildings extends Collection<Readonly<Building>> {
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  readonly #projects: Collection<ProjectRecord>
  readonly #projectIds: Uint32Array
  #vectors: Float64Array | null = null

  constructor(table: Table, bodies: Bodies, projects: Collection<ProjectRecord>) {
    super('building', table, bodies)
    this.#projects = projects
    this.#projectIds = this.idsOf('project_id')
    this.latitude = this.numbers('latitude')
    this.longitude = this.numbers('longitude')
  }

  override at(row: number): Readonly<Building> {
    return this.rowAt(row).building
  }

  override *[Symbol.iterator](): Generator<Readonly<Building>> {
    for (let row = 0; row < this.size; row++) yield this.at(row)
  }

  /** With its project. */
  rowAt(row: number): BuildingRow {
    const id = this.ids[row]!
    const project = this.#projects.get(this.#projectIds[row]!)!
    return { project, building: project.buildings.find((building) => building.id === id)! }
  }

  /** Undefined if there is no such building. */
  rowOf(id: number): BuildingRow | undefined {
    const row = this.row(id)
    return row === undefined ? undefined : this.rowAt(row)
  }

  /** Unit vectors, three numbers per row; NaN without coordinates. */
  get vectors(): Float64Array {
    this.#vectors ??= vectorsOf(this.latitude, this.longitude)
    return this.#vectors
  }
}

/** Removed projects by the ID of a building that they had. */
export class RemovedBuildings {
  readonly #removed: RecordTable<Removed<ProjectRecord>>
  #lookup: IdLookup | null = null

  constructor(removed: RecordTable<Removed<ProjectRecord>>) {
    this.#removed = removed
  }

  projectOf(buildingId: number): Removed<ProjectRecord> | undefined {
    this.#lookup ??= this.#makeLookup()
    const row = this.#lookup.row(buildingId)
    return row === undefined ? undefined : this.#removed.at(row)
  }

  #makeLookup(): IdLookup {
    const { starts, codes } = this.#removed.table.columns.building_ids as IdListColumn
    const rows = new Uint32Array(codes.length)
    for (let row = 0; row + 1 < starts.length; row++) rows.fill(row, starts[row]!, starts[row + 1]!)
    return new IdLookup(codes, (i) => rows[i]!)
  }
}
