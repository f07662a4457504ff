// Parsers for command-line arguments.
import { InvalidArgumentError } from 'commander'
import { isCalendarDay } from '../../kernel/text.ts'

export const integerBetween = (min: number, max: number) => (text: string) => {
  if (/^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
}

function calendarDay(text: string): string {
  if (!isCalendarDay(text)) throw new InvalidArgumentError('It must be a date such as 2026-11-14.')
  return text
}

export interface MapPoint {
  readonly latitude: number
  readonly longitude: number
}

/** `49.2757,-123.1309`. */
function mapPoint(text: string): MapPoint {
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d+)?), ?(-?\d{1,3}(?:\.\d+)?)$/.exec(text) ?? []
  if (latitude === undefined || Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180)
    throw new InvalidArgumentError('It must be a latitude and a longitude, such as 49.2757,-123.1309.')
  return { latitude: Number(latitude), longitude: Number(longitude) }
}

/** `3/8` is the third of eight parts. */
function shard(text: string): { readonly index: number; readonly count: number } {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? []
  if (!index || !count || index > count)
    throw new InvalidArgumentError('It must be a part and the number of parts, such as 1/8 for the first of eight.')
  return { index, count }
}

function count(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number, at least 1.')
}

function sequence(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a sequence number: 0 or more.')
}

/** By their names in assets/commands.json. */
export const PARSERS = { day: calendarDay, point: mapPoint, shard, count, sequence } as const

/** Options as fields of the API: `minPrice` → `min_price`. */
export function toFields(options: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
}
