// Canonical address lines: `<civic> <Name> <Type> <Direction>`, with French order in Quebec. Pure.
import { PROVINCES } from '@plinth/matcher/internal/gazetteer/place-tables'
import { readAddressLine } from '@plinth/matcher/internal/index/address-line'
import { foldToAscii } from '@plinth/matcher/internal/text/fold-text'
import { writtenName } from '../../addresses/street-name.ts'
import { formatStreet, streetOfText } from '../../addresses/street-parts.ts'
import type { Province } from '../../catalog/records/record-schemas.ts'
import { at } from '../../kernel/at.ts'

export interface CanonicalLine {
  readonly line: string
  readonly kind: 'municipal' | 'range'
  /** One line for each end of a range, when the matcher would misread the range itself. */
  readonly ends: readonly string[]
}

/** `12`, `12A`, `12 1/2`, and the second number of a range: `12-14`, `12 - 14`. */
const CIVIC = /^(\d{1,6}[A-Za-z]?(?:\s1\/2)?)(?:\s?[-–]\s?(\d{1,6}[A-Za-z]?))?(?=[\s,])\s*,?\s*/
const WIDEST_RANGE = 100

interface Civic {
  readonly first: string
  readonly last: string | null
  readonly rest: string
}

/** A leading number that is not part of a range is a unit (`1203-1480 Howe St`) and is dropped. */
function splitCivic(text: string): Civic | null {
  const found = CIVIC.exec(text)
  if (!found) return null
  const [all, first, second] = found as unknown as [string, string, string | undefined]
  const rest = text.slice(all.length)
  if (second === undefined) return { first: first.toUpperCase(), last: null, rest }
  const step = Number.parseInt(second, 10) - Number.parseInt(first, 10)
  const isRange = step > 0 && step <= WIDEST_RANGE && step % 2 === 0
  return isRange
    ? { first: first.toUpperCase(), last: second.toUpperCase(), rest }
    : { first: second.toUpperCase(), last: null, rest }
}

/** `Unit 5, 20 King St`: a building's address has no unit. */
const UNIT = /^(?:unit|suite|apt|apartment|app|bureau|#)\.?\s?[A-Za-z]?\d{1,5}[A-Za-z]?\s?[,-]?\s(?=\d)/i
/** `12 & 14 York St`, `20, 40, 60 Foo Cres` */
const SEVERAL = /^(\d{1,6}[A-Za-z]?(?:\s?[&,/]\s?\d{1,6}[A-Za-z]?){1,9})\s(?=\D)/

/** All civic addresses in a text; empty when it has no civic number with a street. */
export function canonicalLines(text: string, province: Province): CanonicalLine[] {
  const tidy = text.normalize('NFC').replace(/\s+/g, ' ').trim().replace(UNIT, '')
  const several = SEVERAL.exec(tidy)
  const texts = several
    ? at(several, 1)
        .split(/[&,/]/)
        .map((one) => `${one.trim()} ${tidy.slice(several[0].length)}`)
    : [tidy]
  return texts.flatMap((one) => canonicalLine(one, province) ?? [])
}

function canonicalLine(tidy: string, province: Province): CanonicalLine | null {
  const civic = splitCivic(tidy)
  if (!civic || civic.rest === '') return null
  const street = canonicalStreet(civic.rest, province)
  if (street === null) return null
  const lineOf = (number: string) => `${number} ${street}`
  if (civic.last === null) return { line: lineOf(civic.first), kind: 'municipal', ends: [] }
  const line = lineOf(`${civic.first}-${civic.last}`)
  const ends = isReadRight(line, civic) ? [] : [lineOf(civic.first), lineOf(civic.last)]
  return { line, kind: 'range', ends }
}

/** `2701-2703 St Clair Ave E` can be misread as number 2701 on 2703 St. */
function isReadRight(line: string, civic: Civic): boolean {
  const numbers = readAddressLine(line, true)?.numbers.map(({ number }) => number) ?? []
  return [civic.first, civic.last!].every((number) => numbers.includes(Number.parseInt(number, 10)))
}

function canonicalStreet(text: string, province: Province): string | null {
  const street = streetOfText(text, province)
  // French names keep their articles: `Av des Canadiens-de-Montréal`. The matcher drops them only to compare.
  return street ? formatStreet(street, province) : plainStreet(text)
}

/** For a street that the matcher cannot read: keeps the words, so that equal texts stay equal. */
function plainStreet(text: string): string | null {
  return /\p{L}|\d/u.test(text) ? writtenName(text, text === text.toUpperCase(), false) : null
}

/** `Ontario`, `ont`, `ON` → ON. */
export function provinceOf(text: string): Province | null {
  const word = foldToAscii(text)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  const found = PROVINCES.find(({ code, words }) => code !== '' && words.split(' ').includes(word))
  return (found?.code as Province | undefined) ?? null
}

/** Finds the province by the first letter of a postal code; null when two provinces share the letter. */
export function provinceOfPostal(postal: string): Province | null {
  const found = PROVINCES.filter(({ postal: letters }) => letters.includes(at(postal, 0).toUpperCase()))
  return found.length === 1 ? (at(found, 0).code as Province) : null
}

/** `m5v2t6` → `M5V 2T6`, `M6S` stays; null when it is not a Canadian postal code. */
export function canonicalPostal(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  if (!/^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z](\d[ABCEGHJ-NPRSTV-Z]\d)?$/.test(code)) return null
  return code.length === 3 ? code : `${code.slice(0, 3)} ${code.slice(3)}`
}

/** `22 Rue X, Montréal, QC` or `22 Rue X, Montréal, QC H2X 1Y4` → `22 Rue X`. City and province have their own fields. */
export function withoutPlace(text: string, city: string, province: Province): string {
  const parts = text.split(',').map((part) => part.trim())
  while (parts.length > 1) {
    const last = parts.at(-1)!
    const isPostal = canonicalPostal(last) !== null
    const [word, ...rest] = last.split(' ')
    const isProvince =
      provinceOf(last) === province || (provinceOf(word!) === province && canonicalPostal(rest.join('')) !== null)
    const isCity = foldToAscii(last).toLowerCase() === foldToAscii(city).toLowerCase()
    if (!isPostal && !isProvince && !isCity && last.toLowerCase() !== 'canada') break
    parts.pop()
  }
  return parts.join(', ')
}
