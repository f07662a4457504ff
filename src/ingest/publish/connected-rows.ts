// Reads the rows that changed rows could be joined with, and all that these could be joined with.
import type { Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { Decision, RowRef } from '../join/decisions.ts'
import { refKey } from '../join/decisions.ts'
import type { JoinKeys } from '../join/join-keys.ts'
import { addressJoinKey, isEqualKey } from '../join/join-keys.ts'
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
 * Rows are connected if one of them is compared with the other, or if they share a project or a decision. Joining these
 * rows gives the same projects as joining all rows, because no other row can change what becomes of them.
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
  search.addKeys(await readPending(tx, dataset))
  search.addProjects(changes.projects)
  search.addRefs(changes.refs)
  const changed = await readFactsOf(tx, dataset, changes.refs)
  search.addRefs(await rowsOfNewStreets(tx, dataset, [...changes.former, ...changed.map(keysOf)], changes.refs))
  const rows = await search.run(changes.former)
  return { rows, isKnownStreet: (street) => search.isKnownStreet(street) }
}

const keysOf = ({ join_keys, street_keys }: StoredRowFacts): JoinKeys => ({
  keys: join_keys ?? [],
  streets: street_keys ?? [],
})

/** The other rows of streets that have so few that a change decides whether the street is known. */
async function rowsOfNewStreets(
  tx: Tx,
  dataset: Dataset,
  keys: readonly JoinKeys[],
  changed: readonly RowRef[],
): Promise<RowRef[]> {
  const limits = new Map<number, number>()
  for (const { streets } of keys)
    for (const street of streets) limits.set(street, (limits.get(street) ?? MIN_ROWS_OF_STREET) + 1)
  const isChanged = new Set(changed.map(refKey))
  const found = await rowsOfStreets(tx, dataset, limits)
  return [...found.values()].flatMap((rows) => {
    const others = rows.filter((row) => !isChanged.has(refKey(row)))
    return others.length < MIN_ROWS_OF_STREET ? others : []
  })
}

/** Goes from row to row until no comparison, project or decision leads to another one. */
class Search {
  readonly #tx: Tx
  readonly #dataset: Dataset
  readonly #overrides: Overrides
  /** The corrected addresses: key → projects. */
  readonly #corrected = new Map<number, number[]>()
  /** The rows that people put together with a row. */
  readonly #together = new Map<string, RowRef[]>()
  /** The rows that share one of these keys are reached. */
  readonly #keys = new Frontier<number>((key) => key)
  readonly #projects = new Frontier<number>((id) => id)
  readonly #refs = new Frontier<RowRef>(refKey)
  /** All rows that share a key with a reached row, whether they are reached or not. */
  readonly #rows = new Map<string, StoredRowFacts>()
  readonly #rowsByKey = new Map<number, StoredRowFacts[]>()
  readonly #lookedUp = new Frontier<number>((key) => key)
  readonly #isKnownStreet = new Map<number, boolean>()

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

  /** Of a street of a row that was read. */
  isKnownStreet(street: number): boolean {
    return this.#isKnownStreet.get(street) ?? false
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

  /** `former` is what rows had before: whoever was compared with that is reached too. */
  async run(former: readonly JoinKeys[]): Promise<StoredRowFacts[]> {
    await this.#follow(former)
    const reached: StoredRowFacts[] = []
    for (;;) {
      const connections = { keys: this.#keys.take(), projects: this.#projects.take() }
      if (connections.keys.length + connections.projects.length > 0)
        this.addRefs(await findConnected(this.#tx, this.#dataset, connections))
      const refs = this.#refs.take()
      if (refs.length === 0) return reached
      await this.#read(refs)
      const rows = refs.flatMap((ref) => this.#rows.get(refKey(ref)) ?? [])
      reached.push(...rows)
      this.addProjects(rows.flatMap(({ project_id }) => project_id ?? []))
      await this.#follow(rows.map(keysOf))
    }
  }

  /** Reaches the rows that are compared with one that has these keys. */
  async #follow(reached: readonly JoinKeys[]): Promise<void> {
    for (const { keys } of reached)
      for (const key of keys) {
        this.#lookedUp.add(key)
        const projects = this.#corrected.get(key)
        if (projects !== undefined) this.addProjects(projects)
      }
    const keys = this.#lookedUp.take()
    if (keys.length > 0) await this.#read(await findConnected(this.#tx, this.#dataset, { keys, projects: [] }))
    await this.#learnStreets(reached.flatMap(({ streets }) => streets))
    for (const one of reached) {
      const isSure = this.#isSure(one)
      for (const key of one.keys)
        for (const other of this.#rowsByKey.get(key) ?? [])
          if (isEqualKey(key) || !isSure || isNear(one, keysOf(other)) || !this.#isSure(keysOf(other)))
            this.addRefs([other])
    }
  }

  async #read(refs: readonly RowRef[]): Promise<void> {
    const unread = refs.filter((ref) => !this.#rows.has(refKey(ref)))
    const rows = await readFactsOf(this.#tx, this.#dataset, unread)
    for (const row of rows) {
      this.#rows.set(refKey(row), row)
      for (const key of row.join_keys ?? []) append(this.#rowsByKey, key, [row])
    }
    await this.#learnStreets(rows.flatMap(({ street_keys }) => street_keys ?? []))
  }

  async #learnStreets(streets: readonly number[]): Promise<void> {
    const unknown = streets.filter((street) => !this.#isKnownStreet.has(street))
    if (unknown.length === 0) return
    const limits = new Map(unknown.map((street) => [street, MIN_ROWS_OF_STREET]))
    const rows = await rowsOfStreets(this.#tx, this.#dataset, limits)
    for (const street of limits.keys())
      this.#isKnownStreet.set(street, (rows.get(street)?.length ?? 0) >= MIN_ROWS_OF_STREET)
  }

  /** A row on a known street is not compared with rows on similar streets. */
  #isSure({ streets }: JoinKeys): boolean {
    return streets.some((street) => this.isKnownStreet(street))
  }
}

const isNear = (a: JoinKeys, b: JoinKeys): boolean => a.streets.some((street) => b.streets.includes(street))

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
  const list = map.get(key)
  if (list === undefined) map.set(key, [...more])
  else list.push(...more)
}
