// Undoes what scanners confuse: digits for letters, rn for m, c for e.

import type { ByteKey } from './byte-key.ts'
import { newByteKey, startKey } from './byte-key.ts'

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

/** What a single character looks like; most look like themselves. */
const LOOKS_LIKE = Uint8Array.from({ length: 256 }, (_, c) => c)
for (const [letter, likes] of Object.entries({ o: '0a', l: '1ij', z: '2', s: '5', b: '8h', g: '9q', c: 'e', u: 'v' }))
  for (const c of likes) LOOKS_LIKE[c.charCodeAt(0)] = letter.charCodeAt(0)

const [C, D, I, L, M, N] = [99, 100, 105, 108, 109, 110]
const [R, U, V, W] = [114, 117, 118, 119]

/** The letter that a scanner makes of two; 0 when they stay two. */
function scannedPair(c: number, next: number): number {
  if (c === R) return next === N ? M : next === I ? N : 0
  if (c === C) return next === L ? D : 0
  return (c === V || c === U) && (next === V || next === U) ? W : 0
}

/** One key for words that a scanner confuses: 0/o/a, 1/l/i, 5/s, 8/b/h, 2/z, 9/g/q, e/c, u/v, rn/m, ri/n, cl/d, vv/w. */
export function writeScanKey(name: string, key: ByteKey): void {
  const bytes = startKey(key, name)
  let length = 0
  for (let i = 0; i < name.length; i++) {
    const c = name.charCodeAt(i)
    const pair = i + 1 < name.length ? scannedPair(c, name.charCodeAt(i + 1)) : 0
    if (pair > 0) i++
    bytes[length++] = pair || (LOOKS_LIKE[c] as number)
  }
  key.length = length
}

const scratch = newByteKey()

export function scanKey(name: string): string {
  writeScanKey(name, scratch)
  return String.fromCharCode(...scratch.bytes.subarray(0, scratch.length))
}
