// Finds places where a place stands: towns, misspelled cities, countries, unknown names.

import { misspelledDirection } from '../text/misspelled-words.ts'
import type { Token } from '../text/token.ts'
import { AND, COMMA, DASH, NUMBER, POSTAL, WORD } from '../text/token.ts'
import type { CityDirectory } from './city-directory.ts'
import { CITY_CONTINUES, CITY_STARTS } from './city-marks.ts'
import { ambiguousCodes, foreign, stateCodes } from './foreign-places.ts'
import type { PlaceMention } from './place-mention.ts'
import { ABROAD, CITY, DISTRICT, MISSPELLED, newMention, STATE, UNKNOWN_PLACE } from './place-mention.ts'
import { hasBorder, isNameLike, isPlaceWord, isStreetWord, isUnit, isZip } from './place-words.ts'

const NO_IDS: readonly number[] = []

const MAX_WORDS = 5
/** Every mention is compared with every address of the text. */
export const MAX_MENTIONS = 60
/** A long text has many commas. Only the first few parts are compared with the names of all places. */
const MAX_CORRECTED = 6
const MIN_CORRECTED = 6

/** One pass over a text. `provinces` are the tokens that name a province. */
export class PlaceFinder {
  readonly found: PlaceMention[] = []
  readonly #tokens: readonly Token[]
  readonly #text: string
  readonly #marks: Uint8Array
  readonly #provinces: readonly number[]
  readonly #directory: CityDirectory
  #corrected = 0

  constructor(
    tokens: readonly Token[],
    text: string,
    marks: Uint8Array,
    provinces: readonly number[],
    directory: CityDirectory,
  ) {
    this.#tokens = tokens
    this.#text = text
    this.#marks = marks
    this.#provinces = provinces
    this.#directory = directory
  }

  /** Adds a city of the directory. */
  addCity(from: number, to: number, ids: readonly number[]): void {
    // `Montréal, Québec`: after a city, Québec is the province
    if (this.#provinces.includes(from) && from > 0 && this.#marks[from - 1]) return
    const isPlaced = this.#isPlacedCity(from, to) || isAfterIn(this.#tokens[from - 1])
    this.found.push(newMention(from, to, CITY, ids, '', isPlaced, true))
  }

  /** Adds the places that stand where a place stands, and marks them. */
  run(): void {
    for (let i = 1; i < this.#tokens.length; i++) {
      const t = this.#tokens[i] as Token
      if (t.kind !== WORD || this.#marks[i] === CITY_CONTINUES || t.word?.designator) continue
      // `Howe St W Vancovuer`: the direction belongs to the street
      if (!hasBorder(t) && isStreetWord(t)) continue
      if (!this.#startsPart(i)) continue
      if (this.#isState(i)) this.#add(newMention(i, i + 1, ABROAD, NO_IDS, STATE))
      else if (!this.#provinces.includes(i)) this.#readPart(i)
    }
    for (const province of this.#provinces) this.#readBefore(province)
  }

  /** `2655 rue Rufus-Rockhead Boucherville QC`: after a French name no comma is needed before a known place. */
  #readBefore(end: number): void {
    let key = ''
    let found: PlaceMention | null = null
    for (let from = end - 1; from > 1 && from > end - MAX_WORDS; from--) {
      const t = this.#tokens[from] as Token
      if (!isPlaceWord(t, false) || this.#marks[from] || (from === end - 1 && isStreetWord(t))) break
      key = t.canon + key
      if (hasBorder(t)) break
      if (this.#isNameWord(from - 1)) found = this.#known(from, end, key) ?? this.#misspelled(from, end, key) ?? found
    }
    if (found) this.#add(found)
  }

  #isNameWord(i: number): boolean {
    const { kind, canon, word } = this.#tokens[i] as Token
    return kind === WORD && canon !== '' && (word === null || (word.type === 0 && word.direction === 0))
  }

  /** A place starts after a comma, or directly after the street or another place. */
  #startsPart(i: number): boolean {
    const t = this.#tokens[i] as Token
    const before = this.#tokens[i - 1]
    if (before === undefined || hasBorder(t)) return before !== undefined
    // `York Blvd & Bathurst`
    if (t.gap & AND) return false
    return this.#isStreetEnd(i - 1) || (this.#marks[i - 1] ?? 0) > 0 || this.#isUnitAfterStreet(i - 1)
  }

  /** In `975 av. St-Charles` the type leads; in `975 10 Ave`, `W 10th Ave` and `Highway 7 Ave` it follows the name. */
  #isStreetEnd(i: number): boolean {
    const number = this.#tokens[i - 1]
    if (this.#isNumberedRoute(i)) return true
    if (!isStreetWord(this.#tokens[i] as Token)) return false
    if (number?.kind !== NUMBER || number.ordinal) return true
    const before = this.#tokens[i - 2]
    return before !== undefined && (before.kind === NUMBER || isStreetWord(before) || before.word?.route === true)
  }

  /** `Hwy 99`, `99 Hwy`, of which the last word is at `i`. */
  #isNumberedRoute(i: number): boolean {
    const [before, last] = [this.#tokens[i - 1], this.#tokens[i]]
    if (last?.kind === NUMBER) return before?.canon === 'highway'
    return last?.canon === 'highway' && before?.kind === NUMBER && this.#tokens[i - 2]?.kind === NUMBER
  }

  /** A city before its province needs no comma: `5642 Broadway Vancouver BC`. */
  #isPlacedCity(from: number, to: number): boolean {
    return this.#endsPart(to) && (from === 0 || this.#startsPart(from) || this.#isBeforeRegion(to))
  }

  /** `Howe St 1203 Truro`, `Howe St Unit 5 Truro`; in `1480 Truro St` the number is no unit. */
  #isUnitAfterStreet(i: number): boolean {
    const before = this.#tokens[i - 1]
    const t = this.#tokens[i] as Token
    return (
      before !== undefined &&
      t.kind !== WORD &&
      // `Dufferin Crossing - 295 Dufferin`
      !(t.gap & DASH) &&
      isUnit(t) &&
      (isStreetWord(before) || before.word?.designator === true)
    )
  }

  /** A place ends before a comma, a province, a state, a code, a unit, or at the end. */
  #endsPart(to: number): boolean {
    const next = this.#tokens[to]
    if (!next || hasBorder(next) || next.kind === POSTAL || isUnit(next)) return true
    if (next.word?.province) return this.#provinces.includes(to)
    return stateCodes.has(next.text) ? this.#isCapital(next) : next.text === 'canada'
  }

  #isCapital(t: Token): boolean {
    const first = this.#text.charCodeAt(t.start)
    return first < 97 || first > 122
  }

  #isBeforeRegion(to: number): boolean {
    const next = this.#tokens[to]
    if (next === undefined) return false
    return next.kind === POSTAL || this.#provinces.includes(to) || this.#isState(to) || this.#isForeignAt(to)
  }

  /** `Sweden`, `New York`. */
  #isForeignAt(at: number): boolean {
    const second = this.#tokens[at + 1]
    const { canon } = this.#tokens[at] as Token
    return foreign.has(canon) || (second !== undefined && foreign.has(canon + second.canon))
  }

  /** The longest name counts: Lac-Beauport is not Beauport. */
  #add(place: PlaceMention): void {
    if (this.found.length >= MAX_MENTIONS) return
    const inside = this.found.findIndex((m) => m.from >= place.from && m.to <= place.to)
    if (inside >= 0) this.found.splice(inside, 1)
    this.found.push(place)
    for (let k = place.from; k < place.to; k++) this.#marks[k] = k === place.from ? CITY_STARTS : CITY_CONTINUES
  }

