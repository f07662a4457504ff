// Names the way in which two different street names resemble each other.

import { ORDINALS } from '../gazetteer/words.ts'
import { editDistance } from './edit-distance.ts'
import { bitCount, letterMask } from './name-keys.ts'
import {
  areTruncatedWords,
  containsWordsInOrder,
  haveDifferentDirections,
  haveSameDigits,
  isDirection,
  isGluedAddress,
  lettersInside,
  scansSame,
  soundsSame,
} from './name-likeness.ts'

export { editDistance } from './edit-distance.ts'

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

/** Two names, as keys without spaces and as words. One object is reused: a query is compared with thousands of names. */
export interface NamePair {
  typed: string
  typedWords: string
  real: string
  realWords: string
  /** The length of the longer key. */
  longest: number
  /** Edits between the keys; more than counts for names of this length when there are too many. */
  distance: number
  /** Computed when first needed. */
  inside: number
}

const pair: NamePair = { typed: '', typedWords: '', real: '', realWords: '', longest: 0, distance: 0, inside: 0 }

export interface ResemblanceRule {
  readonly name: Resemblance
  /** A name as typed, and the real name. */
  readonly example: readonly [typed: string, real: string]
  readonly applies: (names: NamePair) => boolean
}

const rule = (
  name: Resemblance,
  typed: string,
  real: string,
  applies: (names: NamePair) => boolean,
): ResemblanceRule => ({ name, example: [typed, real], applies })

const TYPED_INSIDE = 1
const REAL_INSIDE = 2
const NOT_COMPUTED = -1

/** Which name has only letters of the other. Names of particles only have no words, so their letters do not count. */
function insideOf(p: NamePair): number {
  if (p.inside === NOT_COMPUTED) {
    const hasWords = p.typedWords !== '' && p.realWords !== ''
    p.inside = hasWords ? lettersInside(p.typed, p.real) : TYPED_INSIDE | REAL_INSIDE
  }
  return p.inside
}

/** Words can only be missing or cut when the other name has every letter. */
const isTypedInside = (p: NamePair): boolean => p.typed.length >= 5 && (insideOf(p) & TYPED_INSIDE) !== 0
const isRealInside = (p: NamePair): boolean => p.real.length >= 5 && (insideOf(p) & REAL_INSIDE) !== 0

/** `2 lights north of Eglinton` is not on North Drive. */
const isMostOf = ({ typed, real }: NamePair): boolean => real.length * 3 >= typed.length && !isDirection(real)

const isGlued = ({ typed, typedWords, real }: NamePair): boolean =>
  typed === typedWords && real.length >= 4 && typed.length > real.length && isGluedAddress(typed, real)
const areWordsCut = (p: NamePair): boolean => isTypedInside(p) && areTruncatedWords(p.typedWords, p.realWords)
const areWordsMissing = (p: NamePair): boolean => isTypedInside(p) && containsWordsInOrder(p.typedWords, p.realWords)
const areWordsAdded = (p: NamePair): boolean =>
  isRealInside(p) && isMostOf(p) && containsWordsInOrder(p.realWords, p.typedWords)

/** The first rule that applies names the resemblance. */
export const RESEMBLANCES: readonly ResemblanceRule[] = Object.freeze([
  rule('one_edit', 'albeni', 'alberni', (p) => p.distance === 1 && p.longest >= 7),
  rule('one_edit_short', 'yonga', 'yonge', (p) => p.distance === 1),
  rule('sounds_same', 'philips', 'fillips', (p) => p.typed.length >= 5 && soundsSame(p.typed, p.real)),
  rule('scans_same', 'gcrrarcl', 'gerrard', (p) => p.longest >= 3 && scansSame(p.typed, p.real)),
  rule('glued', 'torrensave', 'torrens', isGlued),
  rule('cut', 'fidd', 'fiddlers', (p) => p.typed.length >= 4 && p.real.startsWith(p.typed)),
  rule('two_edits', 'lowever jarvis', 'lower jarvis', (p) => p.distance === 2 && p.longest >= 8),
  rule('words_cut', 'missi valley', 'mississauga valley', areWordsCut),
  rule('three_edits', 'mcintosh wind', 'mackintosh wynd', (p) => p.distance === 3 && p.longest >= 12),
  rule('words_missing', 'upper road', 'upper middle road', areWordsMissing),
  rule('words_added', 'old kanata mill', 'kanata', areWordsAdded),
])

/** Edits that count for names of this length. */
const maxEdits = (longest: number): number => (longest >= 12 ? 3 : longest >= 8 ? 2 : 1)
const NO_DISTANCE = 9

/** Returns null when the names do not resemble each other. Digits must be equal: `19 Ave` is not `13 Ave`. */
export function resemblance(typed: string, typedWords: string, real: string, realWords: string): Resemblance | null {
  if (!haveSameDigits(typed, real) || haveDifferentDirections(typedWords, realWords) || isDirection(typed)) return null
  pair.typed = typed
  pair.typedWords = typedWords
  pair.real = real
  pair.realWords = realWords
  pair.inside = NOT_COMPUTED
  pair.longest = Math.max(typed.length, real.length)
  pair.distance = pair.longest < 4 ? NO_DISTANCE : editDistance(typed, real, maxEdits(pair.longest))
  // `for … of` is slow on a frozen array
  for (let k = 0; k < RESEMBLANCES.length; k++) {
    const one = RESEMBLANCES[k] as ResemblanceRule
    if (one.applies(pair)) return one.name
  }
  return null
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

const ORDINAL_WORDS = ORDINALS.flatMap((list, n) =>
  list.split(' ').map((word) => ({ word, n, mask: letterMask(word) })),
).filter((o) => o.word.length >= 5)

/** `Thirteneth St`: the ordinal one edit away; 0 when there is none. */
export function nearestOrdinal(name: string): number {
  if (name.length < 4 || name.length > 14) return 0
  const mask = letterMask(name)
  for (const o of ORDINAL_WORDS) if (bitCount(mask ^ o.mask) <= 2 && editDistance(name, o.word, 1) <= 1) return o.n
  return 0
}
