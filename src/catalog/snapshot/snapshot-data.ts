// A snapshot as data: tables, bodies and versions. Built whole, or from the previous one and changes.

import type { IndexSections } from '@plinth/matcher'
import type { Dataset } from '../../events/event-types.ts'
import { RECORD_KINDS } from '../records/record-types.ts'
import type { Bodies, BodySink } from './bodies.ts'
import { AddedBodies, MemoryBodies } from './bodies.ts'
import type { IdListColumn } from './columns.ts'
import type { DatasetChanges, DatasetContent, DatasetVersion, RecordChange } from './dataset-content.ts'
import type { HistoryRow, StoredHistory } from './history-table.ts'
import { storeHistory } from './history-table.ts'
import type { Table } from './table.ts'
import { mergeTables, rowOfId, sortById, TableBuilder } from './table.ts'
import type { BuildingRow, StoredIn, TableName } from './table-fields.ts'
import { TABLE_FIELDS, TABLE_NAMES } from './table-fields.ts'

export type Tables = { readonly [N in TableName]: Table }

export interface SnapshotData {
  readonly dataset: Dataset
  /** All versions, oldest first; the last is the one that the tables contain. */
  readonly versions: readonly DatasetVersion[]
  readonly tables: Tables
  readonly bodies: Bodies
  /** The matcher's index. Null if it must be made from the projects. */
  readonly matcher: IndexSections | null
}

/** Rows between pauses. */
const ROWS_PER_STEP = 512

/** Fills the tables one after the other, each in ID order, and writes the bodies to the sink. */
export class SnapshotBuilder {
  readonly #sink: BodySink
  readonly #tables = new Map<TableName, Table>()
  readonly #buildings = new TableBuilder<BuildingRow>(TABLE_FIELDS.building)
  #open: { readonly name: TableName; readonly table: TableBuilder<never> } | null = null

  constructor(sink: BodySink) {
    this.#sink = sink
  }

  /** Starts the next table. Its records follow. */
  *start(name: TableName): Generator<void> {
    yield* this.#finishTable()
    this.#sink.raw(name)
    this.#open = { name, table: new TableBuilder(TABLE_FIELDS[name] as never) }
  }

