// Finds the buildings that a text or a hint names, and how surely it names them.

import { coreKey, isGenericWord, isMisspelledGeneric, wholeKey } from '../index/name-index.ts'
import type { StreetIndex } from '../index/street-index.ts'
import { normalizeText } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, DASH, MIXED, NUMBER, OPEN, SPACE } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import { VOCABULARY } from '../text/vocabulary.ts'
import type { CandidateSet } from './candidate-set.ts'
import { LEVEL } from './components.ts'

export interface NameMention {
  readonly from: number
  readonly to: number
  readonly buildings: readonly number[]
  /** A level of `building_name`. */
  readonly level: number
  /** The words stand where a name stands, not in the middle of a sentence. */
  readonly isWhole: boolean
  readonly words: string
}

const wordsAt = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map((t) => t.text)
    .join(' ')

export interface Span {
  readonly from: number
  readonly to: number
}

const NOTHING: Span = { from: -1, to: -1 }

const MAX_NAME_WORDS = 7
const MAX_TEXT_TOKENS = 600
const MAX_MISSPELLED_STARTS = 12
const BORDER = COMMA | BREAK | OPEN | CLOSE

const isBorder = (t: Token): boolean => (t.gap & BORDER) !== 0 || (t.gap & (SPACE | DASH)) === (SPACE | DASH)

const BEFORE_NAMES = new Set(['at', 'in', 'the', 'la', 'le', 'les', 'of', 'a', 'au', 'aux', 'chez', 'dans', 'by'])

const isUnitPart = (t: Token | undefined): boolean =>
  t !== undefined && (t.kind === NUMBER || t.kind === MIXED || t.word?.designator === true || t.word?.label === true)

function startsName(tokens: readonly Token[], from: number): boolean {
  const before = tokens[from - 1]
  return (
    !before ||
    isBorder(tokens[from] as Token) ||
    isUnitPart(before) ||
    isGenericWord(before) ||
    BEFORE_NAMES.has(before.text)
  )
}

function endsName(tokens: readonly Token[], to: number, cityMarks: Uint8Array): boolean {
  const next = tokens[to]
  return (
    !next ||
    isBorder(next) ||
    isUnitPart(next) ||
    isGenericWord(next) ||
    isMisspelledGeneric(next) ||
    (cityMarks[to] ?? 0) > 0 ||
    next.word?.tower === true ||
    (next.word !== null && next.word.direction > 0 && tokens[to + 1]?.word?.tower === true)
  )
}

/** A name that is also a street, a city or a common word is weak evidence: `Vancouver, BC, Cambie`. */
const isWeak = (index: StreetIndex, core: string): boolean =>
  core.length <= 3 || index.nameBySingularKey.has(core) || index.directory.idsByKey.has(core) || VOCABULARY.has(core)

/** The buildings with exactly this name, with the generic words before it: `Condos Galerie` is not La Galerie. */
function wholeNames(index: StreetIndex, tokens: readonly Token[], from: number, to: number): readonly number[] {
  let start = from
  while (
    start > 0 &&
    (isGenericWord(tokens[start - 1]) || tokens[start - 1]?.canon === '') &&
    !isBorder(tokens[start] as Token)
  )
    start--
  const longer = start < from ? index.names.whole(wholeKey(tokens, start, to)) : []
  return longer.length > 0 ? longer : index.names.whole(wholeKey(tokens, from, to))
}

/** A generic word or an article belongs to what follows: `Backstage, The Esplanade`. */
const canEndCore = (t: Token | undefined): boolean => !isGenericWord(t) && t?.canon !== ''

function mentionAt(
  index: StreetIndex,
  tokens: readonly Token[],
  cityMarks: Uint8Array,
  from: number,
): NameMention | null {
  const { names } = index
  for (let to = Math.min(tokens.length, from + MAX_NAME_WORDS); to > from; to--) {
    const whole = wholeNames(index, tokens, from, to)
    const core = coreKey(tokens, from, to)
    const buildings = whole.length > 0 ? whole : core === '' || !canEndCore(tokens[to - 1]) ? [] : names.core(core)
    if (buildings.length === 0) continue
    const level = LEVEL.building_name
    // `Opus condos`, `The Richmond`: a generic word or the article says that it is a building
    const isExplicit =
      isGenericWord(tokens[to]) ||
      isMisspelledGeneric(tokens[to]) ||
      isGenericWord(tokens[from - 1]) ||
      tokens[from - 1]?.text === 'the'
    const isLong = isExplicit || (whole.length > 0 && to - from >= 2)
    const isAsWritten = whole.length > 0 && !isGenericWord(tokens[to])
    const kind =
      !isLong && isWeak(index, core || wholeKey(tokens, from, to))
        ? level.same_weak
        : isAsWritten
          ? level.same
          : level.same_core
    const isWhole = startsName(tokens, from) && endsName(tokens, to, cityMarks)
    return { from, to, buildings, level: kind, isWhole, words: wordsAt(tokens, from, to) }
  }
  return shortMentionAt(index, tokens, cityMarks, from)
}

