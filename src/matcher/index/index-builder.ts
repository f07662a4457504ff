// Collects buildings, read anew or copied from another index, and freezes them into an index.

import type { CityDirectory } from '../read/city-directory.ts'
import { gazetteerDirectory, provinceId } from '../read/city-directory.ts'
import { condoCorpKey } from '../read/condo-corp-number.ts'
import { findTower } from '../read/tower-designation.ts'
import { normalizeText } from '../text/fold-text.ts'
import { normalizePostal } from '../text/postal-code.ts'
import type { Token } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import type { BuildingAddress, MatchBuilding } from '../types.ts'
import { readAddressLine } from './address-line.ts'
import { dayOf, NO_END } from './day-number.ts'
import { KeyTableBuilder } from './key-table.ts'
import { NameIndexBuilder } from './name-index.ts'
import { secondNames } from './other-names.ts'
import { Places, placeOf } from './places.ts'
import { PostingBuilder } from './posting-table.ts'
import { projectsOf } from './shared-names.ts'
import type { Dates } from './street-columns.ts'
import { ALWAYS, StreetColumns } from './street-columns.ts'
import type { StreetIndex } from './street-index.ts'
import { ALIAS, INSIDE_RANGE, MUNICIPAL, packPostal } from './street-index.ts'
import type { StreetLexicon } from './street-lexicon.ts'
import { StringTableBuilder } from './string-table.ts'
import { TypedColumn } from './typed-column.ts'

const kindOf = (address: BuildingAddress): number =>
  address.kind === 'marketing' || address.kind === 'historic' || address.valid_to ? ALIAS : MUNICIPAL

/** Ignores dates that contradict each other. */
function datesOf(address: BuildingAddress): Dates {
  if (!address.valid_from && !address.valid_to) return ALWAYS
  const dates = { from: dayOf(address.valid_from), to: dayOf(address.valid_to) || NO_END }
  return dates.from <= dates.to ? dates : ALWAYS
}

/** The tower that the names give; '' when they give none, or different ones. */
function towerOf(names: readonly (readonly Token[])[]): string {
  let tower = ''
  for (const tokens of names) {
    const value = findTower(tokens)?.value ?? tower
    if (tower !== '' && value !== tower) return ''
    tower = value
  }
  return tower
}

export class IndexBuilder {
  readonly streets = new StreetColumns()
  readonly places = new Places()
  readonly names = new NameIndexBuilder()
  readonly corps = new PostingBuilder()
  readonly keys = new StringTableBuilder()
  readonly groups = new KeyTableBuilder()
  readonly buildingNames = new StringTableBuilder()
  readonly #towers = new Map<string, number>([['', 0]])
  readonly group = new TypedColumn(Int32Array)
  readonly place = new TypedColumn(Uint32Array)
  readonly postal = new TypedColumn(Uint32Array)
  readonly latitude = new TypedColumn(Float32Array)
  readonly longitude = new TypedColumn(Float32Array)
  readonly storeys = new TypedColumn(Uint8Array)
  readonly firstDay = new TypedColumn(Uint32Array)
  readonly lastDay = new TypedColumn(Uint32Array)
  readonly tower = new TypedColumn(Uint16Array)
  readonly corp = new TypedColumn(Int32Array)
  readonly #otherName = secondNames(gazetteerDirectory())

  get length(): number {
    return this.keys.length
  }

  towerId(value: string): number {
    let id = this.#towers.get(value)
    if (id === undefined) {
      id = this.#towers.size
      this.#towers.set(value, id)
    }
    return id
  }

  add(b: MatchBuilding): void {
    const id = this.length
    const { place, postal } = placeOf(b)
    const placeRow = this.places.add(place)
    this.keys.push(b.key)
    this.place.push(placeRow)
    this.group.push(b.group === undefined ? -1 : this.groups.add(b.group))
    this.postal.push(packPostal(b.postal ? normalizePostal(b.postal) : postal))
    this.latitude.push(b.lat ?? Number.NaN)
    this.longitude.push(b.lng ?? Number.NaN)
    this.storeys.push(Math.min(255, b.storeys ?? 0))
    this.buildingNames.push(b.name ?? '')
    this.#addNames(b, id)
    this.corp.push(b.condo_corp ? this.corps.add(condoCorpKey(b.condo_corp.registry, b.condo_corp.number), id) : -1)
    this.#addAddresses(b, id, this.places.cityOf(placeRow))
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

  #addAddress(address: BuildingAddress, dates: Dates, cityName: string, city: number, building: number): void {
    const line = readAddressLine(address.line, address.kind === 'range', cityName)
    if (!line) return
    const { streets } = this
    const kind = kindOf(address)
    for (const phrase of line.streets) {
      const direction = phrase.postDirection || phrase.preDirection
      const street = streets.streetId(streets.nameId(phrase), city, phrase.type, direction)
      for (const n of line.numbers)
        streets.addEntry(n.number, n.suffix, street, building, n.isInsideRange ? INSIDE_RANGE : kind, dates)
      const other = this.#otherName(city, phrase)
      if (!other) continue
      const otherStreet = streets.streetId(
        streets.nameId(other),
        city,
        other.type,
        other.postDirection || other.preDirection,
      )
      for (const n of line.numbers) streets.addEntry(n.number, n.suffix, otherStreet, building, ALIAS, dates)
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
    const group = this.group.toArray()
    yield
    return Object.freeze({
      directory,
      lexicon: lexiconOf(streets, directory),
      ...tables,
      keys: this.keys.freeze(),
      group,
      groups: this.groups.freeze().strings,
      postal: this.postal.toArray(),
      latitude: this.latitude.toArray(),
      longitude: this.longitude.toArray(),
      storeys: this.storeys.toArray(),
      firstDay: this.firstDay.toArray(),
      lastDay: this.lastDay.toArray(),
      buildingCity,
      place: this.place.toArray(),
      places: this.places.freeze(),
      buildingNames,
      names,
      project: projectsOf(group, this.groups.length, buildingNames, buildingCity),
      tower: this.tower.toArray(),
      towers: [...this.#towers.keys()],
      buildingsByCorp: this.corps.freeze(),
      corp: this.corp.toArray(),
    })
  }
}

/** The lists of real streets by the id of their city. */
export function lexiconOf(streets: StreetLexicon, directory: CityDirectory): StreetIndex['lexicon'] {
  return new Map(streets.map((list) => [directory.resolve(list.city, provinceId(list.province)), list.streets]))
}
