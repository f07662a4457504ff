// Finds the parts of a reading in the typed text. Parts not found stay unmarked.
import type { Reading } from '../../src/http/api-types.ts'
import { DIRECTION_WORDS, isTypeWord, PROVINCE_WORDS } from './highlight-words.ts'

export const PARTS = [
  'unit',
  'civic_number',
  'street_name',
  'street_type',
  'direction',
  'city',
  'province',
  'postal_code',
  'condo_corp',
] as const
export type Part = (typeof PARTS)[number]

export interface Highlight {
  readonly part: Part
  readonly from: number
  readonly to: number
}

interface Word {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Words and numbers without case and accents, with their positions in the text. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    text: word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    from: index,
    to: index + word.length,
  }))
}

class Highlighter {
  readonly #text: string
  readonly words: readonly Word[]
  readonly #used = new Set<number>()
  readonly highlights: Highlight[] = []

  constructor(text: string) {
    this.#text = text
    this.words = wordsOf(text)
  }

  isFree(at: number, test: (word: string) => boolean): boolean {
    const word = this.words[at]
    return word !== undefined && !this.#used.has(at) && test(word.text)
  }

  /** Adds words `from` to `to`, and a `#` directly before a unit. */
  add(part: Part, from: number, to: number): void {
    for (let at = from; at < to; at++) this.#used.add(at)
    const start = this.words[from]!.from
    const hashLength = part === 'unit' && this.#text[start - 1] === '#' ? 1 : 0
    this.highlights.push({ part, from: start - hashLength, to: this.words[to - 1]!.to })
  }

  /** Every position where the words of `value` appear in order. Ignores spaces: `V6Z1W9` is `V6Z 1W9`. */
  findAll(value: string | null): [from: number, to: number][] {
    const target = wordsOf(value ?? '')
      .map(({ text }) => text)
      .join('')
    if (target === '') return []
    const found: [number, number][] = []
    for (let from = 0; from < this.words.length; from++) {
      let joined = ''
      for (let to = from; to < this.words.length && !this.#used.has(to) && joined.length < target.length; to++) {
        joined += this.words[to]!.text
        if (joined === target) found.push([from, to + 1])
      }
    }
    return found
  }
}

export function findHighlights(text: string, reading: Reading): Highlight[] {
  const highlighter = new Highlighter(text)
  const isNumber = (word: string) =>
    [reading.civic_number, reading.civic_number_to].some(
      (number) => number !== null && word.replace(/^0+/, '') === number + (reading.number_suffix ?? '').toLowerCase(),
    )
  const postal = highlighter.findAll(reading.postal_code).at(-1)
  if (postal) highlighter.add('postal_code', ...postal)
  addStreet(highlighter, reading, isNumber)
  const number = highlighter.words.findIndex((_, at) => highlighter.isFree(at, isNumber))
  if (number >= 0 && !highlighter.highlights.some(({ part }) => part === 'civic_number'))
    highlighter.add('civic_number', number, number + 1)
  for (const part of ['unit', 'condo_corp'] as const) {
    const first = highlighter.findAll(reading[part])[0]
    if (first) highlighter.add(part, ...first)
  }
  const city = highlighter.findAll(reading.city).at(-1)
  if (city) highlighter.add('city', ...city)
  const names = PROVINCE_WORDS[reading.province ?? ''] ?? []
  const province = names.flatMap((name) => highlighter.findAll(name)).sort((a, b) => b[0] - a[0])[0]
  if (province) highlighter.add('province', ...province)
  return highlighter.highlights.sort((a, b) => a.from - b.from)
}

/** Prefers the street name that follows the number, then looks around it for type and direction. */
function addStreet(highlighter: Highlighter, reading: Reading, isNumber: (word: string) => boolean): void {
  const { words } = highlighter
  const isType = (word: string) => reading.street_type !== null && isTypeWord(word, reading.street_type)
  const isDirection = (word: string) => DIRECTION_WORDS[reading.direction ?? '']?.includes(word) ?? false
  const before = (from: number) => {
    let at = from - 1
    while (highlighter.isFree(at, (word) => isType(word) || isDirection(word) || word === 'and')) at--
    return at
  }
  const names = highlighter.findAll(reading.street_name)
  const name = names.find(([from]) => isNumber(words[before(from)]?.text ?? '')) ?? names[0]
  if (!name) return
  const [from, to] = name
  highlighter.add('street_name', from, to)
  const around = [to, to + 1, from - 1, from - 2]
  const type = around.find((at) => highlighter.isFree(at, isType))
  if (type !== undefined) highlighter.add('street_type', type, type + 1)
  const direction = around.find((at) => highlighter.isFree(at, isDirection))
  if (direction !== undefined) highlighter.add('direction', direction, direction + 1)
  const last = before(from)
  if (!highlighter.isFree(last, isNumber)) return
  const first = reading.civic_number_to !== null && highlighter.isFree(last - 1, isNumber) ? last - 1 : last
  highlighter.add('civic_number', first, last + 1)
}

export interface Segment {
  readonly text: string
  readonly part: Part | null
}

/** The whole text, divided where a part starts or ends. */
export function segmentsOf(typed: string, reading: Reading): Segment[] {
  const segments: Segment[] = []
  let at = 0
  for (const { part, from, to } of findHighlights(typed, reading)) {
    if (from > at) segments.push({ text: typed.slice(at, from), part: null })
    segments.push({ text: typed.slice(from, to), part })
    at = to
  }
  if (at < typed.length) segments.push({ text: typed.slice(at), part: null })
  return segments
}
