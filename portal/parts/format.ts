// Numbers, money and dates as people read them.
const LANGUAGE = 'en-CA'
const money = new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency: 'CAD', maximumFractionDigits: 0 })
const shortMoney = new Intl.NumberFormat(LANGUAGE, {
  style: 'currency',
  currency: 'CAD',
  notation: 'compact',
  maximumFractionDigits: 2,
})
const whole = new Intl.NumberFormat(LANGUAGE)
const percent = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' })

export const NOTHING = '–'

export function sayMoney(dollars: number | null | undefined): string {
  return dollars == null ? NOTHING : money.format(dollars)
}

/** `$1.19M`, for axes. */
export function sayMoneyShort(dollars: number | null | undefined): string {
  return dollars == null ? NOTHING : shortMoney.format(dollars)
}

export function sayNumber(value: number | null | undefined): string {
  return value == null ? NOTHING : whole.format(value)
}

export function sayPercent(share: number | null | undefined): string {
  return share == null ? NOTHING : percent.format(share)
}

/** A date without a time, as it stands: no time zone moves it. */
export function sayDay(date: string | null | undefined): string {
  return date == null ? NOTHING : day.format(new Date(date))
}

export function sayMoment(at: string | null | undefined): string {
  return at == null ? NOTHING : moment.format(new Date(at))
}

/** `under_construction` → `Under construction`. */
export function sayWord(word: string | null | undefined): string {
  if (!word) return NOTHING
  const spaced = word.replaceAll('_', ' ')
  return spaced[0]!.toUpperCase() + spaced.slice(1)
}
