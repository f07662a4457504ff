// Names dataset versions: the day and a sequence number. Names only increase. Pure.

interface Parts {
  readonly day: string
  readonly run: number
}

function parse(version: string): Parts {
  const dot = version.lastIndexOf('.')
  return { day: version.slice(0, dot), run: Number(version.slice(dot + 1)) }
}

/** "2026-11-14.2" → "2026-11-14.3" on that day, "2026-11-15.1" on the next. A clock that is set back does not lower the name. */
export function nextVersion(last: string | null, at: Date): string {
  const today = at.toISOString().slice(0, 10)
  if (last === null) return `${today}.1`
  const { day, run } = parse(last)
  return today > day ? `${today}.1` : `${day}.${run + 1}`
}
