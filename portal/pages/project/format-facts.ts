// Formats dates by their precision, ranges and website links.
import type { Project } from '../../../src/http/api-types.ts'
import { fill, LOCALE } from '../../language/choose-language.ts'
import { formatDate, formatMoney, formatNumber, NO_VALUE } from '../../language/format.ts'
import { text } from './text.ts'

type FuzzyDate = NonNullable<Project['launch_date']>

const month = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' })

function formatByPrecision({ date, precision }: FuzzyDate): string {
  const year = Number(date.slice(0, 4))
  const monthNumber = Number(date.slice(5, 7))
  if (precision === 'year') return String(year)
  if (precision === 'quarter') return fill(text.quarter, { quarter: Math.ceil(monthNumber / 3), year })
  if (precision === 'season') {
    const { winter, spring, summer, fall } = text.seasons
    const season =
      monthNumber === 12 || monthNumber < 3 ? winter : monthNumber < 6 ? spring : monthNumber < 9 ? summer : fall
    return `${season} ${year}`
  }
  return precision === 'month' ? month.format(new Date(date)) : formatDate(date)
}

/** `{"date": "2027-01-01", "precision": "quarter"}` → `Q1 2027`. */
export function formatFuzzyDate(date: FuzzyDate | null): string {
  if (date === null) return NO_VALUE
  return date.is_estimate ? fill(text.estimate, { when: formatByPrecision(date) }) : formatByPrecision(date)
}

function formatRange(low: number | null, high: number | null, format: (value: number) => string): string {
  if (low === null && high === null) return NO_VALUE
  if (low === null || high === null || low === high) return format((low ?? high)!)
  return fill(text.range, { low: format(low), high: format(high) })
}

export const formatPriceRange = (low: number | null, high: number | null) => formatRange(low, high, formatMoney)
export const formatNumberRange = (low: number | null, high: number | null) => formatRange(low, high, formatNumber)

/** `Expected 2028` for what is not built yet. */
export function formatYearBuilt(
  year_built: number | null,
  construction_status: Project['construction_status'],
): string {
  if (year_built === null) return NO_VALUE
  const isBuilt =
    construction_status === 'completed' ||
    (construction_status === 'unknown' && year_built <= new Date().getUTCFullYear())
  return isBuilt ? String(year_built) : fill(text.expected, { year: String(year_built) })
}

/** `BCS 4021`. */
export const formatCondoCorp = (corp: Project['condo_corp']) => corp && `${corp.registry} ${corp.number}`

/** Null unless the URL is HTTP or HTTPS: a `javascript:` URL must not become a link. */
export function safeUrl(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  return /^https?:$/.test(new URL(url).protocol) ? url : null
}
