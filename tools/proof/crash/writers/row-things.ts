// The things that the generic writer has made, and what can be done with them now.
import type { Ledger, Value } from '../ledger.ts'
import type { ThingRow, Variables, WriteRow } from './rows.ts'
import { fill, THINGS } from './rows.ts'

export type Fields = Readonly<Record<string, string>>

export class Thing {
  readonly kind: string
  /** In the ledger. A token has no id of its own, but that of its application among its variables. */
  readonly name: string
  readonly label: string
  readonly origin: Thing | undefined
  variables: Variables
  /** Its credential or its state is not known any more. */
  isForgotten = false
  readonly #madeAt = Date.now()
  readonly #sent = new Map<WriteRow, number>()

  constructor(kind: string, label: string, origin: Thing | undefined, variables: Variables) {
    this.kind = kind
    const hasOwnId = variables.id !== undefined && variables.id !== origin?.variables.id
    this.name = `${kind} ${hasOwnId ? variables.id : label}`
    this.label = label
    this.origin = origin
    this.variables = variables
  }

  get row(): ThingRow {
    return THINGS[this.kind]!
  }

  get isKnown(): boolean {
    const { minutes = Number.POSITIVE_INFINITY } = this.row
    return !this.isForgotten && Date.now() < this.#madeAt + minutes * 60_000
  }

  count(row: WriteRow): void {
    this.#sent.set(row, (this.#sent.get(row) ?? 0) + 1)
  }

  /** Undefined unless it exists and its state is known. */
  state(ledger: Ledger): Fields | undefined {
    const known = this.isKnown ? ledger.known(this.name) : undefined
    return typeof known === 'string' ? JSON.parse(known) : undefined
  }

  accepts(row: WriteRow, ledger: Ledger): boolean {
    const { times = Number.POSITIVE_INFINITY, when = {}, needs = [], setsOrigin } = row
    const state = this.state(ledger)
    if (!state || this.kind !== row.on || (this.#sent.get(row) ?? 0) >= times) return false
    if (needs.some((name) => this.variables[name] === undefined)) return false
    if (setsOrigin && !this.origin?.state(ledger)) return false
    return Object.entries(when).every(([field, value]) =>
      value.startsWith('!') ? state[field] !== value.slice(1) : state[field] === value,
    )
  }

  comesFrom(other: Thing): boolean {
    return this.origin === other || (this.origin?.comesFrom(other) ?? false)
  }
}

/** What a row makes of the states of its thing and of the origin of that. */
export function changesOf(
  row: WriteRow,
  on: Thing | undefined,
  variables: Variables,
  ledger: Ledger,
): [Thing, Value][] {
  const changes: [Thing, Value][] = []
  const { sets, setsOrigin } = row
  if (on && sets !== undefined) changes.push([on, sets && changed(on.state(ledger)!, sets, variables)])
  if (on?.origin && setsOrigin) changes.push([on.origin, changed(on.origin.state(ledger)!, setsOrigin, variables)])
  return changes
}

function changed(state: Fields, sets: Fields, variables: Variables): string {
  return JSON.stringify({ ...state, ...fill(sets, variables) })
}

/** The first state of a thing: fields that the row does not state are `none`. */
export function firstState(kind: string, row: WriteRow, variables: Variables): string {
  const stated: Fields = fill(row.state ?? {}, variables) ?? {}
  return JSON.stringify(
    Object.fromEntries(Object.keys(THINGS[kind]!.state).map((name) => [name, stated[name] ?? 'none'])),
  )
}
