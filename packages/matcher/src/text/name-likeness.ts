// Ways in which one street name is like another: by sound, by look, by words.

import type { ByteKey } from './byte-key.ts'
import { areSameKeys, newByteKey, startKey } from './byte-key.ts'
import { letterMask } from './name-keys.ts'
import { writeScanKey } from './scanner-errors.ts'

const DIRECTION_WORDS = new Set(['north', 'south', 'east', 'west', 'northeast', 'northwest', 'southeast', 'southwest'])

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

export function soundsSame(typed: string, real: string): boolean {
  writeSoundKey(real, realKey)
  return areSameKeys(keysOfTyped(typed).sound, realKey)
}

export function scansSame(typed: string, real: string): boolean {
  writeScanKey(real, realKey)
  return areSameKeys(keysOfTyped(typed).scan, realKey)
}

const isBeforeLetters = (c: number): boolean => c < 58

/** The digits, in their order. */
export function haveSameDigits(a: string, b: string): boolean {
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
export function containsWordsInOrder(shorter: string, longer: string): boolean {
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
export function areTruncatedWords(typed: string, real: string): boolean {
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
export function haveDifferentDirections(a: string, b: string): boolean {
  if (!canStartDirection(a.charCodeAt(0)) || !canStartDirection(b.charCodeAt(0))) return false
  const first = a.slice(0, a.indexOf(' '))
  const second = b.slice(0, b.indexOf(' '))
  return first !== second && DIRECTION_WORDS.has(first) && DIRECTION_WORDS.has(second)
}

export const isDirection = (name: string): boolean => DIRECTION_WORDS.has(name)

/** Bit 1: the typed name has only letters of the real one. Bit 2: the reverse. */
export function lettersInside(typed: string, real: string): number {
  const { mask } = keysOfTyped(typed)
  const realMask = letterMask(real)
  return ((mask & ~realMask) === 0 ? 1 : 0) | ((realMask & ~mask) === 0 ? 2 : 0)
}

const GLUED_BEFORE =
  /^(?:rue|avenue|av|boulevard|boul|chemin|ch|place|croissant|cote)?(?:de|du|des|dela|del|la|le|les)?$/
const GLUED_AFTER =
  /^(?:street|st|avenue|ave|av|road|rd|drive|dr|boulevard|blvd|crescent|cres|court|crt|ct|place|pl|lane|ln|way|walk|trail|terrace|terr|parkway|pkwy|gate|square|sq|circle|cir|heights|gardens|grove|hill|mews|close|rise|view|landing|manor|green|common|park|point|bay|cove|link|row)?(?:northwest|northeast|southwest|southeast|nw|ne|sw|se|north|south|east|west|nord|sud|est|ouest|n|s|e|w)?$/

/** `torrensave`, `ruedelacommuneest`: the name with its type and direction, without spaces. */
export function isGluedAddress(typed: string, real: string): boolean {
  const at = typed.indexOf(real)
  return at >= 0 && GLUED_BEFORE.test(typed.slice(0, at)) && GLUED_AFTER.test(typed.slice(at + real.length))
}
