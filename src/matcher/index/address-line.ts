// A building's own address line, read for the index: every number it covers, and the street with the other ways to write it.

import type { CityDirectory } from '../read/city-directory.ts'
import { readPlace } from '../read/read-place.ts'
import type { CivicReading } from '../read/readings.ts'
import { goesOn, HASHED, readCivic } from '../read/readings.ts'
import { BEGINS, GOES_ON } from '../read/street-divisions.ts'
import type { StreetPhrase } from '../read/street-phrase.ts'
import { clean } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import { AND, COMMA, DASH, NUMBER, POSTAL, SLASH } from '../text/token.ts'
import { tokenise } from '../text/tokenize.ts'
import type { MatchBuilding } from '../types.ts'

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

const isPlaceTail = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === POSTAL || (token.word !== null && token.word.province > 0) || token.text === 'canada')

/** Where the building's own city stands before its province or code, so that no street's name goes on into it: `2117 Rue Tupper Montréal QC`. */
function townIn(tokens: readonly Token[], town: string): Uint8Array {
  const covered = new Uint8Array(tokens.length)
  if (town === '' || tokens.length < 4) return covered
  const words = tokenise(clean(town))
  if (words.length === 0) return covered
  for (let at = 2; at + words.length <= tokens.length; at++)
    if (isPlaceTail(tokens[at + words.length]) && words.every((w, k) => tokens[at + k]?.canon === w.canon))
      words.forEach((_, k) => {
        covered[at + k] = k === 0 ? BEGINS : GOES_ON
      })
  return covered
}

/** The place that a line itself names, for a building that comes without a city; city -1 when it names none. */
export function placeInLine(building: MatchBuilding, directory: CityDirectory): { city: number; postal: string } {
  const line = building.addresses[0]?.line ?? ''
  const tokens = tokenise(clean(line))
  const { mentions, postals, province } = readPlace(tokens, { address: line, province: building.province }, directory)
  // of `Montréal, Quebec` the last is rather the province
  const proper = mentions.filter((m) => !tokens[m.from]?.word?.province)
  const ids = (proper.at(-1) ?? mentions.at(-1))?.ids ?? []
  const city = ids.find((id) => !province || directory.cities[id]?.province === province) ?? -1
  return { city, postal: postals[0] ?? '' }
}

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

/** `#101 18 Harbour St`, `101 - 65 St. Mary St`: the first number is a unit, though the second could be the name of a street. */
const isUnitFirst = (tokens: readonly Token[], { written, street }: CivicReading, town: Uint8Array): boolean =>
  written === HASHED || street.doubled || (goesOn(tokens, street) && !town[street.end])

export function readLine(line: string, isRange: boolean, town = ''): AddressLine | null {
  const tokens = tokenise(clean(line))
  const covered = townIn(tokens, town)
  const readings = readCivic(tokens, covered)
  // the last number that has a street of its own: `1203 1480 Howe St` is 1480
  let best = readings[0]
  for (const r of readings)
    if (best && r.at !== best.at && r.street.type && r.written === 0)
      if (!best.street.type || (isUnitFirst(tokens, best, covered) && !r.street.doubled)) best = r
  if (!best) return null
  const same = readings.filter((r) => r.at === best.at)
  const streets: StreetPhrase[] = []
  for (const { street } of same) {
    if (streets.length > 0 && (street.leftover || street.doubled || street.misspelt)) continue
    // `Range Road 280`: without its number it is every range road
    if (streets[0] && street.end < streets[0].end && tokens[street.end]?.kind === NUMBER) continue
    // `12 East Lake Boulevard NE`: with a quadrant behind, the direction in front belongs to the name
    if (street.preDirection && street.postDirection && street.preDirection !== street.postDirection) continue
    if (!streets.some((s) => s.raw === street.raw && s.type === street.type && s.preDirection === street.preDirection))
      streets.push(street)
  }
  return { numbers: numbersOf(tokens, best.at, isRange), streets: streets.slice(0, 4) }
}
