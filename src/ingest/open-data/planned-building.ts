// Applications and permits: those at one address form a planned building, with what the city decided about it.
import type { Planning } from '../../catalog/records/record-schemas.ts'
import { PLANNING_STEPS } from '../../catalog/records/record-schemas.ts'
import { at } from '../../kernel/at.ts'
import { readAsset } from '../../kernel/tables/assets.ts'
import type { Draft } from '../record/draft.ts'
import type { RollRecord } from '../rolls/roll-table.ts'
import { numberAt, textAt } from '../rolls/roll-values.ts'
import type { LatLng } from './projections.ts'
import type { Proposal } from './proposal-text.ts'

type Step = (typeof PLANNING_STEPS)[number]
type Table = Readonly<Partial<Record<Step, readonly string[]>>>

/** Statuses as cities write them. Only these words are stored: any other text could name a person. */
const STEPS = readAsset<Readonly<Record<'applications' | 'permits', Table>>>('open-data/planning-steps.json')

/** Null for a status that is not in the table. */
export function decisionOf(kind: keyof typeof STEPS, status: string): Pick<Planned, 'step' | 'decision'> | null {
  for (const step of PLANNING_STEPS) {
    const decision = STEPS[kind][step]?.find((one) => one.toLowerCase() === status.trim().toLowerCase())
    if (decision !== undefined) return { step, decision }
  }
  return null
}

export interface Planned {
  readonly lines: readonly string[]
  /** The day that the application was submitted, or that of the newest date. */
  readonly date: string
  readonly proposal: Pick<Proposal, 'storeys' | 'units'>
  readonly tenure: string | null
  readonly point: LatLng | null
  readonly postal: string | null
  /** Null if the source does not say it in words of the table. */
  readonly step: Step | null
  readonly decision: string | null
  readonly reference: string
  /** False: nobody keeps the status up to date, so it says nothing about today. */
  readonly isCurrent: boolean
}

const [LINES, DATE, STOREYS, UNITS, TENURE, LATITUDE, LONGITUDE] = [0, 1, 2, 3, 4, 5, 6] as const
const [POSTAL, STEP, DECISION, REFERENCE, IS_CURRENT] = [7, 8, 9, 10, 11] as const

/** The description of a proposal can name people, so only what was read from it is kept. */
export function plannedRecord({ lines, proposal, point, ...planned }: Planned, line: number): RollRecord {
  const date = /^\d{4}-\d\d-\d\d/.exec(planned.date)?.[0] ?? ''
  const reference = /^\d[\w #-]{1,39}$|^[A-Z]{2,4}-[\w-]{1,35}$/.test(planned.reference) ? planned.reference : ''
  const values = [
    ...[lines.join('|'), date, proposal.storeys, proposal.units, planned.tenure],
    ...[point?.latitude ?? null, point?.longitude ?? null, planned.postal, planned.step, planned.decision],
    ...[reference, planned.isCurrent ? 1 : 0],
  ]
  return { key: at(lines, 0).toUpperCase(), line, values }
}

/** Without a number of units, a proposal of this height is more than a row of houses. */
const LOWEST_APARTMENT_BUILDING = 4

export function plannedDraft(
  key: string,
  all: readonly RollRecord[],
  minUnits: number,
  place: { readonly city_name: string; readonly province: string },
  columns: Readonly<Record<string, string>>,
): Draft | null {
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
    address: [...new Set(records.flatMap((record) => textAt(record, LINES)!.split('|')))],
    ...place,
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
    ...statusFields(records),
  }
  return { line: at(records, 0).line, fields, columns }
}

/** A building under construction decides: other permits at its address can be new or done. Else the newest one does. */
function statusFields(records: readonly RollRecord[]): Readonly<Record<string, unknown>> {
  const latest = latestOfEach(records)
  const deciding = latest.find((record) => textAt(record, STEP) === 'under_construction') ?? at(latest, 0)
  const step = textAt(deciding, STEP) as Step | null
  const date = textAt(deciding, DATE) || null
  const planning: Planning | null = step && {
    ...{ step, decision: textAt(deciding, DECISION)!, reference: textAt(deciding, REFERENCE) || null, date },
  }
  const isStarted = step === 'under_construction' || step === 'completed'
  return {
    ...(planning && { planning }),
    ...(numberAt(deciding, IS_CURRENT) === 1 && {
      ...(isStarted ? {} : { sales_status: 'planning' }),
      construction_status: isStarted ? step : 'pre_construction',
      ...(step === 'completed' && date ? { completion_date: date } : {}),
    }),
  }
}

/** A permit can be in the file of active and in that of finished ones: its furthest step counts. */
function latestOfEach(records: readonly RollRecord[]): readonly RollRecord[] {
  const byReference = new Map<string, RollRecord>()
  const rank = (record: RollRecord) => PLANNING_STEPS.indexOf(textAt(record, STEP) as Step)
  for (const record of records) {
    const reference = textAt(record, REFERENCE) || JSON.stringify(record.values)
    const known = byReference.get(reference)
    if (!known || rank(record) > rank(known)) byReference.set(reference, record)
  }
  return newestFirst([...byReference.values()])
}

/** Newest first; equal dates in the order of their content, so that the order of rows does not matter. */
function newestFirst(records: readonly RollRecord[]): RollRecord[] {
  const rank = (record: RollRecord) => `${textAt(record, DATE)} ${JSON.stringify(record.values)}`
  return records.toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1))
}
