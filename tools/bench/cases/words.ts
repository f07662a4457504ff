// Cases: words that look like a place and are none, and streets and cities named after places.

import type { Random } from '../../shared/random.ts'
import type { Case } from '../generated-cases.ts'
import type { CasePool, Home, Make } from './case-pool.ts'
import { foldWord, NO_HINTS, placeOf } from './case-pool.ts'
import { FRAMES } from './data/tables.ts'
import { largerPlaces, municipalities } from './real-places.ts'
import { addressText } from './unit-text.ts'

const PROVINCE_WORDS = /\b(saskatchewan|ontario|alberta|manitoba|quebec|québec|columbia|brunswick)\b/i

const forms = (kind: string, make: Make): Record<string, Make> => ({
  [`${kind}, with hints`]: (home, r) => withHints(make(home, r), placeOf(home)),
  [`${kind}, text only`]: (home, r) => withHints(make(home, r), NO_HINTS),
})

const withHints = <T extends object>(draft: T | null, hints: { city: string | null; province: string | null }) =>
  draft && { ...draft, ...hints }

export function wordCases(pool: CasePool, count: number): Case[] {
  const towns = [...municipalities(), ...largerPlaces()].filter((t) => /^[A-Z][a-z]{3,9}$/.test(t.name))
  const cityNames = new Set([...municipalities().map((t) => foldWord(t.name)), ...pool.cities])
  const town = (home: Home, r: Random): string => {
    const far = towns.filter((t) => t.province !== home.province)
    return far.length === 0 ? 'Golden' : r.pick(far).name
  }
  const framed =
    (frames: readonly string[]): Make =>
    (home, r) => ({
      text: r
        .pick(frames)
        .replace('@', () => addressText(home, r).text)
        .replace('~', () => town(home, r)),
    })
  const plain =
    (isFit: (home: Home) => boolean): Make =>
    (home, r) =>
      isFit(home) ? { text: r.pick([addressText(home, r).text, `${addressText(home, r).text}, ${home.city}`]) } : null
  const inFrames = Object.entries(FRAMES.words).map(([kind, frames]) => forms(`word: ${kind}`, framed(frames)))
  const kinds: Record<string, Make> = {
    ...Object.assign({}, ...inFrames),
    ...forms('word: before a number like a ZIP code', (home, r) =>
      /^\d{5}$/.test(home.number) ? framed(FRAMES.beforeZip)(home, r) : null,
    ),
    ...forms(
      'word: street named after a city',
      plain((h) => cityNames.has(h.bare)),
    ),
    ...forms(
      'word: street or city named after a province',
      plain((h) => PROVINCE_WORDS.test(`${h.street} ${h.city}`)),
    ),
  }
  return pool.ofKinds(kinds, count, 1 / 5)
}
