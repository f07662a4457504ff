// Reads the unit of an address: its number as people write it, and its floor.

import { normalizeText } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import {
  AND,
  BREAK,
  CLOSE,
  COMMA,
  DASH,
  HASH,
  MIXED,
  NUMBER,
  OPEN,
  SLASH,
  SPACE,
  tokenBefore,
  WORD,
} from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import { isMeasure } from './counts.ts'
import type { CivicReading } from './readings.ts'
import { EITHER_END, RANGE_START } from './readings.ts'
import type { TowerDesignation } from './tower-designation.ts'

export interface UnitClue {
  readonly kind: 'none' | 'given' | 'house_floor'
  /** 0 when unknown. */
  readonly floor: number
}

const isUnitWord = (t: Token): boolean => t.word !== null && (t.word.designator || t.word.label) && !t.word.type

const NEARBY = 6

const OFFERS = new Set(['parking', 'locker'])

/** `Corner unit!! 1480 Howe St` gives no unit. */
const isBesideNumber = (next: Token | undefined): boolean =>
  next !== undefined && (next.kind !== WORD || next.word?.spoken === true) && (next.gap & (COMMA | BREAK)) === 0

const hasDigits = ({ kind }: Token): boolean => kind === NUMBER || kind === MIXED

const isUnitNumber = (t: Token | undefined): t is Token => t !== undefined && hasDigits(t)

/** 0 when the number does not tell. */
const floorOf = (t: Token): number => (t.kind === NUMBER && t.value >= 100 ? Math.floor(t.value / 100) : 0)

export function readUnitClue(tokens: readonly Token[], reading: CivicReading): UnitClue {
  let kind: UnitClue['kind'] = reading.numberEnd < reading.streetAt ? 'given' : 'none'
  let floor = 0
  const before = reading.otherNumbers.length === 0 ? tokenBefore(tokens, reading.numberAt) : undefined
  if (isUnitNumber(before)) {
    kind = 'given'
    floor = floorOf(before)
  }
  const after = tokens[reading.street.end]
  if (isUnitNumber(after) && after.gap < 2) {
    kind = 'given'
    floor = floorOf(after) || floor
  }
  // in a long text, words far from the address describe something else
  const from = Math.max(0, reading.numberAt - NEARBY)
  const to = Math.min(tokens.length, reading.street.end + NEARBY)
  for (let i = from; i < to; i++) {
    if (i >= reading.numberAt && i < reading.street.end) continue
    kind = unitKindAt(tokens, i) ?? kind
    const number = unitNumberAt(tokens, i, reading.numberAt)
    if (!isUnitNumber(number)) continue
    kind = 'given'
    floor = floorOf(number) || floor
  }
  return { kind, floor }
}

/** What a unit word at `i` says; null when there is none. */
function unitKindAt(tokens: readonly Token[], i: number): UnitClue['kind'] | null {
  const t = tokens[i] as Token
  if (!isUnitWord(t)) return null
  if (t.word?.houseFloor) return 'house_floor'
  return t.word?.label || OFFERS.has(t.text) || isBesideNumber(tokens[i + 1]) ? 'given' : null
}

/** The number that a unit word or a hash at `i` announces. */
function unitNumberAt(tokens: readonly Token[], i: number, numberAt: number): Token | undefined {
  const t = tokens[i] as Token
  if (isUnitWord(t)) return i + 1 === numberAt ? undefined : tokens[i + 1]
  return t.gap & HASH && i !== numberAt ? t : undefined
}

/** A unit that the caller sends beside the text counts like one in the text. */
export function withUnitHint(clue: UnitClue, hint: string | null | undefined): UnitClue {
  if (clue.kind !== 'none' || !hint) return clue
  const number = Number(/\d+/.exec(hint)?.[0] ?? 0)
  return { kind: 'given', floor: number >= 100 && number < 10_000 ? Math.floor(number / 100) : 0 }
}

const format = (t: Token): string => (t.kind === NUMBER ? (t.text + t.suffix).toUpperCase() : t.text.toUpperCase())

const separatorOf = (gap: number): string => (gap & DASH ? '-' : gap & AND ? '&' : gap & SLASH ? '/' : '')

/** `503 B`, `6-J`, `115&116`, `114UP`: what follows belongs to the unit when it is joined, or is a single letter. */
function continuesUnit(t: Token | undefined): boolean {
  if (!t || t.gap & (COMMA | BREAK | OPEN | CLOSE | HASH)) return false
  if (t.gap === 0) return t.kind !== WORD || t.text.length <= 3
  const isJoined = (t.gap & (DASH | AND | SLASH)) !== 0 && (t.gap & SPACE) === 0
  if (hasDigits(t)) return isJoined
  return t.text.length === 1 && !(t.gap & DASH && t.gap & SPACE)
}

/** Reads the unit of one address. Tower designations are not units: `T2-905` is unit 905. */
class UnitReader {
  readonly #tokens: readonly Token[]
  readonly #numberAt: number
  readonly #tower: TowerDesignation | null

  constructor(tokens: readonly Token[], numberAt: number, tower: TowerDesignation | null) {
    this.#tokens = tokens
    this.#numberAt = numberAt
    this.#tower = tower
  }

