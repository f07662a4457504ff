// Corrects unknown words to vocabulary words one edit away: `Stret`, `Xt Andre`.

import { DIRECTIONS } from '../gazetteer/directions.ts'
import { STREET_TYPES } from '../gazetteer/street-types.ts'
import { WORDS } from '../gazetteer/words.ts'
import { bitCount, letterMask } from './name-keys.ts'
import { scanKey } from './scanner-errors.ts'
import { editDistance } from './similarity.ts'
import type { Token } from './token.ts'
import { WORD } from './token.ts'
import { VOCABULARY } from './vocabulary.ts'
import type { WordFacts } from './word-facts.ts'
import { UNKNOWN } from './word-facts.ts'

const MAX_LENGTH = 14

/** Words sorted by length, with letter masks that rule out most of them without computing a distance. */
interface WordList {
  readonly words: readonly string[]
  readonly masks: Int32Array
  /** The first word of each length. */
  readonly firstOfLength: Int32Array
}

function listOf(all: Iterable<string>): WordList {
  const words = [...new Set(all)].sort((a, b) => a.length - b.length)
  const firstOfLength = Int32Array.from(
    { length: MAX_LENGTH + 3 },
    (_, length) => words.filter((w) => w.length < length).length,
  )
  return { words, masks: Int32Array.from(words, letterMask), firstOfLength }
}

/** For types that are also names, only the long spelled-out word: `Cedar Hill Cross` is not a Crossing. */
const TYPE_WORDS = STREET_TYPES.flatMap((t) => {
  const words = t.words.split(' ')
  return t.name ? words.slice(0, 1).filter((w) => w.length >= 5) : words.filter((w) => w.length >= 3)
})
const FIRST_WORDS = new Set(STREET_TYPES.map((t) => t.words.split(' ')[0] as string))
const SHORT_NAME_WORDS = new Set(`${WORDS.saint} ${WORDS.particle}`.split(' '))
const NAME_WORDS = [...VOCABULARY].filter(
  ([text, w]) => w.canon !== null && (text.length >= 4 || SHORT_NAME_WORDS.has(text)),
)

const typeList = listOf(TYPE_WORDS)
const nameList = listOf(NAME_WORDS.map(([text]) => text))

/** A wrong letter makes a short word another word (`Lake` for Lane). A missing, doubled or swapped letter does not. */
function isMisspelledShortWord(typed: string, word: string): boolean {
  if (typed.length < word.length) return word.length >= 4 || word === 'rue'
  if (typed.length > word.length)
    return [...typed].some((c, i) => c === typed[i - 1] && typed.slice(0, i) + typed.slice(i + 1) === word)
  return [...typed].sort().join('') === [...word].sort().join('')
}

/** Spelled-out words only: `Cross` is not an abbreviation of Croissant. */
const isFullWord = (word: string): boolean => word.length >= 6 || (word.length === 5 && FIRST_WORDS.has(word))

const isMisspelledType = (typed: string, word: string): boolean =>
  typed !== word && editDistance(typed, word, 1) === 1 && (isFullWord(word) || isMisspelledShortWord(typed, word))

const isOneEditAway = (typed: string, word: string): boolean => editDistance(typed, word, 1) === 1

type IsMatch = (typed: string, word: string) => boolean

/** One edit changes at most two bits of the letter mask. */
function misspelledWords({ words, masks, firstOfLength }: WordList, typed: string, isMatch: IsMatch): string[] {
  const near: string[] = []
  if (typed.length < 2 || typed.length > MAX_LENGTH) return near
  const mask = letterMask(typed)
  const end = firstOfLength[typed.length + 2] as number
  for (let i = firstOfLength[typed.length - 1] as number; i < end; i++)
    if (bitCount(mask ^ (masks[i] as number)) <= 2 && isMatch(typed, words[i] as string)) near.push(words[i] as string)
  return near
}

function longestNearWord(list: WordList, typed: string, isMatch: IsMatch): string | null {
  let best: string | null = null
  for (const word of misspelledWords(list, typed, isMatch)) if (word.length > (best?.length ?? 0)) best = word
  return best
}

