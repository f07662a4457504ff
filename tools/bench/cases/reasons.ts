// Cases without a building whose reason is known, because the case was made for it.

import type { Case } from '../generated-cases.ts'
import { inventedStreets } from '../invented-streets.ts'
import type { CasePool, Home, Make } from './case-pool.ts'
import { foldWord, lineOf, NO_HINTS, placeOf } from './case-pool.ts'
import { PLACES, STREETS } from './data/tables.ts'
import { largerPlaces } from './real-places.ts'
import { listedStreets } from './real-streets.ts'

function otherSide(home: Home): string | null {
  const { words, direction } = home.parts
  const side = STREETS.OTHER_SIDES[(words[direction] ?? '').toLowerCase()]
  return side === undefined ? null : words.map((w, i) => (i === direction ? side : w)).join(' ')
}

export function reasonCases(pool: CasePool, count: number): Case[] {
  const towns = largerPlaces().filter((t) => !pool.cities.has(foldWord(t.name)))
  const none = (text: string, reasons: readonly string[], hints: { city: string | null; province: string | null }) => ({
    text,
    reasons,
    truth: null,
    ...hints,
  })
  const real = [...listedStreets().values()]
  const streets = inventedStreets()
    .filter(({ name }) => !pool.isStreet(foldWord(name)) && !real.some((l) => l.names.has(foldWord(name))))
    .map(({ name, english }) => `${name} ${english}`)
  const kinds: Readonly<Record<string, Make>> = {
    'reason: abroad': (h, r) => none(`${lineOf(h)}, ${r.pick(PLACES.FOREIGN)}`, ['outside_canada'], NO_HINTS),
    'reason: another town': (h, r) => {
      const far = towns.filter((t) => t.province !== h.province)
      if (far.length === 0) return null
      const town = r.pick(far)
      return none(`${lineOf(h)}, ${town.name}, ${town.province}`, ['city_conflict', 'not_covered'], NO_HINTS)
    },
    'reason: a landmark': (h, r) =>
      none(
        r.pick(['Bright flat near @', 'Steps to @', 'Directly across from @']).replace('@', lineOf(h)),
        ['address_is_a_landmark'],
        placeOf(h),
      ),
    'reason: no number': (h, r) =>
      none(r.pick([h.street, `Condo on ${h.street}`, `${h.street}, ${h.city}`]), ['no_civic_number'], placeOf(h)),
    'reason: unknown street': (h, r) => none(`${h.number} ${r.pick(streets)}`, ['street_unknown'], placeOf(h)),
    'reason: number not on the street': (h) => {
      const far = String(Number.parseInt(h.number, 10) + 2468)
      return pool.ownersOf(far, h.bare).size > 0 || /^\d/.test(h.bare)
        ? null
        : none(`${far} ${h.street}`, ['civic_number_not_on_street'], placeOf(h))
    },
    'reason: other side': (h) => {
      const street = otherSide(h)
      return street === null ? null : none(`${h.number} ${street}`, ['direction_conflict'], placeOf(h))
    },
  }
  return pool.ofKinds(kinds, Math.ceil(count / 2), 0)
}
