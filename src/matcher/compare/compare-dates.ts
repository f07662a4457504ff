// Step 5, the day: was the address that building's on the day the listing was written?

import type { StreetIndex } from '../index/street-index.ts'
import { findEntry } from '../index/street-index.ts'
import { DATES } from './components.ts'

/** A day as a number that sorts, 20091018; a year is 10,000. 0 is no day. */
export function dayOf(text: string | null | undefined): number {
  const parts = text ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) : null
  return parts ? Number(parts[1]) * 10_000 + Number(parts[2]) * 100 + Number(parts[3]) : 0
}

export function formatDay(day: number): string {
  const text = String(day).padStart(8, '0')
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
}

export const NO_END = 0xffffffff

/** Towers are sold under their coming address before the city has assigned it. */
const PRESALE_LEAD = 3 * 10_000

const hasDates = (index: StreetIndex, entry: number): boolean =>
  index.entryFrom[entry] !== 0 || index.entryTo[entry] !== NO_END

const isInForce = (index: StreetIndex, entry: number, day: number): boolean =>
  (index.entryFrom[entry] as number) <= day && day <= (index.entryTo[entry] as number)

/** Had a building of another project this very address that day? `fits` says how certain that must be. */
function hasRival(index: StreetIndex, entry: number, fits: (other: number) => boolean): boolean {
  const building = index.entryBuilding[entry] as number
  const group = index.group[building] as number
  const street = index.entryStreet[entry] as number
  const number = index.entryNumber[entry] as number
  const end = index.firstEntry[(index.streetName[street] as number) + 1] as number
  for (let e = findEntry(index, index.streetName[street] as number, number); e < end; e++) {
    if (index.entryNumber[e] !== number) return false
    const other = index.entryBuilding[e] as number
    if (other === building || (group >= 0 && index.group[other] === group)) continue
    if (index.entryStreet[e] === street && index.entrySuffix[e] === index.entrySuffix[entry] && fits(e)) return true
  }
  return false
}

export function compareDates(index: StreetIndex, entry: number, day: number): number {
  if (day === 0) return DATES.is.not_compared
  if (!hasDates(index, entry))
    // 100 Main St is whose it is known to have been that year, not whose it is today
    return hasRival(index, entry, (e) => hasDates(index, e) && isInForce(index, e, day))
      ? DATES.is.undated_rival
      : DATES.is.undated
  if (isInForce(index, entry, day)) return DATES.is.in_force
  if (hasRival(index, entry, (e) => isInForce(index, e, day))) return DATES.is.replaced
  const building = index.entryBuilding[entry] as number
  if (day < (index.entryFrom[entry] as number)) {
    if (day + PRESALE_LEAD >= (index.entryFrom[entry] as number)) return DATES.is.before
    return day < (index.firstDay[building] as number) ? DATES.is.no_building_then : DATES.is.long_before
  }
  return day > (index.lastDay[building] as number) ? DATES.is.no_building_then : DATES.is.after
}
