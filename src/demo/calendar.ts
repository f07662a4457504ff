// Calendar arithmetic on 'YYYY-MM-DD' texts, in UTC, without a clock.

const DAY_MS = 86_400_000

export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
}

export function dayText(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return dayText(dayNumber(day) + Math.round(days))
}

/** Moves by months; the day of the month is cut to what the month has. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const total = year * 12 + (month - 1) + Math.round(months)
  const targetYear = Math.floor(total / 12)
  const targetMonth = total - targetYear * 12
  const lastDate = new Date(Date.UTC(targetYear, targetMonth + 1, 0)).getUTCDate()
  return `${targetYear}-${two(targetMonth + 1)}-${two(Math.min(date, lastDate))}`
}

/** The instant at which a change of that day takes effect: nine in the morning, Eastern. */
export function instantOf(day: string): string {
  return `${day}T14:00:00Z`
}

export function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}
