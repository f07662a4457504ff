// Pages a computed list; the position is an offset.
import type { Page, PageRequest } from '../snapshot/collection.ts'

export function pageOf<T>(items: readonly T[], { limit, after, offset = 0 }: PageRequest): Page<T> {
  const start = after ? after.id : offset
  const records = items.slice(start, start + limit)
  const end = start + records.length
  return { total: items.length, records, next: end < items.length ? { value: null, id: end } : null }
}
