// Finds the buildings that a text or a hint names, and how surely it names them.

import { coreKey, isGenericWord, isMisspelledGeneric, wholeKey } from '../index/name-index.ts'
import type { StreetIndex } from '../index/street-index.ts'
import { roleOf } from '../read/address-role.ts'
import { phaseAfter, phaseBefore, phaseOfName } from '../read/tower-designation.ts'
import { normalizeText } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import { NUMBER } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import { LEVEL } from './components.ts'
import type { NameSpan } from './name-context.ts'
import { endsName, endsSentence, isBorder, isName, isUnitPart, startsName } from './name-context.ts'
import { DISTINCT, UNMISTAKABLE, wordsOfName } from './name-words.ts'

export interface NameMention {
  /** The tokens of the name and its phase. */
  readonly from: number
  readonly to: number
  readonly buildings: readonly number[]
  /** A level of `building_name`. */
  readonly level: number
  /** The words stand where a name stands, not in the middle of a sentence. */
  readonly isWhole: boolean
  /** The name has a phase, and the text does not say which. */
  readonly isOfAnyPhase: boolean
  /** The tower or phase beside the name, when no building's name has it; '' for none. */
  readonly phase: string
  /** Long and rare enough to be the only one in the country. */
  readonly isUnmistakable: boolean
  readonly words: string
}

export interface Span {
  readonly from: number
  readonly to: number
}

/** The text that is searched. */
interface NamedText {
  readonly index: StreetIndex
  readonly tokens: readonly Token[]
  readonly cityMarks: Uint8Array
  /** The whole text is said to be a name. */
  readonly isHint: boolean
}

/** How a lookup found buildings. */
interface Lookup {
  readonly from: number
  readonly kind: 'as_written' | 'core' | 'short' | 'any_phase' | 'one_edit'
  readonly buildings: readonly number[]
}

const NOTHING: Span = { from: -1, to: -1 }
const NO_SPANS: readonly Span[] = []
const NONE: readonly number[] = []
const NAME = LEVEL.building_name

const MAX_NAME_WORDS = 7
const MAX_TEXT_TOKENS = 600
const MAX_MISSPELLED_STARTS = 12
const MAX_MISSPELLED_WORDS = 4

/** The name as written, with as many generic words before it as it has: `Condos Galerie` is not La Galerie. */
function wholeName({ index: { names }, tokens }: NamedText, from: number, to: number): Lookup | null {
  let found: Lookup | null = null
  for (let start = from; start >= 0; start--) {
    // `Vicino Residentil` is Vicino or Vicino Residential
    const isPart = start === from && isMisspelledGeneric(tokens[to])
    const buildings = isPart || tokens[start]?.text === 'the' ? NONE : names.whole(wholeKey(tokens, start, to))
    if (buildings.length > 0) found = { kind: 'as_written', from: start, buildings }
    const before = tokens[start - 1]
    if (!(isGenericWord(before) || before?.canon === '') || isBorder(tokens, start)) break
  }
  return found
}

/** The buildings that the tokens may name: as written, without generic words, shortened, or without a phase. */
function lookUp(text: NamedText, from: number, to: number): Lookup | null {
  const whole = wholeName(text, from, to)
  if (whole) return whole
  const { tokens } = text
  const { names } = text.index
  const core = coreKey(tokens, from, to)
  const last = tokens[to - 1]
  // a generic word or an article belongs to what follows: `Backstage, The Esplanade`
  if (core === '' || isGenericWord(last) || last?.canon === '') return null
  const same = names.core(core)
  if (same.length > 0) return { kind: 'core', from, buildings: same }
  const phases = names.phases(core)
  if (phases.length > 0) return { kind: 'any_phase', from, buildings: phases }
  // `Kelly condos` for Kelly Court: a short form counts only beside a generic word
  const short = isGenericWord(tokens[to]) ? names.short(core) : []
  return short.length > 0 ? { kind: 'short', from, buildings: short } : null
}

/** The level without regard to phases. */
function levelOf({ kind }: Lookup, span: NameSpan, isHint: boolean): number {
  if (!isHint && !isName(span)) return NAME.same_weak
  if (kind === 'one_edit') return NAME.one_edit
  if (kind === 'short' || kind === 'any_phase') return NAME.same_short
  return kind === 'as_written' && !isGenericWord(span.tokens[span.to]) ? NAME.same : NAME.same_core
}

/** The buildings whose name has the phase, unless the data says which towers the found ones are. */
function withPhase({ index, tokens }: NamedText, to: number, { from, buildings }: Lookup, phase: string) {
  const hasTower = (b: number): boolean => index.towers[index.tower[b] as number] === phase
  return buildings.some(hasTower) ? NONE : index.names.core(coreKey(tokens, from, to) + phase)
}

