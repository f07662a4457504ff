// Which of several equally good suggestions someone more likely means: place and size.
import { provinceId } from '@plinth/matcher/internal/read/city-directory'
import type { SuggestIndex } from './suggest-index.ts'

export interface Hints {
  readonly city?: string | undefined
  readonly province?: string | undefined
  readonly near?: { readonly latitude: number; readonly longitude: number } | undefined
}

const SAME_CITY = 0.6
const SAME_METRO = 0.35
const SAME_PROVINCE = 0.35
const NEAR = 0.6
/** At this distance, nearness counts half. */
const HALF_KM = 4
const CITY_SIZE = 0.1
const STOREYS = 0.08
const TALL = 60
const KM_PER_DEGREE = 111.2

/** Compares places; made once per query. */
export class Preference {
  readonly #index: SuggestIndex
  readonly #city: number
  readonly #metro: number
  readonly #province: number
  readonly #near: Hints['near']
  readonly #kmPerLongitude: number

  constructor(index: SuggestIndex, { city, province, near }: Hints) {
    const { directory } = index.addresses
    this.#index = index
    this.#province = provinceId(province)
    this.#city = city === undefined ? -1 : directory.resolve(city, this.#province)
    this.#metro = directory.cities[this.#city]?.metro ?? -1
    this.#near = near
    this.#kmPerLongitude = KM_PER_DEGREE * Math.cos(((near?.latitude ?? 0) * Math.PI) / 180)
  }

  /** More for a building in the city, near the point, in a large city, or tall. */
  ofBuilding(row: number): number {
    const { addresses, citySize } = this.#index
    const city = addresses.buildingCity[row]!
    const size = CITY_SIZE * citySize[city]! + (STOREYS * Math.min(TALL, addresses.storeys[row]!)) / TALL
    const { metro, province } = addresses.directory.cities[city]!
    let place = 0
    if (this.#city >= 0) place = city === this.#city ? SAME_CITY : metro === this.#metro ? SAME_METRO : 0
    if (this.#province > 0 && province === this.#province) place += SAME_PROVINCE
    return size + place + this.ofPoint(addresses.latitude[row]!, addresses.longitude[row]!)
  }

  ofPoint(latitude: number, longitude: number): number {
    if (!this.#near || Number.isNaN(latitude) || Number.isNaN(longitude)) return 0
    const north = (latitude - this.#near.latitude) * KM_PER_DEGREE
    const east = (longitude - this.#near.longitude) * this.#kmPerLongitude
    return NEAR / (1 + Math.sqrt(north * north + east * east) / HALF_KM)
  }
}
