// Open Database of Buildings: facts about buildings that other sources already have.
import { provinceOf } from '../read/canonical-address.ts'
import type { RollTable } from '../rolls/roll-table.ts'
import { builtFields, numberAt, PROVINCE_CODES, textAt, wholeNumber, yearOf } from '../rolls/roll-values.ts'

const ADDRESS = 0
const CITY = 1
const PROVINCE = 2
const NAME = 3
const STOREYS = 4
const UNITS = 5
const BUILT = 6

/** A house has no more. Storing every house would cost millions of rows that no project can use. */
const MOST_STOREYS_OF_A_HOUSE = 3
const SMALL = /\b(single|detached|semi|duplex|house|garage|shed|mobile|farm|accessory)\b/i

export const odbTable: RollTable = {
  name: 'odb',
  about: 'Statistics Canada, Open Database of Buildings (CSV); adds to existing buildings only',
  columns: ['id', 'csduid', 'csdname', 'prov_terr', 'name', 'type', 'address', 'floors', 'units', 'year_built'],
  encoding: 'windows-1252',
  recordOf(cell, line) {
    const key = cell('id')
    if (key === '') return { reject: 'the building has no id', column: 'id' }
    const address = cell('address')
    const city = cell('csdname')
    const province = provinceOf(cell('prov_terr')) ?? PROVINCE_CODES[cell('csduid').slice(0, 2)] ?? null
    if (address === '' || city === '' || province === null) return { skip: 'skipped: a building without an address' }
    const storeys = wholeNumber(cell('floors')) || null
    const units = wholeNumber(cell('units')) || null
    const isSmall = units === null && (storeys ?? 0) <= MOST_STOREYS_OF_A_HOUSE
    if (SMALL.test(cell('type')) || isSmall) return { skip: 'skipped: not known to have several dwellings' }
    const values = [address, city, province, cell('name') || null, storeys, units, yearOf(cell('year_built'))]
    return { key, line, values }
  },
  draftOf(key, records, { minUnits }) {
    const [record] = records.toSorted((a, b) => a.line - b.line)
    const units = numberAt(record!, UNITS)
    if (units !== null && units < minUnits) return null
    const name = textAt(record!, NAME)
    const fields = {
      key,
      ...(name === null ? {} : { name }),
      address: textAt(record!, ADDRESS),
      city_name: textAt(record!, CITY),
      province: textAt(record!, PROVINCE),
      storeys: numberAt(record!, STOREYS),
      units_total: units,
      ...builtFields(numberAt(record!, BUILT)),
    }
    return { line: record!.line, fields, columns: COLUMNS }
  },
}

const COLUMNS = { key: 'id', city_name: 'csdname', province: 'prov_terr', storeys: 'floors', units_total: 'units' }
