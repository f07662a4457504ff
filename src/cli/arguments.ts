// How arguments are read: what cannot be one is refused with what could.
import { InvalidArgumentError } from 'commander'
import { isCalendarDay } from '../kernel/text.ts'

export const wholeFrom = (least: number, most: number) => (text: string) => {
  if (/^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
}

export function calendarDay(text: string): string {
  if (!isCalendarDay(text)) throw new InvalidArgumentError('It must be a day such as 2026-11-14.')
  return text
}
