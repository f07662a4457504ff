// Copies buildings from one index into the builder of another, without reading their text again.

import type { IndexBuilder } from './index-builder.ts'
import { offsets } from './radix-sort.ts'
import type { StreetIndex } from './street-index.ts'
import { REGISTER_LETTER } from './street-index.ts'

export class BuildingCopier {
  readonly #index: StreetIndex
  readonly #builder: IndexBuilder
  /** The entries in the order of the buildings: those of building b are #firstEntry[b] .. #firstEntry[b + 1]. */
  readonly #entries: Uint32Array
  readonly #firstEntry: Uint32Array
  readonly #lostLetter: ReadonlySet<number>
  /** Ids of the new index by ids of the old one; -1 until the first use. */
  readonly #newName: Int32Array
  readonly #newPlace: Int32Array
  readonly #newStreet: Int32Array
  /** The city of #newStreet. */
  readonly #newStreetCity: Uint32Array
  readonly #newSuffix: readonly number[]

  /** The builder must have been started with the same index. */
  constructor(index: StreetIndex, builder: IndexBuilder) {
    this.#index = index
    this.#builder = builder
    this.#entries = new Uint32Array(index.entryOrder.length)
    this.#firstEntry = offsets(index.entryBuilding, index.keys.length)
    for (let e = 0; e < this.#entries.length; e++) this.#entries[index.entryOrder[e] as number] = e
    this.#lostLetter = new Set(index.droppedLetters)
    this.#newName = new Int32Array(index.nameKey.length).fill(-1)
    this.#newPlace = new Int32Array(index.places.length).fill(-1)
    this.#newStreet = new Int32Array(index.streetName.length).fill(-1)
    this.#newStreetCity = new Uint32Array(index.streetName.length)
    this.#newSuffix = index.suffixes.map((suffix) => builder.streets.suffixId(suffix))
  }

  /** Copies the buildings in rows `from` .. `to`. Rows must be copied in ascending order. */
  copy(from: number, to: number): void {
    if (from === to) return
    const index = this.#index
    const builder = this.#builder
    const firstId = builder.length
    builder.keys.append(index.keys, from, to)
    builder.buildingNames.append(index.buildingNames, from, to)
    builder.group.append(index.group, from, to)
    builder.postal.append(index.postal, from, to)
    builder.latitude.appendFloats(index.latitude, from, to)
    builder.longitude.appendFloats(index.longitude, from, to)
    builder.storeys.append(index.storeys, from, to)
    builder.firstDay.append(index.firstDay, from, to)
    builder.lastDay.append(index.lastDay, from, to)
    builder.tower.append(index.tower, from, to)
    builder.place.reserve(to - from)
    builder.corp.reserve(to - from)
    for (let row = from; row < to; row++) {
      const corp = index.corp[row] as number
      builder.corp.push(corp < 0 ? -1 : (builder.corps.newRow[corp] as number))
      const place = this.#placeId(index.place[row] as number)
      builder.place.push(place)
      this.#copyEntries(row, firstId + row - from, builder.places.cityOf(place))
    }
  }

  #copyEntries(row: number, id: number, city: number): void {
    const { entryNumber, entryStreet, entrySuffix, entryKind, entryFrom, entryTo } = this.#index
    const { streets } = this.#builder
    const end = this.#firstEntry[row + 1] as number
    for (let i = this.#firstEntry[row] as number; i < end; i++) {
      const e = this.#entries[i] as number
      const hasLostLetter = this.#lostLetter.size > 0 && this.#lostLetter.has(e)
      streets.addEntry(
        entryNumber[e] as number,
        hasLostLetter ? streets.suffixId(REGISTER_LETTER) : (this.#newSuffix[entrySuffix[e] as number] as number),
        this.#streetId(entryStreet[e] as number, city),
        id,
        entryKind[e] as number,
        entryFrom[e] as number,
        entryTo[e] as number,
      )
    }
  }

  #streetId(old: number, city: number): number {
    const known = this.#newStreet[old] as number
    if (known >= 0 && this.#newStreetCity[old] === city) return known
    const { streetName, streetType, streetDirection } = this.#index
    const name = this.#nameId(streetName[old] as number)
    const id = this.#builder.streets.streetId(name, city, streetType[old] as number, streetDirection[old] as number)
    this.#newStreet[old] = id
    this.#newStreetCity[old] = city
    return id
  }

  #nameId(old: number): number {
    let id = this.#newName[old] as number
    if (id < 0) {
      const { nameKey, nameWords, nameSingular, nameBySingularKey } = this.#index
      const singularKey = nameBySingularKey.keys.get(nameSingular[old] as number)
      id = this.#builder.streets.nameId({ key: nameKey.get(old), words: nameWords.get(old), singularKey })
      this.#newName[old] = id
    }
    return id
  }

  #placeId(old: number): number {
    let id = this.#newPlace[old] as number
    if (id < 0) {
      id = this.#builder.places.add(this.#index.places.get(old))
      this.#newPlace[old] = id
    }
    return id
  }
}
