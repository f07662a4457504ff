// Names dataset versions: the day and a sequence number. Names only increase. Pure.

import { DAY_MS } from '../../kernel/time.ts'

interface Parts {
  readonly day: string
  readonly run: number
}

function parse(version: string): Parts {
  const dot = version.lastIndexOf('.')
  return { day: version.slice(0, dot), run: Number(version.slice(dot + 1)) }
}

/** "2026-11-14.2" → "2026-11-14.3" on that day, "2026-11-15.1" on the next. A clock that is set back does not lower the name. */
export function nextVersion(last: string | null, at: Date, rewoundAt: Date | null = null): string {
  const today = at.toISOString().slice(0, 10)
  const before = last === null ? { day: '', run: 0 } : parse(last)
  const next = today > before.day ? { day: today, run: 1 } : { day: before.day, run: before.run + 1 }
  return `${next.day}.${Math.max(next.run, firstRun(next.day, rewoundAt))}`
}

/** Versions of this day may have been lost. Fewer than one a second were published, so these names were not taken. */
function firstRun(day: string, rewoundAt: Date | null): number {
  const lostDay = rewoundAt?.toISOString().slice(0, 10)
  return rewoundAt && lostDay === day ? Math.ceil((rewoundAt.getTime() % DAY_MS) / 1000) + 1 : 1
}
