// Usage of a month by day, by key, by endpoint, and as a running sum.
import type { Usage } from '../../../../src/http/api-types.ts'

export const MEASURES = ['requests', 'lookups', 'errors', 'rate_limited'] as const
export type Measure = (typeof MEASURES)[number]
/** Measures with a monthly limit. */
export type Billed = 'requests' | 'lookups'
type Row = Usage['days'][number]
export type DayRow = Usage['by_day'][number]
export type KeyUsage = Usage['by_key'][number]
export type Counts = Readonly<Record<Measure, number>>

export const isBilled = (measure: Measure): measure is Billed => measure === 'requests' || measure === 'lookups'

/** The id of the key or application. A deleted key has none. */
export const callerId = ({ key, application }: Pick<KeyUsage, 'key' | 'application'>): string =>
  key?.id ?? application?.id ?? ''

const MAX_MONTHS = 60

/** The months between two dates, newest first, up to five years. */
export function monthsOf(from: string, to: string): string[] {
  const months: string[] = []
  for (let date = new Date(`${to.slice(0, 7)}-01T00:00:00Z`); months.length < MAX_MONTHS; ) {
    const month = date.toISOString().slice(0, 7)
    if (month < from.slice(0, 7)) break
    months.push(month)
    date = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1))
  }
  return months
}

/** Every day of the month; for the current month, up to today. */
export function daysOf(month: string, today: string): string[] {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const last = today.startsWith(month) ? Number(today.slice(8, 10)) : new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: last }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`)
}

/** Noon UTC falls on the same date in every Canadian time zone. */
export const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000

export function byDay(rows: readonly DayRow[], days: readonly string[], measure: Measure): number[] {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(row.day, (sums.get(row.day) ?? 0) + row[measure])
  return days.map((day) => sums.get(day) ?? 0)
}

export function byOperation(rows: readonly Row[], measure: Billed): { operation: string; count: number }[] {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(row.operation, (sums.get(row.operation) ?? 0) + row[measure])
  return [...sums]
    .map(([operation, count]) => ({ operation, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

export function runningSum(values: readonly number[]): number[] {
  let sum = 0
  return values.map((value) => {
    sum += value
    return sum
  })
}
