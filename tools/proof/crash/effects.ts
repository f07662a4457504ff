// What acknowledged writes must have caused, and how often: events, audit entries and emails. Pure.
import type { Outcome } from './ledger.ts'

export type EffectKind = 'event' | 'audit entry' | 'email'

interface Expected {
  done: number
  unknown: number
}

/** Effects are named by kind, type and what they are about: `listing.link_changed D12`. */
export class Effects {
  readonly #expected: Readonly<Record<EffectKind, Map<string, Expected>>> = {
    event: new Map(),
    'audit entry': new Map(),
    email: new Map(),
  }

  /** A write that was not answered may have had its effect. */
  expect(kind: EffectKind, name: string, outcome: Outcome): void {
    if (outcome === 'refused') return
    const expected = this.#expected[kind].get(name) ?? { done: 0, unknown: 0 }
    expected[outcome] += 1
    this.#expected[kind].set(name, expected)
  }

  count(kind: EffectKind): number {
    return [...this.#expected[kind].values()].reduce((sum, { done }) => sum + done, 0)
  }

  summary(): string {
    const kinds = { event: 'events', 'audit entry': 'audit entries', email: 'emails' } as const
    return Object.entries(kinds)
      .map(([kind, plural]) => `${this.count(kind as EffectKind).toLocaleString('en')} ${plural}`)
      .join(', ')
  }

  /** What acknowledged writes promised and is not there yet. `names` of everything that is there. */
  missing(kind: EffectKind, names: Iterable<string>): string[] {
    const found = countOf(names)
    return [...this.#expected[kind]].filter(([name, { done }]) => (found.get(name) ?? 0) < done).map(([name]) => name)
  }

  /** An email may come twice, everything else is there once per write. */
  problems(kind: EffectKind, names: Iterable<string>): string[] {
    const found = countOf(names)
    return [...this.#expected[kind]].flatMap(([name, { done, unknown }]) => {
      const is = found.get(name) ?? 0
      if (is < done) return [`${done} acknowledged writes have ${is} times the ${kind} ${name}`]
      if (kind !== 'email' && is > done + unknown)
        return [`the ${kind} ${name} is there ${is} times for ${done} acknowledged and ${unknown} unanswered writes`]
      return []
    })
  }
}

function countOf(names: Iterable<string>): Map<string, number> {
  const found = new Map<string, number>()
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1)
  return found
}
