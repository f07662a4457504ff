// Finds buildings by their names, whole, without generic words, or with one typo.

import { wordSet } from '../gazetteer/words.ts'
import type { CivicReading } from '../read/readings.ts'
import { readCivicAddress } from '../read/readings.ts'
import { findTower, phaseOfName } from '../read/tower-designation.ts'
import { bitCount, letterMask, singularKey } from '../text/name-keys.ts'
import { editDistance } from '../text/similarity.ts'
import type { Token } from '../text/token.ts'
import { NUMBER, WORD } from '../text/token.ts'
import { genericWords, singularOf, UNKNOWN } from '../text/word-facts.ts'
import type { PostingTable } from './posting-table.ts'
import { PostingBuilder } from './posting-table.ts'
import { rowNumbers } from './radix-sort.ts'

const shortened = wordSet('shortened')

export const isGenericWord = (t: Token | undefined): boolean => t?.facts.isGeneric === true

const longGeneric = [...genericWords].filter((word) => word.length >= 5)

/** `Karma Condas`, `Halo Reiidences`: a generic word with one typo. */
export function isMisspelledGeneric(t: Token | undefined): boolean {
  if (t?.word !== null || t.text.length < 4 || t.facts.isGeneric) return false
  if (t.kind !== WORD) return isOneEditFromGeneric(t.text)
  const { facts } = t
  if (facts.misspelledGeneric === UNKNOWN) facts.misspelledGeneric = isOneEditFromGeneric(facts.text) ? 1 : 0
  return facts.misspelledGeneric === 1
}

const isOneEditFromGeneric = (text: string): boolean => longGeneric.some((w) => editDistance(text, w, 1) === 1)

/** The words that tell the building from others; '' when every word is generic. */
export function coreKey(tokens: readonly Token[], from: number, to: number): string {
  let key = ''
  for (let i = from; i < to; i++) {
    const t = tokens[i] as Token
    if (!t.facts.isGeneric && t.canon !== '') key += t.kind === WORD ? t.facts.singular : singularOf(t.canon)
  }
  return key
}

/** All words as written, so that `Condos Galerie` is not `La Galerie`. */
export function wholeKey(tokens: readonly Token[], from: number, to: number): string {
  let key = ''
  for (let i = from; i < to; i++) {
    const { text } = tokens[i] as Token
    if (text !== 'the') key += singularOf(text)
  }
  return key
}

const MIN_SHORT = 4

const PHASE_MARK = '+'

/** Shorter names are too easily one letter apart. */
const MIN_MISSPELLED = 6

const edges = (key: string): [string, string] => [`<${key.slice(0, 3)}`, `${key.slice(-3)}>`]

const withoutNumeral = (key: string): string => key.replace(/[\di]+$/, '')

/** `Lions Manor III` is not a typo of Lions Manor II. */
const areOtherNumerals = (a: string, b: string): boolean => a !== b && withoutNumeral(a) === withoutNumeral(b)

export interface NameTables {
  readonly byWhole: PostingTable
  readonly byCore: PostingTable
  /** By the core without its last words: `Kelly` for Kelly Court; with a mark, without its phase: `Casa+` for Casa III. */
  readonly byShort: PostingTable
  readonly byFirstWord: PostingTable
  /** Rows of byCore by their first and by their last three letters: one edit leaves one of them as it is. */
  readonly coresByEdge: PostingTable
  /** The letters of each core, for quick rejection. */
  readonly coreMask: Uint32Array
}

export class NameIndex {
  readonly tables: NameTables

  constructor(tables: NameTables) {
    this.tables = tables
  }

  get size(): number {
    return this.tables.byCore.keys.length
  }

  canStart(t: Token): boolean {
    return this.tables.byFirstWord.has(t.canon)
  }

  whole(key: string): readonly number[] {
    return this.tables.byWhole.get(key)
  }

  core(key: string): readonly number[] {
    return this.tables.byCore.get(key)
  }

  short(key: string): readonly number[] {
    return this.tables.byShort.get(key)
  }

  /** The buildings whose name adds a phase or a tower to this core. */
  phases(key: string): readonly number[] {
    return this.short(key + PHASE_MARK)
  }

