// Reads which tower or phase of a project a text names: `Tower B`, `South Tower`, `T2-905`, `Vale Ph. 2`.

import { TOWER_NUMBERS } from '../gazetteer/words.ts'
import type { Rule } from '../text/rule.ts'
import { rule } from '../text/rule.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, DASH, DOT, NUMBER, SPACE, WORD } from '../text/token.ts'

export interface TowerDesignation {
  readonly from: number
  readonly to: number
  /** `2`, `b`, `south`. */
  readonly value: string
}

type Tokens = readonly Token[]

/** One way to write a designation that starts at `i`. */
type Form = Rule<(tokens: Tokens, i: number) => TowerDesignation | null>

const BORDER = COMMA | BREAK
/** `Lookout (Housing) II`, `Bear Mtn. II`. */
const AFTER_NAME = SPACE | CLOSE | DOT
const COMPASS: Readonly<Record<string, true>> = { north: true, south: true, east: true, west: true }
const SHORT = /^t([1-9a-d])$/

const endsPart = (next: Token | undefined): boolean => !next || (next.gap & ~SPACE) !== 0

/** A street type that belongs to the words before it: not `Phase 2, St. Albert`. */
const isType = (t: Token | undefined): boolean => t !== undefined && !(t.gap & BORDER) && (t.word?.type ?? 0) > 0

/** A number, a letter, a numeral or a direction; null for other words. */
function valueAt(tokens: Tokens, i: number): string | null {
  const t = tokens[i]
  if (!t) return null
  if (t.kind === NUMBER) return t.value < 20 && !t.suffix ? t.text : null
  if (t.kind !== WORD) return null
  if (t.word?.direction) return TOWER_NUMBERS[t.canon] ?? t.canon
  const named = TOWER_NUMBERS[t.text] ?? t.text
  // `a building a short walk away`
  if (t.text === 'a' && !endsPart(tokens[i + 1]) && tokens[i + 1]?.kind === WORD) return null
  return named.length === 1 || named in COMPASS ? named : null
}

/** Designations that say so themselves, anywhere in a text. */
const TOWER_FORMS: readonly Form[] = [
  rule('short', 'T2-905', (tokens, i) => {
    const { text, kind } = tokens[i] as Token
    const next = tokens[i + 1]
    if (text.length !== 2 || kind === NUMBER || (next && !(next.gap & (DASH | BORDER)))) return null
    const value = SHORT.exec(text)?.[1]
    return value ? { from: i, to: i + 1, value } : null
  }),
  rule('word, value', 'Tower B', (tokens, i) => {
    const next = tokens[i + 1]
    if (!tokens[i]?.word?.tower || !next || next.gap & BORDER) return null
    const value = valueAt(tokens, i + 1)
    // `Tower 1480 Howe` is no tower 1480
    if (value === null || (next.kind === NUMBER && isType(tokens[i + 2]))) return null
    return { from: i, to: i + 2, value }
  }),
  rule('direction, word', 'South Tower', (tokens, i) => {
    const next = tokens[i + 1]
    if (!tokens[i]?.word?.direction || tokens[i]?.kind !== WORD || !next?.word?.tower || next.gap & BORDER) return null
    return { from: i, to: i + 2, value: valueAt(tokens, i) as string }
  }),
]

/** What is a designation only right after a name. */
const PHASE_FORMS: readonly Form[] = [
  rule('abbreviated phase', 'Vale Ph. 2', (tokens, i) => {
    const next = tokens[i + 1]
    // `PH 2` is a penthouse
    if (tokens[i]?.text !== 'ph' || !next || !(next.gap & DOT)) return null
    const value = valueAt(tokens, i + 1)
    return value === null ? null : { from: i, to: i + 2, value }
  }),
  rule('numeral', 'Vale II', (tokens, i) => {
    const { text, gap } = tokens[i] as Token
    const value = TOWER_NUMBERS[text]
    if (gap & ~AFTER_NAME || value === undefined || value in COMPASS) return null
    // `Vale one bedroom`, `Queen Elizabeth II Blvd`
    const isRoman = text.length > 1 && text.startsWith('i')
    return (isRoman && !isType(tokens[i + 1])) || endsPart(tokens[i + 1]) ? { from: i, to: i + 1, value } : null
  }),
  rule('digit', 'Vale 2, Toronto', (tokens, i) => {
    const { kind, text, suffix, ordinal, gap } = tokens[i] as Token
    const isDigit = kind === NUMBER && text.length === 1 && !suffix && !ordinal && !(gap & ~AFTER_NAME)
    return isDigit && endsPart(tokens[i + 1]) ? { from: i, to: i + 1, value: text } : null
  }),
]

/** Part of the name where the data has it: `King West`. */
const DIRECTION_FORM: Form = rule('direction', 'Vale East, Toronto', (tokens: Tokens, i: number) => {
  const { kind, word, text, gap } = tokens[i] as Token
  // `Savoy Hotel, West Vancouver`
  const isDirection = kind === WORD && (word?.direction ?? 0) > 0 && text.length > 2
  if (!isDirection || gap & ~AFTER_NAME || !endsPart(tokens[i + 1])) return null
  return { from: i, to: i + 1, value: valueAt(tokens, i) as string }
})

export const DESIGNATION_FORMS: readonly Form[] = [...TOWER_FORMS, ...PHASE_FORMS, DIRECTION_FORM]
const NAME_FORMS: readonly Form[] = [...TOWER_FORMS, ...PHASE_FORMS]

function readAt(forms: readonly Form[], tokens: Tokens, i: number): TowerDesignation | null {
  if (i >= tokens.length) return null
  for (const form of forms) {
    const found = form.apply(tokens, i)
    if (found) return found
  }
  return null
}

export function findTower(tokens: Tokens): TowerDesignation | null {
  for (let i = 0; i < tokens.length; i++) {
    // `West Tower 2` is tower 2
    const found = readAt(TOWER_FORMS, tokens, tokens[i + 1]?.word?.tower ? i + 1 : i) ?? readAt(TOWER_FORMS, tokens, i)
    if (found) return found
  }
  return null
}

/** Two towers of one kind. Tower 2 may be Tower B, so a number says nothing about a letter, and '' about nothing. */
export const areComparable = (a: string, b: string): boolean => a !== '' && b !== '' && a < 'a' === b < 'a'

/** The designation at the end of a name: `Vale Phase II`, `Casa III`. */
export function phaseOfName(name: Tokens): TowerDesignation | null {
  for (let i = Math.max(1, name.length - 2); i < name.length; i++) {
    const found = readAt(NAME_FORMS, name, i)
    if (found?.to === name.length) return found
  }
  return null
}

/** The designation after a name that ends before `to`: `Vale Condos, Phase 2`. */
export function phaseAfter(tokens: Tokens, to: number): TowerDesignation | null {
  let i = to
  while (i < to + 2 && tokens[i]?.facts.isGeneric && !tokens[i]?.word?.tower) i++
  const t = tokens[i]
  // most words are too long to be a value, and no gazetteer has them
  return t === undefined || (t.word === null && t.text.length > 3) ? null : readAt(DESIGNATION_FORMS, tokens, i)
}

/** The designation before a name that starts at `from`: `Tower B at Vale`. */
export function phaseBefore(tokens: Tokens, from: number): TowerDesignation | null {
  let end = from
  while (end > 0 && (tokens[end - 1]?.canon === '' || tokens[end - 1]?.text === 'at')) end--
  const found = end >= 2 ? readAt(TOWER_FORMS, tokens, end - 2) : null
  return found?.to === end ? found : null
}
