// Vancouver property tax report: the strata lots of one strata plan form a building.
import { parcelList } from '../../catalog/records/parcel-ids.ts'
import { packLabels, unitLabel } from '../../catalog/records/unit-labels.ts'
import { at } from '../../kernel/at.ts'
import { canonicalPostal } from '../read/canonical-address.ts'
import { byFrequency, mostFrequent } from '../rolls/group-values.ts'
import type { RollTable } from '../rolls/roll-table.ts'
import { builtFields, numberAt, textAt, wholeNumber, yearOf } from '../rolls/roll-values.ts'

const LOT = 0
const ADDRESS = 1
const POSTAL = 2
const BUILT = 3
const REPORT = 4
const UNIT = 5
const PID = 6
const FOLIO = 7

/** Strata registries of British Columbia: `VAS1345`, `EPS612`. */
const STRATA_PLAN = /^(VAS|VR|NWS|NW|LMS|BCS|EPS)\d{1,7}$/

export const vancouverTaxTable: RollTable = {
  name: 'vancouver-tax',
  about: 'City of Vancouver, property tax report (CSV)',
  columns: [
    ...['PID', 'LEGAL_TYPE', 'FOLIO', 'PLAN', 'FROM_CIVIC_NUMBER', 'TO_CIVIC_NUMBER', 'STREET_NAME'],
    ...['PROPERTY_POSTAL_CODE', 'YEAR_BUILT', 'REPORT_YEAR'],
  ],
  delimiter: ';',
  recordOf(cell, line) {
    if (cell('LEGAL_TYPE').toUpperCase() !== 'STRATA') return { skip: 'skipped: not a strata lot' }
    const lot = cell('PID') || cell('FOLIO')
    if (lot === '') return { reject: 'the strata lot has neither a PID nor a folio', column: 'PID' }
    // In strata rows FROM_CIVIC_NUMBER is the unit and TO_CIVIC_NUMBER the building.
    const civic = cell('TO_CIVIC_NUMBER').replace(/\.0+$/, '')
    const street = cell('STREET_NAME')
    const address = civic === '' || street === '' ? null : `${civic} ${street}`
    const plan = cell('PLAN')
      .toUpperCase()
      .replace(/[\s.-]/g, '')
    const key = plan || address
    if (key === null || key === '') return { skip: 'skipped: a strata lot without a plan and an address' }
    const postal = canonicalPostal(cell('PROPERTY_POSTAL_CODE'))
    return {
      key,
      line,
      values: [
        lot,
        address,
        postal,
        yearOf(cell('YEAR_BUILT')),
        wholeNumber(cell('REPORT_YEAR')),
        unitLabel(cell('FROM_CIVIC_NUMBER')),
        cell('PID') || null,
        cell('FOLIO') || null,
      ],
    }
  },
  draftOf(key, all, { minUnits }) {
    // A file can have several years, with one row per lot and year.
    const newest = all.reduce((year, record) => Math.max(year, numberAt(record, REPORT) ?? 0), 0)
    const records = all.filter((record) => (numberAt(record, REPORT) ?? 0) === newest)
    const units = new Set(records.map((record) => textAt(record, LOT))).size
    if (units < minUnits) return null
    const fields = {
      key,
      address: byFrequency(records.map((record) => textAt(record, ADDRESS))),
      city_name: 'Vancouver',
      province: 'BC',
      postal_code: mostFrequent(records.map((record) => textAt(record, POSTAL))),
      units_total: units,
      unit_labels: packLabels(records.map((record) => textAt(record, UNIT)!).filter((label) => label !== '')),
      parcels: parcelList({
        pid: records.map((record) => textAt(record, PID)),
        roll: records.map((record) => textAt(record, FOLIO)),
      }),
      building_type: 'multi_unit',
      tenure: 'strata',
      ...(STRATA_PLAN.test(key) ? { condo_corp: key } : {}),
      ...builtFields(mostFrequent(records.map((record) => numberAt(record, BUILT)))),
    }
    return { line: at(records, 0).line, fields, columns: COLUMNS }
  },
}

const COLUMNS = {
  key: 'PLAN',
  address: 'TO_CIVIC_NUMBER, STREET_NAME',
  postal_code: 'PROPERTY_POSTAL_CODE',
  year_built: 'YEAR_BUILT',
  condo_corp: 'PLAN',
  parcels: 'PID, FOLIO',
}
