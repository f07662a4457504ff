// Finds in the typed text what a reading took from it, to mark it in place. What is not found stays unmarked. Pure.
import type { Reading } from '../../src/contract/api-types.ts'
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

/** Words and numbers without case and accents, each with its place in the text as typed. */
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
  readonly #taken = new Set<number>()
  readonly marks: Highlight[] = []

  constructor(text: string) {
    this.#text = text
    this.words = wordsOf(text)
  }

  isFree(at: number, test: (word: string) => boolean): boolean {
    const word = this.words[at]
    return word !== undefined && !this.#taken.has(at) && test(word.text)
  }

  /** Marks words `from` up to `to`, with a # before them. */
  mark(part: Part, from: number, to: number): void {
    for (let at = from; at < to; at++) this.#taken.add(at)
    const start = this.words[from]!.from
    const sign = part === 'unit' && this.#text[start - 1] === '#' ? 1 : 0
    this.marks.push({ part, from: start - sign, to: this.words[to - 1]!.to })
  }

  /** Where the words of `value` stand one after the other, spaces aside: `V6Z1W9` is `V6Z 1W9`. */
  findAll(value: string | null): [from: number, to: number][] {
    const wanted = wordsOf(value ?? '')
      .map(({ text }) => text)
      .join('')
    if (wanted === '') return []
    const found: [number, number][] = []
    for (let from = 0; from < this.words.length; from++) {
      let joined = ''
      for (let to = from; to < this.words.length && !this.#taken.has(to) && joined.length < wanted.length; to++) {
        joined += this.words[to]!.text
        if (joined === wanted) found.push([from, to + 1])
      }
    }
    return found
  }
}

export function findHighlights(text: string, reading: Reading): Highlight[] {
  const marker = new Highlighter(text)
  const isNumber = (word: string) =>
    [reading.civic_number, reading.civic_number_to].some(
      (number) => number !== null && word.replace(/^0+/, '') === number + (reading.number_suffix ?? '').toLowerCase(),
    )
  const postal = marker.findAll(reading.postal_code).at(-1)
  if (postal) marker.mark('postal_code', ...postal)
  markStreet(marker, reading, isNumber)
  const loose = marker.words.findIndex((_, at) => marker.isFree(at, isNumber))
  if (loose >= 0 && !marker.marks.some(({ part }) => part === 'civic_number'))
    marker.mark('civic_number', loose, loose + 1)
  for (const part of ['unit', 'condo_corp'] as const) {
    const first = marker.findAll(reading[part])[0]
    if (first) marker.mark(part, ...first)
  }
  const city = marker.findAll(reading.city).at(-1)
  if (city) marker.mark('city', ...city)
  const names = PROVINCE_WORDS[reading.province ?? ''] ?? []
  const province = names.flatMap((name) => marker.findAll(name)).sort((a, b) => b[0] - a[0])[0]
  if (province) marker.mark('province', ...province)
  return marker.marks.sort((a, b) => a.from - b.from)
}

/** The name that stands behind the number, then what stands around the two. */
function markStreet(marker: Highlighter, reading: Reading, isNumber: (word: string) => boolean): void {
  const { words } = marker
  const isType = (word: string) => reading.street_type !== null && isTypeWord(word, reading.street_type)
  const isDirection = (word: string) => DIRECTION_WORDS[reading.direction ?? '']?.includes(word) ?? false
  const before = (from: number) => {
    let at = from - 1
    while (marker.isFree(at, (word) => isType(word) || isDirection(word) || word === 'and')) at--
    return at
  }
  const names = marker.findAll(reading.street_name)
  const name = names.find(([from]) => isNumber(words[before(from)]?.text ?? '')) ?? names[0]
  if (!name) return
  const [from, to] = name
  marker.mark('street_name', from, to)
  const around = [to, to + 1, from - 1, from - 2]
  const type = around.find((at) => marker.isFree(at, isType))
  if (type !== undefined) marker.mark('street_type', type, type + 1)
  const direction = around.find((at) => marker.isFree(at, isDirection))
  if (direction !== undefined) marker.mark('direction', direction, direction + 1)
  const last = before(from)
  if (!marker.isFree(last, isNumber)) return
  const first = reading.civic_number_to !== null && marker.isFree(last - 1, isNumber) ? last - 1 : last
  marker.mark('civic_number', first, last + 1)
}
