// Edmonton property assessments: suites grouped by civic address.

import type { RollTable } from '../rolls/roll-table.ts'
import { decimal, yearOf } from '../rolls/roll-values.ts'
import { assessmentDraft, assessmentRecord, civicKey } from './assessment-units.ts'

export const edmontonAssessmentTable: RollTable = {
  name: 'edmonton-assessment',
  about: 'City of Edmonton, property assessment or property information (CSV)',
  columns: ['Account Number', 'Suite', 'House Number', 'Street Name', 'Latitude', 'Longitude'],
  recordOf(cell, line) {
    const number = cell('House Number')
    const street = cell('Street Name')
    if (number === '' || street === '') return { skip: 'skipped: an account without a civic address' }
    // The assessment file has a class; the property information file has the year instead.
    const use = cell('Assessment Class') || cell('Assessment Class 1')
    const suite = cell('Suite').toUpperCase()
    const isDwelling = use === '' || /residential/i.test(use.replace(/non[- ]?residential/gi, ''))
    const unit = {
      ...{ place: '', city: 'Edmonton', id: `${suite} ${isDwelling}`, suite, dwellings: isDwelling ? 1 : 0 },
      lines: [civicKey(`${number} ${street}`)],
      yearBuilt: yearOf(cell('Actual Year Built') || cell('Year Built')),
      rollNumber: cell('Account Number'),
      borough: cell('Neighbourhood'),
      latitude: decimal(cell('Latitude')),
      longitude: decimal(cell('Longitude')),
    }
    return assessmentRecord(unit, line)
  },
  draftOf: (key, records, { minUnits }) => assessmentDraft(key, records, minUnits, 'AB', COLUMNS),
}

const COLUMNS = {
  key: 'House Number, Street Name',
  address: 'House Number, Street Name',
  neighbourhood_name: 'Neighbourhood',
  year_built: 'Actual Year Built',
  latitude: 'Latitude',
  longitude: 'Longitude',
  parcels: 'Account Number',
}
