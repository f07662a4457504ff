// Ways to write an address line with a unit, and the place behind it.

import type { Random } from '../../shared/random.ts'
import { unitNumber } from '../unit-formats.ts'
import type { Home } from './case-pool.ts'
import { lineOf } from './case-pool.ts'
import { FRAMES, PLACES } from './data/tables.ts'
import { fillIn } from './post-sentences.ts'

export interface AddressText {
  readonly text: string
  readonly unit: string | null
}

/** The address with a unit in half of the cases. */
export function addressText(home: Home, random: Random, line = lineOf(home)): AddressText {
  if (random.chance(0.5)) return { text: line, unit: null }
  const unit = unitNumber(random)
  return { text: fillIn(random.pick(FRAMES.withUnit), random, { line, unit }), unit }
}

/** The city, alone or with its province. */
export function placeText(home: Home, random: Random): string {
  const province = PLACES.PROVINCE_NAMES[home.province] ?? home.province
  return random.pick([
    home.city,
    home.city,
    `${home.city}, ${home.province}`,
    `${home.city} ${home.province}`,
    `${home.city}, ${province}`,
    `${home.city}, ${home.province}, Canada`,
  ])
}
