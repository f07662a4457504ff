// Reads postal codes in text, including look-alikes (I/1, O/0, S/5) and truncated codes.

import { PROVINCES } from '../gazetteer/provinces.ts'

const FIRST_LETTERS = 'ABCEGHJKLMNPRSTVXY'

const provinceByLetter = new Map<string, number[]>()
PROVINCES.forEach((p, id) => {
  for (const letter of p.postal) provinceByLetter.set(letter, [...(provinceByLetter.get(letter) ?? []), id])
})

/** The provinces whose codes start with the first letter of `code`. */
export function provincesOfPostal(code: string): readonly number[] {
  return provinceByLetter.get(code[0] ?? '') ?? []
}

function asLetter(c: string): string {
  if (c >= 'A' && c <= 'Z') return c
  return c === '0' ? 'O' : c === '1' ? 'I' : c === '5' ? 'S' : ''
}

function asDigit(c: string): string {
  if (c >= '0' && c <= '9') return c
  return c === 'O' ? '0' : c === 'I' || c === 'L' ? '1' : c === 'S' ? '5' : ''
}

const isWordChar = (c: number): boolean => (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122)

/** The code that starts at `at`. At the end of the text it may be truncated by a fixed-width field. */
export function readPostal(text: string, at: number): { code: string; end: number } | null {
  const first = text[at]?.toUpperCase() ?? ''
  if (!FIRST_LETTERS.includes(first)) return null
  let code = ''
  let corrections = 0
  let i = at
  for (; i < text.length && code.length < 6; i++) {
    const c = (text[i] as string).toUpperCase()
    if (code.length === 3 && (c === ' ' || c === '-')) continue
    const right = code.length % 2 === 0 ? asLetter(c) : asDigit(c)
    if (!right) break
    if (right !== c) corrections++
    code += right
  }
  if (code.length === 6 && corrections <= 1) {
    // `V6G 2Z6West End` has a glued neighbourhood; `V6G2Z66` is not a code
    const next = text.charCodeAt(i)
    if (isWordChar(next) && !(next >= 65 && next <= 90)) return null
    return { code, end: i }
  }
  if (corrections > 0 || code.length < 3) return null
  // truncated at the end of the text: `T3J0S`, `Toronto, ON M5V`
  if (i >= text.length && code.length >= 3 && at > 0) return { code, end: i }
  const after = text.charCodeAt(at + 3)
  return code.length === 3 && !isWordChar(after) && after !== 32 && after !== 45 && at > 12
    ? { code, end: at + 3 }
    : null
}

/** Upper case without spaces; '' when the hint is not a code or a prefix of one. */
export function normalizePostal(hint: string): string {
  const compact = hint.replaceAll(' ', '').replaceAll('-', '')
  return readPostal(` ${compact}`, 1)?.code ?? ''
}