  /** The longest known place at `from`, a misspelled one, or the unknown words before a province. */
  #readPart(from: number): void {
    if (this.#marks[from] === CITY_STARTS && this.#isWholePart(from)) return
    const end = this.#partEnd(from)
    let place = this.#longestKnown(from, end)
    // a city of the directory was found already, unless this name is longer
    const to = place?.to ?? from
    if (this.found.some((m) => m.from === from && m.to >= to)) return
    place ??= !this.#hasMark(from, end) && this.#endsPart(end) ? this.#unknown(from, end) : null
    if (place && !this.#isSentenceWord(place) && !this.#mayBePartOfName(place)) this.#add(place)
  }

  /** Where a place that starts at `from` ends at the latest. */
  #partEnd(from: number): number {
    const limit = Math.min(this.#tokens.length, from + MAX_WORDS)
    for (let to = from; to < limit; to++) {
      const t = this.#tokens[to] as Token
      if (t.kind === POSTAL || this.#provinces.includes(to)) return to
      if (to > from && (hasBorder(t) || this.#isState(to))) return to
    }
    return limit
  }

  #longestKnown(from: number, end: number): PlaceMention | null {
    let key = ''
    let known: PlaceMention | null = null
    for (let to = from + 1; to <= end; to++) {
      key += (this.#tokens[to - 1] as Token).canon
      if (this.#endsPart(to)) known = this.#known(from, to, key) ?? known
    }
    return known
  }

  /** A city of the directory is all of the part, so there is no longer name. */
  #isWholePart(from: number): boolean {
    let to = from + 1
    while (this.#marks[to] === CITY_CONTINUES) to++
    return this.#endsPart(to)
  }

  /** `12 Elm Park Royal` may be on Elm Park Royal; `12 Elm Park Royal ON` is in Royal. */
  #mayBePartOfName({ from, to }: PlaceMention): boolean {
    if (hasBorder(this.#tokens[from] as Token) || this.#isBeforeRegion(to)) return false
    return isNameLike(this.#tokens[from - 1] as Token)
  }

  #hasMark(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (this.#marks[i]) return true
    return false
  }

  #known(from: number, to: number, key: string): PlaceMention | null {
    // `Main St, Unit 5 St` and `Main St W`: words of a street alone are no place; `15 Main St, Terrace` is one
    if (this.#areStreetWords(from, to) && !hasBorder(this.#tokens[from] as Token)) return null
    if (foreign.has(key) && !this.#provinces.includes(to)) return newMention(from, to, ABROAD, NO_IDS, key)
    const places = this.#directory.idsOf(key)
    const districts = this.#directory.districtsOf(key)
    if (places.length + districts.length === 0) return null
    const ids = districts.length === 0 ? places : [...new Set([...places, ...districts])]
    // Downtown is a hamlet, too, but hardly meant
    const isCity = districts.length === 0 || places.some((id) => this.#directory.cities[id]?.isMunicipality)
    return newMention(from, to, isCity ? CITY : DISTRICT, ids, key)
  }

  #areStreetWords(from: number, to: number): boolean {
    for (let i = from; i < to; i++) {
      const { word } = this.#tokens[i] as Token
      if (word === null || (word.type === 0 && word.direction === 0)) return false
    }
    return true
  }

  /** `Vancovuer`; before a province also words that are no known place: `Ravenmoor, ON`. */
  #unknown(from: number, to: number): PlaceMention | null {
    if (this.#areStreetWords(from, to) || misspelledDirection(this.#tokens[from] as Token) > 0) return null
    let key = ''
    for (let i = from; i < to; i++) {
      const t = this.#tokens[i] as Token
      if (!isPlaceWord(t, i === from && to > from + 1)) return null
      key += t.canon
    }
    const isBeforeRegion = this.#isBeforeRegion(to)
    if (!isBeforeRegion && (key.length < MIN_CORRECTED || this.#corrected >= MAX_CORRECTED)) return null
    const coded = isBeforeRegion ? this.#directory.idsOfCode(key) : NO_IDS
    if (coded.length > 0) return newMention(from, to, MISSPELLED, coded, key)
    const misspelled = this.#misspelled(from, to, key)
    if (misspelled || !isBeforeRegion) return misspelled
    return newMention(from, to, UNKNOWN_PLACE, NO_IDS, key)
  }

  #misspelled(from: number, to: number, key: string): PlaceMention | null {
    this.#corrected++
    const ids = this.#directory.misspelled(key)
    return ids.length > 0 ? newMention(from, to, MISSPELLED, ids, key) : null
  }

  /** A lower-case word of a text with capitals is no town: `1480 Howe St, golden light`. */
  #isSentenceWord({ from, to }: PlaceMention): boolean {
    return !this.#isCapital(this.#tokens[from] as Token) && !this.#isBeforeRegion(to) && /[A-Z]/.test(this.#text)
  }

  /** `Seattle, WA 98101`, `Vancouver, WA`; `CA` after a Canadian city is Canada, and `WY NE` a Way of Calgary. */
  #isState(i: number): boolean {
    const t = this.#tokens[i] as Token
    if (t.text.length !== 2 || t.kind !== WORD || !stateCodes.has(t.text) || !this.#isCapital(t)) return false
    const next = this.#tokens[i + 1]
    const afterZip = this.#tokens[i + 2]
    if (isZip(next)) return !afterZip || hasBorder(afterZip) || foreign.has(afterZip.text)
    if (next && !hasBorder(next) && !foreign.has(next.text)) return false
    if (t.word !== null && (t.word.type > 0 || t.word.direction > 0) && !hasBorder(t)) return false
    const last = this.found.at(-1)
    if (last && last.to === i && !last.isMajor) return true
    if (ambiguousCodes.has(t.text)) return !next && this.#isAfterUnknownPart(i)
    return (this.#marks[i - 1] ?? 0) > 0 || (t.gap & COMMA) !== 0
  }

  /** `22 Page St, Portland, OR`: words that may be a town are between two commas. */
  #isAfterUnknownPart(end: number): boolean {
    if (!((this.#tokens[end] as Token).gap & COMMA)) return false
    let from = end - 1
    while (from > 0 && !hasBorder(this.#tokens[from] as Token)) from--
    for (let i = from; i < end; i++) if (!isPlaceWord(this.#tokens[i] as Token, false) || this.#marks[i]) return false
    return from > 0 && this.#isCapital(this.#tokens[from] as Token)
  }
}

/** `2 bedrooms in Hamilton`. */
const isAfterIn = (before: Token | undefined): boolean => before?.text === 'in' || before?.text === 'downtown'
