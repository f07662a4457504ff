// A date as precisely as it is known covers a span: "2027, third quarter" is July to September.

import type { z } from 'zod'
import { DAY_MS } from '../../kernel/time.ts'
import type { FuzzyDate } from '../record-schemas.ts'

type Known = z.infer<typeof FuzzyDate>

const MONTHS: Readonly<Record<Known['precision'], number>> = { day: 0, month: 1, quarter: 3, season: 3, year: 12 }

/** First and last day of the span, in days since 1970. */
export function daySpan({ date, precision }: Known): [first: number, last: number] {
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
