// Finds where one word ends and the next begins when no space separates them.

import type { Word } from './vocabulary.ts'
import { VOCABULARY } from './vocabulary.ts'
import { factsAt, UNKNOWN } from './word-facts.ts'

export const isDigit = (c: number): boolean => c >= 48 && c <= 57
export const isUpper = (c: number): boolean => c >= 65 && c <= 90
export const isLower = (c: number): boolean => c >= 97 && c <= 122
export const isLetter = (c: number): boolean => isLower(c | 32)

/** `LaSalle`, `DeLorimier`, `McGill` are one word. */
const NAME_PREFIXES = new Set(['la', 'le', 'de', 'du', 'mc'])

/** `StE`, `AveNW`, `RueDu`: a short part that is a word of addresses. */
function isAddressWord(word: Readonly<Word> | null): boolean {
  return word !== null && (word.type > 0 || word.direction > 0 || word.particle || word.saint)
}

/** The meanings of a part of a word. A part with an apostrophe has none. */
function wordAt(chars: Uint8Array, from: number, to: number): Readonly<Word> | null {
  const { text, word } = factsAt(chars, from, to)
  return text.length === to - from ? word : null
}

/**
 * End of a run of letters and apostrophes. The run also ends between glued words: `KingswayBurnaby`, `CharlesStE`.
 * After capitals it ends only if the first word is long or known: `STREETVancouver`, but `QUEwns` is a typo.
 * `chars` ends with zeros.
 */
export function endOfWord(chars: Uint8Array, from: number): number {
  let i = from + 1
  for (; ; i++) {
    const c = chars[i] as number
    if (isLower(c)) continue
    if (c === 39 || c === 96) {
      if (isLetter(chars[i + 1] as number)) continue
      break
    }
    if (!isUpper(c)) break
    let end = i + 1
    while (isLower(chars[end] as number)) end++
    const length = end - i
    if (isLower(chars[i - 1] as number)) {
      if (i - from === 2 && NAME_PREFIXES.has(factsAt(chars, from, i).text)) continue
      if (length >= 3 ? i - from >= 2 : isAddressWord(wordAt(chars, i, endOfShortWord(chars, i, end)))) break
    } else if (length >= 3 && (i - from >= 4 || wordAt(chars, from, i) !== null)) break
  }
  return i
}

/** In `AveNW` the word after Ave is NW, in `StE` it is E. */
function endOfShortWord(chars: Uint8Array, from: number, end: number): number {
  let to = end
  if (to === from + 1) while (isUpper(chars[to] as number) && !isLower(chars[to + 1] as number)) to++
  return to
}

const GLUED_DIRECTION = /^(?:st|street|ave|av|avenue|rd|road|dr|drive|blvd|boulevard|cres|crescent)(nw|sw|w)$/
const GLUED_LEAD = /^(rue|avenue|boulevard|boul|chemin|croissant|place)(?:de|du|des|dela|la|le|les)$/
const GLUED_TYPE = /.{3}(street|avenue|drive|road|boulevard|crescent|parkway)$/
const LETTER_W = 119
/** The last letters of the types in GLUED_TYPE. */
const canEndType = (c: number): boolean => c === 116 || c === 101 || c === 100 || c === 121

/** Where the second word starts in `84 AveNW`, `Richmond StE`, `HoweSt`, `201 SHERBOURNESTREET`; `end` for a single word. */
export function splitGluedWords(chars: Uint8Array, from: number, end: number): number {
  const length = end - from
  if (length < 3) return end
  const last = chars[end - 1] as number
  const isLowerBefore = isLower(chars[end - 2] as number)
  if (isUpper(last) && (isLowerBefore || isLower(chars[end - 3] as number))) {
    const cut = isLowerBefore ? end - 1 : end - 2
    if (wordAt(chars, cut, end)?.direction && wordAt(chars, from, cut)?.type) return cut
  }
  // `ViewDr`, `HoweSt`: too short for endOfWord
  if (length > 4 && isLower(last) && isUpper(chars[end - 2] as number) && isLower(chars[end - 3] as number))
    if (wordAt(chars, end - 2, end)?.type) return end - 2
  // `ruedeMentana`, `CroissantduRuisseau`
  const lead = isUpper(chars[end] as number) ? GLUED_LEAD.exec(lowerCase(chars, from, end)) : null
  if (lead) return from + (lead[1] as string).length
  const canEnd = (last | 32) === LETTER_W || (length >= 7 && canEndType(last | 32))
  if (!canEnd) return end
  const facts = factsAt(chars, from, end)
  // without its apostrophe the word is shorter
  if (facts.text.length !== length) return end - gluedEnding(lowerCase(chars, from, end))
  if (facts.gluedEnding === UNKNOWN) facts.gluedEnding = facts.word === null ? gluedEnding(facts.text) : 0
  return end - facts.gluedEnding
}

const lowerCase = (chars: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...chars.subarray(from, to)).toLowerCase()

/** The letters of the type or direction at the end of `word`; 0 for none. */
function gluedEnding(word: string): number {
  const ending = word.charCodeAt(word.length - 1) === LETTER_W ? GLUED_DIRECTION : GLUED_TYPE
  return VOCABULARY.has(word) ? 0 : (ending.exec(word)?.[1]?.length ?? 0)
}
