// Parsers for command-line arguments.
import { InvalidArgumentError } from 'commander'
import { isCalendarDay } from '../kernel/text.ts'

export const integerBetween = (min: number, max: number) => (text: string) => {
  if (/^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
}

export function calendarDay(text: string): string {
  if (!isCalendarDay(text)) throw new InvalidArgumentError('It must be a date such as 2026-11-14.')
  return text
}
