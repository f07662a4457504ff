// Joins tokens that belong together: fractions, split ordinals, initials, repeated words.

import type { Token } from './token.ts'
import { AND, DASH, DOT, NUMBER, SLASH, SPACE, WORD } from './token.ts'
import type { WordFacts } from './word-facts.ts'
import { factsOf } from './word-facts.ts'

/** The last digit of the number before an ending. */
const DIGIT_BEFORE: Readonly<Record<string, number>> = { st: 1, nd: 2, rd: 3 }
const ENDINGS = new Set('th eme ieme e'.split(' '))
const FIRST_ENDINGS = new Set('re er ere'.split(' '))

/** `16th`, `1re`, `25e`, `2nd`; but `10st` is 10 St. */
export function isOrdinalEnding(ending: string, value: number): boolean {
  if (ENDINGS.has(ending)) return value < 1000
  if (FIRST_ENDINGS.has(ending)) return value === 1
  const isTeen = value % 100 >= 11 && value % 100 <= 13
  return value % 10 === DIGIT_BEFORE[ending] && !isTeen
}

/** `123 1/2 Main`: three numbers become one with a suffix. */
function joinFractions(tokens: Token[]): void {
  for (let i = 1; i + 1 < tokens.length; i++) {
    const whole = tokens[i - 1] as Token
    const over = tokens[i] as Token
    const under = tokens[i + 1] as Token
    if (whole.kind !== NUMBER || over.kind !== NUMBER || under.kind !== NUMBER) continue
    if (over.gap !== SPACE || under.gap !== SLASH || over.value >= under.value || under.value > 8 || whole.suffix)
      continue
    whole.suffix = `${over.text}/${under.text}`
    whole.end = under.end
    tokens.splice(i, 2)
  }
}

const DETACHED_ENDINGS = new Set(['er', 're', 'ere', 'eme', 'ieme', 'th', 'nd'])

/** `12 1 er Avenue`: an ordinal that is split from its ending. */
function joinOrdinals(tokens: Token[]): void {
  for (let i = 1; i < tokens.length; i++) {
    const a = tokens[i - 1] as Token
    const b = tokens[i] as Token
    if (a.kind !== NUMBER || a.ordinal || a.suffix || b.text.length > 4 || !isOrdinalEnding(b.text, a.value)) continue
    // `6361 20 e Avenue`, but `810 E Lakeview Ave`
    const isLoneE = b.text === 'e' && tokens[i - 2]?.kind === NUMBER && (tokens[i + 1]?.word?.type ?? 0) > 0
    if (!DETACHED_ENDINGS.has(b.text) && !isLoneE) continue
    a.ordinal = true
    a.end = b.end
    tokens.splice(i, 1)
  }
}

/** Changes the token in place: a copy would have another shape, which slows down everything that reads tokens. */
function setWord(t: Token, facts: WordFacts, end: number): void {
  t.text = facts.text
  t.word = facts.word
  t.canon = facts.canon
  t.facts = facts
  t.end = end
}

/** `S.W`, `N. E.`: two initials that form a quadrant. */
function joinInitials(tokens: Token[]): void {
  for (let i = 1; i < tokens.length; i++) {
    const a = tokens[i - 1] as Token
    const b = tokens[i] as Token
    if (a.text.length !== 1 || b.text.length !== 1 || a.kind !== WORD || b.kind !== WORD || (b.gap & DOT) === 0)
      continue
    if (!a.word?.direction || !(b.word?.direction || b.word?.trailingDirection)) continue
    const facts = factsOf(a.text + b.text)
    if (!facts.word) continue
    setWord(a, facts, b.end)
    tokens.splice(i, 1)
  }
}

const LIST_WORDS = new Set(['and', 'et', 'to', 'a'])
const MAX_NUMBER_GAP = 60

/** `88 and 90 Queens Wharf`, `88 et 90`, `2480 à 2484`: the word becomes an AND gap. */
function joinNumberLists(tokens: Token[]): void {
  for (let i = 1; i + 1 < tokens.length; i++) {
    const word = tokens[i] as Token
    const last = tokens[i - 1] as Token
    const next = tokens[i + 1] as Token
    if (last.kind !== NUMBER || next.kind !== NUMBER || !LIST_WORDS.has(word.text)) continue
    // `12 A 1480 Howe` is not a range
    const step = next.value - last.value
    if (word.text.length < 3 && word.text !== 'et' && (step <= 0 || step > MAX_NUMBER_GAP || step % 2 === 1)) continue
    next.gap |= AND
    tokens.splice(i, 1)
  }
}

/** `4 Ave North East`, `10 St S W`: after a type, two directions form a quadrant. */
function joinDirections(tokens: Token[]): void {
  for (let i = 2; i < tokens.length; i++) {
    const a = tokens[i - 1] as Token
    const b = tokens[i] as Token
    if (!a.word?.direction || !b.word?.direction || !tokens[i - 2]?.word?.type) continue
    if ((b.gap & ~(SPACE | DASH | DOT)) !== 0 || tokens[i + 1]?.word?.type) continue
    const facts = factsOf(a.canon + b.canon)
    if (!facts.word?.direction) continue
    setWord(a, facts, b.end)
    tokens.splice(i, 1)
  }
}

const MAX_REPEATED_WORDS = 4

/** Only spaces, dashes and periods separate the word from the one before it. */
const continuesPhrase = (t: Token | undefined): t is Token => t?.kind === WORD && (t.gap & ~(SPACE | DASH | DOT)) === 0

/** Reports whether the `length` words at `at` repeat the `length` words before them. */
function isRepeated(tokens: readonly Token[], at: number, length: number): boolean {
  for (let k = at; k < at + length; k++) {
    const b = tokens[k]
    if (!b) return false
    const a = tokens[k - length] as Token
    // most words differ in their first letters
    if (a.facts.letters1 !== b.facts.letters1 || !continuesPhrase(b) || a.text !== b.text) return false
  }
  return true
}

/** Reports whether two words may be equal: their first letters have the same bit. */
function mayRepeat(tokens: readonly Token[]): boolean {
  let seen = 0
  for (let i = 0; i < tokens.length; i++) {
    const { kind, facts } = tokens[i] as Token
    if (kind !== WORD) continue
    const bit = 1 << (Math.imul(facts.letters1, 0x9e3779b1) >>> 27)
    if (seen & bit) return true
    seen |= bit
  }
  return false
}

/** `Bloor St W St W`, `Rue Ontario E Ontario E`: the feed wrote the end of the address twice. */
function dropRepeats(tokens: Token[]): void {
  for (let i = 1; i < tokens.length; i++) {
    if (!continuesPhrase(tokens[i])) continue
    let length = Math.min(MAX_REPEATED_WORDS, i)
    while (length > 0 && !isRepeated(tokens, i, length)) length--
    // `thirty-nine thirty-nine Knight Street` is 3939, `T.S.C.C.` has two letters C
    const t = tokens[i] as Token
    if (length === 0 || t.word?.spoken || (t.text.length === 1 && t.gap === DOT)) continue
    ;(tokens[i - 1] as Token).end = (tokens[i + length - 1] as Token).end
    tokens.splice(i, length)
    i--
  }
}

/** `gaps` are the gaps of all tokens. Most texts have no slash or period, so two steps are skipped. */
export function joinTokens(tokens: Token[], gaps: number): Token[] {
  if (gaps & SLASH) joinFractions(tokens)
  joinNumberLists(tokens)
  joinOrdinals(tokens)
  if (gaps & DOT) joinInitials(tokens)
  joinDirections(tokens)
  if (mayRepeat(tokens)) dropRepeats(tokens)
  return tokens
}
