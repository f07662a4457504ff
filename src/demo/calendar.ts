// Calendar arithmetic on 'YYYY-MM-DD' texts, in UTC.

import { DAY_MS } from '../kernel/time.ts'

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
}

export function dayText(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return dayText(dayNumber(day) + Math.round(days))
}

/** Adds months. A day past the end of the month becomes its last day. */
export function addMonths(day: string, months: number): string {
  const total = yearOf(day) * 12 + Number(day.slice(5, 7)) - 1 + Math.round(months)
  const year = Math.floor(total / 12)
  const month = total - year * 12
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const lastDate = month === 1 && isLeap ? 29 : MONTH_LENGTHS[month]!
  return `${year}-${two(month + 1)}-${two(Math.min(Number(day.slice(8, 10)), lastDate))}`
}

/** Changes take effect at nine in the morning, Eastern time. */
export function instantOf(day: string): string {
  return `${day}T14:00:00Z`
}

export function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}
