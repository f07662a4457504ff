// Reads a building's address line for the index: its numbers and its street.

import type { CityDirectory } from '../read/city-directory.ts'
import { CITY_CONTINUES, CITY_STARTS } from '../read/city-marks.ts'
import { readLocation } from '../read/read-location.ts'
import type { CivicReading } from '../read/readings.ts'
import { HASHED, isFollowedByWord, PLAIN, readCivicAddress } from '../read/readings.ts'
import type { StreetPhrase } from '../read/street-phrase.ts'
import { normalizeText } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import { AND, COMMA, DASH, NUMBER, POSTAL, SLASH } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import type { MatchBuilding } from '../types/match-query.ts'

interface LineNumber {
  readonly number: number
  readonly suffix: string
  /** Between the ends of a range: `12-16` covers 14. */
  readonly isInsideRange: boolean
}

export interface AddressLine {
  readonly numbers: readonly LineNumber[]
  /** The likeliest first. The others are indexed too, so that every spelling is found. */
  readonly streets: readonly StreetPhrase[]
}

const MAX_RANGE = 100

const isProvinceOrPostal = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === POSTAL || (token.word !== null && token.word.province > 0) || token.text === 'canada')

let lastCity = ''
let lastWords: readonly Token[] = []

/** Remembers the last city, because files are usually sorted by city. */
function wordsOfCity(name: string): readonly Token[] {
  if (name !== lastCity) lastWords = tokenize(normalizeText(name))
  lastCity = name
  return lastWords
}

/** Marks the building's own city, so that the street name ends before it: `2117 Rue Tupper Montréal QC`. */
function markOwnCity(tokens: readonly Token[], cityName: string): Uint8Array {
  const cityMarks = new Uint8Array(tokens.length)
  if (cityName === '' || tokens.length < 4) return cityMarks
  const words = wordsOfCity(cityName)
  if (words.length === 0) return cityMarks
  for (let at = 2; at + words.length <= tokens.length; at++)
    if (isProvinceOrPostal(tokens[at + words.length]) && words.every((w, k) => tokens[at + k]?.canon === w.canon))
      words.forEach((_, k) => {
        cityMarks[at + k] = k === 0 ? CITY_STARTS : CITY_CONTINUES
      })
  return cityMarks
}

/** The location that a line names, for a building without a city; city -1 when it names none. */
export function locationInLine(building: MatchBuilding, directory: CityDirectory): { city: number; postal: string } {
  const line = building.addresses[0]?.line ?? ''
  const text = normalizeText(line)
  const tokens = tokenize(text)
  const query = { address: line, province: building.province }
  const { mentions, postals, textProvince, hintProvince } = readLocation(tokens, text, query, directory)
  const province = textProvince || hintProvince
  // in `Montréal, Quebec` the last city is more likely the province
  const proper = mentions.filter((m) => !tokens[m.from]?.word?.province)
  const ids = (proper.at(-1) ?? mentions.at(-1))?.ids ?? []
  const city = ids.find((id) => !province || directory.cities[id]?.province === province) ?? -1
  return { city, postal: postals[0] ?? '' }
}

/** The civic number and the list or range to its left, with the numbers inside the range on that side of the street. */
function numbersOf(tokens: readonly Token[], at: number, isRange: boolean): LineNumber[] {
  const last = tokens[at] as Token
  const out: LineNumber[] = [{ number: last.value, suffix: last.suffix, isInsideRange: false }]
  for (let i = at; i > 0; i--) {
    const right = tokens[i] as Token
    const left = tokens[i - 1] as Token
    if (left.kind !== NUMBER || !(right.gap & (AND | SLASH | DASH | COMMA))) break
    const step = right.value - left.value
    if (step < 0 || step > MAX_RANGE || (step === 0 && left.suffix === right.suffix)) break
    if (right.gap & DASH && !isRange && step % 2 === 1) break
    out.push({ number: left.value, suffix: left.suffix, isInsideRange: false })
    if (right.gap & DASH)
      for (let n = left.value + 2; n < right.value; n += 2) out.push({ number: n, suffix: '', isInsideRange: true })
  }
  return out
}

/** `#101 18 Harbour St`, `101 - 65 St. Mary St`: the first number is a unit, although the second could name a street. */
const isUnitFirst = (tokens: readonly Token[], { numberStyle, street }: CivicReading, cityMarks: Uint8Array): boolean =>
  numberStyle === HASHED || street.hasRepeatedTail || (isFollowedByWord(tokens, street) && !cityMarks[street.end])

export function readAddressLine(line: string, isRange: boolean, cityName = ''): AddressLine | null {
  const tokens = tokenize(normalizeText(line))
  const cityMarks = markOwnCity(tokens, cityName)
  const readings = readCivicAddress(tokens, cityMarks)
  // the last number with a street: `1203 1480 Howe St` is 1480
  let best = readings[0]
  for (const r of readings)
    if (best && r.numberAt !== best.numberAt && r.street.type && r.numberStyle === PLAIN)
      if (!best.street.type || (isUnitFirst(tokens, best, cityMarks) && !r.street.hasRepeatedTail)) best = r
  if (!best) return null
  const same = readings.filter((r) => r.numberAt === best.numberAt && r.streetAt === best.streetAt)
  const streets: StreetPhrase[] = []
  for (const { street } of same) {
    if (streets.length > 0 && (street.hasLeftover || street.hasRepeatedTail || street.isMisspelled)) continue
    // `Range Road 280` without its number is every range road
    if (streets[0] && street.end < streets[0].end && tokens[street.end]?.kind === NUMBER) continue
    // `12 East Lake Boulevard NE`: the quadrant is the direction, so East belongs to the name
    if (street.preDirection && street.postDirection && street.preDirection !== street.postDirection) continue
    if (!streets.some((s) => s.key === street.key && s.type === street.type && s.preDirection === street.preDirection))
      streets.push(street)
  }
  return { numbers: numbersOf(tokens, best.numberAt, isRange), streets: streets.slice(0, 4) }
}
