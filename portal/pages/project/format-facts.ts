// Dates that are known as precisely as they are, ranges, and addresses of other sites.
import type { Project } from '../../../src/contract/api-types.ts'
import { formatDate, formatMoney, formatNumber, NO_VALUE } from '../../parts/format.ts'
import { text } from './text.ts'

type FuzzyDate = NonNullable<Project['launch_date']>

const month = new Intl.DateTimeFormat('en-CA', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function whenOf({ date, precision }: FuzzyDate): string {
  const year = Number(date.slice(0, 4))
  const at = Number(date.slice(5, 7))
  if (precision === 'year') return String(year)
  if (precision === 'quarter') return text.quarter(Math.ceil(at / 3), year)
  if (precision === 'season') {
    const { winter, spring, summer, fall } = text.seasons
    const season = at === 12 || at < 3 ? winter : at < 6 ? spring : at < 9 ? summer : fall
    return `${season} ${year}`
  }
  return precision === 'month' ? month.format(new Date(date)) : formatDate(date)
}

/** `{"date": "2027-01-01", "precision": "quarter"}` → `Q1 2027`. */
export function formatFuzzyDate(date: FuzzyDate | null): string {
  if (date === null) return NO_VALUE
  return date.is_estimate ? text.estimate(whenOf(date)) : whenOf(date)
}

function sayRange(low: number | null, high: number | null, say: (value: number) => string): string {
  if (low === null && high === null) return NO_VALUE
  if (low === null || high === null || low === high) return say((low ?? high)!)
  return text.range(say(low), say(high))
}

export const formatPriceRange = (low: number | null, high: number | null) => sayRange(low, high, formatMoney)
export const formatNumberRange = (low: number | null, high: number | null) => sayRange(low, high, formatNumber)

/** The address if it leads to a web page; anything else, such as javascript:, is no link. */
export function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  return /^https?:$/.test(new URL(url).protocol) ? url : null
}
