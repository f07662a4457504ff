// When a person wants emails: quiet hours and the hour of a summary, in the person's time zone. Pure.
import { MINUTE_MS } from '../../kernel/time.ts'

const DAY_MINUTES = 24 * 60

export interface QuietHours {
  /** `22:00`. May be after `to`: then the quiet hours contain midnight. */
  readonly from: string
  readonly to: string
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' })
  clocks.set(zone, clock)
  return clock
}

/** A name of the IANA database. Offsets such as `+05:00` do not know daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return clockOf(name) !== undefined
  } catch {
    return false
  }
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const localMinutes = (nowMs: number, zone: string) => minutesOf(clockOf(zone).format(nowMs))
const modulo = (minutes: number) => (minutes + DAY_MINUTES) % DAY_MINUTES

/** The next time after now at which clocks of the zone show `time`. On a day without that time, an hour before or after. */
export function nextAtMs(time: string, zone: string, nowMs: number): number {
  const target = minutesOf(time)
  const start = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
  const minutes = modulo(target - localMinutes(start, zone)) || DAY_MINUTES
  const guess = start + minutes * MINUTE_MS
  // Clocks may have changed in between.
  const early = modulo(target - localMinutes(guess, zone) + DAY_MINUTES / 2) - DAY_MINUTES / 2
  const exact = guess + early * MINUTE_MS
  return exact > nowMs ? exact : guess
}

/** When the quiet hours end that it is now, or null. */
export function quietUntilMs(quiet: QuietHours | null, zone: string, nowMs: number): number | null {
  if (!quiet) return null
  const sinceStart = modulo(localMinutes(nowMs, zone) - minutesOf(quiet.from))
  return sinceStart < modulo(minutesOf(quiet.to) - minutesOf(quiet.from)) ? nextAtMs(quiet.to, zone, nowMs) : null
}
