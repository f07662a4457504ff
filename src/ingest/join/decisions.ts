// People's decisions about which rows describe one building. Pure.
import { at } from '../../kernel/at.ts'

export interface RowRef {
  readonly source: string
  readonly key: string
}

export type Decision =
  | { readonly kind: 'same' | 'apart'; readonly rows: readonly [RowRef, RowRef] }
  /** Two projects were merged: the rows of `into` come first, whatever the order of trust. */
  | { readonly kind: 'merged'; readonly from: readonly RowRef[]; readonly into: readonly RowRef[] }

export const refKey = ({ source, key }: RowRef): string => `${source}\n${key}`

/** The decisions about rows that exist, by the numbers of the rows. */
export class DecidedRows {
  /** Row → all rows that people put together with it, itself included. */
  readonly #together = new Map<number, Set<number>>()
  readonly #apart = new Set<string>()
  readonly #apartRows = new Set<number>()
  readonly #subordinate = new Set<number>()

  constructor(decisions: readonly Decision[], numberOf: ReadonlyMap<string, number>) {
    const present = (refs: readonly RowRef[]) => refs.flatMap((ref) => numberOf.get(refKey(ref)) ?? [])
    for (const decision of decisions) {
      if (decision.kind === 'merged') {
        const [from, into] = [present(decision.from), present(decision.into)]
        this.#unite([...into, ...from])
        if (into.length > 0) for (const row of from) this.#subordinate.add(row)
        continue
      }
      const rows = present(decision.rows)
      if (rows.length < 2) continue
      if (decision.kind === 'same') this.#unite(rows)
      else {
        this.#apart.add(pairKey(at(rows, 0), at(rows, 1)))
        for (const row of rows) this.#apartRows.add(row)
      }
    }
  }

  #unite(rows: readonly number[]): void {
    const all = new Set(rows.flatMap((row) => [...(this.#together.get(row) ?? [row])]))
    for (const row of all) this.#together.set(row, all)
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

const pairKey = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`)
