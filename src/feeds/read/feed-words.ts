// Words in the fields of a feed: placeholders, corporations, and what is offered. Pure.
import { CORPORATION_AREAS, PLAN_REGISTRIES } from '@plinth/matcher/internal/gazetteer/words'
import { readCondoCorps } from '@plinth/matcher/internal/read/condo-corp-number'
import { foldToAscii } from '@plinth/matcher/internal/text/fold-text'
import { VOCABULARY } from '@plinth/matcher/internal/text/vocabulary'
import { FEED_DATA } from './feed-data.ts'

/** Lower case, without accents; punctuation separates words. */
export function wordsOf(text: string): string[] {
  return (
    foldToAscii(text)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
}

/** A number that may be the number of a house: neither zero, nor part of a postal code or of `5th`. */
const CIVIC_NUMBER = /(?<![\p{L}\d])0*[1-9]\d*\p{L}?(?![\p{L}\d])/u

export const hasCivicNumber = (text: string): boolean => CIVIC_NUMBER.test(text)

const PLACEHOLDERS = new Set(Object.values(FEED_DATA.placeholders).flat())
/** Of two words or more, so they may be anywhere in a text. */
const PHRASES = [...PLACEHOLDERS].filter((text) => text.length > 3 && text.includes(' ')).map((text) => ` ${text} `)

/** `N/A`, `(Address not available)`, `Voir remarques`: no value. */
export function isPlaceholder(text: string): boolean {
  const words = wordsOf(text).join(' ')
  if (words === '') return !/\p{L}/u.test(text)
  if (PLACEHOLDERS.has(words)) return true
  return !hasCivicNumber(text) && PHRASES.some((phrase) => ` ${words} `.includes(phrase))
}

/** Spreadsheets write `15` as `15.0`. */
export const withoutDecimals = (text: string): string => text.replace(/^(\d+)[.,]0+$/, '$1')

/** What any corporation may be called beside its registry. */
const CORPORATION_WORDS = new Set(
  'condominium condo corporation corp no number num plan strata the of region regional municipality'.split(' '),
)

/**
 * `TSCC 2345` from a registry and a number in two fields, or from one text that has both. A number without a registry is not
 * guessed, and the name of a manager or a building is none: the text must be nothing but a registry.
 */
export function corporationOf(association: string | null, number: string | null): string | null {
  if (association === null) return null
  const text = association.replaceAll(/(?<=\b\p{L})[ .]+(?=\p{L}\b)/gu, '')
  const own = text.match(/\d+/g)?.join('') ?? null
  const separate = number !== null && /^\d{1,7}$/.test(withoutDecimals(number)) ? Number(withoutDecimals(number)) : 0
  if (own === null ? separate === 0 : Number(own) === 0 || (separate > 0 && separate !== Number(own))) return null
  const name = wordsOf(text.replaceAll(/\d+/g, ' '))
    .filter((word) => !CORPORATION_WORDS.has(word))
    .join('')
  const area = CORPORATION_AREAS[name]
  const isRegistry = name === '' || area !== undefined || name in PLAN_REGISTRIES || VOCABULARY.get(name)?.registry
  if (!isRegistry) return null
  const registry = area ?? text
  return readCondoCorps(own !== null && area === undefined ? text : `${registry} ${own ?? separate}`)[0] ?? null
}

/** `For Sale`, `Residential Lease`, `À louer`; null if the words say neither or both. */
export function transactionOf(text: string): 'sale' | 'lease' | null {
  const words = new Set(wordsOf(text))
  const { sale, lease } = FEED_DATA.transactions
  const [isSale, isLease] = [sale, lease].map((list) => list.some((word) => words.has(word)))
  return isSale === isLease ? null : isSale ? 'sale' : 'lease'
}
