// Finds buildings by their names, whole, without generic words, or with one typo.

import { GENERIC_NAME_WORDS, SHORTENED_NAME_WORDS } from '../gazetteer/building-words.ts'
import type { CivicReading } from '../read/readings.ts'
import { readCivicAddress } from '../read/readings.ts'
import { findTower } from '../read/tower-designation.ts'
import { normalizeText } from '../text/fold-text.ts'
import { bitCount, letterMask, singularKey } from '../text/name-keys.ts'
import { editDistance } from '../text/similarity.ts'
import type { Token } from '../text/token.ts'
import { NUMBER } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'

const generic = new Set(GENERIC_NAME_WORDS.split(' '))

const shortened = new Set(SHORTENED_NAME_WORDS.split(' '))

export const isGenericWord = (t: Token | undefined): boolean => t !== undefined && generic.has(t.text)

const isPlural = (word: string): boolean => word.length >= 4 && word.endsWith('s') && !word.endsWith('ss')

/** The words that tell the building from others; '' when every word is generic. */
export function coreKey(tokens: readonly Token[], from: number, to: number): string {
  let key = ''
  for (let i = from; i < to; i++) {
    const t = tokens[i] as Token
    if (!generic.has(t.text) && t.canon !== '') key += isPlural(t.canon) ? t.canon.slice(0, -1) : t.canon
  }
  return key
}

/** All words as written, so that `Condos Galerie` is not `La Galerie`. */
export function wholeKey(tokens: readonly Token[], from: number, to: number): string {
  let key = ''
  for (let i = from; i < to; i++) {
    const { text } = tokens[i] as Token
    if (text !== 'the') key += isPlural(text) ? text.slice(0, -1) : text
  }
  return key
}

const MIN_SHORT = 4

/** Shorter names are too easily one letter apart. */
const MIN_MISSPELLED = 6

const edges = (key: string): [string, string] => [`<${key.slice(0, 3)}`, `${key.slice(-3)}>`]

export class NameIndex {
  readonly #byWhole = new Map<string, number[]>()
  readonly #byCore = new Map<string, number[]>()
  /** By the core without its last words: `Kelly` for Kelly Court. */
  readonly #byShort = new Map<string, number[]>()
  readonly #firstWords = new Set<string>()
  /** Cores by their first and by their last three letters: one edit leaves one of them as it is. */
  readonly #byEdge = new Map<string, string[]>()

  get size(): number {
    return this.#byCore.size
  }

  add(name: string, building: number): void {
    const tokens = tokenize(normalizeText(name))
    // `102 St. Clair` is an address, and read as one
    const isAddress = (r: CivicReading): boolean => r.numberAt === 0 && tokens[0]?.kind === NUMBER
    if (readCivicAddress(tokens, new Uint8Array(tokens.length)).some(isAddress)) return
    const distinct = coreKey(tokens, 0, tokens.length)
    const core = distinct.length < 2 ? singularKey(tokens, 0, tokens.length) : distinct
    // `West Tower` says which tower, not which building
    const tower = findTower(tokens)
    if (core.length < 2 || (tower && tower.to - tower.from === tokens.length)) return
    push(this.#byWhole, wholeKey(tokens, 0, tokens.length), building)
    if (!this.#byCore.has(core) && core.length >= MIN_MISSPELLED)
      for (const edge of edges(core)) {
        const list = this.#byEdge.get(edge)
        if (list) list.push(core)
        else this.#byEdge.set(edge, [core])
      }
    push(this.#byCore, core, building)
    let end = tokens.length
    while (end > 1 && (shortened.has((tokens[end - 1] as Token).text) || isGenericWord(tokens[end - 1]))) end--
    const short = coreKey(tokens, 0, end)
    if (short !== core && short.length >= MIN_SHORT) push(this.#byShort, short, building)
    const first = tokens.find((t) => !generic.has(t.text) && t.canon !== '') ?? tokens[0]
    if (first) this.#firstWords.add(first.canon)
  }

  canStart(t: Token): boolean {
    return this.#firstWords.has(t.canon)
  }

  whole(key: string): readonly number[] {
    return this.#byWhole.get(key) ?? []
  }

  core(key: string): readonly number[] {
    return this.#byCore.get(key) ?? []
  }

  short(key: string): readonly number[] {
    return this.#byShort.get(key) ?? []
  }

  /** The buildings of the only core that is one edit away. */
  misspelled(key: string): readonly number[] {
    if (key.length < MIN_MISSPELLED) return []
    const mask = letterMask(key)
    let found = ''
    for (const edge of edges(key))
      for (const core of this.#byEdge.get(edge) ?? []) {
        if (core === found || Math.abs(core.length - key.length) > 1 || bitCount(mask ^ letterMask(core)) > 2) continue
        if (editDistance(key, core, 1) > 1) continue
        if (found) return []
        found = core
      }
    return found ? this.core(found) : []
  }
}

function push(map: Map<string, number[]>, key: string, id: number): void {
  const list = map.get(key)
  if (!list) map.set(key, [id])
  else if (!list.includes(id)) list.push(id)
}
