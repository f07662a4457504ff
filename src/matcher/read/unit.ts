// Reads the unit of an address: its number as people write it, and its floor.

import type { Token } from '../text/token.ts'
import { HASH, MIXED, NUMBER } from '../text/token.ts'
import type { CivicReading } from './readings.ts'

export interface UnitClue {
  readonly kind: 'none' | 'given' | 'house_floor'
  /** 0 when unknown. */
  readonly floor: number
}

const isUnitWord = (t: Token): boolean => t.word !== null && (t.word.designator || t.word.label) && !t.word.type

const NEARBY = 6

export function readUnitClue(tokens: readonly Token[], reading: CivicReading): UnitClue {
  let kind: UnitClue['kind'] = 'none'
  let floor = 0
  const useNumber = (t: Token | undefined): void => {
    if (!t || (t.kind !== NUMBER && t.kind !== MIXED)) return
    kind = 'given'
    if (t.kind === NUMBER && t.value >= 100) floor = Math.floor(t.value / 100)
  }
  if (reading.otherNumbers.length === 0) useNumber(tokens[reading.numberAt - 1])
  const after = tokens[reading.street.end]
  if (after && after.gap < 2) useNumber(after)
  // in a long text, words far from the address describe something else
  const from = Math.max(0, reading.numberAt - NEARBY)
  const to = Math.min(tokens.length, reading.street.end + NEARBY)
  for (let i = from; i < to; i++) {
    if (i >= reading.numberAt && i < reading.street.end) continue
    const t = tokens[i] as Token
    if (isUnitWord(t)) {
      kind = t.word?.houseFloor ? 'house_floor' : 'given'
      if (i + 1 !== reading.numberAt) useNumber(tokens[i + 1])
    } else if (t.gap & HASH && i !== reading.numberAt) useNumber(t)
  }
  return { kind, floor }
}

/** Looks after the street, then for a unit word before the number, then at the token before the number. */
export function readUnit(tokens: readonly Token[], reading: CivicReading | null): string | null {
  const format = (t: Token): string => (t.kind === NUMBER ? (t.text + t.suffix).toUpperCase() : t.text.toUpperCase())
  const labelled = (i: number): string | null => {
    const word = tokens[i]?.word
    if (!word || !(word.designator || word.label) || word.type) return null
    const next = tokens[i + 1]
    const hasNumber =
      next && (next.kind === NUMBER || next.kind === MIXED || next.text.length === 1) && i + 1 !== reading?.numberAt
    if (word.designator) return hasNumber ? format(next) : null
    return hasNumber
      ? `${(tokens[i] as Token).text.toUpperCase()}${format(next)}`
      : (tokens[i] as Token).text.toUpperCase()
  }
  const firstLabelled = (end: number): string | null => {
    for (let i = 0; i < end; i++) {
      const unit = labelled(i)
      if (unit) return unit
    }
    return null
  }
  if (!reading) return firstLabelled(tokens.length)
  for (let i = reading.street.end; i < tokens.length; i++) {
    const t = tokens[i] as Token
    const unit = labelled(i)
    if (unit) return unit
    if ((t.kind === NUMBER || (t.kind === MIXED && i === reading.street.end)) && i <= reading.street.end + 1)
      return format(t)
  }
  const unitBefore = firstLabelled(reading.numberAt)
  if (unitBefore) return unitBefore
  const before = tokens[reading.numberAt - 1]
  if (
    before &&
    (before.kind === NUMBER || before.kind === MIXED || before.text.length <= 2) &&
    !reading.otherNumbers.includes(before.value)
  )
    return format(before)
  return null
}
