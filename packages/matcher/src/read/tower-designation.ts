// Reads which tower of a project a text names: `Tower B`, `Bldg 2`, `South Tower`, `T2-905`.

import { TOWER_NUMBERS } from '../gazetteer/building-words.ts'
import type { Token } from '../text/token.ts'
import { BREAK, COMMA, DASH, NUMBER, WORD } from '../text/token.ts'

export interface TowerDesignation {
  readonly from: number
  readonly to: number
  /** `2`, `b`, `south`. */
  readonly value: string
}

const BORDER = COMMA | BREAK

/** A number, a letter, a numeral or a direction; null for other words. */
function valueAt(t: Token | undefined): string | null {
  if (!t) return null
  if (t.kind === NUMBER) return t.value < 20 && !t.suffix ? t.text : null
  if (t.kind !== WORD) return null
  const named = TOWER_NUMBERS[t.text] ?? t.text
  if (t.word?.direction) return TOWER_NUMBERS[t.canon] ?? t.canon
  return named.length === 1 || named in COMPASS || t.text in TOWER_NUMBERS ? named : null
}

const COMPASS: Readonly<Record<string, true>> = { north: true, south: true, east: true, west: true }
const SHORT = /^t([1-9a-d])$/

export function findTower(tokens: readonly Token[]): TowerDesignation | null {
  for (let i = 0; i < tokens.length; i++) {
    const t = tokens[i] as Token
    const next = tokens[i + 1]
    // `T2-905`, `Aura TB`
    const short =
      t.text.length === 2 && t.kind !== NUMBER && (!next || next.gap & (DASH | BORDER)) ? SHORT.exec(t.text) : null
    if (short) return { from: i, to: i + 1, value: short[1] as string }
    if (!t.word?.tower) continue
    const after = next && !(next.gap & BORDER) ? valueAt(next) : null
    // `Tower 1480 Howe` is no tower 1480
    if (after !== null && !(next?.kind === NUMBER && tokens[i + 2]?.word?.type))
      return { from: i, to: i + 2, value: after }
    const before = tokens[i - 1]
    if (before?.kind === WORD && before.word?.direction && !(t.gap & BORDER))
      return { from: i - 1, to: i + 1, value: valueAt(before) as string }
  }
  return null
}
