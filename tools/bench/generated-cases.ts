// Generates labelled cases from buildings: address errors, units, cities and hints.

import type { MatchBuilding } from '@plinth/matcher'
import type { LabelledCase } from '@plinth/matcher/internal/fit/labelled-case'
import { share } from '@plinth/matcher/internal/fit/labelled-case'
import { Random } from '../shared/random.ts'
import type { AddressError } from './address-errors.ts'
import { HARMLESS_ERRORS } from './address-errors.ts'
import { shortWord, splitAddress } from './address-parts.ts'
import { bareName } from './cases/case-pool.ts'
import { FRAMES } from './cases/data/tables.ts'
import { fillIn } from './cases/post-sentences.ts'
import { unitNumber } from './unit-formats.ts'
import { WRONG_ADDRESSES } from './wrong-addresses.ts'

export interface Case extends LabelledCase {
  /** Buildings that the text cannot tell apart. Both should be shown, neither above 0.7. */
  readonly tied?: readonly string[]
  /** The unit that the text names; null when it names none. */
  readonly unit?: string | null
  /** The building should be shown, but not accepted: the text leaves a doubt that only a person can settle. */
  readonly isReview?: boolean
  /** Reasons that are true of a text that has no building. */
  readonly reasons?: readonly string[]
}

/** The addresses of all buildings, for telling whether a changed line is the address of another. */
class AddressBook {
  readonly #streets = new Map<string, { type: string; direction: string }[]>()

  constructor(buildings: readonly MatchBuilding[]) {
    for (const b of buildings)
      for (const a of b.addresses) {
        // every number inside a range is also an address of the building
        const range = /^(\d+)-(\d+) (.*)$/.exec(a.line)
        if (range) for (let n = Number(range[1]); n <= Number(range[2]); n++) this.#add(`${n} ${range[3]}`, b.province)
        else this.#add(a.line, b.province)
      }
  }

  #add(line: string, province: string): void {
    const found = this.#read(line, province)
    if (!found) return
    this.#streets.set(found.key, [...(this.#streets.get(found.key) ?? []), found])
  }

  /** The city is left out: feeds name one city in several ways. */
  #read(line: string, province: string): { key: string; type: string; direction: string } | null {
    const parts = splitAddress(line)
    return (
      parts && {
        key: `${parts.number.toLowerCase()} ${bareName(parts)} ${province}`,
        type: shortWord(parts.words[parts.type]),
        direction: shortWord(parts.words[parts.direction]),
      }
    )
  }

  has(line: string, province: string): boolean {
    const found = this.#read(line, province)
    const agree = (a: string, b: string): boolean => a === b || a === '' || b === ''
    const others = found ? (this.#streets.get(found.key) ?? []) : []
    return others.some((o) => agree(o.type, found?.type ?? '') && agree(o.direction, found?.direction ?? ''))
  }
}

export interface CaseOptions {
  readonly seed: number
  /** The share of buildings that each error is applied to. */
  readonly sample: number
  /** Buildings that are not in the index. Their cases must find nothing. */
  readonly isAbsent?: (key: string) => boolean
  /** 'all' adds city and province to every text; 'mixed' leaves hints out of a third. */
  readonly hints: 'all' | 'mixed'
}

/** The format is drawn before the unit. */
function writtenWithUnit(line: string, random: Random): string {
  const format = random.pick(FRAMES.unitFormats)
  return fillIn(format, random, { line, unit: unitNumber(random) })
}

export function generateCases(buildings: readonly MatchBuilding[], options: CaseOptions): Case[] {
  const random = new Random(options.seed)
  const book = new AddressBook(buildings)
  const cases: Case[] = []
  const add = (b: MatchBuilding, error: AddressError): void => {
    // towers that share an address have no single right answer
    const parts = b.group === undefined ? splitAddress(b.addresses[0]?.line ?? '') : null
    const line = parts && error.apply(parts, random)
    if (!line) return
    if (!error.same && book.has(line, b.province)) return
    const absent = options.isAbsent?.(b.key) ?? false
    const text = writtenWithUnit(line, random)
    const tail = random.chance(0.25) ? `, ${b.city}, ${b.province}` : ''
    const style = options.hints === 'all' ? 1 : random.next()
    cases.push({
      id: `${error.kind}/${b.key}`,
      text: text + tail,
      city: style > 0.33 ? b.city : null,
      province: style > 0.2 ? b.province : null,
      truth: error.same && !absent ? b.key : null,
      kind: absent ? `absent, ${error.kind}` : error.kind,
      source: b.key,
    })
  }
  for (const error of [...HARMLESS_ERRORS, ...WRONG_ADDRESSES])
    for (const b of buildings) if (share(`${options.seed} ${error.kind} ${b.key}`) < options.sample) add(b, error)
  return cases
}
