// Finds the candidates of a query in named steps, from the narrowest search to the widest, then compares the rest.

import type { StreetIndex } from '../index/street-index.ts'
import type { CivicReading } from '../read/readings.ts'
import { isCorrectable } from '../read/readings.ts'
import type { TowerDesignation } from '../read/tower-designation.ts'
import { areComparable } from '../read/tower-designation.ts'
import type { StepReport } from '../types/verdict.ts'
import { addByName } from './add-by-name.ts'
import type { QueryReading } from './assess.ts'
import type { ScoredCandidate } from './candidate-set.ts'
import { CandidateSet, GOOD_SCORE } from './candidate-set.ts'
import { compareNamedStreet, streetsWithoutNumber } from './compare-named-street.ts'
import { isStreetThere } from './compare-street.ts'
import type { Weights } from './components.ts'
import { LEVEL, POSITION } from './components.ts'
import type { NameMention, Span } from './find-by-name.ts'
import { findNames, findNamesInHint } from './find-by-name.ts'
import { findSimilar } from './find-similar.ts'
import { compareOtherAddresses, hasContestable, isComplete } from './other-address.ts'
import REASONS from './search-steps.json' with { type: 'json' }

export const MAX_FUZZY_READINGS = 12

export interface Search {
  readonly set: CandidateSet
  readonly read: QueryReading
  /** The address itself was found, so similar streets and misspelled names are not searched. */
  isFound: boolean
  /** The names of buildings in the text and the hint. */
  mentions: readonly NameMention[]
  /** The steps so far; null when nobody asked. */
  readonly steps: StepReport[] | null
}

interface Step {
  readonly name: string
  readonly why: StepReport['why']
  readonly isNeeded: (search: Search) => boolean
  readonly run: (search: Search) => void
}

const newStep = (name: keyof typeof REASONS, isNeeded: Step['isNeeded'], run: Step['run']): Step => ({
  name,
  why: REASONS[name],
  isNeeded,
  run,
})

const STEPS: readonly Step[] = [
  newStep('exact_address', ({ read }) => read.readings.length > 0, findExact),
  newStep('similar_street', ({ read, isFound }) => !isFound && read.readings.length > 0, findSimilarStreets),
  newStep('condo_corporation', ({ read }) => read.condoCorps.length > 0, findByCorp),
  newStep('building_name', ({ set }) => set.index.names.size > 0, findByName),
  newStep('named_street', ({ set }) => set.candidates.some((c) => c.reading === null), compareNamedStreets),
  newStep('tower', ({ read }) => read.tower !== null, compareTowers),
  newStep(
    'other_address',
    ({ set }) => hasContestable(set),
    ({ set, read }) => compareOtherAddresses(set, read.readings),
  ),
]

/** Adds the candidates to `out`. */
export function findCandidates(
  index: StreetIndex,
  weights: Weights,
  read: QueryReading,
  out: ScoredCandidate[],
): Search {
  const { query, tokens, location } = read
  const set = new CandidateSet(index, weights, query, tokens, location, out)
  const search: Search = { set, read, isFound: false, mentions: [], steps: query.explain ? [] : null }
  for (let i = 0; i < STEPS.length; i++) {
    const step = STEPS[i] as Step
    if (!step.isNeeded(search)) continue
    const before = out.length
    step.run(search)
    search.steps?.push({ step: step.name, why: step.why, added: out.length - before })
  }
  return search
}

function findExact(search: Search): void {
  const { set, read } = search
  for (const reading of read.readings) set.addExact(reading)
  search.isFound = set.best >= GOOD_SCORE
}

function findSimilarStreets({ set, read }: Search): void {
  const correctable = read.readings.filter(isCorrectable)
  for (const reading of correctable.slice(0, MAX_FUZZY_READINGS))
    if (!isInNamedCities(set, reading)) findSimilar(set, reading)
}

/** A street that the named city has is spelled right. */
function isInNamedCities(set: CandidateSet, reading: CivicReading): boolean {
  if (reading.street.type === 0 || reading.street.hasLeftover) return false
  const named = set.citiesOf(reading)
  return named.length > 0 && named.every((city) => isStreetThere(set.index, reading, city))
}

function findByName(search: Search): void {
  const { set, read, isFound } = search
  const { query, tokens, location, readings } = read
  const { index } = set
  const address = isFound ? set.candidates[0]?.reading : null
  const skip = address ? { from: address.numberAt, to: address.street.end } : undefined
  const streets = isFound ? null : wholeStreets(set, readings)
  const found = findNames(index, tokens, location.cityMarks, streets, skip)
  const mentions = found.length === 0 ? found : namesOutside(streets ?? wholeStreets(set, readings), found)
  if (query.building_name) mentions.push(...findNamesInHint(index, query.building_name))
  if (mentions.length > 0) addByName(set, mentions, !isFound)
  search.mentions = mentions
}

/** The addresses whose street is whole. A word of it is no name: `397 Yonge St` does not name The Saint. */
function wholeStreets(set: CandidateSet, readings: readonly CivicReading[]): Span[] {
  const out: Span[] = []
  for (const r of readings)
    if (r.street.type > 0 && isComplete(set, r)) out.push({ from: r.numberAt, to: r.street.end })
  return out
}

const namesOutside = (streets: readonly Span[], names: readonly NameMention[]): NameMention[] =>
  names.filter((m) => !streets.some(({ from, to }) => m.from < to && m.to > from))

function findByCorp({ set, read }: Search): void {
  const corps = read.condoCorps
  const { index } = set
  const level = LEVEL.condo_corp
  for (const corp of corps)
    for (const building of index.buildingsByCorp.get(corp)) set.addLevel(building, 'condo_corp', level.same)
  // the corporation is another building's, or this building has another corporation
  const isOfAnother = corps.some((corp) => index.buildingsByCorp.has(corp))
  for (const c of set.candidates)
    if (c.levels[POSITION.condo_corp] !== level.same && (isOfAnother || (index.corp[c.building] as number) >= 0))
      set.addLevel(c.building, 'condo_corp', level.conflict)
}

/** A word may be the name of that street. */
function compareNamedStreets({ set }: Search): void {
  const streets = streetsWithoutNumber(set.tokens, (key) => set.index.nameBySingularKey.get(key))
  const isNamed = ({ reading, levels }: ScoredCandidate): boolean =>
    reading === null && levels[POSITION.building_name] !== LEVEL.building_name.same_weak
  const { building_name, named_street } = LEVEL
  for (const c of set.candidates) {
    if (!isNamed(c)) continue
    const level = compareNamedStreet(set.index, c.building, streets)
    set.addLevel(c.building, 'named_street', level)
    // a name and its street confirm each other, so no city is needed
    if (level === named_street.same && c.levels[POSITION.building_name] === building_name.same_no_place)
      set.addLevel(c.building, 'building_name', building_name.same)
  }
}

/** `88 Blue Jays Way, South Tower` */
function compareTowers({ set, read, mentions }: Search): void {
  const typed = read.tower as TowerDesignation
  const level = LEVEL.tower
  const { tower, towers } = set.index
  // what a name says already counts no second time: `Heather Place Building A`
  const isInName = mentions.some((m) => m.from <= typed.from && m.to >= typed.to)
  for (const c of set.candidates) {
    const real = towers[tower[c.building] as number] as string
    const isSaid = isInName && c.reading === null
    const agreed = real === typed.value ? level.same : level.unknown
    const isConflict = real !== typed.value && areComparable(real, typed.value)
    set.addLevel(c.building, 'tower', isConflict ? level.conflict : isSaid ? level.missing : agreed)
  }
}
