// What words are around a place, and which cannot be one.

import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, FIELD, MIXED, NUMBER, OPEN, POSTAL, WORD } from '../text/token.ts'

const BORDER = COMMA | BREAK | OPEN | CLOSE | FIELD

export const hasBorder = (t: Token): boolean => (t.gap & BORDER) !== 0

export const isZip = (t: Token | undefined): boolean => t?.kind === NUMBER && t.end - t.start === 5 && !hasBorder(t)

export const isStreetWord = ({ word }: Token): boolean => word !== null && (word.type > 0 || word.direction > 0)

/** Behind these a place follows without a comma, or more of the name: `Elm Park`, `Elm Way`. */
export const isNameLike = ({ word }: Token): boolean => word?.nameLike === true

export const isUnit = ({ kind, word }: Token): boolean =>
  kind === NUMBER || kind === MIXED || (word !== null && (word.designator || word.label) && word.type === 0)

/** Words that the end of an address has besides its place: types, directions, units, provinces, codes. */
export function isTailWord(t: Token): boolean {
  if (t.kind === POSTAL || isUnit(t) || t.text === 'canada' || t.canon === '') return true
  return t.word !== null && (t.word.province > 0 || isStreetWord(t))
}

/** Words that cannot be part of the name of a town. `Lower Wexley` is one, although a floor may be lower. */
export function isPlaceWord({ kind, word }: Token, isFirstOfSeveral: boolean): boolean {
  if (kind !== WORD) return false
  if (word === null || (word.label && isFirstOfSeveral)) return true
  return !word.designator && !word.label && !word.noise && !word.province && !word.registry && !word.tower
}
