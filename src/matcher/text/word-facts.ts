// What is known about a word: looked up once and remembered for the next texts.

import { GENERIC_NAME_WORDS } from '../gazetteer/building-words.ts'
import type { Word } from './vocabulary.ts'
import { VOCABULARY } from './vocabulary.ts'

/** A fact that nobody needed yet. Its reader computes it and stores it here. */
export const UNKNOWN = -1

/** Facts follow from the spelling and the gazetteers only, so they are the same in every text. */
export interface WordFacts {
  /** Lower case without apostrophes. */
  readonly text: string
  /** Equal words have equal hashes. */
  readonly hash: number
  readonly word: Readonly<Word> | null
  readonly canon: string
  /** `canon` without a plural s. */
  readonly singular: string
  /** A word that names of buildings have in common: `condos`. */
  readonly isGeneric: boolean
  // Computed when first needed; UNKNOWN before.
  /** The letters of a type or direction that is glued to the end of the word; 0 for none. */
  gluedEnding: number
  scannedType: number
  misspelledType: number
  truncatedType: number
  misspelledDirection: number
  /** 1 when the word is a generic word with one typo. */
  misspelledGeneric: number
  /** The length of the longest name of an other place that starts with the word; 0 for none. */
  placeLength: number
  /** The canonical spelling of the vocabulary word that is meant; undefined before, null for none. */
  corrected: string | null | undefined
}

/** `Herons` is the plural of Heron, `Ross` is not. */
const isPluralWord = (word: string): boolean =>
  word.length >= 4 && word.charCodeAt(word.length - 1) === 115 && word.charCodeAt(word.length - 2) !== 115

export const singularOf = (word: string): string => (isPluralWord(word) ? word.slice(0, -1) : word)

export const genericWords: ReadonlySet<string> = new Set(GENERIC_NAME_WORDS.split(' '))

function newFacts(text: string, hash: number): WordFacts {
  const word = VOCABULARY.get(text) ?? null
  const canon = word?.canon ?? text
  return {
    text,
    hash,
    word,
    canon,
    singular: singularOf(canon),
    isGeneric: genericWords.has(text),
    gluedEnding: UNKNOWN,
    scannedType: UNKNOWN,
    misspelledType: UNKNOWN,
    truncatedType: UNKNOWN,
    misspelledDirection: UNKNOWN,
    misspelledGeneric: UNKNOWN,
    placeLength: UNKNOWN,
    corrected: undefined,
  }
}

/** The facts of tokens that are no words. */
export const NO_FACTS = newFacts('', 0)

/** Longer words are rare, and would let hostile input fill the memory. */
const MAX_LENGTH = 20
/** Words with the same slot replace each other, so the memory is bounded: about 2 MB. */
const SLOTS = 8192
const slots: WordFacts[] = new Array<WordFacts>(SLOTS).fill(NO_FACTS)

/** A string of its own: a slice would keep the whole text in memory. */
function lowerCaseCopy(text: string, from: number, to: number): string {
  const units: number[] = []
  for (let i = from; i < to; i++) units.push(text.charCodeAt(i) | 32)
  return String.fromCharCode(...units)
}

function isSameWord(word: string, text: string, from: number): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== (text.charCodeAt(from + i) | 32)) return false
  return true
}

/** Of ASCII letters from `from` to `to`, in any case. */
function factsOfLetters(text: string, from: number, to: number, hash: number): WordFacts {
  const length = to - from
  if (length > MAX_LENGTH) return newFacts(text.slice(from, to).toLowerCase(), hash)
  const slot = (hash ^ (hash >>> 13)) & (SLOTS - 1)
  const known = slots[slot] as WordFacts
  if (known.hash === hash && known.text.length === length && isSameWord(known.text, text, from)) return known
  const facts = newFacts(lowerCaseCopy(text, from, to), hash)
  slots[slot] = facts
  return facts
}

/** The facts of the word from `from` to `to`: letters of any case, perhaps with apostrophes. */
export function factsAt(text: string, from: number, to: number): WordFacts {
  let hash = 0
  for (let i = from; i < to; i++) {
    const c = text.charCodeAt(i)
    if (c === 39 || c === 96) return factsOf(text.slice(from, to).replaceAll("'", '').replaceAll('`', ''))
    hash = (Math.imul(hash, 31) + (c | 32)) | 0
  }
  return factsOfLetters(text, from, to, hash)
}

export const factsOf = (word: string): WordFacts => factsAt(word, 0, word.length)
