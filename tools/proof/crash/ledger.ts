// Which states acknowledged and unanswered writes leave possible for each thing.
import type { Answer } from '../../target/requests.ts'

/** Null: it does not exist. */
export type Value = string | null

/** `unknown`: the server may have done it. */
export type Outcome = 'done' | 'refused' | 'unknown'

export interface Write {
  readonly thing: string
  readonly before: ReadonlySet<Value>
  readonly value: Value
}

/** Each thing has one writer, so its writes follow each other. */
export class Ledger {
  readonly #possible = new Map<string, ReadonlySet<Value>>()
  readonly #touched = new Set<string>()

  /** Before the request is sent: a kill can come at any time after this. */
  begin(thing: string, value: Value): Write {
    const before = this.#possible.get(thing) ?? new Set([null])
    this.#possible.set(thing, new Set([...before, value]))
    this.#touched.add(thing)
    return { thing, before, value }
  }

  end({ thing, before, value }: Write, outcome: Outcome): void {
    if (outcome === 'done') this.#possible.set(thing, new Set([value]))
    if (outcome === 'refused') this.#possible.set(thing, before)
  }

  /** The state of something that others made. */
  found(thing: string, value: Value): void {
    if (!this.#possible.has(thing)) this.#possible.set(thing, new Set([value]))
  }

  /** The state, if only one is possible. */
  known(thing: string): Value | undefined {
    const possible = this.#possible.get(thing)
    return possible?.size === 1 ? [...possible][0] : undefined
  }

  /** Things written since their last check. */
  touched(prefix: string): string[] {
    return [...this.#touched].filter((thing) => thing.startsWith(prefix))
  }

  all(prefix: string): string[] {
    return [...this.#possible.keys()].filter((thing) => thing.startsWith(prefix))
  }

  allows(thing: string, actual: Value): boolean {
    return (this.#possible.get(thing) ?? new Set([null])).has(actual)
  }

  /** Takes what was read as the state from now on. Returns what is wrong with it, if anything. */
  check(thing: string, actual: Value): string | undefined {
    const possible = this.#possible.get(thing) ?? new Set([null])
    this.#possible.set(thing, new Set([actual]))
    this.#touched.delete(thing)
    if (possible.has(actual)) return undefined
    return `${thing} is ${show(actual)}, but it can only be ${[...possible].map(show).join(' or ')}`
  }
}

const show = (value: Value) => (value === null ? 'missing' : JSON.stringify(value))

export function outcomeOf({ status }: Answer): Outcome {
  if (status >= 200 && status <= 299) return 'done'
  return status >= 400 && status <= 499 ? 'refused' : 'unknown'
}

/** Long work answers 200 at once and says in its last line how it ended. */
export function lastLineOf({ text }: Answer): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')
  } catch {
    return {}
  }
}

const NOT_SURE = new Set(['internal_error', 'temporarily_unavailable', 'overloaded'])

export function streamOutcomeOf(answer: Answer): Outcome {
  if (answer.status !== 200) return outcomeOf(answer)
  const line = lastLineOf(answer)
  if (line.data !== undefined) return 'done'
  const error = line.error as { code?: string } | undefined
  return error === undefined || NOT_SURE.has(error.code ?? '') ? 'unknown' : 'refused'
}
