// Rolls with one row per unit and no plan: the units at one civic address form a building.
import { fixCapitals } from '../../addresses/street-name.ts'
import { parcelList } from '../../catalog/records/parcel-ids.ts'
import { packLabels, unitLabel } from '../../catalog/records/unit-labels.ts'
import { at } from '../../kernel/at.ts'
import type { Draft } from '../record/draft.ts'
import { byFrequency, mostFrequent } from './group-values.ts'
import type { RollRecord } from './roll-table.ts'
import { builtFields, numberAt, textAt } from './roll-values.ts'

export interface UnitOnRoll {
  /** Without the unit: `1000 SOMERVALE CO SW`. */
  readonly address: string
  /** Empty for a property without units. */
  readonly unit: string
  /** False for parking, storage, shops and land. */
  readonly isDwelling: boolean
  readonly yearBuilt: number | null
  /** Empty if the line has none. */
  readonly rollNumber: string
  readonly neighbourhood: string
  readonly latitude: number | null
  readonly longitude: number | null
}

const UNIT = 0
const IS_DWELLING = 1
const BUILT = 2
const NEIGHBOURHOOD = 3
const POINT = 4
const ROLL = 5

export function unitRecord(unit: UnitOnRoll, line: number): RollRecord {
  const { latitude, longitude } = unit
  const point = latitude === null || longitude === null ? null : `${latitude.toFixed(6)} ${longitude.toFixed(6)}`
  const roll = unit.rollNumber || null
  const values = [unit.unit, unit.isDwelling ? 1 : 0, unit.yearBuilt, unit.neighbourhood || null, point, roll]
  return { key: unit.address.toUpperCase().replace(/\s+/g, ' '), line, values }
}

/** Null when the address has fewer dwellings than `minUnits`. */
export function civicAddressDraft(
  key: string,
  records: readonly RollRecord[],
  minUnits: number,
  place: { readonly city_name: string; readonly province: string },
  columns: Readonly<Record<string, string>>,
): Draft | null {
  const dwellings = records.filter((record) => numberAt(record, IS_DWELLING) === 1)
  const units = new Set(dwellings.map((record) => textAt(record, UNIT)!))
  if (units.size < minUnits) return null
  const neighbourhood = mostFrequent(dwellings.map((record) => textAt(record, NEIGHBOURHOOD)))
  const [latitude, longitude] = (byFrequency(dwellings.map((record) => textAt(record, POINT)))[0] ?? '').split(' ')
  const fields = {
    key,
    address: [key],
    ...place,
    ...(neighbourhood === null ? {} : { neighbourhood_name: fixCapitals(neighbourhood) }),
    ...(longitude ? { latitude: Number(latitude), longitude: Number(longitude), location_accuracy: 'parcel' } : {}),
    units_total: units.size,
    unit_labels: packLabels([...units].map(unitLabel).filter((label) => label !== '')),
    parcels: parcelList({ roll: dwellings.map((record) => textAt(record, ROLL)) }),
    building_type: 'multi_unit',
    ...builtFields(mostFrequent(dwellings.map((record) => numberAt(record, BUILT)))),
  }
  return { line: at(dwellings, 0).line, fields, columns }
}
