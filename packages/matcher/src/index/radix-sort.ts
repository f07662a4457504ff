// Sorts row numbers by an integer column, in linear time and stably.

const DIGIT_BITS = 16
const DIGITS = 1 << DIGIT_BITS
/** Below it, counting all digits takes longer than comparing. */
const FEW_ROWS = 1024

/** The rows of `order` sorted by key(row). Rows with equal keys keep their order. */
export function sortByKey(order: Uint32Array, key: Uint32Array): Uint32Array {
  if (order.length < FEW_ROWS) return order.toSorted((a, b) => (key[a] as number) - (key[b] as number))
  let largest = 0
  for (let i = 0; i < key.length; i++) if ((key[i] as number) > largest) largest = key[i] as number
  const low = sortByDigit(order, key, 0)
  return largest < DIGITS ? low : sortByDigit(low, key, DIGIT_BITS)
}

function sortByDigit(order: Uint32Array, key: Uint32Array, shift: number): Uint32Array {
  const next = new Uint32Array(DIGITS + 1)
  for (let i = 0; i < order.length; i++) next[(((key[order[i] as number] as number) >>> shift) & (DIGITS - 1)) + 1]!++
  for (let d = 0; d < DIGITS; d++) next[d + 1]! += next[d] as number
  const out = new Uint32Array(order.length)
  for (let i = 0; i < order.length; i++) {
    const row = order[i] as number
    out[next[((key[row] as number) >>> shift) & (DIGITS - 1)]!++] = row
  }
  return out
}

/** Where the rows of each group start when they are sorted by group: group g is offsets[g] .. offsets[g + 1]. */
export function offsets(groupOf: Uint32Array, groups: number): Uint32Array {
  const out = new Uint32Array(groups + 1)
  for (let i = 0; i < groupOf.length; i++) out[(groupOf[i] as number) + 1]!++
  for (let g = 0; g < groups; g++) out[g + 1]! += out[g] as number
  return out
}

export function rowNumbers(count: number): Uint32Array {
  const rows = new Uint32Array(count)
  for (let i = 0; i < count; i++) rows[i] = i
  return rows
}

/** rows[i] of the column, for each i. */
export function pick<T extends Uint8Array | Uint16Array | Uint32Array>(column: T, rows: Uint32Array): T {
  const out = new (column.constructor as new (length: number) => T)(rows.length)
  for (let i = 0; i < rows.length; i++) out[i] = column[rows[i] as number] as number
  return out
}
