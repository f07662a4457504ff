// Finds the candidates of a query, from the narrowest search to the widest.

import { STREET_TYPES } from '../gazetteer/street-types.ts'
import type { StreetIndex } from '../index/street-index.ts'
import type { CivicReading } from '../read/readings.ts'
import { AFTER_STREET, PLAIN } from '../read/readings.ts'
import type { Token } from '../text/token.ts'
import { COMMA, DASH, SPACE } from '../text/token.ts'
import type { QueryReading } from './assess.ts'
import type { ScoredCandidate } from './candidate-set.ts'
import { CandidateSet, GOOD_SCORE } from './candidate-set.ts'
import { compareNamedStreet, isOnStreet, streetsWithoutNumber } from './compare-named-street.ts'
import { isListed } from './compare-street.ts'
import type { Weights } from './components.ts'
import { LEVEL, POSITION } from './components.ts'
import type { NameMention } from './find-by-name.ts'
import { addByName, findNames, findNamesInHint } from './find-by-name.ts'

export const MAX_FUZZY_READINGS = 12

/** Adds the candidates to `out`. Reports whether the address itself was found. */
export function findCandidates(
  index: StreetIndex,
  weights: Weights,
  read: QueryReading,
  out: ScoredCandidate[],
): boolean {
  const { query, tokens, location, readings } = read
  const set = new CandidateSet(index, weights, query, tokens, location, out)
  for (const reading of readings) set.addExact(reading)
  const isFound = set.best >= GOOD_SCORE
  if (!isFound) {
    const correctable = readings.filter((reading) => !reading.street.isDoubtful)
    for (const reading of correctable.slice(0, MAX_FUZZY_READINGS)) set.addFuzzy(reading)
  }
  if (read.condoCorps.length > 0) addCondoCorps(set, read.condoCorps)
  findByName(set, read, isFound)
  compareNamedStreets(set)
  if (read.tower) compareTowers(set, read.tower.value)
  compareOtherAddresses(set, readings)
  return isFound
}

function findByName(set: CandidateSet, { query, tokens, location, readings }: QueryReading, isFound: boolean): void {
  const { index } = set
  if (index.names.size === 0) return
  // a word of the street is no name: `397 Yonge St` does not name The Saint
  const isInStreet = (m: NameMention): boolean =>
    readings.some((r) => r.street.type > 0 && m.from < r.street.end && m.to > r.numberAt && isComplete(set, r))
  const address = isFound ? set.candidates[0]?.reading : null
  const skip = address ? { from: address.numberAt, to: address.street.end } : undefined
  const found = findNames(index, tokens, location.cityMarks, !isFound, skip)
  const mentions = found.length === 0 ? found : found.filter((m) => !isInStreet(m))
  if (query.building_name) mentions.push(...findNamesInHint(index, query.building_name))
  if (mentions.length > 0) addByName(set, mentions, !isFound)
}

function addCondoCorps(set: CandidateSet, corps: readonly string[]): void {
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

/** A building found by its name must be on the street that the text names. */
function compareNamedStreets(set: CandidateSet): void {
  if (set.candidates.every((c) => c.reading !== null)) return
  const streets = streetsWithoutNumber(set.tokens, (key) => set.index.nameBySingularKey.get(key))
  for (const c of set.candidates)
    if (c.reading === null) set.addLevel(c.building, 'named_street', compareNamedStreet(set.index, c.building, streets))
}

/** Tower 2 may be Tower B, so a number says nothing about a letter. */
const isNumbered = (tower: string): boolean => tower < 'a'

/** `88 Blue Jays Way, South Tower`: the tower must be the building's own. */
function compareTowers(set: CandidateSet, typed: string): void {
  const level = LEVEL.tower
  const { tower, towers } = set.index
  for (const c of set.candidates) {
    const real = towers[tower[c.building] as number] as string
    const isComparable = real !== '' && isNumbered(real) === isNumbered(typed)
    set.addLevel(c.building, 'tower', real === typed ? level.same : isComparable ? level.conflict : level.unknown)
  }
}

/** A civic number and a whole street that exists: `20 York St`, `397 Kingsway`, but not `Berczy 3318, Toronto`. */
function isComplete(
  { index, tokens, location }: CandidateSet,
  { street, numberAt, numberStyle }: CivicReading,
): boolean {
  // `8X on the Park, 1123 Richards St`: after a comma the number is that of the next street
  const isOwnNumber = numberStyle === AFTER_STREET && ((tokens[numberAt] as Token).gap & COMMA) !== 0
  if ((numberStyle !== PLAIN && !isOwnNumber) || street.isDoubtful || street.isMisspelled || street.hasLeftover)
    return false
  const first = tokens[street.from] as Token
  // `3383 - Dallas Residences`: a unit and a name
  if ((first.gap & (SPACE | DASH)) === (SPACE | DASH)) return false
  if (street.type === 0 && (first.gap & COMMA || location.cityMarks[street.from])) return false
  // `99 Nowhere Cres` is an address too, although no building is on that street
  const isTyped = street.type > 0 && STREET_TYPES[street.type]?.name !== true
  return isTyped || index.nameBySingularKey.has(street.singularKey)
}

/** `Ten York, 20 York St`: a name or half an address does not outweigh a whole address of another building. */
function compareOtherAddresses(set: CandidateSet, readings: readonly CivicReading[]): void {
  if (!set.candidates.some((c) => isContestable(c.reading))) return
  const complete = readings.filter((r) => isComplete(set, r))
  if (complete.length === 0) return
  const typed = complete.filter((r) => r.street.type > 0)
  for (const c of set.candidates) {
    const own = c.reading
    const rivals = own && isComplete(set, own) ? typed : complete
    if (!isContestable(own)) continue
    if (rivals.some((r) => isRivalReading(set, c, r)))
      set.addLevel(c.building, 'other_address', LEVEL.other_address.present)
  }
}

/** A street with its type says enough. */
const isContestable = (own: CivicReading | null): boolean => !own || own.street.type === 0 || own.street.isDoubtful

function isRivalReading(
  { index }: CandidateSet,
  { reading: own, building }: ScoredCandidate,
  other: CivicReading,
): boolean {
  if (!own) return true
  // the candidate's own number may be part of the other reading: `1203-1480 Howe`
  if (other.numberAt !== own.numberAt) return other.number !== own.number
  // `160 Bedford Park Avenue` is not on Bedford Rd: with one more word it is another street that exists
  const { singularKey, to } = other.street
  if (!own.street.isDoubtful || to <= own.street.to) return false
  const name = index.nameBySingularKey.get(singularKey)
  return name === undefined ? isListed(index, singularKey) : !isOnStreet(index, building, name)
}