/** `Avc`, `Strcct`: types by what a scanner makes of them. */
const typeByScanKey = new Map(
  STREET_TYPES.flatMap((t, id) => (t.name ? [] : t.words.split(' ').map((w) => [scanKey(w), id] as const))),
)

/** The id of the street type that a scanner turned into this unknown word; 0 when there is none. */
export function scannedType(token: Token | undefined): number {
  if (token?.kind !== WORD || token.word || token.text.length < 3) return 0
  const { facts } = token
  if (facts.scannedType === UNKNOWN) facts.scannedType = typeByScanKey.get(scanKey(facts.text)) ?? 0
  return facts.scannedType
}

/** The id of the street type that an unknown word misspells; 0 when there is none. */
export function misspelledType(token: Token): number {
  if (token.kind !== WORD || token.word) return 0
  const { facts } = token
  if (facts.misspelledType === UNKNOWN) {
    const word = longestNearWord(typeList, facts.text, isMisspelledType)
    facts.misspelledType = word === null ? 0 : (VOCABULARY.get(word)?.type ?? 0)
  }
  return facts.misspelledType
}

/** Spelled-out types that are not also names. */
const FULL_TYPES = STREET_TYPES.map((t) => (t.name ? '' : (t.words.split(' ')[0] as string)))

/** `5599 Cooney Roa` at the end of a fixed-width field: the id of the type that was cut off; 0 when there is none. */
export function truncatedType(token: Token): number {
  if (token.kind !== WORD || token.word || token.text.length < 3) return 0
  const { facts } = token
  if (facts.truncatedType === UNKNOWN)
    facts.truncatedType = Math.max(
      0,
      FULL_TYPES.findIndex((full) => full.startsWith(facts.text)),
    )
  return facts.truncatedType
}

const DIRECTION_WORDS = DIRECTIONS.flatMap((d) => d.words.split(' ')).filter((w) => w.length >= 4)
const directionList = listOf(DIRECTION_WORDS)

/** `Southw`, `Wset`: the direction that was cut off or misspelled; 0 for none. `Southest` is ambiguous, so also 0. */
export function misspelledDirection(token: Token): number {
  if (token.kind !== WORD || token.word) return 0
  const { facts } = token
  if (facts.misspelledDirection === UNKNOWN) facts.misspelledDirection = nearestDirection(facts.text)
  return facts.misspelledDirection
}

function nearestDirection(text: string): number {
  const full = text.length >= 6 ? DIRECTION_WORDS.find((word) => word.startsWith(text)) : undefined
  const near = (full ? [full] : misspelledWords(directionList, text, isOneEditAway)).map(
    (word) => VOCABULARY.get(word)?.direction ?? 0,
  )
  return near.every((direction) => direction === near[0]) ? (near[0] ?? 0) : 0
}

const GLUED_PREFIX = /^(dela|des|de|du|la|le|the|ste|st)(.{3,})$/

/** `Rue duHavre`, `STCLAIR`: a particle or saint glued to the name. */
function splitGluedPrefix(text: string): string | null {
  const parts = GLUED_PREFIX.exec(text)
  if (!parts) return null
  const [, prefix = '', rest = ''] = parts
  return (VOCABULARY.get(prefix)?.canon ?? '') + (VOCABULARY.get(rest)?.canon ?? rest)
}

/** The canonical spelling that an unknown word stands for; null when there is none. */
function correctedWord(facts: WordFacts): string | null {
  if (facts.corrected === undefined) {
    const word = longestNearWord(nameList, facts.text, isOneEditAway)
    facts.corrected = word === null ? splitGluedPrefix(facts.text) : (VOCABULARY.get(word)?.canon ?? null)
  }
  return facts.corrected
}

/** The canonical key with unknown words corrected: `Xt Andre` → saintandre, `The West Nall` → westmall; null without a correction. */
export function correctedKey(tokens: readonly Token[], from: number, to: number): string | null {
  let key = ''
  let isCorrected = false
  for (let i = from; i < to; i++) {
    const t = tokens[i] as Token
    const corrected = t.kind === WORD && !t.word ? correctedWord(t.facts) : null
    if (corrected !== null) isCorrected = true
    key += corrected ?? t.canon
  }
  return isCorrected && key !== '' ? key : null
}
