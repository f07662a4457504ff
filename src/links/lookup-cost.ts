// How many lookups a text counts as: reading a long one takes as long as several ordinary addresses.

/** Descriptions of listings are shorter. */
const FREE_CHARACTERS = 4_000
/** 8,000 characters of noise take the processor time of twelve ordinary lookups. */
const CHARACTERS_PER_LOOKUP = 350
/** A longer text is refused without being read. */
const MAX_CHARACTERS = 8_000

/** From the text alone, so that the same text always costs the same, and limits apply before the work. */
export function lookupCost(text: string): number {
  const { length } = text
  if (length <= FREE_CHARACTERS || length > MAX_CHARACTERS) return 1
  return 1 + Math.floor((length - FREE_CHARACTERS) / CHARACTERS_PER_LOOKUP)
}
