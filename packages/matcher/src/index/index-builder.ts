// Collects buildings, read anew or copied from another index, and freezes them into an index.

import type { CityDirectory } from '../read/city-directory.ts'
import { gazetteerDirectory, provinceId } from '../read/city-directory.ts'
import { condoCorpKey } from '../read/condo-corp-number.ts'
import { findTower } from '../read/tower-designation.ts'
import { normalizeText } from '../text/fold-text.ts'
import { normalizePostal } from '../text/postal-code.ts'
import type { Token } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import type { BuildingAddress, MatchBuilding } from '../types/match-query.ts'
import { readAddressLine } from './address-line.ts'
import { CityLists } from './city-lists.ts'
import { dayOf, NO_END } from './day-number.ts'
import { KeyTableBuilder } from './key-table.ts'
import { NameIndexBuilder } from './name-index.ts'
import { secondNames } from './other-names.ts'
import { Places } from './places.ts'
import { PostingBuilder } from './posting-table.ts'
import { projectsOf } from './shared-names.ts'
import { idIn, StreetColumns } from './street-columns.ts'
import type { StreetIndex } from './street-index.ts'
import { ALIAS, INSIDE_RANGE, MUNICIPAL, packPostal } from './street-index.ts'
import type { StreetLexicon } from './street-lexicon.ts'
import { StringTableBuilder } from './string-table.ts'
import { TypedColumn } from './typed-column.ts'

interface Dates {
  readonly from: number
  readonly to: number
}

const ALWAYS: Dates = { from: 0, to: NO_END }

const kindOf = (address: BuildingAddress): number =>
  address.kind === 'marketing' || address.kind === 'historic' || address.valid_to ? ALIAS : MUNICIPAL

/** Ignores dates that contradict each other. */
function datesOf(address: BuildingAddress): Dates {
  if (!address.valid_from && !address.valid_to) return ALWAYS
  const dates = { from: dayOf(address.valid_from), to: dayOf(address.valid_to) || NO_END }
  return dates.from <= dates.to ? dates : ALWAYS
}

/** The tower that the first name gives, or the others; '' when they give none, or different ones. */
function towerOf([own, ...others]: readonly (readonly Token[])[]): string {
  let tower = own ? (findTower(own)?.value ?? '') : ''
  if (tower !== '') return tower
  for (const tokens of others) {
    const value = findTower(tokens)?.value ?? tower
    if (tower !== '' && value !== tower) return ''
    tower = value
  }
  return tower
}

export class IndexBuilder {
  readonly streets: StreetColumns
  readonly places = new Places()
  readonly names: NameIndexBuilder
  readonly corps: PostingBuilder
  readonly keys = new StringTableBuilder()
  readonly groups: KeyTableBuilder
  readonly buildingNames = new StringTableBuilder()
  readonly #towers = new Map<string, number>([['', 0]])
  readonly group = new TypedColumn()
  readonly place = new TypedColumn()
  readonly postal = new TypedColumn()
  readonly latitude = new TypedColumn()
  readonly longitude = new TypedColumn()
  readonly storeys = new TypedColumn()
  readonly firstDay = new TypedColumn()
  readonly lastDay = new TypedColumn()
  readonly tower = new TypedColumn()
  readonly corp = new TypedColumn()
  readonly #otherName = secondNames(gazetteerDirectory())

  /** Starts with the names, corporations and groups of another index, with new building numbers; -1 for none. */
  constructor(start?: StreetIndex, newBuilding?: Int32Array, streets = new StreetColumns()) {
    this.streets = streets
    this.names = new NameIndexBuilder(start?.names.tables, newBuilding)
    this.corps = new PostingBuilder(start?.buildingsByCorp, newBuilding)
    this.groups = new KeyTableBuilder(start?.groups)
    for (const tower of start?.towers ?? []) this.towerId(tower)
  }

  get length(): number {
    return this.keys.length
  }

