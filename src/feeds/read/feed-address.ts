// The address of a record, from its whole text or from the parts of the street, and whether its postal code fits. Pure.
import { gazetteerDirectory, provinceId } from '@plinth/matcher/internal/read/city-directory'
import { normalizePostal, provincesOfPostal } from '@plinth/matcher/internal/text/postal-code'
import type { Word } from '@plinth/matcher/internal/text/vocabulary'
import { VOCABULARY } from '@plinth/matcher/internal/text/vocabulary'
import { hasCivicNumber, isPlaceholder, withoutDecimals, wordsOf } from './feed-words.ts'

export interface AddressFields {
  readonly whole: string | null
  readonly number: string | null
  readonly prefix: string | null
  readonly name: string | null
  readonly suffix: string | null
  readonly direction: string | null
}

/** The whole text if it has the number of a house, or else the parts if they are complete, or else what there is. */
export function addressOf(fields: AddressFields): string | null {
  const whole = fields.whole !== null && !isPlaceholder(fields.whole) ? fields.whole : null
  if (whole !== null && hasCivicNumber(whole)) return whole
  return streetOf(fields) ?? whole ?? fields.whole
}

/** Null if the number or the street is missing. */
function streetOf({ number: written, prefix, name: field, suffix, direction }: AddressFields): string | null {
  const number = written !== null && /[1-9]/.test(written) ? withoutDecimals(written) : null
  if (field === null || isPlaceholder(field)) return null
  const words = field.split(' ')
  const first = words[0]!
  const isNumbered = /^\d+[A-Za-z]?$/.test(first) && isStreet([...words.slice(1), suffix ?? ''])
  if (number === null && !isNumbered) return null
  if (isNumbered && (number === null || number === first)) words.shift()
  return [number ?? first, ...streetWords(words, prefix, suffix, direction)].join(' ')
}

/** `King St W` with the fields `St` and `W` is `King St W`. */
function streetWords(
  name: readonly string[],
  prefix: string | null,
  suffix: string | null,
  direction: string | null,
): string[] {
  const words = [...name]
  if (direction !== null && words.length > 1 && isSameDirection(words.at(-1)!, direction)) words.pop()
  const isPrefixed = prefix !== null && words.length > 1 && isSameDirection(words[0]!, prefix)
  const beforeDirection = words.length > 2 && directionOf(words.at(-1)!) > 0 ? words.at(-2) : undefined
  const places = words.length > 1 ? [words[0], beforeDirection, words.at(-1)] : []
  const isTyped = suffix !== null && places.some((word) => word !== undefined && isSameType(word, suffix))
  return [
    ...(prefix === null || isPrefixed ? [] : [prefix]),
    ...words,
    ...(suffix === null || isTyped ? [] : [suffix]),
    ...(direction === null ? [] : [direction]),
  ]
}

const meaningOf = (word: string): Readonly<Word> | undefined => VOCABULARY.get(wordsOf(word).join(''))
const typeOf = (word: string): number => meaningOf(word)?.type ?? 0
const directionOf = (word: string): number => meaningOf(word)?.direction || meaningOf(word)?.trailingDirection || 0

/** `Howe`, `Avenue Rd` and `Esplanade` name a street, but not the `Avenue SW` of `17 Avenue SW`. */
function isStreet(words: readonly string[]): boolean {
  const isName = (word: string) => word !== '' && (meaningOf(word)?.nameLike || typeOf(word) + directionOf(word) === 0)
  return words.some(isName) || new Set(words.map(typeOf).filter((type) => type > 0)).size > 1
}

const isSameType = (one: string, other: string): boolean => typeOf(one) > 0 && typeOf(one) === typeOf(other)
const isSameDirection = (one: string, other: string): boolean =>
  directionOf(one) > 0 && directionOf(one) === directionOf(other)

/** False for a code of another province than the city's, such as the brokerage's. */
export function isPostalCodeOf(code: string, city: string | null, province: string | null): boolean {
  const postal = normalizePostal(code)
  const allowed = provincesOf(city, provinceId(province))
  return postal === '' || allowed.length === 0 || provincesOfPostal(postal).some((id) => allowed.includes(id))
}

/** The stated province, unless no place of that name is there: then the city counts. */
function provincesOf(city: string | null, stated: number): readonly number[] {
  const directory = gazetteerDirectory()
  const ids = city === null ? [] : directory.readHint(city, 0).ids
  const provinces = ids.map((id) => directory.cities[id]!.province)
  if (stated > 0 && (provinces.length === 0 || provinces.includes(stated))) return [stated]
  return provinces
}
