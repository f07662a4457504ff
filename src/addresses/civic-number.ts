// The civic number of an address: one number with its suffix, a range, or a list.

import type { CivicReading } from '@plinth/matcher/internal/read/readings'
import { EITHER_END, RANGE_START } from '@plinth/matcher/internal/read/readings'
import type { Token } from '@plinth/matcher/internal/text/token'
import { AND, COMMA, SLASH } from '@plinth/matcher/internal/text/token'
import { at } from '../kernel/at.ts'
import type { AddressPart } from './address-types.ts'
import type { OriginalText } from './original-text.ts'

export interface CivicNumber {
  /** In ascending order; empty when the address has none. */
  readonly numbers: readonly number[]
  /** `1480`, `123A`, `123 1/2`, `12-14`, `88 & 90`; '' for none. */
  readonly text: string
  readonly parts: readonly AddressPart[]
}

/** `12-14` are the ends of a range; in `1203-1480` the first is a unit. */
const MAX_RANGE = 8

/** `isConfirmed`: a building confirms the number, so that `12-14` is unit 12 of number 14. */
export function readNumber(
  tokens: readonly Token[],
  original: OriginalText,
  reading: CivicReading | null,
  isConfirmed: boolean,
): CivicNumber {
  if (!reading) return { numbers: [], text: '', parts: [part('civic_number', null, null)] }
  const numbers = numbersOf(reading, isConfirmed)
  const [first, last] = [at(numbers, 0), at(numbers, -1)]
  const suffix = numbers.length === 1 ? reading.suffix.toUpperCase() : ''
  const parts: AddressPart[] = []
  if (numbers.length === 1) parts.push(part('civic_number', String(first), givenNumber(tokens, original, reading)))
  else {
    const given = original.slice(tokens[reading.numberAt - numbers.length + 1]!.start, tokens[reading.numberAt]!.end)
    parts.push(part('civic_number', String(first), given), part('civic_number_to', String(last), given))
  }
  if (suffix) parts.push(part('number_suffix', suffix, suffix))
  return { numbers, text: textOf(tokens, reading, numbers, suffix), parts }
}

const part = (name: AddressPart['name'], value: string | null, as_given: string | null): AddressPart => ({
  name,
  value,
  as_given,
  understood: value === null ? 'unknown' : 'given',
})

function numbersOf({ number, otherNumbers, isDashed, numberStyle }: CivicReading, isConfirmed: boolean): number[] {
  const isRange = numberStyle === EITHER_END || numberStyle === RANGE_START
  const isUnit = isDashed && !isRange && (isConfirmed || !isShortRange(otherNumbers[0] ?? 0, number))
  return isUnit ? [number] : [...otherNumbers, number].sort((a, b) => a - b)
}

const isShortRange = (from: number, to: number): boolean =>
  to - from <= MAX_RANGE && String(from).length === String(to).length

/** A range is written with a hyphen only where it is read back as one. */
function textOf(tokens: readonly Token[], reading: CivicReading, numbers: readonly number[], suffix: string): string {
  const [first, last] = [at(numbers, 0), at(numbers, -1)]
  if (numbers.length === 1) return suffix.includes('/') ? `${first} ${suffix}` : `${first}${suffix}`
  const isList = ((tokens[reading.numberAt] as Token).gap & (AND | SLASH | COMMA)) !== 0
  if (!isList && (isShortRange(first, last) || reading.numberStyle !== 0)) return `${first}-${last}`
  return `${numbers.slice(0, -1).join(', ')} & ${last}`
}

/** The digits as typed, or the words: `fourteen eighty`. */
function givenNumber(tokens: readonly Token[], original: OriginalText, reading: CivicReading): string {
  return original.slice(tokens[reading.numberAt]!.start, tokens[reading.numberEnd - 1]!.end)
}