  /** `body` is the JSON of `record`. */
  add<N extends StoredTable>(name: N, id: number, record: StoredIn<N>, body: Uint8Array): void {
    this.#open!.table.add(id, record as never, this.#sink.write(body), body.length)
    if (name === 'project') addBuildings(this.#buildings, record as StoredIn<'project'>)
  }

  /** Tables that were not started are empty. */
  *finish(): Generator<void, Tables> {
    yield* this.#finishTable()
    this.#tables.set('building', yield* finishBuildings(this.#buildings))
    for (const name of TABLE_NAMES) {
      if (this.#tables.has(name)) continue
      yield* this.start(name)
      yield* this.#finishTable()
    }
    return Object.fromEntries(this.#tables) as unknown as Tables
  }

  *#finishTable(): Generator<void> {
    if (!this.#open) return
    const { name, table } = this.#open
    this.#open = null
    this.#tables.set(name, yield* table.finish())
  }
}

/** Buildings are read from the records of projects, so that nothing is stored twice. */
type StoredTable = Exclude<TableName, 'building'>

function addBuildings(builder: TableBuilder<BuildingRow>, project: StoredIn<'project'>): void {
  for (const building of project.buildings) builder.addWithoutBody(building.id, { project, building })
}

/** A project gets new buildings later, so that IDs are not in the order of projects. */
function* finishBuildings(builder: TableBuilder<BuildingRow>): Generator<void, Table> {
  const empty = yield* new TableBuilder<BuildingRow>(TABLE_FIELDS.building).finish()
  return yield* sortById(yield* builder.finish(), empty)
}

const jsonOf = (value: unknown) => Buffer.from(JSON.stringify(value))

/** Builds the data in memory. */
export function* dataOf(content: DatasetContent): Generator<void, SnapshotData> {
  const bodies = new MemoryBodies()
  const builder = new SnapshotBuilder(bodies)
  for (const kind of RECORD_KINDS) {
    yield* builder.start(kind)
    let count = 0
    for (const record of content.records[kind]) {
      builder.add(kind, record.id, record as never, jsonOf(record))
      if (++count % ROWS_PER_STEP === 0) yield
    }
  }
  for (const kind of ['project', 'floor_plan'] as const) {
    yield* builder.start(`removed_${kind}`)
    for (const removed of content.removed[kind].toSorted((a, b) => a.body.id - b.body.id))
      builder.add(`removed_${kind}`, removed.body.id, removed as never, jsonOf(removed))
  }
  for (const kind of ['project', 'floor_plan'] as const) {
    yield* builder.start(`history_${kind}`)
    for (const [id, rows] of historyById(content.history, kind)) {
      const stored = storeHistory(rows)
      builder.add(`history_${kind}`, id, stored, jsonOf(stored))
    }
  }
  return {
    dataset: content.dataset,
    versions: content.versions,
    tables: yield* builder.finish(),
    bodies,
    matcher: null,
  }
}

/** In ID order. */
export function historyById(rows: readonly HistoryRow[], kind: HistoryRow['kind']): [number, HistoryRow[]][] {
  const groups = new Map<number, HistoryRow[]>()
  for (const row of rows) {
    if (row.kind !== kind) continue
    const group = groups.get(row.record_id)
    if (group) group.push(row)
    else groups.set(row.record_id, [row])
  }
  return [...groups].sort(([a], [b]) => a - b)
}

/**
 * Applies what later versions changed. Tables without changes are reused. Each changed table is one pass over its typed
 * arrays, so that the cost depends on the number of records but creates no object per record.
 */
export function* patchData(
  before: SnapshotData,
  changes: DatasetChanges,
  historyOf: (kind: HistoryRow['kind'], id: number) => readonly HistoryRow[],
): Generator<void, SnapshotData> {
  const bodies = new AddedBodies(before.bodies)
  const tables: Record<TableName, Table> = { ...before.tables }
  function* merge<N extends StoredTable>(
    name: N,
    added: readonly (readonly [number, StoredIn<N>])[],
    deleted: ReadonlySet<number>,
  ): Generator<void> {
    if (added.length === 0 && deleted.size === 0) return
    const builder = new TableBuilder<StoredIn<N>>(TABLE_FIELDS[name] as never)
    for (const [id, record] of added.toSorted(([a], [b]) => a - b)) {
      const body = jsonOf(record)
      builder.add(id, record, bodies.write(body), body.length)
    }
    tables[name] = yield* mergeTables(before.tables[name], yield* builder.finish(), deleted)
  }
  for (const kind of RECORD_KINDS) {
    const own = changes.records.filter((change) => change.kind === kind)
    const written = own.filter(({ removed_at }) => removed_at === null)
    const removed = own.filter(({ removed_at }) => removed_at !== null)
    yield* merge(
      kind,
      written.map(({ id, body }) => [id, body] as never),
      idsOf(removed),
    )
    if (kind !== 'project' && kind !== 'floor_plan') continue
    yield* merge(
      `removed_${kind}`,
      removed.map(({ id, body, removed_at }) => [id, { body, removed_at }] as never),
      idsOf(written.filter(({ id }) => before.tables[`removed_${kind}`].ids.includes(id))),
    )
    if (kind === 'project') tables.building = yield* mergeBuildings(before.tables, written, removed)
  }
  for (const kind of ['project', 'floor_plan'] as const) {
    const restated = new Set(kind === 'project' ? changes.restated : [])
    const added = historyById(changes.history, kind).map(([id, rows]): [number, StoredHistory] => [
      id,
      storeHistory(restated.has(id) ? rows : [...historyOf(kind, id), ...rows]),
    ])
    for (const [id] of added) restated.delete(id)
    yield* merge(`history_${kind}`, added, restated)
  }
  return { dataset: before.dataset, versions: changes.versions, tables, bodies, matcher: null }
}

/** Replaces the buildings of the changed projects. */
function* mergeBuildings(
  { project, building }: Tables,
  written: readonly RecordChange[],
  removed: readonly RecordChange[],
): Generator<void, Table> {
  if (written.length + removed.length === 0) return building
  const { starts, codes } = project.columns.building_ids as IdListColumn
  const deleted = new Set<number>()
  for (const { id } of [...written, ...removed]) {
    const row = rowOfId(project.ids, id)
    if (row !== undefined) for (let i = starts[row]!; i < starts[row + 1]!; i++) deleted.add(codes[i]!)
  }
  const builder = new TableBuilder<BuildingRow>(TABLE_FIELDS.building)
  for (const { body } of written) addBuildings(builder, body as StoredIn<'project'>)
  return yield* mergeTables(building, yield* finishBuildings(builder), deleted)
}

const idsOf = (changes: readonly { readonly id: number }[]) => new Set(changes.map(({ id }) => id))
