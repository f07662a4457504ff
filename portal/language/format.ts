// Formats numbers, money and dates by the page's language.
import { LOCALE } from './choose-language.ts'
import { text } from './shared-text.ts'

const money = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'CAD', maximumFractionDigits: 0 })
const shortMoney = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'CAD',
  notation: 'compact',
  maximumFractionDigits: 2,
})
const whole = new Intl.NumberFormat(LOCALE)
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })

export const NO_VALUE = '–'

/** Sorts text as a dictionary of the page's language does: É next to E. */
export const compareText: (a: string, b: string) => number = new Intl.Collator(LOCALE).compare

export function formatMoney(dollars: number | null | undefined): string {
  return dollars == null ? NO_VALUE : money.format(dollars)
}

/** `$1.19M`, for chart axes. */
export function formatMoneyShort(dollars: number | null | undefined): string {
  return dollars == null ? NO_VALUE : shortMoney.format(dollars)
}

export function formatNumber(value: number | null | undefined): string {
  return value == null ? NO_VALUE : whole.format(value)
}

export function formatPercent(share: number | null | undefined): string {
  return share == null ? NO_VALUE : percent.format(share)
}

/** With exactly `digits` decimals: `97.3%`, « 97,3 % ». */
export function formatShare(share: number, digits: number): string {
  const format = { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(LOCALE, format).format(share)
}

/** With exactly `digits` decimals. */
export function formatDecimal(value: number, digits: number): string {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(LOCALE, format).format(value)
}

/** `12 m`, `1.4 km`. */
export function formatMetres(metres: number): string {
  const isFar = metres >= 1000
  const format = { style: 'unit', unit: isFar ? 'kilometer' : 'meter', maximumFractionDigits: isFar ? 1 : 0 } as const
  return new Intl.NumberFormat(LOCALE, format).format(isFar ? metres / 1000 : metres)
}

/** Formats the date in UTC, so that the time zone can't change the day. */
export function formatDate(date: string | null | undefined): string {
  return date == null ? NO_VALUE : day.format(new Date(date))
}

export function formatDateTime(at: string | null | undefined): string {
  return at == null ? NO_VALUE : moment.format(new Date(at))
}

/** `under_construction` → `Under construction`. */
export function humanize(word: string | null | undefined): string {
  if (!word) return NO_VALUE
  if (word === 'unknown') return text.notKnown
  const spaced = word.replaceAll('_', ' ')
  return spaced[0]!.toUpperCase() + spaced.slice(1)
}
