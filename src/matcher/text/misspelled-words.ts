// Words of the vocabulary one slip away: `Stret` for Street, `Xt Andre` for St Andre. Only asked where nothing else explains a word.

import { DIRECTIONS } from '../gazetteer/directions.ts'
import { STREET_TYPES } from '../gazetteer/street-types.ts'
import { PARTICLES, SAINTS } from '../gazetteer/words.ts'
import { bitCount, letterMask } from './name-keys.ts'
import { editDistance } from './similarity.ts'
import type { Token } from './token.ts'
import { WORD } from './token.ts'
import { VOCABULARY } from './vocabulary.ts'

const LONGEST = 14

/** Words to be found by a slip of them, the short first, beside their letters as a mask: most are told apart by these alone. */
interface WordList {
  readonly words: readonly string[]
  readonly masks: Int32Array
  /** Where the words of a length begin. */
  readonly begin: Int32Array
}

function listOf(all: Iterable<string>): WordList {
  const words = [...new Set(all)].sort((a, b) => a.length - b.length)
  const begin = Int32Array.from({ length: LONGEST + 3 }, (_, length) => words.filter((w) => w.length < length).length)
  return { words, masks: Int32Array.from(words, letterMask), begin }
}

/** Of types that may be names only the long ones, written out: `Cedar Hill Cross` is no Crossing. */
const TYPE_WORDS = STREET_TYPES.flatMap((t) => {
  const words = t.words.split(' ')
  return t.name ? words.slice(0, 1).filter((w) => w.length >= 5) : words.filter((w) => w.length >= 3)
})
const FIRST_WORDS = new Set(STREET_TYPES.map((t) => t.words.split(' ')[0] as string))
const SMALL_WORDS = new Set(`${SAINTS} ${PARTICLES}`.split(' '))
const NAME_WORDS = [...VOCABULARY].filter(
  ([text, w]) => w.canon !== null && (text.length >= 4 || SMALL_WORDS.has(text)),
)

const typeList = listOf(TYPE_WORDS)
const nameList = listOf(NAME_WORDS.map(([text]) => text))

/** In a short word a wrong letter makes another word (`Lake` for Lane), but a lost, doubled or swapped one does not. */
function isTypoInShortWord(typed: string, word: string): boolean {
  if (typed.length < word.length) return word.length >= 4 || word === 'rue'
  if (typed.length > word.length)
    return [...typed].some((c, i) => c === typed[i - 1] && typed.slice(0, i) + typed.slice(i + 1) === word)
  return [...typed].sort().join('') === [...word].sort().join('')
}

/** Words written out: `Cross` is not the abbreviation of Croissant. */
const isFullWord = (word: string): boolean => word.length >= 6 || (word.length === 5 && FIRST_WORDS.has(word))

const isMisspelledType = (typed: string, word: string): boolean =>
  typed !== word && editDistance(typed, word, 1) === 1 && (isFullWord(word) || isTypoInShortWord(typed, word))

const isOneEditAway = (typed: string, word: string): boolean => editDistance(typed, word, 1) === 1

type Fits = (typed: string, word: string) => boolean

/** Every word of the list that `typed` is a slip of. One slip changes, adds or takes away one letter: two bits of the mask at most. */
function misspelledWords({ words, masks, begin }: WordList, typed: string, fits: Fits): string[] {
  const near: string[] = []
  if (typed.length < 2 || typed.length > LONGEST) return near
  const mask = letterMask(typed)
  const end = begin[typed.length + 2] as number
  for (let i = begin[typed.length - 1] as number; i < end; i++)
    if (bitCount(mask ^ (masks[i] as number)) <= 2 && fits(typed, words[i] as string)) near.push(words[i] as string)
  return near
}

/** The longest known word that `typed` is a slip of. */
function longestNearWord(list: WordList, typed: string, fits: Fits): string | null {
  let best: string | null = null
  for (const word of misspelledWords(list, typed, fits)) if (word.length > (best?.length ?? 0)) best = word
  return best
}

/** Id of the street type that an unknown word is a slip of, 0 when it is of none. */
export function misspelledType(token: Token): number {
  if (token.kind !== WORD || token.word) return 0
  const word = longestNearWord(typeList, token.text, isMisspelledType)
  return word === null ? 0 : (VOCABULARY.get(word)?.type ?? 0)
}

/** Types that are no names. */
const FULL_TYPES = STREET_TYPES.map((t) => (t.name ? '' : (t.words.split(' ')[0] as string)))

/** `5599 Cooney Roa` at the end of a field of fixed width: the type whose beginning is left, 0 when there is none. */
export function truncatedType(token: Token): number {
  if (token.kind !== WORD || token.word || token.text.length < 3) return 0
  return Math.max(
    0,
    FULL_TYPES.findIndex((full) => full.startsWith(token.text)),
  )
}

const DIRECTION_WORDS = DIRECTIONS.flatMap((d) => d.words.split(' ')).filter((w) => w.length >= 4)
const directionList = listOf(DIRECTION_WORDS)

/** `Southw`, `Wset`: the direction that an unknown word behind a street was cut from or is a slip of; 0 for none, and for `Southest`, which is one of two. */
export function misspelledDirection(token: Token): number {
  if (token.kind !== WORD || token.word) return 0
  const { text } = token
  const cut = text.length >= 6 ? DIRECTION_WORDS.find((side) => side.startsWith(text)) : undefined
  const near = (cut ? [cut] : misspelledWords(directionList, text, isOneEditAway)).map(
    (word) => VOCABULARY.get(word)?.direction ?? 0,
  )
  return near.every((direction) => direction === near[0]) ? (near[0] ?? 0) : 0
}

const GLUED_SMALL = /^(dela|des|de|du|la|le|the|ste|st)(.{3,})$/

/** `Rue duHavre`, `STCLAIR`: a small word that was glued to the name. */
function splitGluedPrefix(text: string): string | null {
  const parts = GLUED_SMALL.exec(text)
  if (!parts) return null
  const [, small = '', rest = ''] = parts
  return (VOCABULARY.get(small)?.canon ?? '') + (VOCABULARY.get(rest)?.canon ?? rest)
}

/** The name with its unknown words put right, run together: `Xt Andre` → saintandre, `The West Nall` → westmall; null when all is known or nothing is near. */
export function correctedKey(tokens: readonly Token[], from: number, to: number): string | null {
  let key = ''
  let isCorrected = false
  for (let i = from; i < to; i++) {
    const t = tokens[i] as Token
    const isUnknown = t.kind === WORD && !t.word
    const word = isUnknown ? longestNearWord(nameList, t.text, isOneEditAway) : null
    const corrected = word === null ? (isUnknown ? splitGluedPrefix(t.text) : null) : VOCABULARY.get(word)?.canon
    if (corrected != null) isCorrected = true
    key += corrected ?? t.canon
  }
  return isCorrected && key !== '' ? key : null
}
