// Compares the day of the listing with the dates of an address.

import { NO_END, ONE_YEAR } from '../index/day-number.ts'
import type { StreetIndex } from '../index/street-index.ts'
import { findEntry } from '../index/street-index.ts'
import { LEVEL } from './components.ts'

/** Developers sell towers under a future address before the city assigns it. */
const PRESALE_LEAD = 3 * ONE_YEAR

const hasDates = (index: StreetIndex, entry: number): boolean =>
  index.entryFrom[entry] !== 0 || index.entryTo[entry] !== NO_END

const isInForce = (index: StreetIndex, entry: number, day: number): boolean =>
  (index.entryFrom[entry] as number) <= day && day <= (index.entryTo[entry] as number)

/** Reports whether a building of another project has an entry for the same address that `fits`. */
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
  const level = LEVEL.address_dates
  if (day === 0) return level.not_compared
  if (!hasDates(index, entry)) {
    // a building on record at 100 Main St that year is more likely than one without dates
    const hasDatedRival = hasRival(index, entry, (e) => hasDates(index, e) && isInForce(index, e, day))
    return hasDatedRival ? level.undated_rival : level.undated
  }
  if (isInForce(index, entry, day)) return level.in_force
  if (hasRival(index, entry, (e) => isInForce(index, e, day))) return level.replaced
  const building = index.entryBuilding[entry] as number
  if (day < (index.entryFrom[entry] as number)) {
    if (day + PRESALE_LEAD >= (index.entryFrom[entry] as number)) return level.before
    return day < (index.firstDay[building] as number) ? level.no_building_then : level.long_before
  }
  return day > (index.lastDay[building] as number) ? level.no_building_then : level.after
}
