// Reads single values of a roll: numbers, years, ranges of civic numbers. Pure.
import type { RollRecord } from './roll-table.ts'

export const textAt = (record: RollRecord, at: number): string | null => (record.values[at] ?? null) as string | null
export const numberAt = (record: RollRecord, at: number): number | null => (record.values[at] ?? null) as number | null

/** `12`, `12.0`, `1,250`; null for anything else, including -1, which some rolls use for "does not apply". */
export function wholeNumber(text: string): number | null {
  const plain = text.replaceAll(',', '')
  return /^\d{1,9}(\.0+)?$/.test(plain) ? Math.trunc(Number(plain)) : null
}

export function decimal(text: string): number | null {
  return /^-?\d{1,9}(\.\d{1,15})?$/.test(text) ? Number(text) : null
}

/** Rolls write an unknown year as nothing, 0 or 9999. */
export function yearOf(text: string): number | null {
  const year = wholeNumber(text)
  return year !== null && year >= 1600 && year <= 2100 ? year : null
}

/** A roll that states when a building was built says that it is built. */
export function builtFields(year: number | null): Readonly<Record<string, unknown>> {
  return year === null ? {} : { year_built: year, construction_status: 'completed' }
}

const WIDEST_RANGE = 100

/**
 * The address lines of a range of civic numbers. A range of one side of a street stays a range. Any other one
 * (`12` to `15`, `12A` to `12C`) becomes its two ends, because `12-15 Main St` reads as unit 12.
 */
export function civicLines(first: string, last: string, street: string): string[] {
  if (last === '' || last === first) return [`${first} ${street}`]
  const step = Number(last) - Number(first)
  const isRange = Number.isInteger(step) && step > 0 && step <= WIDEST_RANGE && step % 2 === 0
  return isRange ? [`${first}-${last} ${street}`] : [`${first} ${street}`, `${last} ${street}`]
}

/** Standard geographical classification: the code of a province, and the start of its census subdivisions. */
export const PROVINCE_CODES: Readonly<Record<string, string>> = {
  10: 'NL',
  11: 'PE',
  12: 'NS',
  13: 'NB',
  24: 'QC',
  35: 'ON',
  46: 'MB',
  47: 'SK',
  48: 'AB',
  59: 'BC',
  60: 'YT',
  61: 'NT',
  62: 'NU',
}
