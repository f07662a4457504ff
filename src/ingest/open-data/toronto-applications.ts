// Toronto development applications: the open applications at one address form a planned project.
import { at } from '../../kernel/at.ts'
import { canonicalPostal } from '../read/canonical-address.ts'
import { fromTorontoMtm10 } from './projections.ts'
import { readProposal } from './proposal-text.ts'
import type { RollRecord, RollTable } from './roll-table.ts'
import { civicLines, decimal, numberAt, textAt } from './roll-values.ts'

const ADDRESSES = 0
const SUBMITTED = 1
const STOREYS = 2
const UNITS = 3
const TENURE = 4
const LATITUDE = 5
const LONGITUDE = 6
const POSTAL = 7

/** Zoning, site plan, condominium, subdivision, rental housing. The others are about lots and small changes. */
const BUILDING_TYPES = new Set(['OZ', 'SA', 'CD', 'SB', 'RH'])

/** Without a number of units, a proposal of this height is more than a row of houses. */
const LOWEST_APARTMENT_BUILDING = 4

export const torontoApplicationsTable: RollTable = {
  name: 'toronto-applications',
  about: 'City of Toronto, development applications (CSV)',
  columns: [
    ...['APPLICATION_TYPE', 'APPLICATION#', 'STREET_NUM', 'STREET_NAME', 'STREET_TYPE', 'STREET_DIRECTION'],
    ...['DATE_SUBMITTED', 'STATUS', 'X', 'Y', 'DESCRIPTION'],
  ],
  recordOf(cell, line) {
    const status = cell('STATUS')
    // A closed application may be built, replaced or withdrawn: the file does not say which.
    if (/^closed/i.test(status)) return { skip: 'skipped: the application is closed' }
    if (/refused|withdrawn|cancelled|abandoned/i.test(status))
      return { skip: 'skipped: the application was refused or withdrawn' }
    const type = cell('APPLICATION_TYPE').toUpperCase()
    if (!BUILDING_TYPES.has(type)) return { skip: 'skipped: the application is not for a building' }
    const lines = linesOf(cell)
    if (lines.length === 0) return { skip: 'skipped: an application without a civic address' }
    const proposal = readProposal(cell('DESCRIPTION'))
    if (!proposal.hasHomes) return { skip: 'skipped: the description mentions no homes' }
    const point = pointOf(cell('X'), cell('Y'))
    // The description can name people, so only what was read from it is kept.
    const values = [
      ...[lines.join('|'), cell('DATE_SUBMITTED').slice(0, 10), proposal.storeys, proposal.units],
      ...[tenureOf(type, proposal), point?.latitude ?? null, point?.longitude ?? null],
      canonicalPostal(cell('POSTAL')),
    ]
    return { key: at(lines, 0).toUpperCase(), line, values }
  },
  draftOf(key, all, { minUnits }) {
    const records = newestFirst(all)
    const newest = <T>(read: (record: RollRecord) => T | null): T | null => {
      const record = records.find((one) => read(one) !== null)
      return record ? read(record) : null
    }
    const storeys = newest((record) => numberAt(record, STOREYS))
    const units = newest((record) => numberAt(record, UNITS))
    const isLarge = units === null ? (storeys ?? 0) >= LOWEST_APARTMENT_BUILDING : units >= minUnits
    if (!isLarge) return null
    const tenures = records.map((record) => textAt(record, TENURE))
    const tenure = tenures.includes('condo') ? 'condo' : newest((record) => textAt(record, TENURE))
    const located = records.find((record) => numberAt(record, LATITUDE) !== null)
    const fields = {
      key,
      address: [...new Set(records.flatMap((record) => textAt(record, ADDRESSES)!.split('|')))],
      city_name: 'Toronto',
      province: 'ON',
      postal_code: newest((record) => textAt(record, POSTAL)),
      ...(located && {
        latitude: numberAt(located, LATITUDE),
        longitude: numberAt(located, LONGITUDE),
        location_accuracy: 'parcel',
      }),
      storeys,
      units_total: units,
      building_type: 'multi_unit',
      ...(tenure === null ? {} : { tenure }),
      sales_status: 'planning',
      construction_status: 'pre_construction',
    }
    return { line: at(records, 0).line, fields, columns: COLUMNS }
  },
}

const COLUMNS = {
  key: 'STREET_NUM, STREET_NAME',
  address: 'STREET_NUM, STREET_NAME',
  latitude: 'X, Y',
  longitude: 'X, Y',
  storeys: 'DESCRIPTION',
  units_total: 'DESCRIPTION',
}

function linesOf(cell: (column: string) => string): string[] {
  const street = ['STREET_NAME', 'STREET_TYPE', 'STREET_DIRECTION']
    .map((column) => cell(column).trim())
    .filter((word) => word !== '')
    .join(' ')
  // `604-610`, `12 R` (rear), `12A`
  const numbers = /^(\d{1,6}\s?[A-Z]?)(?:\s?-\s?(\d{1,6}\s?[A-Z]?))?$/.exec(cell('STREET_NUM').toUpperCase())
  if (!numbers || cell('STREET_NAME') === '') return []
  const [first, last] = [at(numbers, 1), numbers[2] ?? ''].map((number) => number.replace(/\s/g, ''))
  return civicLines(first!, last!, street)
}

function tenureOf(type: string, { isCondominium, isRental }: ReturnType<typeof readProposal>): string | null {
  if (isCondominium || (type === 'CD' && !isRental)) return 'condo'
  return isRental ? 'rental' : null
}

/** Newest first; equal dates in the order of their content, so that the order of rows does not matter. */
function newestFirst(records: readonly RollRecord[]): RollRecord[] {
  const rank = (record: RollRecord) => `${textAt(record, SUBMITTED)} ${JSON.stringify(record.values)}`
  return records.toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1))
}

function pointOf(x: string, y: string): { latitude: number; longitude: number } | null {
  const [east, north] = [decimal(x), decimal(y)]
  return east === null || north === null ? null : fromTorontoMtm10(east, north)
}
