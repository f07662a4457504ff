// Every word the gazetteers know, with its meanings and its canonical spelling.

import { DIRECTIONS } from '../gazetteer/directions.ts'
import { PROVINCES } from '../gazetteer/place-tables.ts'
import { QUADRANT_TYPES, STREET_TYPES, typeId } from '../gazetteer/street-types.ts'
import { CARDINALS, EQUIVALENTS, FRENCH_NUMBERS, MULTIPLIERS, ORDINALS, WORDS } from '../gazetteer/words.ts'

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
/** The lists that give a word the meaning of their own name. */
const PLAIN_LISTS = [
  ...(['designator', 'offer', 'label', 'houseFloor', 'tower', 'registry'] as const),
  ...(['route', 'noise', 'measure', 'month', 'reference'] as const),
]
for (const name of PLAIN_LISTS) addWords(WORDS[name], { [name]: true })
for (const [id, { words: list }] of PROVINCES.entries()) addWords(list, { province: id, mayEndStreet: true })
for (const [n, list] of ORDINALS.entries()) addWords(list, { ordinal: n, canon: String(n) })
for (const [text, n] of Object.entries(CARDINALS)) addWords(text, { cardinal: n, spoken: true })
for (const [text, n] of Object.entries(FRENCH_NUMBERS)) addWords(text, { frenchNumber: n, spoken: true })
for (const [text, n] of Object.entries(MULTIPLIERS)) addWords(text, { multiplier: n, spoken: true })
addWords(WORDS.spokenZero, { spoken: true })
for (const [text, code] of Object.entries(QUADRANT_TYPES)) addWords(text, { quadrantType: typeId(code) })
for (const [from, to] of Object.entries(EQUIVALENTS)) addWords(from, { canon: to })
addWords(WORDS.saint, { saint: true, canon: 'saint' })
addWords(WORDS.particle, { particle: true, canon: '' })

addWords(`${WORDS.measure} ${WORDS.month} ${WORDS.reference} square`, { mayCount: true })
addWords(`${WORDS.designator} ${WORDS.tower} ${WORDS.noise} w ste`, { mayEndStreet: true })
addWords(`${WORDS.tower} ${WORDS.registry} condo corp corporation plan cde`, { special: true })

export const VOCABULARY: ReadonlyMap<string, Readonly<Word>> = words
