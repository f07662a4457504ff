// Names the way in which two different street names resemble each other.

import { ORDINAL_WORDS } from '../gazetteer/words.ts'
import { bitCount, letterMask } from './name-keys.ts'
import { scanKey } from './scanner-errors.ts'

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
  let [before, above, row] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let j = 0; j <= b.length; j++) above[j] = j
  for (let i = 1; i <= a.length; i++) {
    row[0] = i
    let best = i
    const from = Math.max(1, i - limit)
    const to = Math.min(b.length, i + limit)
    if (from > 1) row[from - 1] = limit + 1
    for (let j = from; j <= to; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      const up = j === i + limit ? limit + 1 : (above[j] as number) + 1
      let cost = Math.min((above[j - 1] as number) + (same ? 0 : 1), up, (row[j - 1] as number) + 1)
      if (
        i > 1 &&
        j > 1 &&
        !same &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      )
        cost = Math.min(cost, (before[j - 2] as number) + 1)
      row[j] = cost
      if (cost < best) best = cost
    }
    if (best > limit) return limit + 1
    ;[before, above, row] = [above, row, before]
  }
  return Math.min(above[b.length] as number, limit + 1)
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

/** One key for spellings that sound the same: doubled letters, ph/f, ck/k, c/k, z/s, y/i, ei/ie, silent e. */
function soundKey(name: string): string {
  let out = ''
  for (let i = 0; i < name.length; i++) {
    let c = name[i] as string
    const next = name[i + 1]
    if (c === 'p' && next === 'h') {
      c = 'f'
      i++
    } else if (c === 'c') c = next === 'e' || next === 'i' || next === 'y' ? 's' : 'k'
    else if (c === 'q') c = 'k'
    else if (c === 'z') c = 's'
    else if (c === 'y') c = 'i'
    else if (c === 'g' && next === 'h') continue
    if (c === 'e' && (i === name.length - 1 || next === 'i' || out.endsWith('i'))) continue
    if (c === 'h' && i > 0) continue
    if (!out.endsWith(c)) out += c
  }
  return out
}

const digitsOf = (name: string): string => {
  let out = ''
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) < 58) out += name[i]
  return out
}

/** Extra words in `longer` are allowed, but not directions: `West Liberty` is not Liberty. */
function containsWordsInOrder(shorter: string, longer: string): boolean {
  const words = shorter.split(' ')
  let at = 0
  for (const word of longer.split(' ')) {
    if (word === words[at]) at++
    else if (DIRECTION_WORDS.has(word)) return false
  }
  return at === words.length
}

/** `MISSISSAUGA VALL`, `Harris Garden` for Harrison Garden: each word is whole or has at least three letters left. */
function areTruncatedWords(typed: string, real: string): boolean {
  const a = typed.split(' ')
  const b = real.split(' ')
  if (a.length !== b.length) return false
  return a.every((word, i) => word === b[i] || (word.length >= 3 && (b[i] as string).startsWith(word)))
}

/** `East King Edward` is two letters from `West King Edward`, but at the other end of town. */
function haveDifferentDirections(a: string, b: string): boolean {
  const first = a.slice(0, a.indexOf(' '))
  const second = b.slice(0, b.indexOf(' '))
  return first !== second && DIRECTION_WORDS.has(first) && DIRECTION_WORDS.has(second)
}

/** Returns null when the names do not resemble each other. Digits must be equal: `19 Ave` is not `13 Ave`. */
export function resemblance(typed: string, typedWords: string, real: string, realWords: string): Resemblance | null {
  if (digitsOf(typed) !== digitsOf(real)) return null
  if (haveDifferentDirections(typedWords, realWords) || DIRECTION_WORDS.has(typed)) return null
  const longest = Math.max(typed.length, real.length)
  const distance = longest < 4 ? 9 : editDistance(typed, real, longest >= 12 ? 3 : longest >= 8 ? 2 : 1)
  if (distance === 1) return longest >= 7 ? 'one_edit' : 'one_edit_short'
  if (typed.length >= 5 && soundKey(typed) === soundKey(real)) return 'sounds_same'
  if (longest >= 3 && scanKey(typed) === scanKey(real)) return 'scans_same'
  if (typed === typedWords && real.length >= 4 && typed.length > real.length && isGluedAddress(typed, real))
    return 'glued'
  if (typed.length >= 4 && real.startsWith(typed)) return 'cut'
  if (distance === 2 && longest >= 8) return 'two_edits'
  if (typed.length >= 5 && areTruncatedWords(typedWords, realWords)) return 'words_cut'
  if (distance === 3 && longest >= 12) return 'three_edits'
  if (typed.length >= 5 && containsWordsInOrder(typedWords, realWords)) return 'words_missing'
  if (real.length >= 5 && containsWordsInOrder(realWords, typedWords)) return 'words_added'
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
  return ORDINALS.find((o) => bitCount(mask ^ o.mask) <= 2 && editDistance(name, o.word, 1) <= 1)?.n ?? 0
}
