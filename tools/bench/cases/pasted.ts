// Cases: addresses inside pasted titles, whole posts, markup, table cells and emoji.

import type { Random } from '../../shared/random.ts'
import type { Case } from '../generated-cases.ts'
import type { CasePool, Home, Make } from './case-pool.ts'
import { lineOf } from './case-pool.ts'
import { fillIn, POSTS, writePost } from './post-sentences.ts'
import { addressText, placeText } from './unit-text.ts'

const EMOJI = ['🏢', '⭐', '📌', '🚪', '🛏️', '🌇', '💫', '🔑']

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

const TAGS: readonly ((line: string, home: Home, random: Random) => string)[] = [
  (line) => `<strong>${line}</strong>`,
  (line, home) => `<li>${line}</li><li>${home.city}</li>`,
  (line, home) => `<h2 class="title">${line}</h2><p>${home.city}&nbsp;${home.province}</p>`,
  (_, home) => `<tr><td>${home.number}</td><td>${home.street}</td><td>${home.city}</td></tr>`,
  (line) => line.replaceAll(' ', '&nbsp;'),
  (line, _, r) => `<a href="https://example.com/listing/${1000 + r.below(90000)}?beds=2">${line}</a>`,
  (line) => `<p>${line}<br>2 beds &middot; 2 baths</p>`,
  (line) => `&lt;b&gt;${line}&lt;/b&gt;`,
]

const CELLS: readonly ((home: Home, line: string, random: Random) => string)[] = [
  (home, line) => `${line} | ${home.city} | ${home.province}`,
  (home, line, r) => `${1 + r.below(40)} | ${line} | ${home.city} | 2 | 2 | ${600 + r.below(600)}`,
  (home, line) => `${home.number}\t${home.street}\t${home.city}\t${line.length}`,
  (home) => `${home.number};${home.street};${home.city};${home.province}`,
  (home, line) => `"${line}","${home.city}","${home.province}"`,
  (home, line) => `Address: ${line} / City: ${home.city}`,
]

const BRACKETS: readonly ((line: string, random: Random) => string)[] = [
  (line) => `[${line}]`,
  (line) => `(${line}) 2 bedroom`,
  (line) => `2 bdrm condo {${line}}`,
  (line, r) => `"${line}" - $${1200 + r.below(2500)}`,
  (line) => `***${line}***`,
  (line) => `<<${line}>> for lease`,
]

/** Posts without an address. Distances name real streets: `5 min to Bay St`. */
export function withoutAddress(pool: CasePool, count: number): Case[] {
  const blank = { truth: null } as const
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
  return [
    ...pool.cases(
      'no address: title',
      count,
      (_, r) => ({ text: fillIn(r.pick(POSTS.titlesWithoutAddress), r), ...blank }),
      0,
    ),
    ...pool.cases(
      'no address: post',
      count,
      (home, r) => ({ text: writePost(r, home.province === 'QC' ? 'fr' : 'en', 200 + r.below(1500), null), ...blank }),
      0,
    ),
    ...pool.cases(
      'no address: distance to a street',
      count,
      (_, r) => ({
        text: r.chance(0.5) ? nearStreet(r) : writePost(r, 'en', 150 + r.below(500), nearStreet(r)),
        ...blank,
      }),
      0,
    ),
    ...pool.cases(
      'no address: one sentence',
      Math.ceil(count / 2),
      (_, r) => ({ text: fillIn(r.pick(POSTS.english), r), ...blank }),
      0,
    ),
  ]
}

export function pastedCases(pool: CasePool, count: number): Case[] {
  const titled: Make = (home, r) => {
    const { text, unit } = postAddress(home, r)
    return { text: fillIn(r.pick(POSTS.titles), r).replace('@', text), unit }
  }
  const emoji: Make = (home, r) => {
    const [a, b] = [r.pick(EMOJI), r.pick(EMOJI)]
    const { text } = postAddress(home, r)
    return {
      text: r.pick([
        `${a}${text}${b}`,
        `${a}${a} ${text} ${b} 2 bed`,
        `${home.number}${a}${home.street}`,
        `${a} JUST IN ${b} ${text}`,
      ]),
    }
  }
  return [
    ...pool.cases('pasted: title', count * 2, titled),
    ...pool.cases('pasted: title, street without type', count, inTemplate(POSTS.titles, withoutType)),
    ...pool.cases('pasted: title in capitals', count, (home, r) => ({
      text: fillIn(r.pick(POSTS.titles), r).replace('@', lineOf(home)).toUpperCase(),
    })),
    ...pool.cases('pasted: post', count * 2, (home, r) => postOf(r, home, 300 + r.below(900))),
    ...pool.cases('pasted: long post', count, (home, r) => postOf(r, home, 1200 + r.below(1800))),
    ...pool.cases('pasted: post, text only', count, (home, r) => ({
      ...postOf(r, home, 300 + r.below(900)),
      city: null,
      province: null,
    })),
    ...pool.cases('pasted: markup', count, (home, r) => ({ text: r.pick(TAGS)(addressText(home, r).text, home, r) })),
    ...pool.cases('pasted: table cells', count, (home, r) => ({
      text: r.pick(CELLS)(home, addressText(home, r).text, r),
    })),
    ...pool.cases('pasted: brackets', count, (home, r) => ({ text: r.pick(BRACKETS)(lineOf(home), r) })),
    ...pool.cases('pasted: emoji', count, emoji),
    ...withoutAddress(pool, count),
  ]
}
