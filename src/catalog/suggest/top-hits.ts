// Collects the best suggestions of a search without sorting all of them.
import type { StreetIndex } from '@plinth/matcher'
import type { SuggestionKind } from './suggestion-kinds.ts'

export interface Hit {
  readonly kind: SuggestionKind
  /** The row of the building in the address index, or of the developer or neighbourhood in its list. */
  readonly row: number
  /** An address: its entry in the address index. */
  readonly entry: number
  score: number
  /** All words of the query are in it. */
  isComplete: boolean
  /** Several buildings of the project have the address. */
  isShared: boolean
}

const CAPACITY = 48

export class TopHits {
  readonly #addresses: StreetIndex
  readonly #hits: Hit[] = []
  #lowest = -1

  constructor(addresses: StreetIndex) {
    this.#addresses = addresses
  }

  get hits(): readonly Hit[] {
    return this.#hits
  }

  get hasComplete(): boolean {
    return this.#hits.some(({ isComplete }) => isComplete)
  }

  /** Keeps one hit per building and kind, and one per address of a project. */
  add(kind: SuggestionKind, row: number, entry: number, score: number, isComplete: boolean): void {
    const isFull = this.#hits.length >= CAPACITY
    if (isFull && score <= this.#hits[this.#lowest]!.score) return
    const known = this.#hits.find((hit) => hit.kind === kind && this.#isSame(hit, row, entry))
    if (known) {
      if (known.row !== row) known.isShared = true
      if (score > known.score) Object.assign(known, { score, isComplete })
      return
    }
    const hit = { kind, row, entry, score, isComplete, isShared: false }
    if (isFull) this.#hits[this.#lowest] = hit
    else this.#hits.push(hit)
    if (this.#hits.length >= CAPACITY) this.#lowest = this.#findLowest()
  }

  #isSame(hit: Hit, row: number, entry: number): boolean {
    if (hit.row === row) return true
    if (hit.kind !== 'address') return false
    const { group, entryNumber, entryStreet } = this.#addresses
    return (
      group[row]! >= 0 &&
      group[hit.row] === group[row] &&
      entryNumber[hit.entry] === entryNumber[entry] &&
      entryStreet[hit.entry] === entryStreet[entry]
    )
  }

  #findLowest(): number {
    let lowest = 0
    this.#hits.forEach(({ score }, i) => {
      if (score < this.#hits[lowest]!.score) lowest = i
    })
    return lowest
  }
}
