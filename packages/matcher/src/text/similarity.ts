// Names the way in which two different street names resemble each other.

import { ORDINAL_WORDS } from '../gazetteer/words.ts'
import type { ByteKey } from './byte-key.ts'
import { areSameKeys, newByteKey, startKey } from './byte-key.ts'
import { bitCount, letterMask } from './name-keys.ts'
import { writeScanKey } from './scanner-errors.ts'

export type Resemblance =
  | 'sounds_same'
  | 'scans_same'
  | 'glued'
  | 'one_edit'
  | 'one_edit_short'
  | 'two_edits'
  | 'three_edits'
  | 'cut'
  | 'words_cut'
  | 'words_missing'
  | 'words_added'

const DIRECTION_WORDS = new Set(['north', 'south', 'east', 'west', 'northeast', 'northwest', 'southeast', 'southwest'])

const MAX_LENGTH = 64
const rows = [new Uint8Array(MAX_LENGTH + 1), new Uint8Array(MAX_LENGTH + 1), new Uint8Array(MAX_LENGTH + 1)]

/** Counts edits (insert, delete, replace, swap of neighbours) up to `limit`; returns `limit + 1` for more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || a.length > MAX_LENGTH || b.length > MAX_LENGTH) return limit + 1
  // names that are compared have most letters in common, at the start and at the end
  let start = 0
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) start++
  let [aLength, bLength] = [a.length - start, b.length - start]
  while (aLength > 0 && bLength > 0 && a.charCodeAt(start + aLength - 1) === b.charCodeAt(start + bLength - 1)) {
    aLength--
    bLength--
  }
  if (aLength === 0 || bLength === 0) return aLength + bLength
  return distanceFrom(a, b, start, aLength, bLength, limit)
}

/** The distance of `aLength` and `bLength` letters from `start`. */
function distanceFrom(a: string, b: string, start: number, aLength: number, bLength: number, limit: number): number {
  let before = rows[0] as Uint8Array
  let above = rows[1] as Uint8Array
  let row = rows[2] as Uint8Array
  for (let j = 0; j <= bLength; j++) above[j] = j
  for (let i = 1; i <= aLength; i++) {
    row[0] = i
    let best = i
    const from = Math.max(1, i - limit)
    const to = Math.min(bLength, i + limit)
    if (from > 1) row[from - 1] = limit + 1
    const c = a.charCodeAt(start + i - 1)
    for (let j = from; j <= to; j++) {
      const same = c === b.charCodeAt(start + j - 1)
      const up = j === i + limit ? limit + 1 : (above[j] as number) + 1
      let cost = Math.min((above[j - 1] as number) + (same ? 0 : 1), up, (row[j - 1] as number) + 1)
      if (
        i > 1 &&
        j > 1 &&
        !same &&
        c === b.charCodeAt(start + j - 2) &&
        a.charCodeAt(start + i - 2) === b.charCodeAt(start + j - 1)
      )
        cost = Math.min(cost, (before[j - 2] as number) + 1)
      row[j] = cost
      if (cost < best) best = cost
    }
    if (best > limit) return limit + 1
    const oldest = before
    before = above
    above = row
    row = oldest
  }
  return Math.min(above[bLength] as number, limit + 1)
}

/** `Peel Peel`, `Broadway Broadway`. */
export function withoutRepeatedWords(words: string): string {
  let out = ''
  let last = ''
  for (const word of words.split(' ')) {
    if (word !== last) out += word
    last = word
  }
  return out
}

const [C, E, F, G, H, I, K, P, Q, S, Y, Z] = [99, 101, 102, 103, 104, 105, 107, 112, 113, 115, 121, 122]

