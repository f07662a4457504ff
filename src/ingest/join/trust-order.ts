// The order of trust of the sources: lower numbers first, equal numbers by name. Pure.

export interface SourceTrust {
  readonly name: string
  readonly trust: number
  /** False: the source only adds to buildings that other sources have. */
  readonly creates_projects: boolean
}

const DEFAULT_TRUST = 500

/** Sources that are not registered have the default trust. */
export class TrustOrder {
  readonly #ranks: ReadonlyMap<string, number>
  readonly #addingOnly: ReadonlySet<string>

  constructor(registered: readonly SourceTrust[], sources: Iterable<string>) {
    const trustOf = new Map(registered.map(({ name, trust }) => [name, trust]))
    const trust = (name: string) => trustOf.get(name) ?? DEFAULT_TRUST
    const ordered = [...new Set(sources)].sort((a, b) => trust(a) - trust(b) || (a < b ? -1 : 1))
    this.#ranks = new Map(ordered.map((name, rank) => [name, rank]))
    this.#addingOnly = new Set(registered.filter((one) => !one.creates_projects).map(({ name }) => name))
  }

  /** 0 is the most trusted source. */
  rank(source: string): number {
    return this.#ranks.get(source) ?? this.#ranks.size
  }

  createsProjects(source: string): boolean {
    return !this.#addingOnly.has(source)
  }

  /** Keys are compared by code unit: the collation of a database would make the order depend on the machine. */
  readonly compare = (a: { source: string; key: string }, b: { source: string; key: string }): number =>
    this.rank(a.source) - this.rank(b.source) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
}
