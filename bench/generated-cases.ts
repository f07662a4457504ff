// Generates labelled cases from buildings: address errors, units, cities and hints.

import type { LabelledCase } from '../src/matcher/fit/labelled-case.ts'
import type { MatchBuilding } from '../src/matcher/matcher.ts'
import { foldToAscii } from '../src/matcher/text/fold-text.ts'
import { VOCABULARY } from '../src/matcher/text/vocabulary.ts'
import type { AddressError } from './address-errors.ts'
import { HARMLESS_ERRORS } from './address-errors.ts'
import { splitAddress } from './address-parts.ts'
import { Random, share } from './seeded-random.ts'
import { UNIT_FORMATS, unitNumber } from './unit-formats.ts'
import { WRONG_ADDRESSES } from './wrong-addresses.ts'

export interface Case extends LabelledCase {
  /** Buildings that the text cannot tell apart. Both should be shown, neither above 0.7. */
  readonly tied?: readonly string[]
  /** The unit that the text names; null when it names none. */
  readonly unit?: string | null
}

/** Compares lines without the matcher's own reading: folded, sorted words. Feeds name one city in several ways. */
function roughKey(line: string, province: string): string {
  const words = foldToAscii(line).toLowerCase().replaceAll('.', '').replaceAll("'", '').split(/[ ,-]/).filter(Boolean)
  const canon = words.map((w) => VOCABULARY.get(w)?.canon ?? w.replace(/^(\d+)(st|nd|rd|th|e|re)$/, '$1'))
  return `${canon.filter(Boolean).sort().join(' ')}|${province}`
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

export function generateCases(buildings: readonly MatchBuilding[], options: CaseOptions): Case[] {
  const random = new Random(options.seed)
  const present = new Set<string>()
  for (const b of buildings)
    for (const a of b.addresses) {
      present.add(roughKey(a.line, b.province))
      // every number inside a range is also an address of the building
      const range = /^(\d+)-(\d+) (.*)$/.exec(a.line)
      if (range)
        for (let n = Number(range[1]); n <= Number(range[2]); n++) present.add(roughKey(`${n} ${range[3]}`, b.province))
    }
  const cases: Case[] = []
  const add = (b: MatchBuilding, error: AddressError): void => {
    // towers that share an address have no single right answer
    const parts = b.group === undefined ? splitAddress(b.addresses[0]?.line ?? '') : null
    const line = parts && error.apply(parts, random)
    if (!line) return
    if (!error.same && present.has(roughKey(line, b.province))) return
    const absent = options.isAbsent?.(b.key) ?? false
    const text = random.pick(UNIT_FORMATS)(line, unitNumber(random), random)
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