  towerId(value: string): number {
    return idIn(this.#towers, value)
  }

  add(b: MatchBuilding): void {
    const id = this.length
    const { row: place, postal } = this.places.locate(b)
    this.keys.push(b.key)
    this.place.push(place)
    this.group.push(b.group === undefined ? -1 : this.groups.add(b.group))
    this.postal.push(packPostal(b.postal ? normalizePostal(b.postal) : postal))
    this.latitude.pushFloat(b.lat ?? Number.NaN)
    this.longitude.pushFloat(b.lng ?? Number.NaN)
    this.storeys.push(Math.min(255, b.storeys ?? 0))
    this.buildingNames.push(b.name ?? '')
    this.#addNames(b, id)
    this.corp.push(b.condo_corp ? this.corps.add(condoCorpKey(b.condo_corp.registry, b.condo_corp.number), id) : -1)
    this.#addAddresses(b, id, this.places.cityOf(place))
  }

  #addNames(b: MatchBuilding, id: number): void {
    const tokenized: Token[][] = []
    for (const name of [b.name, ...(b.aliases ?? [])])
      if (typeof name === 'string' && name !== '') tokenized.push(tokenize(normalizeText(name)))
    for (const tokens of tokenized) this.names.add(tokens, id)
    this.tower.push(this.towerId(towerOf(tokenized)))
  }

  #addAddresses(b: MatchBuilding, id: number, city: number): void {
    let [first, last] = b.addresses.length === 0 ? [0, NO_END] : [NO_END, 0]
    for (const address of b.addresses) {
      const dates = datesOf(address)
      first = Math.min(first, dates.from)
      last = Math.max(last, dates.to)
      this.#addAddress(address, dates, b.city, city, id)
    }
    this.firstDay.push(first)
    this.lastDay.push(last)
  }

  #addAddress(address: BuildingAddress, { from, to }: Dates, cityName: string, city: number, building: number): void {
    const line = readAddressLine(address.line, address.kind === 'range', cityName)
    if (!line) return
    const { streets } = this
    const kind = kindOf(address)
    for (const phrase of line.streets) {
      const street = streets.streetOf(phrase, city)
      for (const { number, suffix, isInsideRange } of line.numbers)
        streets.addEntry(
          number,
          streets.suffixId(suffix),
          street,
          building,
          isInsideRange ? INSIDE_RANGE : kind,
          from,
          to,
        )
      const other = this.#otherName(city, phrase)
      if (!other) continue
      const otherStreet = streets.streetOf(other, city)
      for (const { number, suffix } of line.numbers)
        streets.addEntry(number, streets.suffixId(suffix), otherStreet, building, ALIAS, from, to)
    }
  }

  /** Yields between steps, so that the thread can do other work. */
  *freeze(streets: StreetLexicon): Generator<void, StreetIndex> {
    const tables = yield* this.streets.freeze()
    yield
    const names = this.names.freeze()
    yield
    const directory = this.places.directory()
    const buildingCity = new Uint32Array(this.length)
    for (let b = 0; b < buildingCity.length; b++) buildingCity[b] = this.places.cityOf(this.place.at(b))
    const buildingNames = this.buildingNames.freeze()
    const group = this.group.toInt32()
    yield
    return Object.freeze({
      directory,
      lexicon: lexiconOf(streets, directory),
      ...tables,
      keys: this.keys.freeze(),
      group,
      groups: this.groups.freeze(),
      postal: this.postal.toUint32(),
      latitude: this.latitude.toFloat32(),
      longitude: this.longitude.toFloat32(),
      storeys: this.storeys.toUint8(),
      firstDay: this.firstDay.toUint32(),
      lastDay: this.lastDay.toUint32(),
      buildingCity,
      place: this.place.toUint32(),
      places: this.places.freeze(),
      buildingNames,
      names,
      project: projectsOf(group, this.groups.length, buildingNames, buildingCity),
      tower: this.tower.toUint16(),
      towers: [...this.#towers.keys()],
      buildingsByCorp: this.corps.freeze(),
      corp: this.corp.toInt32(),
    })
  }
}

/** The lists of real streets by the id of their city. */
export function lexiconOf(streets: StreetLexicon, directory: CityDirectory): CityLists {
  const lists = new CityLists()
  for (const { city, province, list } of streets) {
    if (list.retiredCodes) {
      lists.addRetired(list.retiredCodes)
      continue
    }
    const id = directory.resolve(city, provinceId(province))
    // a country has thousands of places that neither the gazetteer nor a building names
    if (id >= 0 || !list.keyHashes) lists.add(id, list)
  }
  return lists
}
