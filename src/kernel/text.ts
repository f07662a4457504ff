// Text checks and similarity used throughout the product.

/** Damerau-Levenshtein distance, at most `limit`. For short words: names of parameters, cities, developers. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      next.push(cost)
    }
    if (Math.min(...next) >= limit) return limit
    before = row
    row = next
  }
  return Math.min(limit, row[b.length]!)
}

/** The known word closest to a misspelled one, if any is close enough. */
export function nearestWord(input: string, known: Iterable<string>): string | undefined {
  const word = input.toLowerCase().slice(0, 64)
  let best: string | undefined
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of known) {
    const distance = editDistance(word, candidate.toLowerCase(), least)
    if (distance < least) {
      best = candidate
      least = distance
    }
  }
  return best
}

/** Control characters and the two noncharacters U+FFFE and U+FFFF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches them on purpose
const UNCLEAN = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/

/** Well-formed Unicode without control characters, except those in `allow`. */
export function isCleanText(value: string, allow = ''): boolean {
  if (isPrintableAscii(value)) return true
  if (!value.isWellFormed()) return false
  if (!UNCLEAN.test(value)) return true
  for (const char of value) if (UNCLEAN.test(char) && !allow.includes(char)) return false
  return true
}

/** A fast check that most text passes. */
function isPrintableAscii(value: string): boolean {
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code < 0x20 || code > 0x7e) return false
  }
  return true
}

/** Unicode NFC. Plain ASCII, the usual case, needs no work. */
export function toNfc(text: string): string {
  return isPrintableAscii(text) ? text : text.normalize('NFC')
}

/** True for an existing day as YYYY-MM-DD. */
export function isCalendarDay(text: string): boolean {
  // PostgreSQL has no year 0.
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
