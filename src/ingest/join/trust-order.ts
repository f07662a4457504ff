// The order of trust of the sources: lower numbers first, equal numbers by name. Pure.

export interface SourceTrust {
  readonly name: string
  readonly trust: number
  /** False: the source only adds to buildings that other sources have. */
  readonly creates_projects: boolean
}

interface RowRef {
  readonly source: string
  readonly key: string
}

const DEFAULT_TRUST = 500

/** Sources that are not registered have the default trust. */
export class TrustOrder {
  readonly #ranks: ReadonlyMap<string, number>
  readonly #joinRanks: ReadonlyMap<string, number>
  readonly #addingOnly: ReadonlySet<string>

  constructor(registered: readonly SourceTrust[], sources: Iterable<string>) {
    const trustOf = new Map(registered.map(({ name, trust }) => [name, trust]))
    const trust = (name: string) => trustOf.get(name) ?? DEFAULT_TRUST
    this.#addingOnly = new Set(registered.filter((one) => !one.creates_projects).map(({ name }) => name))
    const ordered = [...new Set(sources)].sort((a, b) => trust(a) - trust(b) || (a < b ? -1 : 1))
    const joining = ordered.toSorted((a, b) => Number(this.#addingOnly.has(a)) - Number(this.#addingOnly.has(b)))
    this.#ranks = new Map(ordered.map((name, rank) => [name, rank]))
    this.#joinRanks = new Map(joining.map((name, rank) => [name, rank]))
  }

  createsProjects(source: string): boolean {
    return !this.#addingOnly.has(source)
  }

  /** The order in which rows join. Sources that only add come last, since they need the buildings of all others. */
  joinRank(source: string): number {
    return this.#joinRanks.get(source) ?? this.#joinRanks.size
  }

  /** True when the values of a row count more than those of the anchor, though no project is made from it. */
  outranks(row: RowRef, anchor: RowRef): boolean {
    return !this.createsProjects(row.source) && this.createsProjects(anchor.source) && this.compare(row, anchor) < 0
  }

  /** By trust. Keys are compared by code unit: the collation of a database would make the order depend on the machine. */
  readonly compare = (a: RowRef, b: RowRef): number =>
    this.#rank(a.source) - this.#rank(b.source) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

  #rank(source: string): number {
    return this.#ranks.get(source) ?? this.#ranks.size
  }
}
