// Ways to write an address line with a unit, and the place behind it.

import type { Random } from '../seeded-random.ts'
import { unitNumber } from '../unit-formats.ts'
import type { Home } from './case-pool.ts'
import { lineOf } from './case-pool.ts'

const WITH_UNIT: readonly ((line: string, unit: string) => string)[] = [
  (line, unit) => `${unit}-${line}`,
  (line, unit) => `${unit} - ${line}`,
  (line, unit) => `#${unit} ${line}`,
  (line, unit) => `${line} #${unit}`,
  (line, unit) => `${line}, unit ${unit}`,
  (line, unit) => `${line}, Apt ${unit}`,
  (line, unit) => `Suite ${unit} - ${line}`,
  (line, unit) => `${line} (${unit})`,
]

export interface AddressText {
  readonly text: string
  readonly unit: string | null
}

/** The address with a unit in half of the cases. */
export function addressText(home: Home, random: Random, line = lineOf(home)): AddressText {
  if (random.chance(0.5)) return { text: line, unit: null }
  const unit = unitNumber(random)
  return { text: random.pick(WITH_UNIT)(line, unit), unit }
}

const PROVINCE_NAMES: Readonly<Record<string, string>> = {
  ON: 'Ontario',
  BC: 'British Columbia',
  QC: 'Québec',
  AB: 'Alberta',
  MB: 'Manitoba',
  SK: 'Saskatchewan',
  NS: 'Nova Scotia',
  NB: 'New Brunswick',
}

/** The city, alone or with its province. */
export function placeText(home: Home, random: Random): string {
  const province = PROVINCE_NAMES[home.province] ?? home.province
  return random.pick([
    home.city,
    home.city,
    `${home.city}, ${home.province}`,
    `${home.city} ${home.province}`,
    `${home.city}, ${province}`,
    `${home.city}, ${home.province}, Canada`,
  ])
}
