// Reads the text that someone is typing: its words, numbers, and what each may stand for.

import { PROVINCES } from '@plinth/matcher/internal/gazetteer/place-tables'
import { STREET_TYPES } from '@plinth/matcher/internal/gazetteer/street-types'
import { PLAN_REGISTRIES } from '@plinth/matcher/internal/gazetteer/words'
import { normalizeText } from '@plinth/matcher/internal/text/fold-text'
import type { Token } from '@plinth/matcher/internal/text/token'
import { HASH, NUMBER, POSTAL } from '@plinth/matcher/internal/text/token'
import { tokenize } from '@plinth/matcher/internal/text/tokenize'
import type { Word } from '@plinth/matcher/internal/text/vocabulary'
import { VOCABULARY } from '@plinth/matcher/internal/text/vocabulary'

/** Each word has a bit in masks of 16 bits. The words beyond are ignored. */
export const MAX_WORDS = 12
const DIRECTIONS = 16
/** Shorter starts of words could be too many abbreviations. */
const MIN_EXPANDED = 3

export interface QueryWord {
  /** Lower case, without accents and apostrophes. */
  readonly text: string
  /** Other spellings in the index: `st` is `saint`, `sixteenth` is `16`. */
  readonly forms: readonly string[]
  /** The value of a number; -1 for a word. */
  readonly value: number
  /** `16th` is the name of a street, not a civic number. */
  readonly isOrdinal: boolean
  /** The letter of 123A. */
  readonly suffix: string
  /** No space follows: the word may be longer. */
  readonly isOpen: boolean
  /** A text without it says the same: `de la`, `unit`. */
  readonly isOptional: boolean
  /** Follows # or a word such as `unit`. */
  readonly isUnit: boolean
  readonly weight: number
}

/** The words of a query by their bits, and what the words may be of an address. */
export interface QueryWords {
  readonly words: readonly QueryWord[]
  readonly all: number
  readonly optional: number
  /** Neither optional nor a number. */
  readonly wordBits: number
  /** Bits of the words that name each street type, direction and province. */
  readonly types: Uint16Array
  readonly directions: Uint16Array
  readonly provinces: Uint16Array
}

const ENTRIES: readonly (readonly [string, Readonly<Word>])[] = [...VOCABULARY]

/** The characters that count for the minimum length. */
export function countCharacters(text: string): number {
  return normalizeText(text).replace(/[^A-Za-z0-9]/g, '').length
}

export function readQuery(text: string): QueryWords {
  const folded = normalizeText(text)
  const isClosed = /[\s,;]$/.test(text)
  const tokens = tokenize(folded).slice(0, MAX_WORDS)
  const types = new Uint16Array(STREET_TYPES.length)
  const directions = new Uint16Array(DIRECTIONS)
  const provinces = new Uint16Array(PROVINCES.length)
  const words: QueryWord[] = []
  let [optional, wordBits] = [0, 0]
  tokens.forEach((token, i) => {
    const isOpen = i === tokens.length - 1 && !isClosed
    const word = wordOf(token, tokens[i - 1], tokens[i + 1], isOpen)
    const bit = 1 << i
    words.push(word)
    if (word.isOptional) optional |= bit
    else if (word.value < 0) wordBits |= bit
    const mark = (meaning: Readonly<Word>) => {
      if (meaning.type > 0) types[meaning.type]! |= bit
      if (meaning.direction > 0) directions[meaning.direction]! |= bit
      if (meaning.trailingDirection > 0 && i > 0) directions[meaning.trailingDirection]! |= bit
      if (meaning.province > 0 && i > 0) provinces[meaning.province]! |= bit
    }
    if (token.word) mark(token.word)
    // `stre` is the start of a type, `wes` of a direction
    if (isOpen && word.value < 0) for (const [name, meaning] of ENTRIES) if (name.startsWith(word.text)) mark(meaning)
  })
  return { words, all: (1 << words.length) - 1, optional, wordBits, types, directions, provinces }
}

function wordOf(token: Token, before: Token | undefined, after: Token | undefined, isOpen: boolean): QueryWord {
  const isNumber = token.kind === NUMBER
  const text = token.kind === POSTAL ? token.text.toLowerCase() : token.text
  const meaning = token.word
  const isUnit = isNumber && ((token.gap & HASH) !== 0 || isUnitWord(before?.word ?? null))
  const isOptional =
    meaning !== null && !isOpen && (meaning.particle || (isUnitWord(meaning) && after?.kind === NUMBER))
  return {
    text,
    forms: formsOf(token, text, isOpen),
    value: isNumber ? token.value : -1,
    isOrdinal: token.ordinal,
    suffix: token.suffix,
    isOpen,
    isOptional,
    isUnit,
    weight: isNumber ? 1.3 : text.length < 3 ? 0.7 : 1,
  }
}

const isUnitWord = (word: Readonly<Word> | null): boolean => word !== null && (word.designator || word.label)

function formsOf({ canon, word, suffix }: Token, text: string, isOpen: boolean): string[] {
  const forms = new Set<string>()
  if (canon !== text && canon !== '') forms.add(canon)
  // `Dr Penfield` is Docteur-Penfield
  if (text === 'dr') forms.add('docteur')
  // 16t will be 16th
  if (suffix !== '' && isOpen) forms.add(text)
  const registry = PLAN_REGISTRIES[text]
  if (word?.registry && registry) forms.add(registry)
  if (isOpen && text.length >= MIN_EXPANDED)
    for (const [name, { canon: spelling }] of ENTRIES)
      if (spelling && name.startsWith(text) && !spelling.startsWith(text)) forms.add(spelling)
  return [...forms]
}
