// Reads the rows that changed rows could be joined with, and all that these could be joined with.
import type { Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { Decision, RowRef } from '../join/decisions.ts'
import { refKey } from '../join/decisions.ts'
import type { JoinKeys } from '../join/join-keys.ts'
import { addressJoinKey } from '../join/join-keys.ts'
import { MIN_ROWS_OF_STREET } from '../join/join-rows.ts'
import type { Overrides } from '../overrides/overrides.ts'
import { avoidCompiling, findConnected, readPending, rowsOfStreets } from '../rows/row-keys.ts'
import type { StoredRowFacts } from '../rows/stored-rows.ts'
import { readFactsOf } from '../rows/stored-rows.ts'

/** Where a change starts. */
export interface ChangedRows {
  /** Rows that changed, or about which people decided. */
  readonly refs: readonly RowRef[]
  /** What rows had before they changed or left. */
  readonly former: readonly JoinKeys[]
  /** Projects whose rows left or moved. */
  readonly projects: Iterable<number>
}

export interface ConnectedRows {
  readonly rows: readonly StoredRowFacts[]
  readonly isKnownStreet: (street: number) => boolean
}

/**
 * Rows are connected if they share a join key, a project, or a decision. Joining these rows gives the same projects as
 * joining all rows, because no other row can change what becomes of them.
 */
export async function readConnectedRows(
  tx: Tx,
  dataset: Dataset,
  changes: ChangedRows,
  decisions: readonly Decision[],
  overrides: Overrides,
): Promise<ConnectedRows> {
  await avoidCompiling(tx)
  const search = new Search(tx, dataset, decisions, overrides)
  for (const { keys } of changes.former) search.addKeys(keys)
  search.addKeys(await readPending(tx, dataset))
  search.addProjects(changes.projects)
  search.addRefs(changes.refs)
  const changed = await readFactsOf(tx, dataset, changes.refs)
  const streets = [...changes.former, ...changed.map(keysOf)].flatMap((keys) => keys.streets)
  search.addRefs(await rowsOfNewStreets(tx, dataset, new Set(streets), changes.refs))
  const rows = await search.run()
  const own = new Set(rows.flatMap((row) => keysOf(row).streets))
  const known = await rowsOfStreets(tx, dataset, own, MIN_ROWS_OF_STREET)
  return { rows, isKnownStreet: (street) => (known.get(street)?.length ?? 0) >= MIN_ROWS_OF_STREET }
}

const keysOf = ({ join_keys, street_keys }: StoredRowFacts): JoinKeys => ({
  keys: join_keys ?? [],
  streets: street_keys ?? [],
})

/** The other rows of streets that have so few that a change decides whether the street is known. */
async function rowsOfNewStreets(
  tx: Tx,
  dataset: Dataset,
  streets: ReadonlySet<number>,
  changed: readonly RowRef[],
): Promise<RowRef[]> {
  const isChanged = new Set(changed.map(refKey))
  const found = await rowsOfStreets(tx, dataset, streets, changed.length + MIN_ROWS_OF_STREET)
  return [...found.values()].flatMap((rows) => {
    const others = rows.filter((row) => !isChanged.has(refKey(row)))
    return others.length < MIN_ROWS_OF_STREET ? others : []
  })
}

/** Goes from row to row until no key, project or decision leads to another one. */
class Search {
  readonly #tx: Tx
  readonly #dataset: Dataset
  readonly #overrides: Overrides
  /** The corrected addresses: key → projects. */
  readonly #corrected = new Map<number, number[]>()
  /** The rows that people put together with a row. */
  readonly #together = new Map<string, RowRef[]>()
  readonly #keys = new Frontier<number>((key) => key)
  readonly #projects = new Frontier<number>((id) => id)
  readonly #refs = new Frontier<RowRef>(refKey)

  constructor(tx: Tx, dataset: Dataset, decisions: readonly Decision[], overrides: Overrides) {
    this.#tx = tx
    this.#dataset = dataset
    this.#overrides = overrides
    for (const { address, projectId } of overrides.correctedAddresses())
      append(this.#corrected, addressJoinKey(address), [projectId])
    for (const decision of decisions) {
      const refs = decision.kind === 'merged' ? [...decision.from, ...decision.into] : decision.rows
      if (decision.kind !== 'apart') for (const ref of refs) append(this.#together, refKey(ref), refs)
    }
  }

  addKeys(keys: Iterable<number>): void {
    for (const key of keys) if (this.#keys.add(key)) this.addProjects(this.#corrected.get(key) ?? [])
  }

  addProjects(ids: Iterable<number>): void {
    for (const id of ids) {
      if (!this.#projects.add(id)) continue
      this.addKeys(this.#overrides.correctedAddressesOf(id).map(addressJoinKey))
    }
  }

  addRefs(refs: Iterable<RowRef>): void {
    for (const ref of refs) if (this.#refs.add(ref)) this.addRefs(this.#together.get(refKey(ref)) ?? [])
  }

  async run(): Promise<StoredRowFacts[]> {
    const found: StoredRowFacts[] = []
    for (;;) {
      const connections = { keys: this.#keys.take(), projects: this.#projects.take() }
      if (connections.keys.length + connections.projects.length > 0)
        this.addRefs(await findConnected(this.#tx, this.#dataset, connections))
      const refs = this.#refs.take()
      if (refs.length === 0) return found
      for (const row of await readFactsOf(this.#tx, this.#dataset, refs)) {
        found.push(row)
        this.addKeys(keysOf(row).keys)
        if (row.project_id !== null) this.addProjects([row.project_id])
      }
    }
  }
}

/** What was reached, and what of it was not followed yet. */
class Frontier<T> {
  readonly #reached = new Set<unknown>()
  readonly #identify: (one: T) => unknown
  #next: T[] = []

  constructor(identify: (one: T) => unknown) {
    this.#identify = identify
  }

  /** False when it was reached before. */
  add(one: T): boolean {
    const id = this.#identify(one)
    if (this.#reached.has(id)) return false
    this.#reached.add(id)
    this.#next.push(one)
    return true
  }

  take(): T[] {
    const next = this.#next
    this.#next = []
    return next
  }
}

function append<K, T>(map: Map<K, T[]>, key: K, more: readonly T[]): void {
  map.set(key, [...(map.get(key) ?? []), ...more])
}
