// Names dataset versions: the day and a sequence number. Names only increase. Pure.

import { DAY_MS } from '../../kernel/time.ts'

interface Parts {
  readonly day: string
  readonly run: number
}

/** A node looks once a second, and may have missed as many at most. */
const UNSEEN = 2

function parse(version: string): Parts {
  const dot = version.lastIndexOf('.')
  return { day: version.slice(0, dot), run: Number(version.slice(dot + 1)) }
}

/** The last step back of the database: when, and the newest name that a node saw before it. */
interface RewindOf {
  readonly at: string
  readonly lost: string | null | undefined
}

/** "2026-11-14.2" → "2026-11-14.3" on that day, "2026-11-15.1" on the next. A clock that is set back does not lower the name. */
export function nextVersion(last: string | null, at: Date, rewind: RewindOf | null = null): string {
  const today = at.toISOString().slice(0, 10)
  const before = [last === null ? { day: '', run: 0 } : parse(last), ...(rewind ? lostNames(rewind) : [])]
    .sort((a, b) => (a.day === b.day ? a.run - b.run : a.day < b.day ? -1 : 1))
    .at(-1)!
  const next = today > before.day ? { day: today, run: 1 } : { day: before.day, run: before.run + 1 }
  return `${next.day}.${next.run}`
}

/** The highest names that may have been lost: fewer than one a second were given. Clocks of nodes differ, so time alone does not tell. */
function lostNames({ at, lost }: RewindOf): Parts[] {
  const byTime = { day: at.slice(0, 10), run: Math.ceil((Date.parse(at) % DAY_MS) / 1000) }
  if (!lost) return [byTime]
  const { day, run } = parse(lost)
  return [byTime, { day, run: run + UNSEEN }]
}