  #isTower(i: number): boolean {
    return this.#tower !== null && i >= this.#tower.from && i < this.#tower.to
  }

  /** The unit from `from` up to `limit`, with everything that is joined to it. */
  whole(from: number, limit = this.#tokens.length): string {
    let out = format(this.#tokens[from] as Token)
    for (let i = from + 1; i < limit && i !== this.#numberAt && continuesUnit(this.#tokens[i]); i++) {
      const t = this.#tokens[i] as Token
      out += separatorOf(t.gap) + (t.kind === NUMBER ? format(t).padStart(t.end - t.start, '0') : format(t))
    }
    return out
  }

  isHead(i: number): boolean {
    const t = this.#tokens[i]
    if (!t || i === this.#numberAt || this.#isTower(i)) return false
    return hasDigits(t) || t.text.length === 1
  }

  /** `Unit 5`, `PH 2`, `#Parking`: the unit that a word at `i` announces. */
  labelled(i: number): string | null {
    const t = this.#tokens[i] as Token
    const { word } = t
    if (!word || !(word.designator || word.label) || word.type || this.#isTower(i)) return null
    const next = this.#tokens[i + 1]
    const isBeside = next !== undefined && (next.gap & (COMMA | BREAK)) === 0
    const isCode = next?.kind === WORD && (next.gap & HASH) !== 0 && next.text.length <= 4 && i + 1 !== this.#numberAt
    const hasNumber = isBeside && (this.isHead(i + 1) || isCode)
    if (word.designator) {
      if (hasNumber) return this.whole(i + 1)
      return OFFERS.has(t.text) && (t.gap & HASH || i + 1 === this.#numberAt || !next) ? t.text.toUpperCase() : null
    }
    return t.text.toUpperCase() + (hasNumber ? this.whole(i + 1) : '')
  }

  firstLabelled(from: number, to: number): string | null {
    for (let i = Math.max(0, from); i < to; i++) {
      const unit = (this.#tokens[i] as Token).word === null ? null : this.labelled(i)
      if (unit) return unit
    }
    return null
  }

  /** The unit after a street and its tower: `395 Dundas Street W 603`, `1480 Howe St, Tower B #1203`. */
  afterStreet(end: number): string | null {
    const next = this.#isTower(end) || this.#isTower(end + 1) ? (this.#tower as TowerDesignation).to : end
    // `119 Main Street Markham N #1410`: the place is part of the street's name, and its direction follows
    const last = this.#tokens[next + 1]?.word?.direction ? next + 2 : next + 1
    for (let i = end; i < Math.min(this.#tokens.length, end + NEARBY); i++) {
      const t = this.#tokens[i] as Token
      const unit = t.word === null ? null : this.labelled(i)
      if (unit) return unit
      const isNext = i <= last && this.isHead(i) && (t.kind === NUMBER || (t.kind === MIXED && i === next))
      if (isNext && !isMeasure(this.#tokens, i)) return this.whole(i)
    }
    return null
  }

  /** A number, or a word as short as a unit. */
  #mayBeUnit(i: number): boolean {
    const t = i < 0 ? undefined : this.#tokens[i]
    if (t === undefined || this.#isTower(i)) return false
    return hasDigits(t) || (t.kind === WORD && t.text.length <= 2)
  }

  /** The unit directly before the civic number: `#503 B - 9612 Yonge St`, `P1-45-170 Fort York Blvd`. */
  beforeNumber(number: number): string | null {
    let from = number - 1
    if (!this.#mayBeUnit(from)) return null
    while (continuesUnit(this.#tokens[from]) && this.#mayBeUnit(from - 1)) from--
    return this.whole(from, number)
  }
}

/** Looks after the street, then for a unit word before the number, then at the tokens before the number. */
export function readUnit(
  tokens: readonly Token[],
  reading: CivicReading | null,
  tower: TowerDesignation | null,
): string | null {
  const reader = new UnitReader(tokens, reading?.numberAt ?? -1, tower)
  if (!reading) return reader.firstLabelled(0, tokens.length)
  const { numberAt, numberEnd, streetAt, numberStyle, otherNumbers, isDashed, street } = reading
  if (numberEnd < streetAt) return reader.labelled(numberEnd) ?? reader.whole(numberEnd, streetAt)
  const isRange = !isDashed || numberStyle === EITHER_END || numberStyle === RANGE_START
  // `305-101-103 Phillip St`: the unit is before the range; `91, 140, 146 Jameson Ave` has none
  const first = isRange ? numberAt - otherNumbers.length : numberAt
  const isList = first < numberAt && ((tokens[first] as Token).gap & COMMA) !== 0
  return (
    reader.afterStreet(street.end) ??
    reader.firstLabelled(numberAt - NEARBY, numberAt) ??
    (isList ? null : reader.beforeNumber(first))
  )
}

/** The unit of a hint, written as in a text: `Apt 1203`, `#1203` and `1203` are 1203. */
export function readUnitHint(hint: string): string | null {
  const tokens = tokenize(normalizeText(hint))
  if (tokens.length === 0) return null
  const reader = new UnitReader(tokens, -1, null)
  return reader.firstLabelled(0, tokens.length) ?? reader.whole(0)
}