/** One key for spellings that sound the same: doubled letters, ph/f, ck/k, c/k, z/s, y/i, ei/ie, silent e. */
function writeSoundKey(name: string, key: ByteKey): void {
  const bytes = startKey(key, name)
  let length = 0
  let last = 0
  for (let i = 0; i < name.length; i++) {
    let c = name.charCodeAt(i)
    const next = i + 1 < name.length ? name.charCodeAt(i + 1) : 0
    if (c === P && next === H) {
      c = F
      i++
    } else if (c === C) c = next === E || next === I || next === Y ? S : K
    else if (c === Q) c = K
    else if (c === Z) c = S
    else if (c === Y) c = I
    else if (c === G && next === H) continue
    if (c === E && (i === name.length - 1 || next === I || last === I)) continue
    if ((c === H && i > 0) || c === last) continue
    bytes[length++] = c
    last = c
  }
  key.length = length
}

/** The keys of the name that was typed. It is compared with many others in a row. */
const typedKeys = { name: '', mask: 0, sound: newByteKey(), scan: newByteKey() }

function keysOfTyped(name: string): typeof typedKeys {
  if (name !== typedKeys.name) {
    typedKeys.name = name
    typedKeys.mask = letterMask(name)
    writeSoundKey(name, typedKeys.sound)
    writeScanKey(name, typedKeys.scan)
  }
  return typedKeys
}

const realKey = newByteKey()

function soundsSame(typed: string, real: string): boolean {
  writeSoundKey(real, realKey)
  return areSameKeys(keysOfTyped(typed).sound, realKey)
}

function scansSame(typed: string, real: string): boolean {
  writeScanKey(real, realKey)
  return areSameKeys(keysOfTyped(typed).scan, realKey)
}

const isBeforeLetters = (c: number): boolean => c < 58

/** The digits, in their order. */
function haveSameDigits(a: string, b: string): boolean {
  let j = 0
  for (let i = 0; i < a.length; i++) {
    if (!isBeforeLetters(a.charCodeAt(i))) continue
    while (j < b.length && !isBeforeLetters(b.charCodeAt(j))) j++
    if (j === b.length || a.charCodeAt(i) !== b.charCodeAt(j)) return false
    j++
  }
  while (j < b.length && !isBeforeLetters(b.charCodeAt(j))) j++
  return j === b.length
}

const SPACE = 32

function endOfWord(words: string, from: number): number {
  let end = from
  while (end < words.length && words.charCodeAt(end) !== SPACE) end++
  return end
}

function areEqual(a: string, aFrom: number, aEnd: number, b: string, bFrom: number, bEnd: number): boolean {
  if (aEnd - aFrom !== bEnd - bFrom) return false
  for (let i = aFrom; i < aEnd; i++) if (a.charCodeAt(i) !== b.charCodeAt(bFrom + i - aFrom)) return false
  return true
}

/** Extra words in `longer` are allowed, but not directions: `West Liberty` is not Liberty. */
function containsWordsInOrder(shorter: string, longer: string): boolean {
  let at = 0
  let atEnd = endOfWord(shorter, 0)
  for (let from = 0; from <= longer.length; ) {
    const end = endOfWord(longer, from)
    if (at <= shorter.length && areEqual(shorter, at, atEnd, longer, from, end)) {
      at = atEnd + 1
      atEnd = endOfWord(shorter, at)
    } else if (canStartDirection(longer.charCodeAt(from)) && DIRECTION_WORDS.has(longer.slice(from, end))) return false
    from = end + 1
  }
  return at > shorter.length
}

/** `MISSISSAUGA VALL`, `Harris Garden` for Harrison Garden: each word is whole or has at least three letters left. */
function areTruncatedWords(typed: string, real: string): boolean {
  for (let i = 0, j = 0; ; i++, j++) {
    const end = endOfWord(typed, i)
    const realEnd = endOfWord(real, j)
    const length = end - i
    if (length > realEnd - j || (length < realEnd - j && length < 3)) return false
    if (!areEqual(typed, i, end, real, j, j + length)) return false
    i = end
    j = realEnd
    if (i === typed.length || j === real.length) return i === typed.length && j === real.length
  }
}

/** The first letters of DIRECTION_WORDS. */
const canStartDirection = (c: number): boolean => c === 110 || c === 115 || c === 101 || c === 119

