// Checks histories of concurrent writers on one record: was there an order in which each answer is right?

/** What a writer asked, and what it was answered. */
export interface Operation {
  readonly kind: 'write' | 'remove' | 'read'
  /** Of a write. */
  readonly value?: number
  readonly callMs: number
  /** Infinity: no answer, or one that leaves open whether the operation took effect. */
  returnMs: number
  answer?: 'created' | 'updated' | 'unchanged' | boolean | number | null
}

/** Two addresses: a write of the stored one keeps the link and is another statement. One of them has a building. */
export const addressOf = (value: number): string => `${(value % 2) + 1} Widmer Lane, Toronto, ON`

/** The value that was written with the stored address, NaN for a mixture of two writes, null if nothing is stored. */
export function readValue(stored: { readonly address: string; readonly attributes: unknown } | undefined) {
  if (!stored) return null
  const { v } = stored.attributes as { v: number }
  return stored.address === addressOf(v) ? v : Number.NaN
}

/** The value of the record after an operation, null if there is none; undefined if its answer does not fit. */
function apply({ kind, value, answer, returnMs }: Operation, before: number | null): number | null | undefined {
  const isOpen = returnMs === Number.POSITIVE_INFINITY
  if (kind === 'read') return isOpen || answer === before ? before : undefined
  if (kind === 'remove') return isOpen || answer === (before !== null) ? null : undefined
  const right = before === null ? 'created' : before === value ? 'unchanged' : 'updated'
  return isOpen || answer === right ? value : undefined
}

/**
 * The search of Wing and Gong, with the states it has seen. An operation may come next if no other one was answered
 * before it was asked; one without an answer may also never take effect.
 */
export function isLinearizable(operations: readonly Operation[]): boolean {
  const answered = operations.filter(({ returnMs }) => returnMs !== Number.POSITIVE_INFINITY).length
  const seen = new Set<string>()
  const search = (done: bigint, count: number, state: number | null): boolean => {
    if (count === answered) return true
    const key = `${done} ${state}`
    if (seen.has(key)) return false
    seen.add(key)
    const rest = operations
      .map((operation, i) => ({ operation, bit: 1n << BigInt(i) }))
      .filter(({ bit }) => !(done & bit))
    const firstReturn = Math.min(...rest.map(({ operation }) => operation.returnMs))
    return rest.some(({ operation, bit }) => {
      if (operation.callMs > firstReturn) return false
      const after = apply(operation, state)
      const isAnswered = operation.returnMs !== Number.POSITIVE_INFINITY
      return after !== undefined && search(done | bit, count + (isAnswered ? 1 : 0), after)
    })
  }
  return search(0n, 0, null)
}
