// Spellings of directions, provinces and street types, without accents.
import words from '../../assets/portal/address-words.json' with { type: 'json' }

export const DIRECTION_WORDS: Readonly<Record<string, readonly string[]>> = words.directions

export const PROVINCE_WORDS: Readonly<Record<string, readonly string[]>> = words.provinces

/** French street types that don't abbreviate to the English short form. */
const FRENCH: Readonly<Record<string, string>> = words.french_types

/** Matches `Street`, `str` and `rue` to `St`: the letters of one are in the other, in order. */
export function isTypeWord(word: string, type: string): boolean {
  const short = type.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (FRENCH[word] === short) return true
  const [shorter, longer] = word.length < short.length ? [word, short] : [short, word]
  return shorter[0] === longer[0] && shorter.length > 1 && isSubsequence(shorter, longer)
}

function isSubsequence(shorter: string, longer: string): boolean {
  let at = 0
  for (const letter of longer) if (letter === shorter[at]) at++
  return at === shorter.length
}
