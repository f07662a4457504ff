// Converts an imprecise date to a span of days: 2027 Q3 is July to September.
import type { z } from 'zod'
import { DAY_MS } from '../../kernel/time.ts'
import type { FuzzyDate } from '../records/record-schemas.ts'

type ImpreciseDate = z.infer<typeof FuzzyDate>

const MONTHS: Readonly<Record<ImpreciseDate['precision'], number>> = {
  day: 0,
  month: 1,
  quarter: 3,
  season: 3,
  year: 12,
}

/** First and last day of the span, in days since 1970. */
export function daySpan({ date, precision }: ImpreciseDate): [first: number, last: number] {
  const first = Date.parse(date)
  const months = MONTHS[precision]
  if (months === 0) return [first / DAY_MS, first / DAY_MS]
  const start = new Date(first)
  const end = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1)
  return [first / DAY_MS, end / DAY_MS - 1]
}

export function dayOf(date: string): number {
  return Date.parse(date) / DAY_MS
}
