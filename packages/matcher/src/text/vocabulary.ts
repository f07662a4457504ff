// Every word the gazetteers know, with its meanings and its canonical spelling.

import { CONDO_REGISTRIES } from '../gazetteer/condo-registries.ts'
import { DIRECTIONS } from '../gazetteer/directions.ts'
import { MEASURE_WORDS, MONTH_WORDS, REFERENCE_WORDS } from '../gazetteer/measures.ts'
import { PROVINCES } from '../gazetteer/provinces.ts'
import { QUADRANT_TYPES, STREET_TYPES } from '../gazetteer/street-types.ts'
import { HOUSE_FLOOR_WORDS, OFFER_WORDS, TOWER_WORDS, UNIT_DESIGNATORS, UNIT_LABELS } from '../gazetteer/units.ts'
import {
  CARDINAL_WORDS,
  EQUIVALENT_WORDS,
  FRENCH_NUMBERS,
  NOISE_WORDS,
  ORDINAL_WORDS,
  PARTICLES,
  ROUTE_WORDS,
  SAINTS,
  SPOKEN_MULTIPLIERS,
  SPOKEN_ZEROS,
} from '../gazetteer/words.ts'

/** The meanings of a word; 0 and false when it lacks one. */
const NO_MEANINGS = {
  type: 0,
  /** The type when a quadrant follows. */
  quadrantType: 0,
  leads: false,
  nameLike: false,
  direction: 0,
  trailingDirection: 0,
  designator: false,
  /** Also says what is offered, so the number after it may be a civic number. */
  offer: false,
  label: false,
  houseFloor: false,
  tower: false,
  province: 0,
  saint: false,
  particle: false,
  registry: false,
  route: false,
  noise: false,
  /** Makes the number before it a count or a measure. */
  measure: false,
  month: false,
  /** Announces a number that is no address. */
  reference: false,
  ordinal: 0,
  cardinal: 0,
  /** The value of a French number. */
  frenchNumber: 0,
  /** 100 or 1000: `hundred`, `mille`. */
  multiplier: 0,
  /** May show that the number beside it is no civic number. */
  mayCount: false,
  /** May end the phrase of a street without punctuation. */
  mayEndStreet: false,
  /** May name a tower or a corporation. */
  special: false,
  /** Part of a number in words, in either language. */
  spoken: false,
  /** The canonical spelling inside a street name; null when the word stays as it is. */
  canon: null as string | null,
}

export type Word = typeof NO_MEANINGS

const words = new Map<string, Word>()

function wordFor(text: string): Word {
  let found = words.get(text)
  if (!found) {
    found = { ...NO_MEANINGS }
    words.set(text, found)
  }
  return found
}

const addWords = (list: string, traits: Partial<Word>): void => {
  for (const text of list.split(' ')) if (text) Object.assign(wordFor(text), traits)
}

for (const [id, type] of STREET_TYPES.entries()) {
  const full = type.words.split(' ')[0] as string
  for (const text of type.words.split(' ')) {
    // abbreviations are spelled out, but `garden` does not become `gardens`
    const isWhole = text.length >= 5 && (full.startsWith(text) || text.startsWith(full))
    addWords(text, { type: id, leads: type.lead === true, nameLike: type.name === true, canon: isWhole ? text : full })
  }
}
for (const d of DIRECTIONS) {
  addWords(d.words, { direction: d.id, canon: d.words.split(' ')[0] as string })
  addWords(d.trailingWords ?? '', { trailingDirection: d.id })
}
addWords(UNIT_DESIGNATORS, { designator: true })
addWords(OFFER_WORDS, { offer: true })
addWords(UNIT_LABELS, { label: true })
addWords(HOUSE_FLOOR_WORDS, { houseFloor: true })
addWords(TOWER_WORDS, { tower: true })
for (const [id, province] of PROVINCES.entries()) addWords(province.words, { province: id })
addWords(CONDO_REGISTRIES, { registry: true })
addWords(ROUTE_WORDS, { route: true })
addWords(NOISE_WORDS, { noise: true })
for (const [n, list] of ORDINAL_WORDS.entries()) addWords(list, { ordinal: n, canon: String(n) })
for (const [text, n] of Object.entries(CARDINAL_WORDS)) addWords(text, { cardinal: n, spoken: true })
for (const [text, n] of Object.entries(FRENCH_NUMBERS)) addWords(text, { frenchNumber: n, spoken: true })
for (const [text, n] of Object.entries(SPOKEN_MULTIPLIERS)) addWords(text, { multiplier: n, spoken: true })
addWords(SPOKEN_ZEROS, { spoken: true })
addWords(MEASURE_WORDS, { measure: true })
addWords(MONTH_WORDS, { month: true })
addWords(REFERENCE_WORDS, { reference: true })
for (const [text, code] of Object.entries(QUADRANT_TYPES))
  addWords(text, { quadrantType: STREET_TYPES.findIndex((t) => t.code === code) })
for (const [from, to] of Object.entries(EQUIVALENT_WORDS)) addWords(from, { canon: to })
addWords(SAINTS, { saint: true, canon: 'saint' })
addWords(PARTICLES, { particle: true, canon: '' })

addWords(`${MEASURE_WORDS} ${MONTH_WORDS} ${REFERENCE_WORDS} square`, { mayCount: true })
addWords(`${UNIT_DESIGNATORS} ${TOWER_WORDS} ${NOISE_WORDS} w ste`, { mayEndStreet: true })
for (const province of PROVINCES) addWords(province.words, { mayEndStreet: true })
addWords(`${TOWER_WORDS} ${CONDO_REGISTRIES} condo corp corporation plan cde`, { special: true })

export const VOCABULARY: ReadonlyMap<string, Readonly<Word>> = words
