// Cases: addresses inside pasted titles, whole posts, markup, table cells and emoji.

import type { Random } from '../../shared/random.ts'
import type { Case } from '../generated-cases.ts'
import type { CasePool, Home, Kinds, Make } from './case-pool.ts'
import { lineOf, NO_HINTS } from './case-pool.ts'
import { fillIn, POSTS, valuesOf, writePost } from './post-sentences.ts'
import { addressText, placeText } from './unit-text.ts'

/** The address with its unit, and with its city in a third of the cases. */
function postAddress(home: Home, random: Random): { text: string; unit: string | null } {
  const { text, unit } = addressText(home, random)
  return { text: random.chance(0.33) ? `${text}, ${placeText(home, random)}` : text, unit }
}

const inTemplate =
  (templates: readonly string[], line: (home: Home) => string | null): Make =>
  (home, random) => {
    const at = line(home)
    return at === null ? null : { text: fillIn(random.pick(templates), random).replace('@', at) }
  }

/** The number and the street without its type: `at 88 Cumberland, 2 bed`. */
function withoutType(home: Home): string | null {
  const { parts } = home
  if (parts.type < 0 || home.bare.length < 5 || /^\d/.test(home.bare)) return null
  return `${parts.number} ${parts.words.filter((_, i) => i !== parts.type).join(' ')}`
}

/** A post of about this length with the address of the building. */
export function postOf(random: Random, home: Home, length: number): { text: string; unit: string | null } {
  const language = home.province === 'QC' && random.chance(0.7) ? 'fr' : 'en'
  const { text, unit } = postAddress(home, random)
  const location = random.pick(language === 'fr' ? POSTS.frenchLocation : POSTS.englishLocation).replace('@', text)
  return { text: writePost(random, language, length, location), unit }
}

/** Posts without an address. Distances name real streets: `5 min to Bay St`. */
export function withoutAddress(pool: CasePool, count: number): Case[] {
  const nearStreet = (random: Random): string => {
    const { street } = random.pick(pool.homes)
    return random.pick([
      `${2 + random.below(14)} min walk to ${street}.`,
      `${1 + random.below(9)} minutes from ${street}.`,
      `${1 + random.below(3)} bedroom on ${street}`,
      `${1 + random.below(5)} km to ${street}`,
      `${1 + random.below(3)} blocks north of ${street}`,
    ])
  }
  const blank =
    (write: (random: Random, home: Home) => string): Make =>
    (home, r) => ({ text: write(r, home), truth: null })
  const kinds: Kinds = {
    'no address: title': blank((r) => fillIn(r.pick(POSTS.titlesWithoutAddress), r)),
    'no address: post': blank((r, { province }) =>
      writePost(r, province === 'QC' ? 'fr' : 'en', 200 + r.below(1500), null),
    ),
    'no address: distance to a street': blank((r) =>
      r.chance(0.5) ? nearStreet(r) : writePost(r, 'en', 150 + r.below(500), nearStreet(r)),
    ),
    'no address: one sentence': [1 / 2, blank((r) => fillIn(r.pick(POSTS.english), r))],
  }
  return pool.ofKinds(kinds, count, 0)
}

export function pastedCases(pool: CasePool, count: number): Case[] {
  const titled: Make = (home, r) => {
    const { text, unit } = postAddress(home, r)
    return { text: fillIn(r.pick(POSTS.titles), r).replace('@', text), unit }
  }
  const framed =
    (frames: readonly string[], address: (home: Home, random: Random) => string): Make =>
    (home, r) => {
      const frame = r.pick(frames)
      return { text: fillIn(frame, r, valuesOf(home, address(home, r))) }
    }
  const emoji: Make = (home, r) => {
    const [a, b] = [r.pick(POSTS.emoji), r.pick(POSTS.emoji)]
    const values = { a, b, ...valuesOf(home, postAddress(home, r).text) }
    return { text: fillIn(r.pick(POSTS.withEmoji), r, values) }
  }
  const written = (home: Home, r: Random): string => addressText(home, r).text
  const post: Make = (home, r) => postOf(r, home, 300 + r.below(900))
  const kinds: Kinds = {
    'pasted: title': [2, titled],
    'pasted: title, street without type': inTemplate(POSTS.titles, withoutType),
    'pasted: title in capitals': (home, r) => ({
      text: fillIn(r.pick(POSTS.titles), r).replace('@', lineOf(home)).toUpperCase(),
    }),
    'pasted: post': [2, post],
    'pasted: long post': (home, r) => postOf(r, home, 1200 + r.below(1800)),
    'pasted: post, text only': (home, r) => ({ ...post(home, r)!, ...NO_HINTS }),
    'pasted: markup': framed(POSTS.tags, written),
    'pasted: table cells': framed(POSTS.cells, written),
    'pasted: brackets': framed(POSTS.brackets, lineOf),
    'pasted: emoji': emoji,
  }
  return [...pool.ofKinds(kinds, count), ...withoutAddress(pool, count)]
}
