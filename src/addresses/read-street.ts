// The street of an address and how each part of it was understood.

import type { Assessment } from '@plinth/matcher/internal/compare/assess'
import { isSameType } from '@plinth/matcher/internal/compare/compare-street'
import { CITY_CONTINUES, CITY_STARTS } from '@plinth/matcher/internal/read/city-marks'
import type { CivicReading } from '@plinth/matcher/internal/read/readings'
import type { StreetPhrase } from '@plinth/matcher/internal/read/street-phrase'
import { streetPhrases } from '@plinth/matcher/internal/read/street-phrase'
import type { Token } from '@plinth/matcher/internal/text/token'
import { COMMA } from '@plinth/matcher/internal/text/token'
import type { Province } from '../catalog/records/record-schemas.ts'
import type { AddressPart, Understood } from './address-types.ts'
import type { FoundStreet } from './known-street.ts'
import type { OriginalText } from './original-text.ts'
import type { StreetParts } from './street-parts.ts'
import { directionText, formatStreet, partsOf, typeText } from './street-parts.ts'

export interface StreetReading {
  /** The reading that divides the street as its known form does. */
  readonly reading: CivicReading | null
  readonly street: StreetParts | null
  readonly text: string | null
  readonly parts: readonly AddressPart[]
}

export function readStreet(
  assessment: Assessment,
  original: OriginalText,
  chosen: CivicReading | null,
  found: FoundStreet | null,
  province: Province | null,
): StreetReading {
  const { tokens } = assessment
  const reading = chosen && found?.parts ? alignedReading(assessment, chosen, found.parts) : chosen
  const read = reading?.street ?? streetWithoutNumber(assessment)
  const phrase = read && withoutCityWord(withDirectionFirst(read, tokens), assessment)
  if (!phrase) return { reading, street: null, text: null, parts: [part('street_name', null, null, 'unknown')] }
  const typed = typedParts(phrase, tokens, original, province)
  const street = found?.parts ? completed(typed, found.parts, found.isComplete) : typed
  const type = typeText(street, province)
  const spans = spansOf(phrase, tokens, original)
  const parts = [part('street_name', street.name, spans.name, found?.isNameCorrected ? 'corrected' : 'given')]
  if (type !== null || !found?.parts)
    parts.push(part('street_type', type, spans.type, typeState(phrase, street.type, found !== null)))
  const direction = directionText(street.direction, province === 'QC') || null
  if (direction !== null || typed.direction > 0)
    parts.push(part('direction', direction, spans.direction, directionState(typed.direction, street.direction)))
  return { reading, street, text: formatStreet(street, province), parts }
}

const part = (
  name: AddressPart['name'],
  value: string | null,
  as_given: string | null,
  understood: Understood,
): AddressPart => ({ name, value, as_given, understood })

function typeState({ type, isMisspelled }: StreetPhrase, known: number, isFound: boolean): Understood {
  if (known === 0) return 'unknown'
  if (type === 0) return 'inferred'
  if (!isSameType(type, known)) return 'corrected'
  // A misspelled type on a street that nobody confirms is a guess.
  return isMisspelled ? (isFound ? 'corrected' : 'inferred') : 'given'
}

function directionState(typed: number, known: number): Understood {
  if (typed === 0) return 'inferred'
  return typed === known ? 'given' : 'corrected'
}

/** Several readings have the same number; one of them has the words of the known street. */
function alignedReading({ readings }: Assessment, chosen: CivicReading, { key, type }: StreetParts): CivicReading {
  const isSame = ({ numberAt, street }: CivicReading): boolean =>
    numberAt === chosen.numberAt && street.singularKey === key && street.type === type
  const same = isSame(chosen) ? chosen : readings.find(isSame)
  return same ? { ...same, numberStyle: chosen.numberStyle } : chosen
}

/** `Howe St, Vancouver`: a street with its type at the start of the text. */
function streetWithoutNumber({ tokens, location }: Assessment): StreetPhrase | null {
  const phrases = tokens.length === 0 ? [] : streetPhrases(tokens, 0, location.cityMarks)
  return phrases.find(({ type, hasLeftover, isMisspelled }) => type > 0 && !hasLeftover && !isMisspelled) ?? null
}

/** `W Queen St` is Queen St W, also where it was read as a name. */
function withDirectionFirst(phrase: StreetPhrase, tokens: readonly Token[]): StreetPhrase {
  const { from, to, type, preDirection, postDirection } = phrase
  const first = tokens[from]!
  const direction = first.text.length <= 2 ? (first.word?.direction ?? 0) : 0
  if (direction === 0 || type === 0 || to < from + 2 || preDirection || postDirection) return phrase
  return { ...phrase, from: from + 1, preDirection: direction }
}

/** `33 Chesterfield PlaceNorth Vancouver`: North belongs to the city. */
function withoutCityWord(phrase: StreetPhrase, { tokens, location }: Assessment): StreetPhrase {
  const { to, end, type, postDirection } = phrase
  const at = end - 1
  const isCity = location.cityMarks[at] === CITY_STARTS && location.cityMarks[end] === CITY_CONTINUES
  if (!postDirection || type === 0 || at <= to || !isCity || tokens[end]!.gap & COMMA) return phrase
  return { ...phrase, postDirection: 0, end: at }
}

function typedParts(
  phrase: StreetPhrase,
  tokens: readonly Token[],
  original: OriginalText,
  province: Province | null,
): StreetParts {
  const name = original.slice(tokens[phrase.from]!.start, tokens[phrase.to - 1]!.end)
  const hasOneCase = name === name.toLowerCase() || name === name.toUpperCase()
  return partsOf(phrase, tokens, original, province, hasOneCase)
}

/** A line of a building may leave out its type or direction; a list of the city's streets does not. */
function completed(typed: StreetParts, known: StreetParts, isComplete: boolean): StreetParts {
  if (isComplete) return known
  const type = known.type || typed.type
  const direction = known.direction || typed.direction
  return {
    ...known,
    type,
    direction,
    ...(known.type ? {} : { isTypeFirst: typed.isTypeFirst, typeWord: typed.typeWord }),
    ...(known.direction ? {} : { isDirectionFirst: typed.isDirectionFirst }),
  }
}

interface Spans {
  readonly name: string
  readonly type: string | null
  readonly direction: string | null
}

/** The words of each part as typed. */
function spansOf(phrase: StreetPhrase, tokens: readonly Token[], original: OriginalText): Spans {
  const { from, to, type, end, preDirection, postDirection } = phrase
  const text = (at: number): string => original.slice(tokens[at]!.start, tokens[at]!.end)
  const isTypeFirst = type > 0 && tokens[from - 1]?.word?.type === type
  const typeAt = type === 0 ? -1 : isTypeFirst ? from - 1 : to
  let directionAt = -1
  const isDirection = (at: number, id: number): boolean =>
    tokens[at]?.word?.direction === id || tokens[at]?.word?.trailingDirection === id
  if (postDirection)
    for (let at = to; at < end && directionAt < 0; at++) if (isDirection(at, postDirection)) directionAt = at
  if (!postDirection && preDirection)
    for (let at = from - 1; at >= 0 && at >= from - 2 && directionAt < 0; at--)
      if (isDirection(at, preDirection)) directionAt = at
  return {
    name: original.slice(tokens[from]!.start, tokens[to - 1]!.end),
    type: typeAt >= 0 && typeAt < tokens.length ? text(typeAt) : null,
    direction: directionAt < 0 ? null : text(directionAt),
  }
}
