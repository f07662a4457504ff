// Postal codes that were replaced: an old code of the building is no contradiction.

import { normalizePostal } from '../text/postal-code.ts'
import { packPostal } from './street-index.ts'
import type { ListedStreet } from './street-lexicon.ts'

/** The heading of a list of codes, where a list of streets has its city. */
export const RETIRED_CODES = 'Retired postal codes'

/** Packed codes → those that replaced them. */
export type RetiredCodes = ReadonlyMap<number, readonly number[]>

/** Successors of successors that are looked at. */
const MAX_SUCCESSORS = 100

export function readRetiredCodes(rows: Iterable<ListedStreet>): RetiredCodes {
  const codes = new Map<number, readonly number[]>()
  for (const { name, otherNames = [] } of rows) {
    const [old, ...others] = [name, ...otherNames].map(packedCode)
    codes.set(old as number, [...(codes.get(old as number) ?? []), ...others])
  }
  return codes
}

function packedCode(text: string): number {
  const code = normalizePostal(text)
  if (code.length !== 6) throw new Error(`"${text}" is not a postal code`)
  return packPostal(code)
}

/** Reports whether `current` replaced `old`, or a code that replaced `old`. */
export function isReplaced(old: number, current: number, lists: readonly RetiredCodes[]): boolean {
  const seen = new Set([old])
  for (const code of seen) {
    if (seen.size > MAX_SUCCESSORS) return false
    for (const list of lists)
      for (const next of list.get(code) ?? []) {
        if (next === current) return true
        seen.add(next)
      }
  }
  return false
}
