// Building permits: those for new buildings with several dwellings, from the files of cities.
import { canonicalPostal } from '../read/canonical-address.ts'
import type { Cells, RecordOrReason, RollFile, RollTable } from '../rolls/roll-table.ts'
import { decimal, wholeNumber } from '../rolls/roll-values.ts'
import type { Planned } from './planned-building.ts'
import { decisionOf, plannedDraft, plannedRecord } from './planned-building.ts'
import { isInCanada } from './projections.ts'
import { readProposal } from './proposal-text.ts'
import { tenureOf, torontoLines } from './toronto-applications.ts'

/** What a city calls what is read. All columns are named here: files also name owners, applicants and builders. */
interface Layout {
  readonly place: { readonly city_name: string; readonly province: string }
  readonly columns: readonly string[]
  readonly description: string
  /** Null: a permit for a new building. */
  skipped(cell: Cells): string | null
  planned(cell: Cells): Omit<Planned, 'proposal' | 'tenure'> & { readonly units?: number | null }
}

const [NOT_NEW, PART] = ['skipped: no permit for a new building', 'skipped: a permit for a part of the work']
/** Shoring and excavation can start years before the building, or without one. */
const PARTIAL = /\b(?:part(?:ial)? permit|(?:shoring|excavation|foundation)s? (?:only|permit))\b/i

const TORONTO: Layout = {
  place: { city_name: 'Toronto', province: 'ON' },
  columns: [
    ...['PERMIT_NUM', 'REVISION_NUM', 'PERMIT_TYPE', 'WORK', 'STREET_NUM', 'STREET_NAME'],
    ...['STREET_TYPE', 'STREET_DIRECTION', 'APPLICATION_DATE', 'ISSUED_DATE', 'COMPLETED_DATE', 'STATUS'],
    ...['DESCRIPTION', 'DWELLING_UNITS_CREATED'],
  ],
  description: 'DESCRIPTION',
  skipped(cell) {
    if (wholeNumber(cell('REVISION_NUM'))) return 'skipped: a revision of a permit'
    const work = `${cell('PERMIT_TYPE')} ${cell('WORK')}`
    if (PARTIAL.test(work)) return PART
    return /new building/i.test(work) ? null : NOT_NEW
  },
  planned(cell) {
    const decided = decisionOf('permits', cell('STATUS'))
    // A permit that is closed without a day of completion may never have been used.
    const isLost = decided?.step === 'completed' && cell('COMPLETED_DATE') === ''
    return {
      ...(isLost || !decided ? { step: null, decision: null } : decided),
      lines: torontoLines(cell),
      date: cell('COMPLETED_DATE') || cell('ISSUED_DATE') || cell('APPLICATION_DATE'),
      point: null,
      postal: canonicalPostal(cell('POSTAL')),
      reference: cell('PERMIT_NUM'),
      isCurrent: true,
      units: wholeNumber(cell('DWELLING_UNITS_CREATED')) || null,
    }
  },
}

const VANCOUVER: Layout = {
  place: { city_name: 'Vancouver', province: 'BC' },
  columns: [...['PermitNumber', 'IssueDate', 'TypeOfWork', 'Address', 'ProjectDescription', 'PropertyUse']],
  description: 'ProjectDescription',
  skipped: (cell) =>
    /^new building/i.test(cell('TypeOfWork')) && /dwelling/i.test(cell('PropertyUse')) ? null : NOT_NEW,
  planned(cell) {
    const [line = '', ...rest] = cell('Address').split(',')
    const [latitude, longitude] = cell('geo_point_2d')
      .split(',')
      .map((part) => decimal(part.trim()))
    const point = latitude && longitude ? { latitude, longitude } : null
    return {
      lines: /^\d/.test(line.trim()) ? [line.trim()] : [],
      date: cell('IssueDate'),
      point: point && isInCanada(point) ? point : null,
      postal: canonicalPostal(/[A-Z]\d[A-Z] ?\d[A-Z]\d\s*$/.exec(rest.join(','))?.[0] ?? ''),
      // The file has every permit since 2017, and never says what became of it.
      ...{ step: 'approved', decision: 'Permit issued', reference: cell('PermitNumber'), isCurrent: false },
    }
  },
}

export const permitsTable: RollTable = {
  name: 'permits',
  about: 'building permits of Toronto and Vancouver (CSV)',
  ...fileOf(TORONTO),
  companions: [fileOf(VANCOUVER)],
  draftOf(key, records, { minUnits }) {
    const { place } = [TORONTO, VANCOUVER].find((one) => key.startsWith(`${one.place.city_name}/`))!
    return plannedDraft(key, records, minUnits, place, {})
  },
}

function fileOf(layout: Layout): RollFile {
  return {
    columns: layout.columns,
    recordOf: (cell, line) => recordOf(layout, cell, line),
  }
}

function recordOf(layout: Layout, cell: Cells, line: number): RecordOrReason {
  const skip = layout.skipped(cell)
  if (skip !== null) return { skip }
  const { units, ...planned } = layout.planned(cell)
  if (planned.step === null) return { skip: 'skipped: a permit that ended, or with a status that is not known' }
  if (planned.lines.length === 0) return { skip: 'skipped: a permit without a civic address' }
  const description = cell(layout.description)
  const proposal = readProposal(description)
  if (PARTIAL.test(description)) return { skip: PART }
  if (!proposal.hasHomes && !units) return { skip: 'skipped: the permit mentions no homes' }
  const stated = { storeys: proposal.storeys, units: units ?? proposal.units }
  const record = plannedRecord({ ...planned, proposal: stated, tenure: tenureOf('', proposal) }, line)
  return { ...record, key: `${layout.place.city_name}/${record.key}` }
}
