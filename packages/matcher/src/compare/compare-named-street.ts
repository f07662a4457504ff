// Compares a street that the text names without a number with the streets of a named building.

import type { StreetIndex } from '../index/street-index.ts'
import { typeAt } from '../read/divide-street.ts'
import { singularKey } from '../text/name-keys.ts'
import type { Token } from '../text/token.ts'
import { NUMBER } from '../text/token.ts'
import { LEVEL } from './components.ts'

const MAX_WORDS = 3

/** The names in the index of streets with a type and no number: `Ten York, York St`, `Lu'Ma Housing (Kitchener St)`. */
export function streetsWithoutNumber(
  tokens: readonly Token[],
  findName: (singularKey: string) => number | undefined,
): number[] {
  const out: number[] = []
  for (let i = 1; i < tokens.length; i++) {
    const t = tokens[i] as Token
    if (!typeAt(tokens, i, tokens.length) || t.word?.nameLike) continue
    for (let from = Math.max(0, i - MAX_WORDS); from < i; from++) {
      if (tokens[from - 1]?.kind === NUMBER) continue
      const name = findName(singularKey(tokens, from, i))
      if (name === undefined) continue
      out.push(name)
      break
    }
  }
  return out
}

/** `name` is the first of the names that share a key. */
export function isOnStreet(index: StreetIndex, building: number, name: number): boolean {
  for (let n = name; n >= 0; n = index.nextNameOfKey[n] as number)
    for (let e = index.firstEntry[n] as number; e < (index.firstEntry[n + 1] as number); e++)
      if (index.entryBuilding[e] === building) return true
  return false
}

export function compareNamedStreet(index: StreetIndex, building: number, streets: readonly number[]): number {
  const level = LEVEL.named_street
  if (streets.length === 0) return level.none
  return streets.some((name) => isOnStreet(index, building, name)) ? level.same : level.other
}
