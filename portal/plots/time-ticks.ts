// Labels of a chart's time axis, in the page's language.
import { LOCALE } from '../language/choose-language.ts'

const DAY_SECONDS = 86_400

const year = new Intl.DateTimeFormat(LOCALE, { year: 'numeric' })
const month = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: '2-digit' })
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' })
const hour = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' })

/** As precise as the distance between two ticks, in seconds. The chart places ticks in local time. */
export function formatTick(seconds: number, distance: number): string {
  const format =
    distance >= 365 * DAY_SECONDS ? year : distance >= 28 * DAY_SECONDS ? month : distance >= DAY_SECONDS ? day : hour
  return format.format(new Date(seconds * 1000))
}
