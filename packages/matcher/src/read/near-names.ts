// Finds names of places that a misspelled word stands for.

import { bitCount, letterMask } from '../text/name-keys.ts'
import { editDistance } from '../text/similarity.ts'

/** Shorter names are too easily one letter from another word. */
const MIN_LENGTH = 5
/** From this length on, two typos still leave enough of the name. */
const LONG = 9
const MAX_LENGTH = 32

/** A wrong first letter counts double: people rarely mistype it. */
const editsBetween = (typed: string, name: string, limit: number): number => {
  const edits = editDistance(typed, name, limit)
  return typed.charCodeAt(0) === name.charCodeAt(0) ? edits : edits + 1
}

const limitOf = (length: number): number => (length >= LONG ? 2 : 1)

/** Names by length, with letter masks that rule out most of them without computing a distance. */
export class NearNames {
  readonly #byLength: { readonly key: string; readonly mask: number; readonly ids: readonly number[] }[][] = []

  constructor(names: Iterable<readonly [key: string, ids: readonly number[]]>) {
    for (let length = 0; length <= MAX_LENGTH + 2; length++) this.#byLength.push([])
    for (const [key, ids] of names)
      if (key.length >= MIN_LENGTH && key.length <= MAX_LENGTH)
        this.#byLength[key.length]?.push({ key, mask: letterMask(key), ids })
  }

  /** The ids of the nearest names; none when the word is too short or nothing is near. */
  find(typed: string): readonly number[] {
    if (typed.length < MIN_LENGTH || typed.length > MAX_LENGTH) return []
    let limit = limitOf(typed.length)
    let out: number[] = []
    const mask = letterMask(typed)
    for (let length = typed.length - limit; length <= typed.length + limit; length++)
      for (const name of this.#byLength[length] ?? []) {
        if (bitCount(mask ^ name.mask) > 2 * limit) continue
        const edits = editsBetween(typed, name.key, limit)
        if (edits > limit) continue
        if (edits < limit) out = []
        limit = edits
        out.push(...name.ids)
      }
    return out
  }
}

/** Letters of `short` in their order inside `long`: `mssga` for Mississauga, `sprgs` for Springs. */
function isInOrder(short: string, long: string): boolean {
  let at = 0
  for (let i = 0; i < long.length && at < short.length; i++) if (long.charCodeAt(i) === short.charCodeAt(at)) at++
  return at === short.length
}

const MIN_ABBREVIATION = 3

/** Reports whether someone may have meant this city: a typo, a cut-off or abbreviated name. */
export function resemblesPlace(typed: string, name: string): boolean {
  if (typed.length < MIN_ABBREVIATION || typed.charCodeAt(0) !== name.charCodeAt(0)) return false
  if (name.startsWith(typed)) return true
  if (typed.length < name.length && typed.at(-1) === name.at(-1) && isInOrder(typed, name)) return true
  const longest = Math.max(typed.length, name.length)
  return longest >= MIN_LENGTH && editDistance(typed, name, limitOf(longest)) <= limitOf(longest)
}
