// People's decisions about which rows describe one building. Pure.

export interface RowRef {
  readonly source: string
  readonly key: string
}

export type Decision =
  | { readonly kind: 'same' | 'apart'; readonly rows: readonly [RowRef, RowRef] }
  /** Two projects were merged: the rows of `into` come first, whatever the order of trust. */
  | { readonly kind: 'merged'; readonly from: readonly RowRef[]; readonly into: readonly RowRef[] }

export const refKey = ({ source, key }: RowRef): string => `${source}\n${key}`

/**
 * The decisions about rows that exist, by the numbers of the rows. Rows that people keep apart stay apart, even if other
 * decisions put both together with a third row: those decisions give way, in an order that does not depend on ids.
 */
export class DecidedRows {
  /** Row → all rows that people put together with it, itself included. */
  readonly #together = new Map<number, Set<number>>()
  readonly #apart = new Set<string>()
  readonly #apartRows = new Set<number>()
  readonly #subordinate = new Set<number>()

  constructor(decisions: readonly Decision[], numberOf: ReadonlyMap<string, number>) {
    const present = (refs: readonly RowRef[]) => refs.flatMap((ref) => numberOf.get(refKey(ref)) ?? [])
    for (const decision of decisions) {
      const [a, b] = decision.kind === 'apart' ? present(decision.rows) : []
      if (a === undefined || b === undefined) continue
      this.#apart.add(pairKey(a, b))
      this.#apartRows.add(a).add(b)
    }
    const orderOf = new Map(decisions.map((one) => [one, textOf(one)]))
    const ordered = decisions.toSorted((a, b) => (orderOf.get(a)! < orderOf.get(b)! ? -1 : 1))
    for (const decision of ordered)
      if (decision.kind === 'same') this.#unite(present(decision.rows))
      else if (decision.kind === 'merged') {
        const [from, into] = [present(decision.from), present(decision.into)]
        const all = this.#unite([...into, ...from])
        if (into.length > 0) for (const row of from) if (all.has(row)) this.#subordinate.add(row)
      }
  }

  /** Returns the rows that are together with the first one. */
  #unite([first, ...more]: readonly number[]): ReadonlySet<number> {
    if (first === undefined) return new Set()
    for (const row of more) {
      const [all, others] = [this.togetherWith(first), this.togetherWith(row)]
      if (this.areApart(all, others)) continue
      const united = new Set([...all, ...others])
      for (const one of united) this.#together.set(one, united)
    }
    return new Set(this.togetherWith(first))
  }

  /** In no particular order. */
  togetherWith(row: number): readonly number[] {
    const all = this.#together.get(row)
    return all === undefined ? [row] : [...all]
  }

  areApart(rows: readonly number[], others: readonly number[]): boolean {
    if (this.#apartRows.size === 0) return false
    return rows.some((row) => this.#apartRows.has(row) && others.some((other) => this.#apart.has(pairKey(row, other))))
  }

  /** True when another row was chosen over it. */
  isSubordinate(row: number): boolean {
    return this.#subordinate.has(row)
  }
}

/** The number of decisions that put rows together and give way to one that keeps rows apart. */
export function countContradicted(decisions: readonly Decision[]): number {
  const rowsOf = (one: Decision) => (one.kind === 'merged' ? [...one.into, ...one.from] : one.rows)
  const numberOf = new Map<string, number>()
  for (const key of decisions.flatMap(rowsOf).map(refKey)) if (!numberOf.has(key)) numberOf.set(key, numberOf.size)
  const decided = new DecidedRows(decisions, numberOf)
  return decisions.filter((one) => {
    const [first, ...more] = rowsOf(one).map((ref) => numberOf.get(refKey(ref))!)
    if (one.kind === 'apart' || first === undefined) return false
    const together = new Set(decided.togetherWith(first))
    return more.some((row) => !together.has(row))
  }).length
}

const textOf = (decision: Decision): string => {
  const refs = decision.kind === 'merged' ? [...decision.into, ...decision.from] : decision.rows
  return [decision.kind, ...refs.map(refKey)].join('\n')
}

const pairKey = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`)
