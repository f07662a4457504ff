// The clock as a dependency, so that tests can control time.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Never goes back, for waiting times: when an operator sets the machine's clock back, nobody must wait for hours. */
export function steadyClock(clock: Clock): Clock {
  let last = clock.now()
  let offset = 0
  return {
    now: () => {
      const now = clock.now()
      if (now < last) offset += last - now
      last = now
      return now + offset
    },
  }
}

/** YYYY-MM-DD in UTC. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** YYYY-MM in UTC: the quota's month. */
export function utcMonth(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7)
}

/** When the next month begins in UTC. */
export function monthEndOf(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** Whole seconds until then. */
export function secondsToNextMonth(ms: number): number {
  return Math.ceil((monthEndOf(ms) - ms) / 1000)
}

/** `2026-02` → `2026-02-28`. */
export function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return utcDay(Date.UTC(year, number, 0))
}
