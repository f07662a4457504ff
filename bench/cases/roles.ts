// Cases: addresses that are not the listing's own: landmarks, offices, blocks, former addresses.

import type { Case } from '../generated-cases.ts'
import type { Random } from '../seeded-random.ts'
import type { CasePool, Home, Make } from './case-pool.ts'
import { foldWord, groupBy, lineOf } from './case-pool.ts'
import { addressText, placeText } from './unit-text.ts'

/** Frames as rental posts write them; `@` is the address. The posts' own addresses are not used. */
const NEAR = [
  'Bright flat near @',
  'Sunny 2 bedroom close to @ and all amenities',
  '1 BR + Den Condo near @. Available now.',
  'Brand new 3br Townhouse for lease near @',
  'Right near @. 6 minutes walk to the subway station.',
  'Excellent location close to @, Loblaws and much more.',
  'In close proximity to @, hospitals and transit',
  'Location near @. I am a quiet working professional.',
  'Joli 4 1/2 près du @',
  'Grand condo à proximité du @, tout inclus',
]
const BESIDE = [
  'Spacious loft beside @',
  'Next door to @, minutes to the Financial District',
  'Fully furnished room, next to @',
  'Adjacent to @ and the park',
  'Directly across from @, grocery shopping!',
  'Renovated studio across the street from @',
  'Quiet unit behind @',
  'House for rent opposite @',
  'Appartement à côté du @',
  'Studio meublé en face du @',
]
const STEPS = [
  'Steps to @, parks, restaurants, shops and schools.',
  'Steps from @. Great walking score and transit score.',
  'just steps away from @',
  'Few Steps To @, 1 Bed + Den, 2 closets',
  '10 minutes walk to @',
  '5-minute walk from @ and TTC',
  '2 min walk to @; 5 min walk to the lake',
  'Minutes To @, Ryerson and top hospitals',
  'Walking distance to @ and two subway lines',
  '15 min drive to @, grocery stores',
  'Two blocks from @',
  'Logement à 5 minutes du @',
  'À deux pas du @, libre le 1er juillet',
]
const OFFICE = [
  'Brand new condos from the $600s! Presentation centre: @',
  'Now selling. Visit our sales centre at @',
  'Register today. Sales office located at @',
  'Apply at our leasing office, @',
  'Rental office: @. Open daily!',
  'Pick up the keys at the management office at @',
  'Bureau des ventes : @',
  'Contact Maria, Salesperson, Harbour Lane Realty Inc., Brokerage @',
  'Listed by Maple Gate Realty Ltd., @',
  'Listing courtesy of North Star Realty, Brokerage, @. Not intended to solicit buyers under contract.',
  'Samuel Ward | REALTOR | Right Door Realty Inc. Brokerage | @ | each office independently owned',
]
const FORMER = [
  'Formerly @',
  'The shop that used to be at @ has moved',
  'We have moved from @',
  'Previously located at @',
  'Anciennement au @',
]
const BLOCK = ['# block of @', 'In the # block of @', 'Furnished room, # block @', '# Block @, main floor']

const LANDMARKS = { near: NEAR, beside: BESIDE, steps: STEPS, office: OFFICE, former: FORMER } as const

/** Ways to give the own address. */
const OWN = [
  '@',
  'Located at @.',
  'Address: @',
  'Condo for rent at @.',
  '1 bedroom available at @',
  '@ - 2 bed, 2 bath, parking',
]

const place = (home: Home, r: Random): string => (r.chance(0.3) ? `, ${placeText(home, r)}` : '')
const put = (frame: string, address: string): string => frame.replace('@', () => address)

export function roleCases(pool: CasePool, count: number): Case[] {
  const byCity = groupBy(pool.homes, (h) => foldWord(h.city))
  const other = (home: Home, r: Random): Home | null => {
    const found = r.pick(byCity.get(foldWord(home.city)) ?? [])
    return found && found.building.key !== home.building.key ? found : null
  }
  const alone =
    (frames: readonly string[]): Make =>
    (home, r) => ({ text: put(r.pick(frames), `${lineOf(home)}${place(home, r)}`), truth: null })
  const withOwn =
    (frames: readonly string[]): Make =>
    (home, r) => {
      const landmark = other(home, r)
      if (!landmark) return null
      const own = put(r.pick(OWN), `${addressText(home, r).text}${place(home, r)}`)
      const near = put(r.pick(frames), lineOf(landmark))
      const [a, b] = r.chance(0.6) ? [own, near] : [near, own]
      return { text: `${a}${/[.!]$/.test(a) ? ' ' : r.pick(['. ', '\n', ' - '])}${b}` }
    }
  const block: Make = (home, r) =>
    /^\d+00$/.test(home.number)
      ? { text: put(r.pick(BLOCK), home.street).replace('#', home.number) + place(home, r), truth: null }
      : null
  return [
    ...Object.entries(LANDMARKS).flatMap(([role, frames]) =>
      pool.cases(`role: ${role}, alone`, count, alone(frames), 0),
    ),
    ...pool.cases('role: block, alone', Math.ceil(count / 3), block, 0),
    ...Object.entries(LANDMARKS).flatMap(([role, frames]) =>
      pool.cases(`role: ${role}, with the own address`, count, withOwn(frames), 0),
    ),
  ]
}
