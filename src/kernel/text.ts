// Small questions about text that every door asks.

/** Letters to change, add, drop or swap; gives up at `limit`. For short words: names of parameters, cities, developers. */
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

/** The known word somebody probably meant, or nothing when no word is near. */
export function nearestWord(given: string, known: Iterable<string>): string | undefined {
  const word = given.toLowerCase().slice(0, 64)
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

/** Control characters and the two code points that are none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNCLEAN = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/

/** Clean text: well-formed Unicode without control characters, but for those of `allow`. */
export function isCleanText(value: string, allow = ''): boolean {
  if (isPrintableAscii(value)) return true
  if (!value.isWellFormed()) return false
  if (!UNCLEAN.test(value)) return true
  for (const char of value) if (UNCLEAN.test(char) && !allow.includes(char)) return false
  return true
}

/** Most text is, and nothing else about it need be asked. */
function isPrintableAscii(value: string): boolean {
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code < 0x20 || code > 0x7e) return false
  }
  return true
}

/** Letters and their accents as one character each. Plain text, which is most of it, is so already. */
export function composed(text: string): string {
  return isPrintableAscii(text) ? text : text.normalize('NFC')
}

/** A day that was or will be, as YYYY-MM-DD. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
