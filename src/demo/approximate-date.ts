// Dates as builders announce them: the further away, the less precise.
import type { Project } from '../catalog/records/record-schemas.ts'
import { dayNumber } from './calendar.ts'
import type { Random } from './drawings/random.ts'

export type FuzzyDate = NonNullable<Project['occupancy_date']>

export function announced(day: string, announcedOn: string, random: Random): FuzzyDate {
  const months = (dayNumber(day) - dayNumber(announcedOn)) / 30.4
  if (months > 44) return rounded(day, 'year', true)
  if (months > 14) return rounded(day, random.chance(0.5) ? 'season' : 'quarter', true)
  return rounded(day, 'month', true)
}

export function happened(day: string, precision: FuzzyDate['precision']): FuzzyDate {
  return rounded(day, precision, false)
}

/** The first day of the period. Winter starts in December of the previous year. */
function rounded(day: string, precision: FuzzyDate['precision'], isEstimate: boolean): FuzzyDate {
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  let date = day
  if (precision === 'year') date = `${year}-01-01`
  if (precision === 'month') date = `${day.slice(0, 7)}-01`
  if (precision === 'quarter') date = `${year}-${two(Math.floor((month - 1) / 3) * 3 + 1)}-01`
  if (precision === 'season') date = month < 3 ? `${year - 1}-12-01` : `${year}-${two(Math.floor(month / 3) * 3)}-01`
  return { date, precision, is_estimate: isEstimate }
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
