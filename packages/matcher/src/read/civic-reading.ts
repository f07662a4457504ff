// A reading of a text: a civic number, how it is written, and its street.

import type { StreetPhrase } from './street-phrase.ts'

// How a civic number is written.
export const PLAIN = 0
/** After `#`. */
export const HASHED = 1
/** After a street, where units are. */
export const AFTER_STREET = 2
/** As the name of a street: 4 in `109 E 4 Ave`. */
export const IN_STREET = 3
/** Behind its own street: `Howe St 1480`. */
export const REVERSED = 4
/** The last part of a longer number in words: 15 of `nine fifteen Elmsmere Road`. */
export const PART_OF_SPOKEN = 5
/** One end of a dash range, when both ends are buildings: `3-11 Somervale View`. */
export const EITHER_END = 6
/** The first number of a dash range whose last is no building: `508-510 W Cordova St`. */
export const RANGE_START = 7
// Forms that only the index can confirm. Their street is looked up, not corrected.
/** Before its unit: `4200 #13 rue Dubois`. */
export const BEFORE_UNIT = 8
/** Before its unit and a dash, as only Québec writes it: `4200-13 rue Dubois`. */
export const QUEBEC_ORDER = 9
/** In groups that read as one number: `47 50 Yonge St`, `2,837 Yonge St`. */
export const IN_GROUPS = 10
/** Before its letter: `618 A Main St`. */
export const BEFORE_LETTER = 11

export interface CivicReading {
  /** The tokens of the number: several when it is in words or in groups. */
  readonly numberAt: number
  readonly numberEnd: number
  /** The first token of the street. Between the number and its street is only a unit. */
  readonly streetAt: number
  readonly number: number
  readonly suffix: string
  /** Other numbers of a range or list: `88 & 90`, `12-14`. */
  readonly otherNumbers: readonly number[]
  /** Only a dash joins them, so `12-14` may also be unit 12 of number 14. */
  readonly isDashed: boolean
  readonly numberStyle: number
  readonly street: StreetPhrase
}

/** Reports whether the street of a reading may be misspelled. */
export const isCorrectable = ({ numberStyle, street }: CivicReading): boolean =>
  numberStyle < BEFORE_UNIT && !street.isDoubtful

export const NO_NUMBERS: readonly number[] = []

/** All readings are made here: objects of one shape are read several times as fast. */
export function newReading(
  numberAt: number,
  numberEnd: number,
  streetAt: number,
  number: number,
  suffix: string,
  otherNumbers: readonly number[],
  isDashed: boolean,
  numberStyle: number,
  street: StreetPhrase,
): CivicReading {
  return { numberAt, numberEnd, streetAt, number, suffix, otherNumbers, isDashed, numberStyle, street }
}

export function withNumberStyle(reading: CivicReading, style: number): CivicReading {
  const { numberAt, numberEnd, streetAt, number, suffix, otherNumbers, isDashed, street } = reading
  return newReading(numberAt, numberEnd, streetAt, number, suffix, otherNumbers, isDashed, style, street)
}
