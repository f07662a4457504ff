// Addresses that no building has, counted by the place that they name. Pure.
import type { MatchQuery, Reading } from '@plinth/matcher'

interface Place {
  readonly reading: Reading
  readonly query: MatchQuery
  readonly units: Set<string>
  readonly samples: Set<string>
  listings: number
}

const MAX_SAMPLES = 3

/** Number, street and city as they are read, however they are written; null if the text names no house. */
export function placeOf(reading: Reading | null, city: string): string | null {
  if (reading?.civic_number == null || reading.street_name === null) return null
  const { civic_number, number_suffix, street_name, street_type, direction } = reading
  return keyOf([civic_number, number_suffix, street_name, reading.city ?? city, street_type, direction])
}

const keyOf = (parts: readonly (string | null)[]): string => parts.map((part) => (part ?? '').toLowerCase()).join('|')

export class PlaceTally {
  readonly #places = new Map<string, Place>()

  add(key: string, reading: Reading, query: MatchQuery): void {
    let place = this.#places.get(key)
    if (!place) {
      place = { reading, query, units: new Set(), samples: new Set(), listings: 0 }
      this.#places.set(key, place)
    }
    place.listings += 1
    if (reading.unit !== null) place.units.add(reading.unit)
    if (place.samples.size < MAX_SAMPLES) place.samples.add(query.address)
  }

  /** Those with enough listings of different units, most listings first. */
  places(leastListings: number, leastUnits: number) {
    this.#joinShort()
    return [...this.#places.values()]
      .filter(({ listings, units }) => listings >= leastListings && units.size >= leastUnits)
      .sort((a, b) => b.listings - a.listings)
      .map(({ reading, query, listings, units, samples }) => ({
        ...{ reading, query, listings, units: units.size },
        samples: [...samples],
      }))
  }

  /** `77 Huntley` is `77 Huntley St` if no other type or direction of the street was seen with that number. */
  #joinShort(): void {
    const full = new Map<string, Place[]>()
    for (const [key, place] of this.#places) {
      const short = shortOf(key)
      if (short !== key) full.set(short, [...(full.get(short) ?? []), place])
    }
    for (const [short, [place, ...others]] of full) {
      const same = this.#places.get(short)
      if (!same || !place || others.length > 0) continue
      this.#places.delete(short)
      place.listings += same.listings
      for (const unit of same.units) place.units.add(unit)
      for (const sample of same.samples) if (place.samples.size < MAX_SAMPLES) place.samples.add(sample)
    }
  }
}

const shortOf = (key: string): string => `${key.split('|').slice(0, 4).join('|')}||`
