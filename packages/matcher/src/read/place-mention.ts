// A place that a text names.

// What a place is.
/** A city or town by its name. */
export const CITY = 1
/** A part of a city. Others may have one of the same name, so it speaks for its city and against none. */
export const DISTRICT = 2
/** A name with a typo. */
export const MISSPELLED = 3
/** Words where a place stands that no gazetteer has. */
export const UNKNOWN_PLACE = 4
export const ABROAD = 5

/** The key of a place that is only the code of a state. */
export const STATE = '@state'

export interface PlaceMention {
  readonly from: number
  readonly to: number
  readonly kind: number
  /** The cities that it may mean, the likeliest first; none when unknown or abroad. */
  readonly ids: readonly number[]
  /** As it is compared with the name of a city, in case it is misspelled or abbreviated. */
  readonly key: string
  /** Stands where a place stands, not in the middle of a sentence. */
  readonly isPlaced: boolean
  /** A city of a metropolitan area or of a building. */
  readonly isMajor: boolean
}

/** All mentions are made here: objects of one shape are read several times as fast. */
export const newMention = (
  from: number,
  to: number,
  kind: number,
  ids: readonly number[],
  key: string,
  isPlaced = true,
  isMajor = false,
): PlaceMention => ({ from, to, kind, ids, key, isPlaced, isMajor })
