// Builds the frozen index from the buildings.

import { CityDirectoryBuilder, provinceId } from '../read/city-directory.ts'
import { condoCorpKey } from '../read/condo-corp-number.ts'
import { findTower } from '../read/tower-designation.ts'
import { normalizeText } from '../text/fold-text.ts'
import { letterMask } from '../text/name-keys.ts'
import { normalizePostal } from '../text/postal-code.ts'
import { tokenize } from '../text/tokenize.ts'
import type { BuildingAddress, MatchBuilding } from '../types.ts'
import { locationInLine, readAddressLine } from './address-line.ts'
import { dayOf, NO_END } from './day-number.ts'
import type { Dates } from './index-columns.ts'
import { ALWAYS, IndexColumns } from './index-columns.ts'
import { NameIndex } from './name-index.ts'
import type { SecondName } from './other-names.ts'
import { secondNames } from './other-names.ts'
import type { StreetIndex } from './street-index.ts'
import { ALIAS, INSIDE_RANGE, MUNICIPAL, packPostal } from './street-index.ts'
import type { StreetLexicon } from './street-lexicon.ts'

const kindOf = (address: BuildingAddress): number =>
  address.kind === 'marketing' || address.kind === 'historic' || address.valid_to ? ALIAS : MUNICIPAL

/** Ignores dates that contradict each other. */
function datesOf(address: BuildingAddress): Dates {
  if (!address.valid_from && !address.valid_to) return ALWAYS
  const dates = { from: dayOf(address.valid_from), to: dayOf(address.valid_to) || NO_END }
  return dates.from <= dates.to ? dates : ALWAYS
}

function addAddress(
  columns: IndexColumns,
  address: BuildingAddress,
  cityName: string,
  city: number,
  building: number,
  otherName: SecondName,
): void {
  const line = readAddressLine(address.line, address.kind === 'range', cityName)
  if (!line) return
  const dates = datesOf(address)
  for (const phrase of line.streets) {
    const street = columns.streetId(phrase, city)
    for (const n of line.numbers)
      columns.addEntry(n.number, n.suffix, street, building, n.isInsideRange ? INSIDE_RANGE : kindOf(address), dates)
    const other = otherName(city, phrase)
    if (!other) continue
    const otherStreet = columns.streetId(other, city)
    for (const n of line.numbers) columns.addEntry(n.number, n.suffix, otherStreet, building, ALIAS, dates)
  }
}

function dateSpan(addresses: readonly BuildingAddress[]): Dates {
  if (addresses.length === 0) return ALWAYS
  const dates = addresses.map(datesOf)
  return { from: Math.min(...dates.map((d) => d.from)), to: Math.max(...dates.map((d) => d.to)) }
}

const push = (map: Map<string, number[]>, key: string, id: number): void => {
  if (!key) return
  const list = map.get(key)
  if (!list) map.set(key, [id])
  else if (!list.includes(id)) list.push(id)
}

/** The tower that the names give; '' when they give none, or different ones. */
function towerOf(names: readonly string[]): string {
  const values = new Set(names.flatMap((name) => findTower(tokenize(normalizeText(name)))?.value ?? []))
  return values.size === 1 ? ([...values][0] as string) : ''
}

/** Buildings of one name in one city are one project, even if no group says so. */
function projectsOf(
  group: readonly number[],
  groups: number,
  names: readonly (string | null)[],
  city: readonly number[],
): Int32Array {
  const byName = new Map<string, number[]>()
  names.forEach((name, b) => {
    if (name && (group[b] as number) < 0) push(byName, `${city[b]} ${name.toLowerCase()}`, b)
  })
  const out = Int32Array.from(group)
  let next = groups
  for (const buildings of byName.values()) {
    if (buildings.length < 2) continue
    for (const b of buildings) out[b] = next
    next++
  }
  return out
}

