// Finds where one word ends and the next begins when no space separates them.

import { VOCABULARY } from './vocabulary.ts'

export const isDigit = (c: number): boolean => c >= 48 && c <= 57
export const isUpper = (c: number): boolean => c >= 65 && c <= 90
export const isLower = (c: number): boolean => c >= 97 && c <= 122
export const isLetter = (c: number): boolean => isUpper(c) || isLower(c)

const NAME_PREFIXES = new Set(['la', 'le', 'de', 'du', 'mc'])

/** `StE`, `AveNW`, `RueDu`: a short part that is a word of addresses. */
function isAddressWord(text: string, from: number, to: number): boolean {
  const word = VOCABULARY.get(text.slice(from, to).toLowerCase())
  return word !== undefined && (word.type > 0 || word.direction > 0 || word.particle || word.saint)
}

/**
 * End of a run of letters and apostrophes. The run also ends between glued words: `KingswayBurnaby`, `CharlesStE`.
 * After capitals it ends only if the first word is long or known: `STREETVancouver`, but `QUEwns` is a typo.
 */
export function endOfWord(text: string, from: number): number {
  let i = from + 1
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 39 || c === 96) {
      if (isLetter(text.charCodeAt(i + 1))) continue
      break
    }
    if (!isLetter(c)) break
    if (!isUpper(c)) continue
    let end = i + 1
    while (isLower(text.charCodeAt(end))) end++
    const length = end - i
    if (isLower(text.charCodeAt(i - 1))) {
      // `LaSalle`, `DeLorimier`, `McGill` are one word
      if (i - from === 2 && NAME_PREFIXES.has(text.slice(from, i).toLowerCase())) continue
      if (length >= 3 ? i - from >= 2 : isAddressWord(text, i, endOfShortWord(text, i, end))) break
    } else if (length >= 3 && (i - from >= 4 || VOCABULARY.has(text.slice(from, i).toLowerCase()))) break
  }
  return i
}

/** In `AveNW` the word after Ave is NW, in `StE` it is E. */
function endOfShortWord(text: string, from: number, end: number): number {
  let to = end
  if (to === from + 1) while (isUpper(text.charCodeAt(to)) && !isLower(text.charCodeAt(to + 1))) to++
  return to
}

const GLUED_DIRECTION = /^(?:st|street|ave|av|avenue|rd|road|dr|drive|blvd|boulevard|cres|crescent)(nw|sw|w)$/
const GLUED_LEAD = /^(rue|avenue|boulevard|boul|chemin|croissant|place)(?:de|du|des|dela|la|le|les)$/
const GLUED_TYPE = /.{3}(street|avenue|drive|road|boulevard|crescent|parkway)$/
/** The last letters of the types in GLUED_TYPE. */
const canEndType = (c: number): boolean => c === 116 || c === 101 || c === 100 || c === 121

/** Where the second word starts in `84 AveNW`, `Richmond StE`, `HoweSt`, `201 SHERBOURNESTREET`; `end` for a single word. */
export function splitGluedWords(text: string, from: number, end: number): number {
  const length = end - from
  const last = text.charCodeAt(end - 1)
  if (length < 3) return end
  if (isUpper(last) && (isLower(text.charCodeAt(end - 2)) || isLower(text.charCodeAt(end - 3)))) {
    const cut = isLower(text.charCodeAt(end - 2)) ? end - 1 : end - 2
    const isDirection = VOCABULARY.get(text.slice(cut, end).toLowerCase())?.direction
    if (isDirection && VOCABULARY.get(text.slice(from, cut).toLowerCase())?.type) return cut
  }
  // `ViewDr`, `HoweSt`: too short for endOfWord
  if (length > 4 && isLower(last) && isUpper(text.charCodeAt(end - 2)) && isLower(text.charCodeAt(end - 3)))
    if (VOCABULARY.get(text.slice(end - 2, end).toLowerCase())?.type) return end - 2
  // `ruedeMentana`, `CroissantduRuisseau`
  const lead = isUpper(text.charCodeAt(end)) ? GLUED_LEAD.exec(text.slice(from, end).toLowerCase()) : null
  if (lead) return from + (lead[1] as string).length
  const gluedEnding = (last | 32) === 119 ? GLUED_DIRECTION : length >= 7 && canEndType(last | 32) ? GLUED_TYPE : null
  if (!gluedEnding) return end
  const word = text.slice(from, end).toLowerCase()
  const tail = VOCABULARY.has(word) ? null : gluedEnding.exec(word)
  return tail ? end - (tail[1] as string).length : end
}
