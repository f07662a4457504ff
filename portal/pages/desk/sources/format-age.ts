// How old the data of a source is, in words.
import { fill } from '../../../language/choose-language.ts'
import { formatNumber } from '../../../language/format.ts'
import { text } from './text.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

export function formatAge(seconds: number | null): string {
  if (seconds === null) return text.never
  const count = (unit: number) => formatNumber(Math.floor(seconds / unit))
  if (seconds < MINUTE) return text.ago.now
  if (seconds < HOUR) return fill(text.ago.minutes, { n: count(MINUTE) })
  return seconds < 2 * DAY ? fill(text.ago.hours, { n: count(HOUR) }) : fill(text.ago.days, { n: count(DAY) })
}
