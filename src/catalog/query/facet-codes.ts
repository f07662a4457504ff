// Counts how often each text of a column occurs among rows.
import type { ListColumn } from '../snapshot/columns.ts'

/** Counts by position in the column's dictionary. `rows` null means all. */
export function countTexts({ dictionary, starts, codes }: ListColumn, rows: Uint32Array | null): Uint32Array {
  const counts = new Uint32Array(dictionary.size)
  if (rows === null) for (let i = 0; i < codes.length; i++) counts[codes[i]!]!++
  else {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!
      for (let at = starts[row]!; at < starts[row + 1]!; at++) counts[codes[at]!]!++
    }
  }
  return counts
}
