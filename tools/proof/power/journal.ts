// A ledger that can say what was possible at any point of a recording.
import type { Outcome, Value, Write } from '../crash/ledger.ts'
import { Ledger } from '../crash/ledger.ts'

interface Entry {
  /** The recording's length when the write began or ended. */
  readonly at: number
  readonly write: Write
  /** Undefined: it began. */
  readonly outcome: Outcome | undefined
}

export class Journal extends Ledger {
  readonly #entries: Entry[] = []
  readonly #position: () => number

  constructor(position: () => number) {
    super()
    this.#position = position
  }

  override begin(thing: string, value: Value): Write {
    const at = this.#position()
    const write = super.begin(thing, value)
    this.#entries.push({ at, write, outcome: undefined })
    return write
  }

  override end(write: Write, outcome: Outcome): void {
    super.end(write, outcome)
    this.#entries.push({ at: this.#position(), write, outcome })
  }

  /** What is wrong with the things that were found after a cut at `at`. */
  problems(at: number, found: ReadonlyMap<string, Value>): string[] {
    const ledger = new Ledger()
    const begun = new Map<Write, Write>()
    for (const entry of this.#entries) {
      if (entry.at > at) break
      const { thing, value } = entry.write
      if (entry.outcome === undefined) begun.set(entry.write, ledger.begin(thing, value))
      else ledger.end(begun.get(entry.write)!, entry.outcome)
    }
    return ledger.all('').flatMap((thing) => ledger.check(thing, found.get(thing) ?? null) ?? [])
  }

  acknowledged(at: number): number {
    return this.#entries.filter((entry) => entry.outcome === 'done' && entry.at <= at).length
  }
}