function mentionOf(text: NamedText, to: number, found: Lookup): NameMention | null {
  const { index, tokens, cityMarks, isHint } = text
  const { from } = found
  const words = wordsOfName(index, tokens, from, to)
  const isWhole = startsName(tokens, from) && endsName(tokens, to, cityMarks)
  // `well maintained`: words inside a sentence
  if (!isWhole && !isHint && words.weight < DISTINCT) return null
  // `steps to Aura`: a landmark
  if (roleOf(tokens, from, to) !== 'own') return null
  const isAsWritten = found.kind === 'as_written'
  const level = levelOf(found, { ...words, tokens, cityMarks, from, to, isAsWritten, isWhole }, isHint)
  if (found.kind === 'short' && (level === NAME.same_weak || words.isPlace)) return null
  const phase = phaseAfter(tokens, to) ?? phaseBefore(tokens, from)
  const exact = phase ? withPhase(text, to, found, phase.value) : NONE
  return {
    from: Math.min(from, phase?.from ?? from),
    to: Math.max(to, phase?.to ?? to),
    buildings: exact.length > 0 ? exact : found.buildings,
    level,
    phase: phase && exact.length === 0 ? phase.value : '',
    isWhole,
    isOfAnyPhase: found.kind === 'any_phase' && !phase,
    isUnmistakable: words.weight >= UNMISTAKABLE,
    words: tokens
      .slice(from, to)
      .map((t) => t.text)
      .join(' '),
  }
}

/** Where a name that starts at `from` ends at the latest: no name has a comma or a sentence in it. */
function limitOfName(tokens: readonly Token[], from: number): number {
  const limit = Math.min(tokens.length, from + MAX_NAME_WORDS)
  for (let to = from + 1; to < limit; to++) if (endsSentence(tokens, to)) return to
  return limit
}

function mentionAt(text: NamedText, from: number): NameMention | null {
  for (let to = limitOfName(text.tokens, from); to > from; to--) {
    const found = lookUp(text, from, to)
    if (found) return mentionOf(text, to, found)
  }
  return null
}

/** A word that exists is no typo: `fridge` is not The Bridge. Neither is another phase: `Vale Tower C`. */
function misspelledAt(text: NamedText, from: number): NameMention | null {
  const { index, tokens, cityMarks } = text
  for (let to = Math.min(tokens.length, from + MAX_MISSPELLED_WORDS); to > from; to--) {
    if (!endsName(tokens, to, cityMarks)) continue
    const core = index.names.misspelled(coreKey(tokens, from, to))
    if (core === '' || wordsOfName(index, tokens, from, to).weight === 0) continue
    const name = tokens.slice(from, to)
    const phase = phaseOfName(name)
    if (phase && !core.endsWith(coreKey(name, phase.from, phase.to))) continue
    return mentionOf(text, to, { kind: 'one_edit', from, buildings: index.names.core(core) })
  }
  return null
}

/**
 * `skip`: the tokens of an address that was found; its street is no name. `streets`: where no name with a typo starts;
 * null when none is searched.
 */
export function findNames(
  index: StreetIndex,
  tokens: readonly Token[],
  cityMarks: Uint8Array,
  streets: readonly Span[] | null,
  skip: Span = NOTHING,
  isHint = false,
): NameMention[] {
  const out: NameMention[] = []
  if (index.names.size === 0) return out
  const searched = tokens.length > MAX_TEXT_TOKENS ? tokens.slice(0, MAX_TEXT_TOKENS) : tokens
  const text: NamedText = { index, tokens: searched, cityMarks, isHint }
  for (let from = 0; from < searched.length; from++) {
    if (from === skip.from) from = skip.to
    if (from >= searched.length || !index.names.canStart(tokens[from] as Token)) continue
    const mention = mentionAt(text, from)
    if (!mention) continue
    out.push(mention)
    from = mention.to - 1
  }
  return streets ? withMisspelled(text, out, streets) : out
}

/** Another mention has all the words, or some of them and the same building. */
function isKnown({ from, to, buildings }: NameMention, mention: NameMention): boolean {
  if (from <= mention.from && to >= mention.to) return true
  return from < mention.to && to > mention.from && buildings.includes(mention.buildings[0] as number)
}

/** Adds names with a typo that are longer than any name without one: `Edge on Triange Park` is not The Edge. */
function withMisspelled(text: NamedText, found: NameMention[], streets: readonly Span[]): NameMention[] {
  const { tokens } = text
  const out = [...found]
  for (let from = 0, starts = 0; from < tokens.length && starts < MAX_MISSPELLED_STARTS; from++) {
    const t = tokens[from] as Token
    if (t.kind === NUMBER || isGenericWord(t) || t.canon === '' || isUnitPart(t) || !startsName(tokens, from)) continue
    starts++
    if (streets.some((s) => from >= s.from && from < s.to)) continue
    const mention = misspelledAt(text, from)
    if (mention && !found.some((m) => isKnown(m, mention))) out.push(mention)
  }
  return out
}

export function findNamesInHint(index: StreetIndex, hint: string): NameMention[] {
  const tokens = tokenize(normalizeText(hint))
  // `Crown Elorwyn` is not Elorwyn
  const core = coreKey(tokens, 0, tokens.length)
  return findNames(index, tokens, new Uint8Array(tokens.length), NO_SPANS, NOTHING, true).map((m) => ({
    ...m,
    isWhole: coreKey(tokens, m.from, m.to) === core,
    from: -1,
    to: -1,
  }))
}
