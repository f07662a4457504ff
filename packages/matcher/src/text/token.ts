// Defines tokens: their kind, the gap before them, and the meanings of their word.

import type { Word } from './vocabulary.ts'
import type { WordFacts } from './word-facts.ts'

export const WORD = 0
export const NUMBER = 1
export const MIXED = 2
export const POSTAL = 3

// What is between a token and the one before it, as bits.
export const SPACE = 1
export const COMMA = 2
export const DASH = 4
export const HASH = 8
export const AND = 16
export const SLASH = 32
export const BREAK = 64
export const OPEN = 128
export const CLOSE = 256
export const DOT = 512
/** Set with BREAK between two fields of a record: `1480|Howe|St`. */
export const FIELD = 1024

export interface Token {
  readonly kind: number
  /** Lower case without apostrophes. For a number: its digits without leading zeros. */
  text: string
  readonly value: number
  /** The letter of `123A`, or a fraction; '' when there is none. */
  suffix: string
  ordinal: boolean
  word: Readonly<Word> | null
  /** The canonical spelling inside a name: `St` → `saint`, `16th` → `16`, `E` → `east`, a particle → ''. */
  canon: string
  /** NO_FACTS when the token is no word. */
  facts: WordFacts
  gap: number
  readonly start: number
  end: number
}

/** The token before `at`; undefined for the first. To look up -1 takes as long as to read a word. */
export const tokenBefore = (tokens: readonly Token[], at: number): Token | undefined =>
  at > 0 ? tokens[at - 1] : undefined
