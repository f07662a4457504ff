// Values that the rows of one building agree on. The order of rows never matters. Pure.

type Value = string | number

/** The most frequent value; of equally frequent ones the smallest. Null when all are unknown. */
export function mostFrequent<T extends Value>(values: readonly (T | null)[]): T | null {
  return byFrequency(values)[0] ?? null
}

/** Distinct known values, the most frequent first, then in ascending order. */
export function byFrequency<T extends Value>(values: readonly (T | null)[]): T[] {
  const counts = new Map<T, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, n], [b, m]) => m - n || ascending(a, b)).map(([value]) => value)
}

/** Numbers in texts compare as numbers: `98 Main St` is before `100 Main St`. */
function ascending(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [m, n] = [Number.parseInt(String(a), 10), Number.parseInt(String(b), 10)]
  if (m !== n && !Number.isNaN(m) && !Number.isNaN(n)) return m - n
  return a < b ? -1 : a > b ? 1 : 0
}
