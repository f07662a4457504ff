// Counts what was compared, and fails on a difference that no list allows.
import type { CompareOptions } from './compare.ts'
import { compare } from './compare.ts'
import type { Reading } from './reading.ts'

const SHOWN = 20

const COUNTED = {
  accounts: /^operator \/operator\/accounts\?/,
  keys: /\/api-keys$/,
  projects: /^elite \/projects\?limit=100$/,
  events: /^elite \/changes\?/,
  decisions: /^operator \/desk\/decisions\?/,
} as const
type Counted = keyof typeof COUNTED

export class Totals {
  readonly records: Record<Counted, number> = { accounts: 0, keys: 0, projects: 0, events: 0, decisions: 0 }
  readonly #keys = new Set<string>()
  comparisons = 0
  values = 0
  /** By the reason why they are allowed. */
  readonly allowed = new Map<string, number>()

  /** Counts the records of 0.1.0. */
  count(reading: Reading): void {
    this.#keys.clear()
    for (const [name, { data }] of reading)
      for (const kind of Object.keys(COUNTED) as Counted[])
        if (COUNTED[kind].test(name) && Array.isArray(data)) this.records[kind] += this.#unknown(kind, data)
  }

  /** Members of one account list the same keys. */
  #unknown(kind: Counted, data: readonly { id?: string }[]): number {
    if (kind !== 'keys') return data.length
    const fresh = data.filter(({ id }) => !this.#keys.has(id!))
    for (const { id } of fresh) this.#keys.add(id!)
    return fresh.length
  }

  compare(before: Reading, after: Reading, options: CompareOptions): void {
    const { values, differences, allowed } = compare(before, after, options)
    this.comparisons += 1
    this.values += values
    for (const [{ why }, count] of allowed) this.allowed.set(why, (this.allowed.get(why) ?? 0) + count)
    if (differences.length === 0) return
    const shown = differences
      .slice(0, SHOWN)
      .map(({ path, before, after }) => `  ${path}\n    ${text(before)}\n    ${text(after)}`)
    throw new Error(`${differences.length} values differ:\n${shown.join('\n')}`)
  }

  get differencesAllowed(): number {
    return [...this.allowed.values()].reduce((sum, count) => sum + count, 0)
  }
}

const text = (value: unknown): string => JSON.stringify(value)?.slice(0, 300) ?? 'absent'
