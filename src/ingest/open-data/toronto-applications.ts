// Toronto development applications: the open applications at one address form a planned project.
import { at } from '../../kernel/at.ts'
import { canonicalPostal } from '../read/canonical-address.ts'
import type { Cells, RollTable } from '../rolls/roll-table.ts'
import { civicLines, decimal } from '../rolls/roll-values.ts'
import { decisionOf, plannedDraft, plannedRecord } from './planned-building.ts'
import { fromTorontoMtm10 } from './projections.ts'
import type { Proposal } from './proposal-text.ts'
import { readProposal } from './proposal-text.ts'

/** Zoning, site plan, condominium, subdivision, rental housing. The others are about lots and small changes. */
const BUILDING_TYPES = new Set(['OZ', 'SA', 'CD', 'SB', 'RH'])

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
    const lines = torontoLines(cell)
    if (lines.length === 0) return { skip: 'skipped: an application without a civic address' }
    const proposal = readProposal(cell('DESCRIPTION'))
    if (!proposal.hasHomes) return { skip: 'skipped: the description mentions no homes' }
    const planned = {
      ...{ lines, proposal, tenure: tenureOf(type, proposal), point: pointOf(cell('X'), cell('Y')) },
      ...(decisionOf('applications', status) ?? { step: null, decision: null }),
      date: cell('DATE_SUBMITTED'),
      postal: canonicalPostal(cell('POSTAL')),
      reference: cell('APPLICATION#'),
      isCurrent: true,
    }
    return plannedRecord(planned, line)
  },
  draftOf: (key, records, { minUnits }) =>
    plannedDraft(key, records, minUnits, { city_name: 'Toronto', province: 'ON' }, COLUMNS),
}

const COLUMNS = {
  key: 'STREET_NUM, STREET_NAME',
  address: 'STREET_NUM, STREET_NAME',
  latitude: 'X, Y',
  longitude: 'X, Y',
  storeys: 'DESCRIPTION',
  units_total: 'DESCRIPTION',
}

export function torontoLines(cell: Cells): string[] {
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

export function tenureOf(type: string, { isCondominium, isRental }: Proposal): string | null {
  if (isCondominium || (type === 'CD' && !isRental)) return 'condo'
  return isRental ? 'rental' : null
}

function pointOf(x: string, y: string): { latitude: number; longitude: number } | null {
  const [east, north] = [decimal(x), decimal(y)]
  return east === null || north === null ? null : fromTorontoMtm10(east, north)
}
