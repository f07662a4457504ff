// Finds streets with a similar name that have exactly the typed number. A wrong digit is never corrected.

import { findNumber } from '../index/street-index.ts'
import type { City } from '../read/city-directory.ts'
import type { CivicReading } from '../read/readings.ts'
import { correctedKey } from '../text/misspelled-words.ts'
import { bitCount, letterMask, typedKey } from '../text/name-keys.ts'
import { nearestOrdinal, resemblance, withoutRepeatedWords } from '../text/similarity.ts'
import type { Token } from '../text/token.ts'
import type { CandidateSet } from './candidate-set.ts'

const MAX_DIFFERENT_LETTERS = 6 // of the letter mask, by three edits

/** The spellings of a typed name that are compared with real names. */
interface Spellings {
  readonly key: string
  readonly words: string
  readonly typed: string
  /** With the misspelled words corrected; null when there are none. */
  readonly corrected: string | null
  readonly withoutRepeats: string
  /** A type at the end that the real name must have too; '' for none. */
  readonly lastWord: string
  readonly mask: number
  readonly typedMask: number
  readonly correctedMask: number
}

function spellingsOf(tokens: readonly Token[], { key, words, from, to, type }: CivicReading['street']): Spellings {
  const isOneWord = to === from + 1
  const typed = isOneWord ? key : typedKey(tokens, from, to)
  const corrected = correctedKey(tokens, from, to)
  // `Victoira Park`: a type in the name must be in the real name too, as it is another reading without it
  const last = tokens[to - 1] as Token
  const typedMask = letterMask(typed)
  return {
    key,
    words,
    typed,
    corrected,
    withoutRepeats: isOneWord ? key : withoutRepeatedWords(words),
    lastWord: type === 0 && !isOneWord && last.word?.type ? last.canon : '',
    mask: letterMask(key),
    typedMask,
    correctedMask: corrected === null ? typedMask : letterMask(corrected),
  }
}

/** Most names have other letters. */
function mayBe({ mask, typedMask, correctedMask }: Spellings, other: number): boolean {
  if (bitCount(mask ^ other) <= MAX_DIFFERENT_LETTERS) return true
  return (mask & ~other) === 0 || (other & ~mask) === 0 || typedMask === other || correctedMask === other
}

export function findSimilar(set: CandidateSet, reading: CivicReading): void {
  const { index } = set
  const { street, number } = reading
  // part of a name without its type is too little to correct: `Ste` of Ste-Catherine begins every saint
  if (street.hasLeftover && street.type === 0) return
  const spellings = spellingsOf(set.tokens, street)
  if (spellings.typed.length < 4) return
  const ordinal = nearestOrdinal(spellings.typed)
  const numbered = ordinal > 0 ? index.nameBySingularKey.get(String(ordinal)) : undefined
  if (numbered !== undefined) set.compareEntries(numbered, number, reading, 'one_edit')
  compareNames(set, reading, spellings)
}

/** Compares the name with that of every street that has the number. */
function compareNames(set: CandidateSet, reading: CivicReading, spellings: Spellings): void {
  const { index } = set
  const { number } = reading
  const start = findNumber(index, number)
  if (index.entryNumber[index.entriesByNumber[start] as number] !== number) return
  const metros = set.metrosOf(reading)
  const { cities } = index.directory
  const exact = index.nameBySingularKey.get(reading.street.singularKey)
  let lastName = -1
  for (let at = start; at < index.entriesByNumber.length; at++) {
    const e = index.entriesByNumber[at] as number
    if (index.entryNumber[e] !== number) break
    const street = index.entryStreet[e] as number
    const name = index.streetName[street] as number
    if (name === lastName || !mayBe(spellings, index.nameMask[name] as number)) continue
    const city = cities[index.streetCity[street] as number] as City
    if (metros && city.name !== '' && !metros.includes(city.metro)) continue
    lastName = name
    if (name !== exact) compareName(set, reading, spellings, name)
  }
}

function compareName(set: CandidateSet, reading: CivicReading, spellings: Spellings, name: number): void {
  const { index } = set
  const { key, words, typed, corrected, withoutRepeats, lastWord } = spellings
  const real = index.nameKey.get(name)
  const realWords = index.nameWords.get(name)
  if (lastWord && !realWords.endsWith(` ${lastWord}`)) return
  const isSame = real === key || real === typed || real === withoutRepeats
  const near = isSame ? null : real === corrected ? 'one_edit' : resemblance(key, words, real, realWords)
  if (isSame || near) set.compareEntries(name, reading.number, reading, near)
}