/** `Kelly condos` for Kelly Court: a short form counts only beside a generic word. */
function shortMentionAt(
  index: StreetIndex,
  tokens: readonly Token[],
  cityMarks: Uint8Array,
  from: number,
): NameMention | null {
  for (let to = Math.min(tokens.length, from + MAX_NAME_WORDS) - 1; to > from; to--) {
    if (!isGenericWord(tokens[to])) continue
    const buildings = index.names.short(coreKey(tokens, from, to))
    if (buildings.length === 0) continue
    const isWhole = startsName(tokens, from) && endsName(tokens, to, cityMarks)
    return { from, to, buildings, level: LEVEL.building_name.same_short, isWhole, words: wordsAt(tokens, from, to) }
  }
  return null
}

function misspelledAt(
  index: StreetIndex,
  tokens: readonly Token[],
  cityMarks: Uint8Array,
  from: number,
): NameMention | null {
  for (let to = Math.min(tokens.length, from + 4); to > from; to--) {
    if (!endsName(tokens, to, cityMarks)) continue
    const core = coreKey(tokens, from, to)
    if (isWeak(index, core)) continue
    const buildings = index.names.misspelled(core)
    if (buildings.length > 0)
      return {
        from,
        to,
        buildings,
        level: LEVEL.building_name.one_edit,
        isWhole: true,
        words: wordsAt(tokens, from, to),
      }
  }
  return null
}

/** `skip`: the tokens of an address that was found; its street is no name. */
export function findNames(
  index: StreetIndex,
  tokens: readonly Token[],
  cityMarks: Uint8Array,
  canBeMisspelled: boolean,
  skip: Span = NOTHING,
): NameMention[] {
  const out: NameMention[] = []
  if (index.names.size === 0) return out
  const limit = Math.min(tokens.length, MAX_TEXT_TOKENS)
  for (let from = 0; from < limit; from++) {
    if (from === skip.from) from = skip.to
    if (from >= limit || !index.names.canStart(tokens[from] as Token)) continue
    const mention = mentionAt(index, tokens, cityMarks, from)
    if (!mention) continue
    out.push(mention)
    from = mention.to - 1
  }
  if (!canBeMisspelled) return out
  const misspelled = misspelledNames(index, limit < tokens.length ? tokens.slice(0, limit) : tokens, cityMarks, out)
  return misspelled.length === 0 ? out : [...out, ...misspelled]
}

/** Names with a typo that are longer than any name without one: `Edge on Triange Park` is not The Edge. */
function misspelledNames(
  index: StreetIndex,
  tokens: readonly Token[],
  cityMarks: Uint8Array,
  found: readonly NameMention[],
): NameMention[] {
  const out: NameMention[] = []
  for (let from = 0, starts = 0; from < tokens.length && starts < MAX_MISSPELLED_STARTS; from++) {
    const t = tokens[from] as Token
    if (t.kind === NUMBER || isGenericWord(t) || t.canon === '' || isUnitPart(t) || !startsName(tokens, from)) continue
    starts++
    const mention = misspelledAt(index, tokens, cityMarks, from)
    if (mention && !found.some((m) => m.from <= mention.from && m.to >= mention.to)) out.push(mention)
  }
  return out
}

export function findNamesInHint(index: StreetIndex, hint: string): NameMention[] {
  const tokens = tokenize(normalizeText(hint))
  const marks = new Uint8Array(tokens.length)
  const whole = findNames(index, tokens, marks, true)
  const { same_core, same_weak } = LEVEL.building_name
  // `Crown Elorwyn` is not Elorwyn
  const core = coreKey(tokens, 0, tokens.length)
  const isWhole = (m: NameMention): boolean => coreKey(tokens, m.from, m.to) === core
  return whole.map((m) => ({ ...m, isWhole: isWhole(m), level: m.level === same_weak ? same_core : m.level }))
}

/** The buildings in the named cities' areas, or all when none is there. */
function inNamedArea(set: CandidateSet, buildings: readonly number[]): readonly number[] {
  const near = buildings.filter((b) => set.isInNamedArea(b))
  return near.length > 0 ? near : buildings
}

/** Adds name evidence to candidates, and the named buildings as candidates when `canAdd`. */
export function addByName(set: CandidateSet, mentions: readonly NameMention[], canAdd: boolean): void {
  const { index } = set
  const level = LEVEL.building_name
  for (const mention of mentions) {
    const area = inNamedArea(set, mention.buildings)
    const project = (b: number): number => index.project[b] as number
    const isUnique = area.every((b) => b === area[0] || (project(b) >= 0 && project(b) === project(area[0] as number)))
    // among the candidates the name only has to be unique there: every project has a Tower B
    const known = area.filter((b) => set.has(b))
    const isUniqueHere = isUnique || known.length === 1
    // beside the address, a weak name says nothing against it
    for (const b of known)
      if (mention.level !== level.same_weak || !set.hasAddress(b))
        set.addName(b, isUniqueHere ? mention.level : level.same_not_unique, mention.isWhole, mention.words)
    if (mention.level === level.same && mention.isWhole && isUnique)
      for (const c of set.candidates)
        if (
          !area.includes(c.building) &&
          !(project(c.building) >= 0 && area.some((b) => project(b) === project(c.building)))
        )
          set.addName(c.building, level.conflict, true, mention.words)
    if (known.length > 0 || !canAdd) continue
    for (const b of area)
      set.addName(b, isUnique ? mention.level : level.same_not_unique, mention.isWhole, mention.words)
  }
}
