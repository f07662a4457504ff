// Knows when a name is only words: ordinary words, streets, districts, cities.

import COMMON from '../gazetteer/common-words.json' with { type: 'json' }
import { DISTRICTS } from '../gazetteer/place-tables.ts'
import { coreKey } from '../index/name-index.ts'
import type { StreetIndex } from '../index/street-index.ts'
import { normalizeText } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import { MIXED, WORD } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import { singularOf } from '../text/word-facts.ts'

/** An ordinary word counts 0, a word that developers like 1, any other word 2. From here on a text that has it means it. */
export const DISTINCT = 2
/** Two rare words are unique in the country. */
export const UNMISTAKABLE = 4

export interface NameWords {
  /** The sum over the words. */
  readonly weight: number
  /** A street, a district or a city has this name. */
  readonly isPlace: boolean
  readonly isDistrict: boolean
}

let weightOf: ReadonlyMap<string, number> | undefined
let districts: ReadonlySet<string> | undefined

/** Read when a text first has a name. */
function readWords(): ReadonlyMap<string, number> {
  const { english, french, liked, givenNames, developers } = COMMON
  const weights = new Map<string, number>()
  for (const { words } of [liked, givenNames, developers])
    for (const word of words.split(' ')) weights.set(singularOf(word), 1)
  for (const { words } of [english, french]) for (const word of words.split(' ')) weights.set(singularOf(word), 0)
  return weights
}

function readDistricts(): ReadonlySet<string> {
  const names = DISTRICTS.map((name) => tokenize(normalizeText(name)))
  return new Set(names.map((tokens) => coreKey(tokens, 0, tokens.length)))
}

/** Two letters are no word that anybody would recognize. */
const MIN_RARE = 3

function weightOfWord(index: StreetIndex, t: Token): number {
  // `8X`, `E18hteen`
  if (t.kind !== WORD) return t.kind === MIXED || t.suffix ? DISTINCT : 0
  if (t.facts.isGeneric || t.canon === '' || t.text.length < MIN_RARE) return 0
  weightOf ??= readWords()
  const weight = weightOf.get(singularOf(t.text))
  if (weight !== undefined) return weight
  const word = t.facts.singular
  return t.word || index.nameBySingularKey.has(word) || index.directory.idsByKey.has(word) ? 0 : DISTINCT
}

/** `Bloor`, and `King West`. */
function isStreetName(index: StreetIndex, tokens: readonly Token[], from: number, to: number, core: string): boolean {
  if (index.nameBySingularKey.has(core)) return true
  const [start, end] = [tokens[from]?.word?.direction ? from + 1 : from, tokens[to - 1]?.word?.direction ? to - 1 : to]
  return end - start < to - from && start < end && index.nameBySingularKey.has(coreKey(tokens, start, end))
}

export function wordsOfName(index: StreetIndex, tokens: readonly Token[], from: number, to: number): NameWords {
  const core = coreKey(tokens, from, to)
  districts ??= readDistricts()
  const isStreet = isStreetName(index, tokens, from, to, core)
  const isDistrict = districts.has(core) || index.directory.idsByKey.has(core)
  if (isStreet || isDistrict) return { weight: 0, isPlace: true, isDistrict }
  let weight = 0
  for (let i = from; i < to; i++) weight += weightOfWord(index, tokens[i] as Token)
  return { weight, isPlace: false, isDistrict: false }
}
