// A street as people write it: name, type and direction, and the line made of them.

import { DIRECTIONS } from '@plinth/matcher/internal/gazetteer/directions'
import { STREET_TYPES } from '@plinth/matcher/internal/gazetteer/street-types'
import { readAddressLine } from '@plinth/matcher/internal/index/address-line'
import type { StreetPhrase } from '@plinth/matcher/internal/read/street-phrase'
import type { Token } from '@plinth/matcher/internal/text/token'
import { tokenize } from '@plinth/matcher/internal/text/tokenize'
import type { Province } from '../catalog/records/record-schemas.ts'
import { at } from '../kernel/at.ts'
import type { OriginalText } from './original-text.ts'
import { originalText } from './original-text.ts'
import { titleCase, writtenName } from './street-name.ts'

export interface StreetParts {
  readonly name: string
  /** Ids of the matcher's tables; 0 for none. */
  readonly type: number
  readonly direction: number
  /** `W Georgia St`: the direction is written before the name. */
  readonly isDirectionFirst: boolean
  /** `rue Sherbrooke`: the type is written before the name. */
  readonly isTypeFirst: boolean
  /** The type as written, in lower case without accents; '' for none. */
  readonly typeWord: string
  /** Equal for all spellings of the name. */
  readonly key: string
}

/**
 * The street of a text without a number, such as `Av des Canadiens-de-Montréal`; null when it cannot be read. A text in
 * capitals is written as a name; with `fixesName`, a name in capitals too.
 */
export function streetOfText(text: string, province: Province | null, fixesName = false): StreetParts | null {
  // The matcher reads addresses, so a street needs a number in front.
  const line = `1 ${text}`
  const original = originalText(line)
  const tokens = tokenize(original.folded)
  const phrases =
    readAddressLine(line, false)?.streets.filter(
      (phrase) => !phrase.hasLeftover && !phrase.hasRepeatedTail && !isTypeAsName(phrase, tokens),
    ) ?? []
  const street = phrases.find((phrase) => hasDirectionInFront(phrase, tokens, province)) ?? phrases[0]
  if (!street || street.from < 1) return null
  const parts = partsOf(street, tokens, original, province, line === line.toUpperCase())
  return fixesName && parts.name === parts.name.toUpperCase()
    ? { ...parts, name: titleCase(parts.name, province === 'QC') }
    : parts
}

/** `Avenue du Parc` is not a park called Avenue. */
export function isTypeAsName({ from, to }: StreetPhrase, tokens: readonly Token[]): boolean {
  return to >= from + 2 && at(tokens, from).word?.leads === true && at(tokens, from + 1).word?.particle === true
}

/** `W Queen St` and `West 11th Ave` start with a direction; in `North Park Rd`, North is part of the name. */
export function hasDirectionInFront(
  { preDirection, from, type }: StreetPhrase,
  tokens: readonly Token[],
  province: Province | null,
): boolean {
  const word = tokens[from - 1]?.text ?? ''
  const isNumbered = /^\d/.test(tokens[from]?.text ?? '')
  const isVancouver = province === 'BC' && type > 0 && (word === 'west' || word === 'east')
  return preDirection > 0 && (word.length <= 2 || isNumbered || isVancouver)
}

/** The parts of a phrase, with the letters of the original text. */
export function partsOf(
  phrase: StreetPhrase,
  tokens: readonly Token[],
  original: OriginalText,
  province: Province | null,
  isUppercase: boolean,
): StreetParts {
  const { from, to, type, preDirection, postDirection, singularKey } = phrase
  const before = tokens[from - 1]
  const after = tokens[to]
  const isTypeFirst = type > 0 && before?.word?.type === type
  const typed = original.slice(at(tokens, from).start, at(tokens, to - 1).end)
  const isFrench = province === 'QC' || isTypeFirst
  return {
    name: writtenName(typed, isUppercase, isFrench),
    type,
    direction: postDirection || preDirection,
    // Vancouver writes the direction first: `1149 W 11th Ave`.
    isDirectionFirst: province === 'BC' && postDirection === 0 && preDirection > 0,
    isTypeFirst,
    typeWord: isTypeFirst ? before!.text : type > 0 ? (after?.text ?? '') : '',
    key: singularKey,
  }
}

/** In the order of its language: `Howe St`, `W 11th Ave`, `Av des Canadiens-de-Montréal`, `3e Av`. */
export function formatStreet(street: StreetParts, province: Province | null): string {
  const { name, isDirectionFirst } = street
  const { before, after } = typeOf(street, province)
  const direction = directionText(street.direction, province === 'QC')
  const words = isDirectionFirst ? [direction, before, name, after] : [before, name, after, direction]
  return words.filter((word) => word !== '').join(' ')
}

/** Canada Post writes the direction last, everywhere. */
export function mailingStreet(street: StreetParts, province: Province | null): string {
  return formatStreet({ ...street, isDirectionFirst: false }, province).toLocaleUpperCase('en')
}

/** The abbreviated type, before the name in French. Numbered avenues keep it last in French too: `3e Av`. */
function typeOf(
  { type, isTypeFirst, typeWord, name }: StreetParts,
  province: Province | null,
): { before: string; after: string } {
  const row = STREET_TYPES[type]
  if (!row || type === 0) return { before: '', after: '' }
  if (!row.lead || !(province === 'QC' || isTypeFirst)) return { before: '', after: row.english }
  // `Grande Allée`: a French type behind the name belongs there.
  const isLast = /^\d/.test(name) || (!isTypeFirst && FRENCH_TYPES.has(typeWord))
  return isLast ? { before: '', after: row.french } : { before: row.french, after: '' }
}

/** Type words that are only French, outside Quebec too. */
const FRENCH_TYPES = new Set(
  'rue chemin ch boul montee rang croissant crois allee impasse ruelle terrasse carre quai autoroute cour cercle'.split(
    ' ',
  ),
)
const PARTICLE = /^(?:de|du|des|la|le|les|d'|l'|d’|l’)/i

/** The language that the street is written in. */
export function streetLanguage(street: StreetParts, province: Province | null): 'en' | 'fr' {
  const row = STREET_TYPES[street.type]
  if (province === 'QC') return street.type === 0 || row?.lead ? 'fr' : 'en'
  if (!street.isTypeFirst) return 'en'
  return FRENCH_TYPES.has(street.typeWord) || PARTICLE.test(street.name) ? 'fr' : 'en'
}

export function typeText(street: StreetParts, province: Province | null): string | null {
  const { before, after } = typeOf(street, province)
  return before || after || null
}

export function directionText(id: number, isFrench: boolean): string {
  const english = DIRECTIONS.find((direction) => direction.id === id)?.english ?? ''
  return isFrench ? english.replace('W', 'O') : english
}
