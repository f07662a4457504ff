// The civic numbers of road segments, merged into the ranges of a street. Pure.

const UNKNOWN = '?'
const MAX_NUMBER = 9_999_999
/** A street with more ranges is described by its first and last number. */
const MAX_RANGES = 200

/** `1-99/2` for odd numbers only, `` for none, `?` when unknown (-1); null when they are no numbers. Empty and 0 mean none. */
export function rangeText(first: string, last: string): string | null {
  const ends = [first, last].map((text) => Number(text || 0))
  if (ends.some((end) => !Number.isInteger(end) || end < -1 || end > MAX_NUMBER)) return null
  if (ends.includes(-1)) return UNKNOWN
  const numbers = ends.filter((end) => end > 0)
  if (numbers.length === 0) return ''
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)]
  return `${from}-${to}${from % 2 === to % 2 ? '/2' : ''}`
}

/** One text for a list of streets; empty when a part is unknown, because then no number is outside. */
export function mergeRanges(texts: readonly string[]): string {
  const different = new Set(texts)
  different.delete('')
  if (different.has(UNKNOWN)) return ''
  const ranges = [...different].map((text) => {
    const [from, to, step = 1] = text.split(/[-/]/).map(Number) as [number, number, number?]
    return { from, to, step, kind: step === 1 ? 2 : from % 2 }
  })
  ranges.sort((a, b) => a.kind - b.kind || a.from - b.from)
  const merged: typeof ranges = []
  for (const range of ranges) {
    const last = merged.at(-1)
    if (last?.kind === range.kind && range.from <= last.to + last.step) last.to = Math.max(last.to, range.to)
    else merged.push(range)
  }
  merged.sort((a, b) => a.from - b.from || a.kind - b.kind)
  if (merged.length > MAX_RANGES) return `${merged[0]!.from}-${Math.max(...merged.map(({ to }) => to))}`
  return merged.map(({ from, to, step }) => `${from}-${to}${step === 2 ? '/2' : ''}`).join(' ')
}
