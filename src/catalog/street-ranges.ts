// The civic numbers of a street, by the list of its city.

import { isSameType } from '@plinth/matcher/internal/compare/compare-street'
import type { KnownStreet } from '@plinth/matcher/internal/index/street-lexicon'
import { phraseOf } from '@plinth/matcher/internal/index/street-lexicon'
import { provinceId } from '@plinth/matcher/internal/read/city-directory'
import type { Snapshot } from './snapshot/snapshot.ts'
import { addressIndexOf } from './snapshot/snapshot-matcher.ts'

export interface NumberRange {
  readonly from: number
  readonly to: number
  /** 2 when only even or only odd numbers are in it. */
  readonly step: number
}

/** Null when the place has no list, or the list not this street; empty when its numbers are not known. */
export function rangesOf(
  { matcher }: Snapshot,
  province: string,
  place: string,
  street: string,
): readonly NumberRange[] | null {
  const { directory, lexicon } = addressIndexOf(matcher)
  const streets = lexicon.get(directory.resolve(place, provinceId(province)))?.streets()
  const phrase = phraseOf(street)
  if (!streets || !phrase) return null
  const direction = phrase.postDirection || phrase.preDirection
  const isMeant = (one: KnownStreet): boolean =>
    (phrase.type === 0 || one.type === 0 || isSameType(one.type, phrase.type)) &&
    (direction === 0 || one.direction === 0 || one.direction === direction)
  const meant = (streets.get(phrase.singularKey) ?? []).filter(isMeant)
  if (meant.length === 0) return null
  return meant.some(({ numbers }) => numbers.length === 0) ? [] : meant.flatMap((one) => [...rangesIn(one)])
}

function* rangesIn({ numbers, steps }: KnownStreet): Generator<NumberRange> {
  for (let i = 0; i < numbers.length; i += 2)
    yield { from: numbers[i]!, to: numbers[i + 1]!, step: steps?.[i / 2] ?? 1 }
}
