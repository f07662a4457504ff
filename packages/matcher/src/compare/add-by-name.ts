// Adds the buildings that names mean as candidates, or as evidence beside their address.

import type { StreetIndex } from '../index/street-index.ts'
import type { City } from '../read/city-directory.ts'
import type { PlaceMention } from '../read/place-mention.ts'
import type { QueryLocation } from '../read/read-location.ts'
import { areComparable } from '../read/tower-designation.ts'
import type { Token } from '../text/token.ts'
import type { CandidateSet } from './candidate-set.ts'
import { namedPlaces } from './compare-location.ts'
import { LEVEL } from './components.ts'
import type { NameMention, Span } from './find-by-name.ts'
import { endsSentence } from './name-context.ts'

const NAME = LEVEL.building_name

/** A word of a street: `Richmond Rd`, `rue Peel`. */
function isInStreet(tokens: readonly Token[], { from, to }: PlaceMention): boolean {
  const next = tokens[to]
  if (next?.word?.type && !endsSentence(tokens, to)) return true
  return tokens[from - 1]?.word?.leads === true && !endsSentence(tokens, from)
}

/** The places of the query apart from a name: `Phoenix, Vancouver`. */
function locationBeside(location: QueryLocation, { from, to }: Span): QueryLocation {
  const isPlace = (m: PlaceMention): boolean => (m.to <= from || m.from >= to) && !isInStreet(location.tokens, m)
  const { mentions, otherPlaces } = location
  if (mentions.every(isPlace) && otherPlaces.every(isPlace)) return location
  return { ...location, mentions: mentions.filter(isPlace), otherPlaces: otherPlaces.filter(isPlace) }
}

/** The metropolitan areas that a query names by a city or a postal code. */
function namedAreas(index: StreetIndex, location: QueryLocation): number[] {
  const { cities, cityOfPostal } = index.directory
  const named = [...namedPlaces(index, location, -1, -1).all, ...location.postals.map(cityOfPostal)]
  return named.filter((city) => city >= 0).map((city) => (cities[city] as City).metro)
}

const areOneProject = ({ index: { project } }: CandidateSet, buildings: readonly number[]): boolean =>
  buildings.every((b) => b === buildings[0] || ((project[b] as number) >= 0 && project[b] === project[buildings[0]!]))

/** The buildings that may be the tower that the text names, by what the data says about their towers. */
function fittingTowers(set: CandidateSet, phase: string, named: readonly number[]): readonly number[] {
  const { tower, towers } = set.index
  const towerOf = (b: number): string => towers[tower[b] as number] as string
  const same = named.filter((b) => towerOf(b) === phase)
  if (same.length > 0 || named.length < 2 || !areOneProject(set, named)) return same
  return named.filter((b) => !areComparable(towerOf(b), phase))
}

/** The level of the buildings in the named area. */
function levelInArea(set: CandidateSet, { level, isOfAnyPhase }: NameMention, area: readonly number[]): number {
  // of Vale I and Vale II, `Vale` may mean either; with Vale II only, a Vale I that nobody indexed
  if (isOfAnyPhase) return area.length > 1 ? level : NAME.same_not_unique
  return areOneProject(set, area) ? level : NAME.same_not_unique
}

const NOT_NAMED = -1

/** The level where neither the text nor a hint names a place: then a name must be rare, and right. */
function levelWithoutPlace(level: number, { isUnmistakable }: NameMention): number {
  if (level === NAME.one_edit) return isUnmistakable ? level : NOT_NAMED
  return isUnmistakable || (level !== NAME.same && level !== NAME.same_core) ? level : NAME.same_no_place
}

/** Beside the address, a weak name or another phase says nothing against it. */
const isIdle = (level: number): boolean => level === NAME.same_weak || level === NAME.other_phase

/** Which of the named buildings a mention means, and how surely. */
interface Meaning {
  readonly area: readonly number[]
  readonly level: number
}

function meaningOf(set: CandidateSet, mention: NameMention, areas: readonly number[]): Meaning {
  const { cities } = set.index.directory
  const isNear = (b: number): boolean => {
    const { name, metro } = cities[set.index.buildingCity[b] as number] as City
    return areas.length === 0 || name === '' || areas.includes(metro)
  }
  const near = mention.buildings.filter(isNear)
  const fitting = mention.phase === '' ? near : fittingTowers(set, mention.phase, near)
  if (fitting.length > 0 || near.length === 0 || mention.level === NAME.same_weak) {
    const area = fitting.length > 0 ? fitting : near
    return { area, level: levelInArea(set, mention, area) }
  }
  return { area: near, level: NAME.other_phase }
}

/** Adds name evidence to candidates, and the named buildings as candidates when `canAdd`. */
export function addByName(set: CandidateSet, mentions: readonly NameMention[], canAdd: boolean): void {
  for (const mention of mentions) {
    const location = locationBeside(set.location, mention)
    const areas = namedAreas(set.index, location)
    const { area, level } = meaningOf(set, mention, areas)
    const known = mention.buildings.filter((b) => set.hasAddress(b))
    addToKnown(set, known, mention, level, location)
    if (level === NAME.same && mention.isWhole && area.length > 0) addConflict(set, area, mention)
    if (known.length > 0 || !canAdd) continue
    const addedLevel = areas.length > 0 || hasRegion(set, location) ? level : levelWithoutPlace(level, mention)
    if (addedLevel !== NOT_NAMED) for (const b of area) set.addName(b, addedLevel, mention, location)
  }
}

const hasRegion = ({ query }: CandidateSet, { textProvince, hintProvince }: QueryLocation): boolean =>
  textProvince > 0 || hintProvince > 0 || query.lat != null

/** `known` are the named buildings whose address the text gives. */
function addToKnown(
  set: CandidateSet,
  known: readonly number[],
  mention: NameMention,
  level: number,
  location: QueryLocation,
): void {
  // among the addresses the name only has to be unique there: every project has a Tower B
  const knownLevel = known.length === 1 && level === NAME.same_not_unique ? mention.level : level
  for (const b of known) {
    set.compareCityAgain(b, location)
    if (!isIdle(knownLevel)) set.addName(b, knownLevel, mention, location)
  }
}

/** A whole name counts against the other candidates, except those of the same project. */
function addConflict(set: CandidateSet, named: readonly number[], mention: NameMention): void {
  for (const { building } of set.candidates)
    if (!named.includes(building) && !named.some((b) => areOneProject(set, [b, building])))
      set.addName(building, NAME.conflict, mention, set.location)
}