/** `East King Edward` is two letters from `West King Edward`, but at the other end of town. */
function haveDifferentDirections(a: string, b: string): boolean {
  if (!canStartDirection(a.charCodeAt(0)) || !canStartDirection(b.charCodeAt(0))) return false
  const first = a.slice(0, a.indexOf(' '))
  const second = b.slice(0, b.indexOf(' '))
  return first !== second && DIRECTION_WORDS.has(first) && DIRECTION_WORDS.has(second)
}

/** Returns null when the names do not resemble each other. Digits must be equal: `19 Ave` is not `13 Ave`. */
export function resemblance(typed: string, typedWords: string, real: string, realWords: string): Resemblance | null {
  if (!haveSameDigits(typed, real)) return null
  if (haveDifferentDirections(typedWords, realWords) || DIRECTION_WORDS.has(typed)) return null
  const longest = Math.max(typed.length, real.length)
  const distance = longest < 4 ? 9 : editDistance(typed, real, longest >= 12 ? 3 : longest >= 8 ? 2 : 1)
  if (distance === 1) return longest >= 7 ? 'one_edit' : 'one_edit_short'
  if (typed.length >= 5 && soundsSame(typed, real)) return 'sounds_same'
  if (longest >= 3 && scansSame(typed, real)) return 'scans_same'
  if (typed === typedWords && real.length >= 4 && typed.length > real.length && isGluedAddress(typed, real))
    return 'glued'
  if (typed.length >= 4 && real.startsWith(typed)) return 'cut'
  if (distance === 2 && longest >= 8) return 'two_edits'
  // words can only be missing or cut when one name has every letter of the other; names of particles have no words
  const hasWords = typedWords !== '' && realWords !== ''
  const typedMask = keysOfTyped(typed).mask
  const realMask = letterMask(real)
  const isTypedInside = !hasWords || (typedMask & ~realMask) === 0
  const isRealInside = !hasWords || (realMask & ~typedMask) === 0
  if (isTypedInside && typed.length >= 5 && areTruncatedWords(typedWords, realWords)) return 'words_cut'
  if (distance === 3 && longest >= 12) return 'three_edits'
  if (isTypedInside && typed.length >= 5 && containsWordsInOrder(typedWords, realWords)) return 'words_missing'
  if (isRealInside && real.length >= 5 && containsWordsInOrder(realWords, typedWords)) return 'words_added'
  return null
}

const GLUED_BEFORE =
  /^(?:rue|avenue|av|boulevard|boul|chemin|ch|place|croissant|cote)?(?:de|du|des|dela|del|la|le|les)?$/
const GLUED_AFTER =
  /^(?:street|st|avenue|ave|av|road|rd|drive|dr|boulevard|blvd|crescent|cres|court|crt|ct|place|pl|lane|ln|way|walk|trail|terrace|terr|parkway|pkwy|gate|square|sq|circle|cir|heights|gardens|grove|hill|mews|close|rise|view|landing|manor|green|common|park|point|bay|cove|link|row)?(?:northwest|northeast|southwest|southeast|nw|ne|sw|se|north|south|east|west|nord|sud|est|ouest|n|s|e|w)?$/

/** `torrensave`, `ruedelacommuneest`: the name with its type and direction, without spaces. */
function isGluedAddress(typed: string, real: string): boolean {
  const at = typed.indexOf(real)
  return at >= 0 && GLUED_BEFORE.test(typed.slice(0, at)) && GLUED_AFTER.test(typed.slice(at + real.length))
}

const ORDINALS = ORDINAL_WORDS.flatMap((list, n) =>
  list.split(' ').map((word) => ({ word, n, mask: letterMask(word) })),
).filter((o) => o.word.length >= 5)

/** `Thirteneth St`: the ordinal one edit away; 0 when there is none. */
export function nearestOrdinal(name: string): number {
  if (name.length < 4 || name.length > 14) return 0
  const mask = letterMask(name)
  for (const o of ORDINALS) if (bitCount(mask ^ o.mask) <= 2 && editDistance(name, o.word, 1) <= 1) return o.n
  return 0
}
