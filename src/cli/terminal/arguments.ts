// Parsers for command-line arguments.
import { InvalidArgumentError } from 'commander'
import { isCalendarDay } from '../../kernel/text.ts'

export const integerBetween = (min: number, max: number) => (text: string) => {
  if (/^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
}

export function calendarDay(text: string): string {
  if (!isCalendarDay(text)) throw new InvalidArgumentError('It must be a date such as 2026-11-14.')
  return text
}

export const MIN_UNITS_OPTION = [
  '--min-units <number>',
  'for sources with one line per dwelling: leave out buildings with fewer; default 5',
  integerBetween(1, 1000),
] as const

export interface MapPoint {
  readonly latitude: number
  readonly longitude: number
}

/** `49.2757,-123.1309`. */
export function mapPoint(text: string): MapPoint {
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d+)?), ?(-?\d{1,3}(?:\.\d+)?)$/.exec(text) ?? []
  if (latitude === undefined || Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180)
    throw new InvalidArgumentError('It must be a latitude and a longitude, such as 49.2757,-123.1309.')
  return { latitude: Number(latitude), longitude: Number(longitude) }
}
