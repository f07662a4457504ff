// Cases: words that look like a place and are none, and streets and cities named after places.

import type { Case } from '../generated-cases.ts'
import type { Random } from '../seeded-random.ts'
import type { CasePool, Home, Make } from './case-pool.ts'
import { foldWord } from './case-pool.ts'
import { largerPlaces, municipalities } from './real-places.ts'
import { addressText } from './unit-text.ts'

/** `@` is the address, `~` the name of a town. */
const FRAMES: Readonly<Record<string, readonly string[]>> = {
  'letters that are also a code': [
    '@. Photo ID and references required.',
    'Viewing by appointment, bring photo ID @',
    '@, photo ID',
    '@ - application form and photo ID',
    'Please have photo ID. @',
    '@ - indoor OR outdoor parking',
    'Choose indoor OR @',
    '@, pets OK',
    'Cats OK. @',
    'OH what a view! @',
    '@. Any questions, ask ME',
    'Room for rent, HI! @',
    '@, laundry IN',
    'CO-OP unit at @',
    '@, heat included, AC',
  ],
  company: [
    'Managed by ~ Properties. @',
    '@ - ~ Realty Ltd.',
    '~ Property Management presents @',
    'Call ~ Rentals today! @',
    '@. Contact ~ Homes for a showing',
    '~ Living: @, heat included',
  ],
  'words that are also a town': [
    'Golden opportunity! @',
    '@ hope to hear from you',
    '@, golden oak floors',
    'Sunny terrace and trail access, @',
    'Mission style kitchen, @',
    '@ with a London style loft bedroom',
    'Delta faucets, Kingston cabinets. @',
    '@, Victoria era charm',
    'Bright summit view, @',
    '@, salmon coloured brick, peace and quiet',
    'hope you like it: @',
    '@ - stirling reputation, brandon the superintendent lives on site',
  ],
}

/** A number of five digits behind one of these looks like an American ZIP code. */
const BEFORE_ZIP = [
  'Two bedroom in @',
  'Condo in @ available May 1',
  'Nice unit located in @',
  'Underground OR @',
  'Photo ID @',
]

const PROVINCE_WORDS = /\b(saskatchewan|ontario|alberta|manitoba|quebec|québec|columbia|brunswick)\b/i

const forms = (kind: string, make: Make): (readonly [string, Make])[] => [
  [`${kind}, with hints`, (home, r) => withHints(make(home, r), { city: home.city, province: home.province })],
  [`${kind}, text only`, (home, r) => withHints(make(home, r), { city: null, province: null })],
]

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
  const kinds = [
    ...Object.entries(FRAMES).flatMap(([kind, frames]) => forms(`word: ${kind}`, framed(frames))),
    ...forms('word: before a number like a ZIP code', (home, r) =>
      /^\d{5}$/.test(home.number) ? framed(BEFORE_ZIP)(home, r) : null,
    ),
    ...forms(
      'word: street named after a city',
      plain((h) => cityNames.has(h.bare)),
    ),
    ...forms(
      'word: street or city named after a province',
      plain((h) => PROVINCE_WORDS.test(`${h.street} ${h.city}`)),
    ),
  ]
  return kinds.flatMap(([kind, make]) => pool.cases(kind, count, make, 1 / 5))
}
