// A building's own address line, read for the index: every number it covers, and the street with the other ways to write it.

import { clean } from './fold.ts'
import { readCivic } from './read.ts'
import type { StreetPhrase } from './street-phrase.ts'
import type { Token } from './token.ts'
import { AND, COMMA, DASH, NUMBER, SLASH } from './token.ts'
import { tokenise } from './tokens.ts'

interface LineNumber {
  readonly number: number
  readonly suffix: string
  /** Between the ends of a range, not written out: `12-16` covers 14. */
  readonly inside: boolean
}

export interface AddressLine {
  readonly numbers: readonly LineNumber[]
  /** The likeliest division first; the others are indexed too, so that either way of writing it is found. */
  readonly streets: readonly StreetPhrase[]
}

const WIDEST_RANGE = 100
const NOWHERE = new Uint8Array(96)

/** Numbers left of the civic one that belong to it: a list, or a range with what lies between on that side of the street. */
function numbersOf(tokens: readonly Token[], at: number, isRange: boolean): LineNumber[] {
  const last = tokens[at] as Token
  const out: LineNumber[] = [{ number: last.value, suffix: last.suffix, inside: false }]
  for (let i = at; i > 0; i--) {
    const right = tokens[i] as Token
    const left = tokens[i - 1] as Token
    if (left.kind !== NUMBER || !(right.gap & (AND | SLASH | DASH | COMMA))) break
    const step = right.value - left.value
    if (step < 0 || step > WIDEST_RANGE || (step === 0 && left.suffix === right.suffix)) break
    if (right.gap & DASH && !isRange && step % 2 === 1) break
    out.push({ number: left.value, suffix: left.suffix, inside: false })
    if (right.gap & DASH)
      for (let n = left.value + 2; n < right.value; n += 2) out.push({ number: n, suffix: '', inside: true })
  }
  return out
}

export function readLine(line: string, isRange: boolean): AddressLine | null {
  const tokens = tokenise(clean(line))
  const readings = readCivic(tokens, NOWHERE)
  // the last number that has a street of its own: `1203 1480 Howe St` is 1480
  let best = readings[0]
  for (const r of readings)
    if (best && r.at !== best.at && r.street.type && !best.street.type && r.written === 0) best = r
  if (!best) return null
  const same = readings.filter((r) => r.at === best.at)
  const streets: StreetPhrase[] = []
  for (const { street } of same) {
    if (streets.length > 0 && (street.leftover || street.doubled)) continue
    // `Range Road 280`: without its number it is every range road
    if (streets[0] && street.end < streets[0].end && tokens[street.end]?.kind === NUMBER) continue
    // `12 East Lake Boulevard NE`: with a quadrant behind, the direction in front belongs to the name
    if (street.preDirection && street.postDirection && street.preDirection !== street.postDirection) continue
    if (!streets.some((s) => s.raw === street.raw && s.type === street.type && s.preDirection === street.preDirection))
      streets.push(street)
  }
  return { numbers: numbersOf(tokens, best.at, isRange), streets: streets.slice(0, 4) }
}
