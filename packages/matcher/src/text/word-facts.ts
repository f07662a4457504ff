// What is known about a word: looked up once and remembered for the next texts.

import { wordSet } from '../gazetteer/words.ts'
import type { Word } from './vocabulary.ts'
import { VOCABULARY } from './vocabulary.ts'

/** A fact that nobody needed yet. Its reader computes it and stores it here. */
export const UNKNOWN = -1

/** Facts follow from the spelling and the gazetteers only, so they are the same in every text. */
export interface WordFacts {
  /** Lower case without apostrophes. */
  readonly text: string
  /** The letters, six in each number: two words are equal if these are. All 0 for a word that is too long to remember. */
  readonly letters1: number
  readonly letters2: number
  readonly letters3: number
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

export const genericWords = wordSet('generic')

function newFacts(text: string, letters1: number, letters2: number, letters3: number): WordFacts {
  const word = VOCABULARY.get(text) ?? null
  const canon = word?.canon ?? text
  return {
    text,
    letters1,
    letters2,
    letters3,
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
export const NO_FACTS = newFacts('', 0, 0, 0)

/** Longer words are rare, and would let hostile input fill the memory. */
const MAX_LENGTH = 18
/** A word is in its slot or in the one beside it, and replaces the older of two others, so the memory is bounded: about 2 MB. */
const SLOT_BITS = 13
const slots: WordFacts[] = new Array<WordFacts>(1 << SLOT_BITS).fill(NO_FACTS)

const APOSTROPHE = 39
const BACKTICK = 96

/** A string of its own: a slice would keep the whole text in memory. */
function lowerCase(chars: Uint8Array, from: number, to: number): string {
  const units: number[] = []
  for (let i = from; i < to; i++) {
    const c = chars[i] as number
    if (c !== APOSTROPHE && c !== BACKTICK) units.push(c | 32)
  }
  return String.fromCharCode.apply(null, units)
}

/**
 * The facts of the word from `from` to `to`: ASCII letters of any case, and apostrophes, which do not count.
 * Most words are known, and then no string is made. This halves the time to split a text.
 */
export function factsAt(chars: Uint8Array, from: number, to: number): WordFacts {
  let letters1 = 0
  let letters2 = 0
  let letters3 = 0
  let length = 0
  for (let i = from; i < to; i++) {
    const c = chars[i] as number
    if (c === APOSTROPHE || c === BACKTICK) continue
    if (length < 6) letters1 = (letters1 << 5) | (c & 31)
    else if (length < 12) letters2 = (letters2 << 5) | (c & 31)
    else letters3 = (letters3 << 5) | (c & 31)
    length++
  }
  if (length > MAX_LENGTH) return newFacts(lowerCase(chars, from, to), 0, 0, 0)
  const mixed = Math.imul(letters1, 0x9e3779b1) ^ Math.imul(letters2, 0x85ebca6b) ^ Math.imul(letters3, 0xc2b2ae35)
  const slot = (mixed ^ (mixed >>> 15)) & ((1 << SLOT_BITS) - 1)
  const known = slots[slot] as WordFacts
  if (known.letters1 === letters1 && known.letters2 === letters2 && known.letters3 === letters3) return known
  const beside = slots[slot ^ 1] as WordFacts
  if (beside.letters1 === letters1 && beside.letters2 === letters2 && beside.letters3 === letters3) return beside
  const facts = newFacts(lowerCase(chars, from, to), letters1, letters2, letters3)
  slots[slot ^ 1] = known
  slots[slot] = facts
  return facts
}

const scratch = new Uint8Array(MAX_LENGTH)

/** The facts of a word in lower-case letters. */
export function factsOf(word: string): WordFacts {
  if (word.length > MAX_LENGTH) return newFacts(word, 0, 0, 0)
  for (let i = 0; i < word.length; i++) scratch[i] = word.charCodeAt(i)
  return factsAt(scratch, 0, word.length)
}
