// Reads postal codes in text, including look-alikes (I/1, O/0, S/5) and truncated codes.

import { PROVINCES } from '../gazetteer/place-tables.ts'

const FIRST_LETTERS = 'ABCEGHJKLMNPRSTVXY'

const provinceByLetter = new Map<string, number[]>()
PROVINCES.forEach((p, id) => {
  for (const letter of p.postal) provinceByLetter.set(letter, [...(provinceByLetter.get(letter) ?? []), id])
})

/** The provinces whose codes start with the first letter of `code`. */
export function provincesOfPostal(code: string): readonly number[] {
  return provinceByLetter.get(code[0] ?? '') ?? []
}

const [ZERO, ONE, FIVE, NINE] = [48, 49, 53, 57]
const [A, I, L, O, S, Z] = [65, 73, 76, 79, 83, 90]

/** The letter that a character is or looks like; 0 for none. */
function asLetter(c: number): number {
  if (c >= A && c <= Z) return c
  return c === ZERO ? O : c === ONE ? I : c === FIVE ? S : 0
}

/** The digit that a character is or looks like; 0 for none. */
function asDigit(c: number): number {
  if (c >= ZERO && c <= NINE) return c
  return c === O ? ZERO : c === I || c === L ? ONE : c === S ? FIVE : 0
}

/** In upper case; letters that are not ASCII stay. */
function upperCaseAt(text: string, i: number): number {
  const c = text.charCodeAt(i)
  return c >= 97 && c <= 122 ? c - 32 : c
}

const isWordChar = (c: number): boolean => (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122)

/** `Howe`: a letter for the first digit is the only correction, so the second digit must be one. */
function isWordAt(text: string, at: number): boolean {
  const second = text.charCodeAt(at + 1)
  const fourth = upperCaseAt(text, at + 3)
  return !(second >= ZERO && second <= NINE) && fourth >= A && fourth <= Z
}

/** The code that starts at `at`. At the end of the text it may be truncated by a fixed-width field. */
export function readPostal(text: string, at: number): { code: string; end: number } | null {
  if (!FIRST_LETTERS.includes(text.charAt(at).toUpperCase()) || isWordAt(text, at)) return null
  const code: number[] = []
  let corrections = 0
  let i = at
  for (; i < text.length && code.length < 6; i++) {
    const c = upperCaseAt(text, i)
    if (code.length === 3 && (c === 32 || c === 45)) continue
    const right = code.length % 2 === 0 ? asLetter(c) : asDigit(c)
    if (right === 0) break
    if (right !== c) corrections++
    code.push(right)
  }
  const end = endOfCode(text, at, i, code.length, corrections)
  return end === 0 ? null : { code: String.fromCharCode(...code), end }
}

/** Where a code of `length` characters ends that was read from `at` to `i`; 0 when it is none. */
function endOfCode(text: string, at: number, i: number, length: number, corrections: number): number {
  if (length === 6 && corrections <= 1) {
    // `V6G 2Z6West End` has a glued neighbourhood; `V6G2Z66` is not a code
    const next = text.charCodeAt(i)
    return isWordChar(next) && !(next >= A && next <= Z) ? 0 : i
  }
  if (corrections > 0 || length < 3) return 0
  // truncated at the end of the text: `T3J0S`, `Toronto, ON M5V`
  if (i >= text.length && at > 0) return i
  const after = text.charCodeAt(at + 3)
  return length === 3 && !isWordChar(after) && after !== 32 && after !== 45 && at > 12 ? at + 3 : 0
}

/** Upper case without spaces; '' when the hint is not a code or a prefix of one. */
export function normalizePostal(hint: string): string {
  let compact = ' '
  for (let i = 0; i < hint.length; i++) {
    const c = hint.charCodeAt(i)
    if (c !== 32 && c !== 45) compact += hint[i]
  }
  return readPostal(compact, 1)?.code ?? ''
}
