// Small questions about text that every door asks.

/** Optimal-string-alignment distance, cut off above `most`. Both words are short: parameter and enum names. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1)
      next.push(best)
    }
    before = row
    row = next
  }
  return row[b.length]!
}

/** The known word somebody probably meant, or nothing when no word is near. */
export function nearestWord(given: string, known: Iterable<string>): string | undefined {
  const word = given.toLowerCase().slice(0, 64)
  const most = Math.max(1, Math.floor(word.length / 3))
  let best: string | undefined
  let bestDistance = most + 1
  for (const candidate of known) {
    const d = distance(word, candidate.toLowerCase(), most)
    if (d < bestDistance) {
      best = candidate
      bestDistance = d
    }
  }
  return best
}

/** Clean text: well-formed Unicode without control characters (tab and line ends are left to the caller to allow). */
export function isCleanText(value: string, allow = ''): boolean {
  if (!value.isWellFormed()) return false
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (
      (code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xfffe || code === 0xffff) &&
      !allow.includes(value[i]!)
    )
      return false
  }
  return true
}
