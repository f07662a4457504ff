// The cities as the buildings name them, each resolved once.

import { PROVINCES } from '../gazetteer/place-tables.ts'
import type { CityDirectory } from '../read/city-directory.ts'
import { CityDirectoryBuilder, gazetteerDirectory, provinceId } from '../read/city-directory.ts'
import type { MatchBuilding } from '../types/match-query.ts'
import { locationInLine } from './address-line.ts'
import { KeyTableBuilder } from './key-table.ts'
import type { StringTable } from './string-table.ts'

/** A place is written `<province id> <city>`, or `@<city id>` for a city of the gazetteer that an address line names. */
const LOCATED = '@'

export class Places {
  readonly #cities = new CityDirectoryBuilder()
  readonly #rows = new KeyTableBuilder()
  readonly #cityOfRow: number[] = []
  /** Rows by province and city, to look up most buildings without writing their place. */
  readonly #rowOfCity = PROVINCES.map(() => new Map<string, number>())

  /** The row of a building's place, and the postal code in the address line of a building without a city. */
  locate(building: MatchBuilding): { row: number; postal: string } {
    const province = provinceId(building.province)
    if (building.city) return { row: this.#named(province, building.city), postal: '' }
    // only with the gazetteer: the cities of other buildings would make the result depend on their order
    const { city, postal } = locationInLine(building, gazetteerDirectory())
    return { row: city >= 0 ? this.add(`${LOCATED}${city}`) : this.#named(province, ''), postal }
  }

  #named(province: number, city: string): number {
    const rows = this.#rowOfCity[province] as Map<string, number>
    let row = rows.get(city)
    if (row === undefined) {
      row = this.add(`${province} ${city}`)
      rows.set(city, row)
    }
    return row
  }

  /** The row of a place. A new place may add a city to the directory. */
  add(place: string): number {
    const row = this.#rows.add(place)
    if (row === this.#cityOfRow.length) this.#cityOfRow.push(this.#resolve(place))
    return row
  }

  #resolve(place: string): number {
    if (place.startsWith(LOCATED)) return Number(place.slice(LOCATED.length))
    const space = place.indexOf(' ')
    return this.#cities.add(place.slice(space + 1), Number(place.slice(0, space)))
  }

  cityOf(row: number): number {
    return this.#cityOfRow[row] as number
  }

  directory(): CityDirectory {
    return this.#cities.directory()
  }

  freeze(): StringTable {
    return this.#rows.freeze().strings
  }
}

/** The directory that the same places gave when the index was built. */
export function directoryOf(places: StringTable): CityDirectory {
  const again = new Places()
  for (let row = 0; row < places.length; row++) again.add(places.get(row))
  return again.directory()
}