export function buildIndex(buildings: Iterable<MatchBuilding>, streets: StreetLexicon = []): StreetIndex {
  const steps = buildIndexInSteps(buildings, streets)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const BUILDINGS_PER_STEP = 256

/** Yields between steps, so that the thread can do other work. */
export function* buildIndexInSteps(
  buildings: Iterable<MatchBuilding>,
  streets: StreetLexicon,
): Generator<void, StreetIndex> {
  const columns = new IndexColumns()
  const cities = new CityDirectoryBuilder()
  const known = cities.directory()
  const otherName = secondNames(known)
  const keys: string[] = []
  const groups: string[] = []
  const groupIds = new Map<string, number>()
  const group: number[] = []
  const postal: number[] = []
  const latitude: number[] = []
  const longitude: number[] = []
  const storeys: number[] = []
  const days: Dates[] = []
  const buildingCity: number[] = []
  const buildingNames: (string | null)[] = []
  const names = new NameIndex()
  const towers: string[] = []
  const buildingsByCorp = new Map<string, number[]>()
  const condoCorps = new Map<number, string>()
  for (const b of buildings) {
    const id = keys.length
    if (id % BUILDINGS_PER_STEP === BUILDINGS_PER_STEP - 1) yield
    const location = b.city ? null : locationInLine(b, known)
    const city = location && location.city >= 0 ? location.city : cities.add(b.city, b.province)
    keys.push(b.key)
    buildingCity.push(city)
    let g = -1
    if (b.group !== undefined) {
      g = groupIds.get(b.group) ?? groups.length
      if (g === groups.length) {
        groupIds.set(b.group, g)
        groups.push(b.group)
      }
    }
    group.push(g)
    postal.push(packPostal(b.postal ? normalizePostal(b.postal) : (location?.postal ?? '')))
    latitude.push(b.lat ?? Number.NaN)
    longitude.push(b.lng ?? Number.NaN)
    storeys.push(Math.min(255, b.storeys ?? 0))
    days.push(dateSpan(b.addresses))
    buildingNames.push(b.name ?? null)
    const allNames = [b.name, ...(b.aliases ?? [])].filter(
      (name) => typeof name === 'string' && name !== '',
    ) as string[]
    for (const name of allNames) names.add(name, id)
    towers.push(allNames.length > 0 ? towerOf(allNames) : '')
    if (b.condo_corp) {
      const key = condoCorpKey(b.condo_corp.registry, b.condo_corp.number)
      push(buildingsByCorp, key, id)
      condoCorps.set(id, key)
    }
    for (const address of b.addresses) addAddress(columns, address, b.city, city, id, otherName)
  }
  yield
  const directory = cities.directory()
  yield
  const lexicon = new Map(
    streets.map((list) => [directory.resolve(list.city, provinceId(list.province)), list.streets]),
  )
  return Object.freeze({
    directory,
    lexicon,
    ...freezeStreets(columns),
    keys,
    group: Int32Array.from(group),
    groups,
    postal: Float64Array.from(postal),
    latitude: Float32Array.from(latitude),
    longitude: Float32Array.from(longitude),
    storeys: Uint8Array.from(storeys),
    firstDay: Uint32Array.from(days, ({ from }) => from),
    lastDay: Uint32Array.from(days, ({ to }) => to),
    buildingCity: Uint16Array.from(buildingCity),
    buildingNames,
    names,
    project: projectsOf(group, groups.length, buildingNames, buildingCity),
    towers,
    buildingsByCorp,
    condoCorps,
  })
}

/** The first row of each group in a sorted column: group g is offsets[g] .. offsets[g + 1]. */
function offsets(sorted: Uint32Array, groups: number): Uint32Array {
  const out = new Uint32Array(groups + 1)
  for (let i = 0; i < sorted.length; i++) out[(sorted[i] as number) + 1]!++
  for (let g = 0; g < groups; g++) out[g + 1]! += out[g] as number
  return out
}

function citiesPerName(c: IndexColumns, nameCount: number): Uint8Array {
  const out = new Uint8Array(nameCount)
  const seen = new Set<number>()
  for (let s = 0; s < c.streetName.length; s++) {
    const name = c.streetName[s] as number
    const pair = name * 65536 + (c.streetCity[s] as number)
    if (seen.has(pair)) continue
    seen.add(pair)
    if ((out[name] as number) < 255) out[name]!++
  }
  return out
}

function freezeStreets(c: IndexColumns) {
  c.dropRegisterLetters()
  const nameCount = c.nameKey.length
  const nameBySingularKey = new Map<string, number>()
  const nextNameOfKey = new Int32Array(nameCount).fill(-1)
  for (let n = nameCount - 1; n >= 0; n--) {
    const key = c.nameSingularKey[n] as string
    nextNameOfKey[n] = nameBySingularKey.get(key) ?? -1
    nameBySingularKey.set(key, n)
  }
  const streetOrder = Uint32Array.from(c.streetName.keys()).sort((a, b) => c.streetName[a]! - c.streetName[b]! || a - b)
  const newStreet = new Uint32Array(streetOrder.length)
  streetOrder.forEach((old, at) => {
    newStreet[old] = at
  })
  const streetName = Uint32Array.from(streetOrder, (s) => c.streetName[s] as number)
  const nameOf = (entry: number): number => c.streetName[c.street[entry] as number] as number
  const order = Uint32Array.from(c.number.keys()).sort(
    (a, b) => nameOf(a) - nameOf(b) || c.number[a]! - c.number[b]! || a - b,
  )
  const entryNumber = Uint32Array.from(order, (e) => c.number[e] as number)
  return {
    nameKey: c.nameKey,
    nameWords: c.nameWords,
    nameMask: Uint32Array.from(c.nameKey, letterMask),
    nameCities: citiesPerName(c, nameCount),
    nameBySingularKey,
    nextNameOfKey,
    firstStreet: offsets(streetName, nameCount),
    streetName,
    streetCity: Uint16Array.from(streetOrder, (s) => c.streetCity[s] as number),
    streetType: Uint8Array.from(streetOrder, (s) => c.streetType[s] as number),
    streetDirection: Uint8Array.from(streetOrder, (s) => c.streetDirection[s] as number),
    firstEntry: offsets(Uint32Array.from(order, nameOf), nameCount),
    entryNumber,
    entryStreet: Uint32Array.from(order, (e) => newStreet[c.street[e] as number] as number),
    entryBuilding: Uint32Array.from(order, (e) => c.building[e] as number),
    entryKind: Uint8Array.from(order, (e) => c.kind[e] as number),
    entrySuffix: Uint16Array.from(order, (e) => c.suffix[e] as number),
    entryFrom: Uint32Array.from(order, (e) => c.from[e] as number),
    entryTo: Uint32Array.from(order, (e) => c.to[e] as number),
    suffixes: [...c.suffixIds.keys()],
    entriesByNumber: Uint32Array.from(order.keys()).sort((a, b) => entryNumber[a]! - entryNumber[b]! || a - b),
  }
}