  /** The only core that is one edit away; '' for none. */
  misspelled(key: string): string {
    if (key.length < MIN_MISSPELLED) return ''
    const { byCore, coresByEdge, coreMask } = this.tables
    const mask = letterMask(key)
    let found = ''
    for (const edge of edges(key)) {
      const edgeRow = coresByEdge.keys.find(edge)
      if (edgeRow < 0) continue
      const end = coresByEdge.first[edgeRow + 1] as number
      for (let at = coresByEdge.first[edgeRow] as number; at < end; at++) {
        const row = coresByEdge.numbers[at] as number
        if (bitCount(mask ^ (coreMask[row] as number)) > 2 || !byCore.hasNumbers(row)) continue
        const core = byCore.keys.get(row)
        if (core === found || Math.abs(core.length - key.length) > 1 || editDistance(key, core, 1) > 1) continue
        if (areOtherNumerals(key, core)) continue
        if (found || core === key) return ''
        found = core
      }
    }
    return found
  }
}

export class NameIndexBuilder {
  readonly #byWhole: PostingBuilder
  readonly #byCore: PostingBuilder
  readonly #byShort: PostingBuilder
  readonly #byFirstWord: PostingBuilder
  readonly #start: NameTables | undefined

  /** Starts with the names of another index, with new building numbers; -1 leaves a building out. */
  constructor(start?: NameTables, newBuilding?: Int32Array) {
    this.#start = start
    this.#byWhole = new PostingBuilder(start?.byWhole, newBuilding)
    this.#byCore = new PostingBuilder(start?.byCore, newBuilding)
    this.#byShort = new PostingBuilder(start?.byShort, newBuilding)
    this.#byFirstWord = new PostingBuilder(start?.byFirstWord, newBuilding)
  }

  /** Names must come in the order of their buildings. */
  add(tokens: readonly Token[], building: number): void {
    // `102 St. Clair` is an address, and read as one
    const isAddress = (r: CivicReading): boolean => r.numberAt === 0
    if (tokens[0]?.kind === NUMBER && readCivicAddress(tokens, new Uint8Array(tokens.length)).some(isAddress)) return
    const distinct = coreKey(tokens, 0, tokens.length)
    const core = distinct.length < 2 ? singularKey(tokens, 0, tokens.length) : distinct
    // `West Tower` says which tower, not which building
    const tower = findTower(tokens)
    if (core.length < 2 || (tower && tower.to - tower.from === tokens.length)) return
    this.#byWhole.add(wholeKey(tokens, 0, tokens.length), building)
    this.#byCore.add(core, building)
    let end = tokens.length
    while (end > 1 && (shortened.has((tokens[end - 1] as Token).text) || isGenericWord(tokens[end - 1]))) end--
    const short = coreKey(tokens, 0, end)
    if (short !== core && short.length >= MIN_SHORT) this.#byShort.add(short, building)
    this.#addPhase(tokens, building)
    const first = tokens.find((t) => !t.facts.isGeneric && t.canon !== '') ?? tokens[0]
    if (first) this.#byFirstWord.add(first.canon, building)
  }

  /** `La Cour I` is also La Cour 1, and one of those that `La Cour` may mean. */
  #addPhase(tokens: readonly Token[], building: number): void {
    const phase = phaseOfName(tokens)
    const base = phase ? coreKey(tokens, 0, phase.from) : ''
    if (!phase || base === '') return
    this.#byCore.add(base + phase.value, building)
    this.#byShort.add(base + PHASE_MARK, building)
  }

  freeze(): NameIndex {
    const byCore = this.#byCore.freeze()
    const coreMask = new Uint32Array(byCore.keys.length)
    const start = this.#byCore.hasSameRows ? this.#start : undefined
    const sameRows = rowNumbers(start?.coreMask.length ?? 0)
    const coresByEdge = new PostingBuilder(start?.coresByEdge, new Int32Array(sameRows.buffer))
    if (start) coreMask.set(start.coreMask)
    for (let row = sameRows.length; row < byCore.keys.length; row++) {
      const core = byCore.keys.get(row)
      coreMask[row] = letterMask(core)
      if (core.length >= MIN_MISSPELLED) for (const edge of edges(core)) coresByEdge.add(edge, row)
    }
    return new NameIndex({
      byWhole: this.#byWhole.freeze(),
      byCore,
      byShort: this.#byShort.freeze(),
      byFirstWord: this.#byFirstWord.freeze(),
      coresByEdge: coresByEdge.freeze(),
      coreMask,
    })
  }
}
