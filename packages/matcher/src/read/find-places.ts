// Finds places that are in no metropolitan area of the gazetteer: towns, countries, unknown names.

import {
  AMBIGUOUS_STATE_CODES,
  AMERICAN_STATES,
  CANADIAN_TOWNS,
  COUNTRIES,
  FOREIGN_CITIES,
} from '../gazetteer/other-places.ts'
import { foldToAscii, normalizeText } from '../text/fold-text.ts'
import { canonicalKey } from '../text/name-keys.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, FIELD, NUMBER, OPEN, POSTAL, WORD } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import { VOCABULARY } from '../text/vocabulary.ts'
import { UNKNOWN } from '../text/word-facts.ts'
import { longestKeys } from './city-directory.ts'

export const TOWN = 1
export const UNKNOWN_PLACE = 2
export const ABROAD = 3

export interface OtherPlace {
  readonly from: number
  readonly to: number
  readonly kind: typeof TOWN | typeof UNKNOWN_PLACE | typeof ABROAD
}

/** The words as the tokenizer would fold them. The lists are long, and reading them with it at load would slow it down for good. */
const wordsOf = (name: string): string[] =>
  foldToAscii(name)
    .replace(/['.]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => VOCABULARY.get(word)?.canon ?? word)

const keyOf = (name: string): string => wordsOf(name).join('')

const keysOf = (list: string): string[] => list.split(', ').map(keyOf)

const states = AMERICAN_STATES.split(', ').map((row) => [row.slice(0, 2).toLowerCase(), keyOf(row.slice(3))] as const)
const stateCodes = new Set(states.map(([code]) => code))
const ambiguousCodes = new Set(AMBIGUOUS_STATE_CODES.split(' '))
/** Georgia is a street of Vancouver more often than a state. */
const stateNames = new Set(states.map(([, name]) => name).filter((name) => name !== 'georgia'))
const countries = new Set(keysOf(COUNTRIES))
const places = new Map<string, typeof TOWN | typeof ABROAD>(keysOf(FOREIGN_CITIES).map((key) => [key, ABROAD]))
for (const [province, towns] of CANADIAN_TOWNS)
  for (const town of towns.split(', ')) {
    places.set(keyOf(town), TOWN)
    // `Perth ON` in the list: the bare name is too common to be the town on its own
    if (!town.endsWith(` ${province}`)) places.set(keyOf(`${town} ${province}`), TOWN)
  }

const firstWords = new Set<string>()
for (const list of [FOREIGN_CITIES, COUNTRIES, ...CANADIAN_TOWNS.map(([, towns]) => towns)])
  for (const name of list.split(', ')) {
    const first = wordsOf(name).find((word) => word !== '')
    if (first) firstWords.add(first)
  }
for (const [, name] of states) firstWords.add(name.startsWith('new') ? 'new' : name)
for (const word of ['north', 'south', 'west', 'rhode', 'district']) firstWords.add(word)

let longestByFirstWord: ReadonlyMap<string, number> | undefined

/** The length of the longest place that starts with a word; 0 for none. */
function longestPlaceFrom({ facts }: Token): number {
  if (facts.placeLength === UNKNOWN) {
    longestByFirstWord ??= longestKeys(firstWords, [...places.keys(), ...countries, ...stateNames])
    facts.placeLength = longestByFirstWord.get(facts.canon) ?? 0
  }
  return facts.placeLength
}

const BORDER = COMMA | BREAK | OPEN | CLOSE | FIELD
const MAX_WORDS = 4

const isZip = (t: Token | undefined): boolean => t?.kind === NUMBER && t.end - t.start === 5 && (t.gap & BORDER) === 0

/** A place starts after a comma, or directly after the street. */
function startsPart(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  if (!before) return false
  if ((tokens[i] as Token).gap & BORDER) return true
  return before.kind === NUMBER || (before.word !== null && (before.word.type > 0 || before.word.direction > 0))
}

/** A place ends before a comma, a province, a state, a code, or at the end. */
function endsPart(tokens: readonly Token[], to: number): boolean {
  const next = tokens[to]
  if (!next || next.gap & BORDER || next.kind === POSTAL || isZip(next)) return true
  return next.word?.province ? endsPart(tokens, to + 1) : stateCodes.has(next.text) || next.text === 'canada'
}

/** The kind of the longest known place at `i`. */
function knownAt(tokens: readonly Token[], i: number, longest: number): OtherPlace | null {
  let key = ''
  let found: OtherPlace | null = null
  for (let to = i; to < tokens.length && to < i + MAX_WORDS + 1; to++) {
    const t = tokens[to] as Token
    if (t.kind === NUMBER || t.kind === POSTAL || (to > i && t.gap & BORDER)) break
    if (key.length + t.canon.length > longest) break
    key += t.canon
    if (!endsPart(tokens, to + 1)) continue
    const kind = places.get(key) ?? (countries.has(key) || stateNames.has(key) ? ABROAD : 0)
    if (kind) found = { from: i, to: to + 1, kind }
  }
  return found
}

/** `Seattle, WA 98101`, `Vancouver, WA`; `CA` after a Canadian city is Canada. */
function isState(
  tokens: readonly Token[],
  i: number,
  text: string,
  isAfterCity: boolean,
  isAfterPlace: boolean,
): boolean {
  const t = tokens[i] as Token
  if (t.kind !== WORD || !stateCodes.has(t.text)) return false
  if (isZip(tokens[i + 1])) return true
  if (text[t.start] !== text[t.start]?.toUpperCase() || !endsPart(tokens, i + 1)) return false
  if (isAfterPlace) return true
  return !ambiguousCodes.has(t.text) && (isAfterCity || (t.gap & COMMA) !== 0) && !t.word?.direction
}

/** Words that cannot be part of the name of a town. */
function isPlaceWord(t: Token | undefined): boolean {
  if (t?.kind !== WORD) return false
  const { word } = t
  return (
    word === null || (!word.designator && !word.label && !word.noise && !word.province && !word.registry && !word.tower)
  )
}

/** The unknown words before a province or a state: `123 Main St, Ravenmoor, ON`. Null when they are part of the street. */
function unknownBefore(tokens: readonly Token[], end: number, cityMarks: Uint8Array): OtherPlace | null {
  for (let from = end - 1; from > 0 && from >= end - MAX_WORDS; from--) {
    const { gap } = tokens[from] as Token
    // `Lower Wexley` is a place, although a floor may be lower
    const isFirstOfPart = (gap & BORDER) !== 0 && end - from > 1 && tokens[from]?.word?.label
    if (!(isPlaceWord(tokens[from]) || isFirstOfPart) || cityMarks[from]) return null
    const before = tokens[from - 1] as Token
    if (gap & BORDER || (before.word && (before.word.type > 0 || before.word.direction > 0))) {
      // `Yonge St, Unit 5 St, ON` and `Main St W, ON`: a type or a direction alone is no place
      const first = tokens[from] as Token
      const isStreetWord = end - from === 1 && first.word !== null && (first.word.type > 0 || first.word.direction > 0)
      return isStreetWord ? null : { from, to: end, kind: UNKNOWN_PLACE }
    }
  }
  return null
}

/** Every other place in a place's position. `provinces` are the tokens that name a province. */
export function findOtherPlaces(
  tokens: readonly Token[],
  text: string,
  cityMarks: Uint8Array,
  provinces: readonly number[],
): readonly OtherPlace[] {
  let out: OtherPlace[] | null = null
  let lastEnd = -1
  for (let i = 1; i < tokens.length; i++) {
    const t = tokens[i] as Token
    if (t.kind !== WORD) continue
    const longest = longestPlaceFrom(t)
    const known = longest === 0 || cityMarks[i] || !startsPart(tokens, i) ? null : knownAt(tokens, i, longest)
    if (known) {
      out ??= []
      out.push(known)
      lastEnd = known.to
      i = known.to - 1
      continue
    }
    const isProvince = provinces.length > 0 && provinces.includes(i)
    if (!isProvince && !(t.text.length === 2 && stateCodes.has(t.text))) continue
    const isAfterCity = (cityMarks[i - 1] as number) > 0
    const unknown = lastEnd === i || isAfterCity ? null : unknownBefore(tokens, i, cityMarks)
    const isAfterPlace = lastEnd === i || unknown !== null
    if (isState(tokens, i, text, isAfterCity, isAfterPlace)) {
      out ??= []
      out.push({ from: unknown?.from ?? i, to: i + 1, kind: ABROAD })
      lastEnd = i + 1
    } else if (unknown && isProvince) {
      out ??= []
      out.push(unknown)
      lastEnd = i + 1
    }
  }
  return out ?? NO_PLACES
}

const NO_PLACES: readonly OtherPlace[] = []

/** The kind of a city or province hint that the gazetteer of cities does not know; 0 when it is unknown here too. */
export function kindOfHint(hint: string): typeof TOWN | typeof ABROAD | 0 {
  const key = keyOf(hint)
  const known = places.get(key)
  if (known) return known
  if (countries.has(key) || stateNames.has(key) || stateCodes.has(key)) return ABROAD
  // `Seattle, WA`
  const tokens = tokenize(normalizeText(hint))
  const comma = tokens.findIndex((t, i) => i > 0 && t.gap & COMMA)
  if (comma < 0) return 0
  return places.get(canonicalKey(tokens, 0, comma)) ?? (stateCodes.has((tokens[comma] as Token).text) ? ABROAD : 0)
}
