// Undoes what scanners confuse: digits for letters, rn for m, c for e.

const LETTER_OF_DIGIT: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 2: 'z', 5: 's', 8: 'b', 9: 'g' }
const SCANNED = /^[a-z0125789]*$/

/** `C200` and `12A` look like units: letters and digits that do not alternate. */
const LIKE_UNIT = /^(?:[a-z]+[0-9]+|[0-9]+[a-z]+)$/

/** `C0uture`, `Memoria1`, `5heppard`: the word with letters for its digits; '' when it looks like a unit. */
export function scannedWord(mixed: string): string {
  if (!SCANNED.test(mixed)) return ''
  let digits = 0
  for (const c of mixed) if (c < 'a') digits++
  const letters = mixed.length - digits
  if (digits > 3 || digits >= letters || mixed.includes('7')) return ''
  const word = mixed.replace(/[0-9]/g, (c) => LETTER_OF_DIGIT[c] ?? c)
  if (LIKE_UNIT.test(mixed)) return letters >= 4 || (digits === 1 && letters === 3 && !mixed.endsWith('2')) ? word : ''
  return word
}

/** One key for words that a scanner confuses: 0/o/a, 1/l/i, 5/s, 8/b/h, 2/z, 9/g/q, e/c, u/v, rn/m, ri/n, cl/d, vv/w. */
export function scanKey(name: string): string {
  let out = ''
  for (let i = 0; i < name.length; i++) {
    const c = name[i] as string
    const next = name[i + 1]
    if (c === 'r' && next === 'n') {
      out += 'm'
      i++
    } else if (c === 'r' && next === 'i') {
      out += 'n'
      i++
    } else if (c === 'c' && next === 'l') {
      out += 'd'
      i++
    } else if ((c === 'v' || c === 'u') && (next === 'v' || next === 'u')) {
      out += 'w'
      i++
    } else out += LOOKS_LIKE[c] ?? c
  }
  return out
}

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  0: 'o',
  a: 'o',
  1: 'l',
  i: 'l',
  j: 'l',
  2: 'z',
  5: 's',
  8: 'b',
  h: 'b',
  9: 'g',
  q: 'g',
  e: 'c',
  v: 'u',
}
