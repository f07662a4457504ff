// Splits an address line into parts, so that an error can change one of them.

import { foldToAscii } from '@plinth/matcher/internal/text/fold-text'
import { STREETS } from './cases/data/tables.ts'

export interface AddressParts {
  readonly number: string
  /** All words after the number, in order. */
  readonly words: readonly string[]
  /** Positions in `words`; -1 when there is none. */
  readonly type: number
  readonly direction: number
  readonly name: readonly number[]
}

/** Written down for cases, because those made with the matcher's vocabulary would share its gaps. */
const [TYPES, LEADING_TYPES, SIDES] = [STREETS.TYPES, STREETS.LEADING_TYPES, STREETS.SIDES].map(
  (words) => new Set(words.split(' ')),
) as [Set<string>, Set<string>, Set<string>]

const plain = (word: string | undefined): string =>
  foldToAscii(word ?? '')
    .toLowerCase()
    .replace(/[.,]/g, '')

/** `O` is Ouest only at the end. */
const isDirection = (word: string, isLast: boolean): boolean =>
  SIDES.has(plain(word)) || (isLast && plain(word) === 'o')

export function splitAddress(line: string): AddressParts | null {
  const [number = '', ...words] = line.split(' ').filter(Boolean)
  if (!/^\d{1,6}[A-Za-z]?$/.test(number) || words.length === 0 || words.length > 8) return null
  if (/^\d{3,}$/.test(words[0] as string)) return null
  // `206 H - 458 King Edward Ave` and `20 and 22 Nevada Place` name two addresses
  if (words.includes(number) || words.some((w) => /^(-|–|&|and|et|to)$/i.test(w))) return null
  let type = -1
  for (let i = words.length - 1; i > 0 && type < 0; i--) if (TYPES.has(plain(words[i]))) type = i
  // St and Ste before a name mean Saint
  if (type < 0 && words.length > 1 && !/^ste?\.?$/i.test(words[0] as string) && LEADING_TYPES.has(plain(words[0])))
    type = 0
  const direction = words.findIndex((w, i) => (i === 0 || i === words.length - 1) && isDirection(w, i > 0))
  const name = words.map((_, i) => i).filter((i) => i !== type && i !== direction)
  return name.length === 0 ? null : { number, words, type, direction, name }
}

export const joinAddress = (number: string, words: readonly string[]): string => [number, ...words].join(' ')

/** The longest word of the name without digits. */
export function mainWord(a: AddressParts): number {
  let best = -1
  for (const i of a.name) {
    const word = a.words[i] as string
    if (/\d/.test(word)) continue
    if (best < 0 || word.length > (a.words[best] as string).length) best = i
  }
  return best
}

export const isNumbered = (a: AddressParts): boolean => a.name.some((i) => /^\d/.test(a.words[i] as string))

/** `12 Avenue Rd` without its type is a numbered avenue. */
export const isTypeAlone = (a: AddressParts): boolean => a.name.every((i) => TYPES.has(plain(a.words[i])))

/** The common abbreviation of a type or direction: `Street` and `St.` are `st`. */
export const shortWord = (word: string | undefined): string => {
  const folded = foldToAscii(word ?? '')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  return STREETS.SHORT_WORDS[folded] ?? folded
}
