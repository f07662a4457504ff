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

  /** What is wrong with the things that were found in a state that a cut at any point from `at` to `until` may leave. */
  problems(at: number, until: number, found: ReadonlyMap<string, Value>): string[] {
    const ledger = new Ledger()
    const begun = new Map<Write, Write>()
    const replay = ({ write, outcome }: Entry) => {
      if (outcome === undefined) begun.set(write, ledger.begin(write.thing, write.value))
      else ledger.end(begun.get(write)!, outcome)
      return write.thing
    }
    const check = (thing: string) => ledger.check(thing, found.get(thing) ?? null) ?? []
    const later = this.#entries.findIndex((entry) => entry.at > at)
    const before = later < 0 ? this.#entries.length : later
    for (const entry of this.#entries.slice(0, before)) replay(entry)
    const problems = ledger.all('').flatMap(check)
    for (const entry of this.#entries.slice(before)) {
      if (entry.at > until) break
      problems.push(...[replay(entry)].flatMap(check))
    }
    return problems
  }

  acknowledged(at: number): number {
    return this.#entries.filter((entry) => entry.outcome === 'done' && entry.at <= at).length
  }
}
