// Every word the gazetteers know, looked up once a token: what it can be, and how it is spelled for comparing.

import { CONDO_REGISTRIES } from '../gazetteer/condo-registries.ts'
import { DIRECTIONS } from '../gazetteer/directions.ts'
import { AMERICAN, PROVINCES } from '../gazetteer/provinces.ts'
import { STREET_TYPES } from '../gazetteer/street-types.ts'
import { HOUSE_FLOORS, TOWER_WORDS, UNIT_DESIGNATORS, UNIT_LABELS } from '../gazetteer/units.ts'
import {
  CARDINAL_WORDS,
  NOISE_WORDS,
  ORDINAL_WORDS,
  PARTICLES,
  ROUTE_WORDS,
  SAINTS,
  SAME_WORDS,
} from '../gazetteer/words.ts'

/** All the things one word can be; 0 and false mean that it is not. */
export interface Word {
  type: number
  lead: boolean
  nameLike: boolean
  direction: number
  lateDirection: number
  designator: boolean
  label: boolean
  house: boolean
  tower: boolean
  province: number
  american: boolean
  saint: boolean
  particle: boolean
  registry: boolean
  route: boolean
  noise: boolean
  ordinal: number
  cardinal: number
  /** Spelling inside a street name; null leaves the word as it is. */
  canon: string | null
}

const words = new Map<string, Word>()

function word(text: string): Word {
  let found = words.get(text)
  if (!found) {
    found = {
      type: 0,
      lead: false,
      nameLike: false,
      direction: 0,
      lateDirection: 0,
      designator: false,
      label: false,
      house: false,
      tower: false,
      province: 0,
      american: false,
      saint: false,
      particle: false,
      registry: false,
      route: false,
      noise: false,
      ordinal: 0,
      cardinal: 0,
      canon: null,
    }
    words.set(text, found)
  }
  return found
}

const each = (list: string, traits: Partial<Word>): void => {
  for (const text of list.split(' ')) if (text) Object.assign(word(text), traits)
}

for (const [id, type] of STREET_TYPES.entries()) {
  const full = type.words.split(' ')[0] as string
  for (const text of type.words.split(' ')) {
    // abbreviations are spelled out; `garden` beside `gardens` is as good a word
    const isWhole = text.length >= 5 && (full.startsWith(text) || text.startsWith(full))
    each(text, { type: id, lead: type.lead === true, nameLike: type.name === true, canon: isWhole ? text : full })
  }
}
for (const d of DIRECTIONS) {
  each(d.words, { direction: d.id, canon: d.words.split(' ')[0] as string })
  each(d.late ?? '', { lateDirection: d.id })
}
each(UNIT_DESIGNATORS, { designator: true })
each(UNIT_LABELS, { label: true })
each(HOUSE_FLOORS, { house: true })
each(TOWER_WORDS, { tower: true })
for (const [id, province] of PROVINCES.entries()) each(province.words, { province: id })
each(AMERICAN, { american: true })
each(CONDO_REGISTRIES, { registry: true })
each(ROUTE_WORDS, { route: true })
each(NOISE_WORDS, { noise: true })
for (const [n, list] of ORDINAL_WORDS.entries()) each(list, { ordinal: n, canon: String(n) })
for (const [n, text] of CARDINAL_WORDS.entries()) each(text, { cardinal: n })
for (const [from, to] of Object.entries(SAME_WORDS)) each(from, { canon: to })
each(SAINTS, { saint: true, canon: 'saint' })
each(PARTICLES, { particle: true, canon: '' })

export const VOCABULARY: ReadonlyMap<string, Readonly<Word>> = words
